import type { PublicListing } from "#tools/listings/shared/records.ts";
import { type HtmlValue, html } from "../../frame/html.ts";
import { linkedPicture } from "../../frame/screenshot.ts";

/** Pictures in a row that scrolls sideways. Each one is a link to the full picture. */
export const gallery = (pictures: PublicListing["pictures"]): HtmlValue =>
  pictures.length > 0 &&
  html`<ul class="gallery" role="list" aria-label="Pictures">${pictures.map(
    (picture, i) => html`<li>${linkedPicture(new URL(picture.url).pathname, picture, i > 0)}</li>
`,
  )}</ul>`;
