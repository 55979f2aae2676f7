import { type Html, type HtmlValue, html } from "./html.ts";

/** Plain text as people wrote it: blank lines part paragraphs, other line ends stay. */
export const prose = (text: string): HtmlValue =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => html`<p dir="auto">${brokenLines(paragraph.trim())}</p>\n`);

const brokenLines = (text: string): HtmlValue => text.split("\n").map((line, i) => html`${i > 0 && html`<br>`}${line}`);

/** A link to an address that others gave, which is none where it leads to no web page. */
export function outsideLink(address: string, label: HtmlValue, more: { class?: string; isPaid?: boolean } = {}): Html {
  if (!isWebAddress(address)) return html`${label}`;
  const rel = more.isPaid ? "sponsored nofollow noopener" : "nofollow noopener";
  return html`<a${more.class && html` class="${more.class}"`} href="${address}" rel="${rel}">${label}</a>`;
}

/** Whether an address that others gave leads to a web page. */
export const isWebAddress = (address: string): boolean =>
  ["https:", "http:"].includes(URL.parse(address)?.protocol ?? "");
