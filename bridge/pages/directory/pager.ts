import { type HtmlValue, html } from "../frame/html.ts";

/** The ways to the pages before and after, or nothing where there is only one. */
export function pager(
  page: number,
  hasMore: boolean,
  pathOf: (page: number) => string,
  { before = "Previous", after = "Next" } = {},
): HtmlValue {
  if (page <= 1 && !hasMore) return null;
  return html`<nav class="pages" aria-label="Pages">
${page > 1 && html`<a class="button" rel="prev" href="${pathOf(page - 1)}">${before}</a>`}
${hasMore && html`<a class="button" rel="next" href="${pathOf(page + 1)}">${after}</a>`}
</nav>`;
}
