import { depthLimit } from "#db/queries/common/limits.ts";
import { pagesByNumber } from "#tools/core/lists/cursor.ts";
import { queryOf } from "./read-input.ts";

export interface PageShape {
  items: unknown[];
  page: number;
  per_page: number;
  total: number;
  has_more: boolean;
  /** True if `total` is only a lower bound. Absent if the list does not have this field. */
  total_is_capped?: boolean;
  next_cursor?: string;
}

/**
 * Returns the `Link` header of a page (RFC 8288). If `total` exceeds `countsUpTo`, the last page is unknown and has no
 * link.
 */
export function pageLinks(
  url: string,
  requestUrl: string,
  list: PageShape,
  countsUpTo = Number.POSITIVE_INFINITY,
): string {
  const { page, per_page, total, has_more, total_is_capped, next_cursor } = list;
  const query = queryOf(requestUrl);
  const isByCursor = query.has("cursor");
  query.delete("cursor");
  const link = (rel: string, target: number) => {
    query.set("page", String(target));
    return `<${url}?${query}>; rel="${rel}"`;
  };
  const last = Math.max(1, Math.ceil(total / per_page));
  const links = [link("first", 1)];
  // `list.items` is read only if necessary, because its getter may have to parse the items.
  const isPastEnd = () => page - 1 > last && list.items.length === 0;
  if (page > 1 && (!isByCursor || (page - 1) * per_page <= depthLimit))
    links.push(link("prev", isPastEnd() ? last : page - 1));
  if (has_more && next_cursor !== undefined && (isByCursor || page >= pagesByNumber)) {
    const next = new URLSearchParams(query);
    next.delete("page");
    next.set("cursor", next_cursor);
    links.push(`<${url}?${next}>; rel="next"`);
  } else if (has_more) links.push(link("next", page + 1));
  if (!(total_is_capped ?? total > countsUpTo)) links.push(link("last", last));
  return links.join(", ");
}
