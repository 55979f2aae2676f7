import { depthLimit } from "#db/queries/common/limits.ts";
import { pagesByNumber } from "#tools/core/lists/cursor.ts";
import { type HtmlValue, html } from "./html.ts";

interface Pages {
  page: number;
  hasMore: boolean;
  /** Where a page of the list is. */
  linkTo(page: number, cursor?: string): string;
  /** Where it goes on, of lists that are walked by cursor beyond the first pages. */
  nextCursor?: string;
  /** What is before and after, in words that suit the order of the list. */
  words?: { before: string; after: string };
}

/** Beyond it a list has no pages by number. */
const lastByNumber = depthLimit / 20;

const turning = { before: "Previous", after: "Next" };

/** Links to the pages of a list before and after this one. */
export function pageLinks({ page, hasMore, linkTo, nextCursor, words = turning }: Pages): HtmlValue {
  if (page === 1 && !hasMore) return null;
  const next = page >= pagesByNumber && nextCursor !== undefined ? linkTo(1, nextCursor) : linkTo(page + 1);
  return html`<nav class="pages" aria-label="Pages">
${page > 1 && page <= lastByNumber && html`<a class="button" rel="prev" href="${linkTo(page - 1)}">${words.before}</a>`}
${hasMore && html`<a class="button" rel="next" href="${next}">${words.after}</a>`}
</nav>`;
}

/** For lists by time. */
export const byTime = { before: "Newer", after: "Older" };

/** The path of a list with those parts of its query that are given, the first page without its number. */
export function listPath(path: string, query: Record<string, string | number | undefined | null>): string {
  const given = Object.entries(query).filter(
    ([name, value]) => value !== undefined && value !== null && value !== "" && !(name === "page" && value === 1),
  );
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The page that an address asks for; the operation refuses what is no number. */
export const pageAsked = (query: URLSearchParams): number => Number(query.get("page") ?? 1);
