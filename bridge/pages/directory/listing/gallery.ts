import type { PublicListing } from "#tools/listings/shared/records.ts";
import { type HtmlValue, html } from "../../frame/html.ts";

/** Pictures in a row that scrolls sideways. Each one is a link to the full picture. */
export const gallery = (pictures: PublicListing["pictures"]): HtmlValue =>
  pictures.length > 0 &&
  html`<ul class="gallery" role="list" aria-label="Pictures">${pictures.map(({ url, alt, width, height }, i) => {
    const path = new URL(url).pathname;
    return html`<li><a href="${path}"><img src="${path}" alt="${alt}" width="${width}" height="${height}"${i > 0 && html` loading="lazy"`}></a></li>
`;
  })}</ul>`;
