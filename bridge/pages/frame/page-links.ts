import { depthLimit } from "#db/queries/common/limits.ts";
import { pagesByNumber } from "#tools/core/lists/cursor.ts";
import { type HtmlValue, html } from "./html.ts";

interface Pages {
  page: number;
  hasMore: boolean;
  linkTo(page: number, cursor?: string): string;
  /** Cursor of the next page, for lists that continue by cursor after the numbered pages. */
  nextCursor?: string;
  /** Labels of the two links. */
  words?: { before: string; after: string };
}

/** The last page that has a number. */
const lastByNumber = depthLimit / 20;

const defaultWords = { before: "Previous", after: "Next" };

export function pageLinks({ page, hasMore, linkTo, nextCursor, words = defaultWords }: Pages): HtmlValue {
  if (page === 1 && !hasMore) return null;
  const next = page >= pagesByNumber && nextCursor !== undefined ? linkTo(1, nextCursor) : linkTo(page + 1);
  return html`<nav class="pages" aria-label="Pages">
${page > 1 && page <= lastByNumber && html`<a class="button" rel="prev" href="${linkTo(page - 1)}">${words.before}</a>`}
${hasMore && html`<a class="button" rel="next" href="${next}">${words.after}</a>`}
</nav>`;
}

export const byTime = { before: "Newer", after: "Older" };

/** Adds the given query parameters to a path, leaving out empty ones and page 1. */
export function listPath(path: string, query: Record<string, string | number | undefined | null>): string {
  const given = Object.entries(query).filter(
    ([name, value]) => value !== undefined && value !== null && value !== "" && !(name === "page" && value === 1),
  );
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The requested page number. The operation rejects NaN. */
export const requestedPage = (query: URLSearchParams): number => Number(query.get("page") ?? 1);
