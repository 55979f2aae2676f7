import { type Html, type HtmlValue, html } from "./html.ts";

/** Plain text as paragraphs, split at blank lines. Other line breaks are kept. */
export const prose = (text: string): HtmlValue =>
  text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => html`<p dir="auto">${brokenLines(paragraph.trim())}</p>\n`);

const brokenLines = (text: string): HtmlValue => text.split("\n").map((line, i) => html`${i > 0 && html`<br>`}${line}`);

/** A link to a URL given by a user, or only the label if the URL is not http(s). */
export function outsideLink(url: string, label: HtmlValue, more: { class?: string } & LinkTrust = {}): Html {
  if (!isWebUrl(url)) return html`${label}`;
  return html`<a${more.class && html` class="${more.class}"`} href="${url}" rel="${relOf(more)}">${label}</a>`;
}

interface LinkTrust {
  isPaid?: boolean;
  isFollowed?: boolean;
}

/** The `rel` of a link to a URL given by a user. A paid link is never followed, because payment must not affect ranks. */
const relOf = ({ isPaid, isFollowed }: LinkTrust): string =>
  isPaid ? "sponsored nofollow noopener" : isFollowed ? "noopener" : "nofollow noopener";

export const isWebUrl = (url: string): boolean => ["https:", "http:"].includes(URL.parse(url)?.protocol ?? "");
