import { type Html, html } from "./html.ts";

/** The picture of a product's home page, at the size it was taken. */
export const screenshot = (src: string, name: string): Html =>
  html`<p class="screenshot"><img src="${src}" alt="Home page of ${name}" width="1280" height="800" loading="lazy"></p>`;
