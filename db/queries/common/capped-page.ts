import { type Db, type Parameter, preparedSql } from "../../store/store.ts";
import { countLimit, depthLimit } from "./limits.ts";

export interface Slice {
  limit: number;
  offset: number;
}

export interface CappedPage<Row> {
  rows: Row[];
  /** The exact number up to `countLimit`. `countLimit + 1` means "more than `countLimit`". */
  total: number;
  hasMore: boolean;
}

export interface WalkedPage<Row, Place> extends CappedPage<Row> {
  next: Place | null;
}

export interface WalkedSlice<Place> extends Slice {
  /** The position after which the page starts, used instead of an offset. */
  after?: Place | undefined;
}

function cappedCount<Params extends Parameter[]>(source: string) {
  const query = preparedSql<{ total: number }, [...Params, number]>(
    `SELECT count(*) AS total FROM (${source} LIMIT ?)`,
  );
  return (db: Db, params: Params): Promise<number> => query.value(db, ...params, countLimit + 1);
}

/**
 * Reads pages of a query ordered by an index. Neither counting nor reading deep pages costs more as the table grows.
 */
export function cappedPages<Row, Params extends Parameter[]>(source: string) {
  const rowsQuery = preparedSql<Row, [...Params, number, number]>(`${source} LIMIT ? OFFSET ?`);
  const count = cappedCount<Params>(source);
  return async (db: Db, params: Params, { limit, offset }: Slice): Promise<CappedPage<Row>> => {
    const wanted = Math.max(0, Math.min(limit + 1, depthLimit - offset));
    const rows = wanted === 0 ? [] : await rowsQuery.all(db, ...params, wanted, offset);
    const isLast = rows.length > 0 && rows.length < wanted;
    const total = isLast ? offset + rows.length : await count(db, params);
    return { rows: rows.slice(0, limit), total: Math.min(total, countLimit + 1), hasMore: rows.length > limit };
  };
}

/**
 * Reads pages that can also start after a position. `rowsAfter` finds the following rows, so deep pages take no longer
 * than the first.
 */
export function walkedPages<Row, Params extends Parameter[], Place>(
  source: string,
  rowsAfter: (db: Db, params: Params, after: Place, limit: number) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
) {
  const pages = cappedPages<Row, Params>(source);
  const count = cappedCount<Params>(source);
  return async (db: Db, params: Params, { after, ...slice }: WalkedSlice<Place>): Promise<WalkedPage<Row, Place>> => {
    const { rows, total, hasMore } = after === undefined ? await pages(db, params, slice) : await pageAfter(after);
    const last = hasMore ? rows.at(-1) : undefined;
    return { rows, total, hasMore, next: last === undefined ? null : placeOf(last) };

    async function pageAfter(place: Place): Promise<CappedPage<Row>> {
      const found = await rowsAfter(db, params, place, slice.limit + 1);
      const isMore = found.length > slice.limit;
      return { rows: found.slice(0, slice.limit), total: await count(db, params), hasMore: isMore };
    }
  };
}
