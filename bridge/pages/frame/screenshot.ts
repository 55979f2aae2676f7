import { type Html, html } from "./html.ts";

export const screenshot = (src: string, name: string): Html =>
  html`<p class="screenshot"><img src="${src}" alt="Home page of ${name}" width="1280" height="800" loading="lazy"></p>`;
