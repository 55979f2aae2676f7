import type { SQLQueryBindings } from "bun:sqlite";
import { type Db, preparedSql } from "../store.ts";
import { countLimit, depthLimit } from "./limits.ts";

export interface Slice {
  limit: number;
  offset: number;
}

export interface CappedPage<Row> {
  rows: Row[];
  /** Exact up to `countLimit`; `countLimit + 1` says "more". */
  total: number;
  hasMore: boolean;
}

/** Pages of a query that is ordered by an index: neither the count nor the depth may grow with the table. */
export function cappedPages<Row, Params extends SQLQueryBindings[]>(source: string) {
  const rowsQuery = preparedSql<Row, [...Params, number, number]>(`${source} LIMIT ? OFFSET ?`);
  const countQuery = preparedSql<{ total: number }, [...Params, number]>(
    `SELECT count(*) AS total FROM (${source} LIMIT ?)`,
  );
  return async (db: Db, params: Params, { limit, offset }: Slice): Promise<CappedPage<Row>> => {
    const wanted = Math.max(0, Math.min(limit + 1, depthLimit - offset));
    const rows = wanted === 0 ? [] : await rowsQuery.all(db, ...params, wanted, offset);
    const isLast = rows.length > 0 && rows.length < wanted;
    const total = isLast ? offset + rows.length : (await countQuery.get(db, ...params, countLimit + 1))!.total;
    return { rows: rows.slice(0, limit), total: Math.min(total, countLimit + 1), hasMore: rows.length > limit };
  };
}
