import { type Html, html } from "./html.ts";

/** A picture that links to its file, in which it is larger. */
export const linkedPicture = (
  path: string,
  { alt, width, height }: { alt: string; width: number; height: number },
  isLazy = true,
): Html =>
  html`<a href="${path}"><img src="${path}" alt="${alt}" width="${width}" height="${height}"${isLazy && html` loading="lazy"`}></a>`;

export const screenshot = (src: string, name: string): Html =>
  html`<p class="screenshot"><img src="${src}" alt="Home page of ${name}" width="1280" height="800" loading="lazy"></p>`;
