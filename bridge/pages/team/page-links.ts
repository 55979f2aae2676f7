import { type HtmlValue, html } from "../frame/html.ts";
import type { Visit } from "../frame/visit.ts";

const lastPage = 100_000;

/** The page of a list that the address names. */
export function pageOf({ url }: Visit): number {
  const page = Number(url.searchParams.get("page"));
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/** Links to the pages before and after, with all else of the address. */
export function pageLinks({ url }: Visit, page: number, hasMore: boolean): HtmlValue {
  const linkTo = (number: number) => {
    const query = new URLSearchParams(url.searchParams);
    query.delete("done");
    query.set("page", String(number));
    return `${url.pathname}?${query}`;
  };
  if (page === 1 && !hasMore) return null;
  return html`<p class="actions">${page > 1 && html`<a href="${linkTo(page - 1)}" rel="prev">Newer</a>`}
${hasMore && html`<a href="${linkTo(page + 1)}" rel="next">Older</a>`}</p>`;
}
