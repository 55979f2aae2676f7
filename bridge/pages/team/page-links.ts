import type { HtmlValue } from "../frame/html.ts";
import { byTime, pageLinks as links, listPath } from "../frame/page-links.ts";
import type { Visit } from "../frame/visit.ts";

const lastPage = 100_000;

export function pageOf({ url }: Visit): number {
  const page = Number(url.searchParams.get("page"));
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1;
}

/** The path and query of this list, without the last notice. */
export function hereWith({ url }: Pick<Visit, "url">, more: { done?: string; page?: number } = {}): string {
  const { done: _, ...query } = Object.fromEntries(url.searchParams);
  return listPath(url.pathname, { ...query, ...more });
}

export const pageLinks = (visit: Visit, page: number, hasMore: boolean): HtmlValue =>
  links({ page, hasMore, linkTo: (number) => hereWith(visit, { page: number }), words: byTime });

const perPage = 25;

/** Returns one page of a list that is short enough to be read whole. */
export function slice<Item>(items: readonly Item[], page: number): { shown: readonly Item[]; hasMore: boolean } {
  return { shown: items.slice((page - 1) * perPage, page * perPage), hasMore: items.length > page * perPage };
}
