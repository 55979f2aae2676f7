import { type Html, type HtmlValue, html } from "./html.ts";

const bullet = /^[-*•]\s+(?=\S)/;

/** Plain text as paragraphs, split at blank lines. Lines that begin with a bullet or `- ` become lists. */
export function prose(text: string): HtmlValue {
  const blocks: { isList: boolean; lines: string[] }[] = [];
  let isAfterBlank = true;
  for (const line of text.split("\n").map((each) => each.trim())) {
    const isList = bullet.test(line);
    const last = blocks.at(-1);
    if (line !== "" && last?.isList === isList && (isList || !isAfterBlank)) last.lines.push(line);
    else if (line !== "") blocks.push({ isList, lines: [line] });
    isAfterBlank = line === "";
  }
  return blocks.map(({ isList, lines }) =>
    isList
      ? html`<ul class="bullets" dir="auto">${lines.map((line) => html`<li>${line.replace(bullet, "")}</li>`)}</ul>\n`
      : html`<p dir="auto">${lines.map((line, i) => html`${i > 0 && html`<br>`}${line}`)}</p>\n`,
  );
}

/** A link to a URL given by a user, or only the label if the URL is not http(s). */
export function outsideLink(
  url: string,
  label: HtmlValue,
  more: { class?: string; ping?: string } & LinkTrust = {},
): Html {
  if (!isWebUrl(url)) return html`${label}`;
  return html`<a${more.class && html` class="${more.class}"`} href="${url}" rel="${relOf(more)}"${more.ping && html` ping="${more.ping}"`}>${label}</a>`;
}

interface LinkTrust {
  isPaid?: boolean;
  isFollowed?: boolean;
}

/** The `rel` of a link to a URL given by a user. A paid link is never followed, because payment must not affect ranks. */
const relOf = ({ isPaid, isFollowed }: LinkTrust): string =>
  isPaid ? "sponsored nofollow noopener" : isFollowed ? "noopener" : "nofollow noopener";

export const isWebUrl = (url: string): boolean => ["https:", "http:"].includes(URL.parse(url)?.protocol ?? "");
