import type { Picture } from "#db/schema/listing-fields.ts";
import { type Html, html } from "./html.ts";
import { mediaPath } from "./icon.ts";

/** Small pictures with their alternative texts, for people who check a listing. */
export const thumbnails = (pictures: readonly Picture[]): Html =>
  html`${pictures.map(({ hash, alt, width, height }) => {
    const path = mediaPath(hash);
    return html`<span class="thumbnail"><a href="${path}"><img src="${path}" alt="${alt}" width="${width}" height="${height}" loading="lazy"></a> ${alt}</span>
`;
  })}`;
