import { type HtmlValue, html } from "./html.ts";

/** Plain text with its paragraphs and line breaks, as readers are shown it. */
export const paragraphsOf = (text: string): HtmlValue =>
  text !== "" &&
  text.split(/\n{2,}/).map((part) => html`<p>${part.split("\n").map((line, i) => [i > 0 && html`<br>`, line])}</p>`);
