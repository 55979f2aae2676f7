import { type Db, preparedSql } from "../../store/store.ts";
import { filtersOnly } from "./search-filters.ts";
import {
  type CursorPosition,
  countMatches,
  type Found,
  type Matched,
  matches,
  type Parameters,
  parameters,
  type Window,
} from "./search-matched.ts";
import type { SearchPlan } from "./search-plan.ts";

/** The sort orders whose fields are not in the index. */
export type FieldSort = keyof typeof sorts;

export const isFieldSort = (sort: string): sort is FieldSort => Object.hasOwn(sorts, sort);

const ratingOrder = "l.rating DESC, l.id";
/** Each field's order and the index ranges that follow a cursor position. */
const sorts = {
  newest: {
    key: "l.created_at",
    order: "l.created_at DESC, l.id DESC",
    after: ["l.created_at <= ?10 AND (l.created_at < ?10 OR l.id < ?11)"],
  },
  // Listings without a rating come last.
  dr: {
    key: "l.rating",
    order: ratingOrder,
    after: ["l.rating <= ?10 AND (l.rating < ?10 OR l.id > ?11)", "l.rating IS NULL AND l.id > ifnull(?11, ?10)"],
  },
};

interface Row {
  id: number;
  key: string | number | null;
}
type PageParameters = [
  ...Parameters,
  sorted: number,
  limit: number,
  keyOrOffset: string | number | null,
  id: number | null,
];

const sortingFrom = `(${matches} LIMIT ?8) m JOIN listings l ON l.id = m.id WHERE true`;
const allFrom = "listings l WHERE l.site_id = ?2 AND l.status = 'live'";
const walkingFrom = `${allFrom} AND (?3 IS NULL OR l.updated_at >= ?3)
  AND (?4 IS NULL OR l.launched_at >= ?4) AND (?5 IS NULL OR l.launched_at < ?5)
  AND EXISTS (SELECT 1 FROM listing_search WHERE listing_search MATCH ?1 AND rowid = l.search_key)
  AND (?7 IS NULL OR l.id IN (SELECT value FROM json_each(?7)))`;

const statements = (from: string) =>
  new Map(
    Object.entries(sorts).map(([sort, { key, order, after }]) => {
      const select = `SELECT l.id, ${key} AS key FROM ${from}`;
      const page = preparedSql<Row, PageParameters>(`${select} AND ?11 IS NULL ORDER BY ${order} LIMIT ?9 OFFSET ?10`);
      const stretches = after.map((stretch) =>
        preparedSql<Row, PageParameters>(`${select} AND ${stretch} ORDER BY ${order} LIMIT ?9`),
      );
      return [sort, { page, stretches }];
    }),
  );
/** Sorts the matches. If there are too many, sorts only those with the most votes. */
const sorting = statements(sortingFrom);
/** Goes through the listings in order until it has found enough matches. */
const walking = statements(walkingFrom);
const browsing = statements(allFrom);

export async function sortedPage(
  db: Db,
  matched: Matched,
  plan: SearchPlan,
  sort: FieldSort,
  { offset, after, length, limits }: Window,
): Promise<Found> {
  const countedUpTo = Math.max(limits.sorted, limits.counted);
  // `plan.counted` counts only the matches of `most`. If there are no `others`, these are all matches.
  const kept = plan.others === null ? plan.counted : null;
  const counted = kept ?? (await countMatches(db, matched, matched.expression, countedUpTo));
  if (length === 0 || (!after && counted <= offset && counted <= countedUpTo)) return { places: [], counted };
  const isFew = counted <= limits.sorted;
  const ofWords = isFew ? counted : await countMatches(db, matched, plan.most, limits.sortedOfWords);
  const isAll = plan.most === filtersOnly(matched.siteId, []);
  const isSorted = isFew || ofWords <= limits.sortedOfWords;
  const { page, stretches } = (isAll ? browsing : isSorted ? sorting : walking).get(sort)!;
  // Names that only start with the words are included if few listings match, or if the words alone do not fill a page.
  const areOthers = isFew || ofWords < length;
  const expression = areOthers ? matched.expression : plan.most;
  const most = areOthers ? limits.sorted : limits.sortedOfWords;
  const asked = [...parameters({ ...matched, expression }), most] as const;
  const rows: Row[] = [];
  if (!after) rows.push(...(await page.all(db, ...asked, length, offset, null)));
  else {
    const [, key, id] = after;
    const [first, last] = stretches;
    if (key !== null) rows.push(...(await first!.all(db, ...asked, length, key, id)));
    const rest = length - rows.length;
    if (last && rest > 0) rows.push(...(await last.all(db, ...asked, rest, 0, key === null ? id : null)));
  }
  return {
    places: rows.map((row) => ({ id: row.id, place: [sort, row.key, row.id] satisfies CursorPosition })),
    counted,
  };
}
