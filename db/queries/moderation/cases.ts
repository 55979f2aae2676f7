import type { CaseKind } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";

export const caseSorts = ["oldest", "newest", "most_reports"] as const;

export interface CaseFilter {
  /** The member who asks, for `unseen` and `mine`. */
  account: number | null;
  slug?: string;
  kind?: string;
  from?: string;
  until?: string;
  unseen?: boolean;
  mine?: boolean;
  sort: (typeof caseSorts)[number];
}

export interface CaseMarks {
  isSeen: boolean;
  assigneeId: number | null;
  assigneeName: string | null;
  /** The number of all cases that match, on every page. */
  matches: number;
}

export const seenBy = (kind: CaseKind, item: string, at: string, account: string) =>
  `EXISTS (SELECT 1 FROM case_seen s WHERE s.account_id = ${account} AND s.kind = '${kind}' AND s.item_id = ${item} AND s.seen_at >= ${at})`;

/**
 * Returns the query of one page of cases of a site (`?1`). `base` selects all of them with the columns `itemId`, `at`
 * (the time of the last event), `slug`, `kinds` (separated by commas) and `total`. `columns` are added to one page only.
 */
export const caseQuery = <Row extends CaseMarks>(
  kind: CaseKind,
  { base, columns = "" }: { base: string; columns?: string },
  readers: { [Name in keyof Row]?: (stored: string) => Row[Name] } = {},
) =>
  preparedSql<Row, [siteId: number, filter: [CaseFilter], limit: number, offset: number]>(
    `SELECT w.*${columns} FROM (
      SELECT q.*, ${seenBy(kind, "q.itemId", "q.at", "f ->> '$.account'")} AS isSeen, a.account_id AS assigneeId,
        p.name AS assigneeName, count(*) OVER () AS matches
      FROM (${base}) q CROSS JOIN (SELECT ?2 -> 0 AS f)
      LEFT JOIN case_assignees a ON a.kind = '${kind}' AND a.item_id = q.itemId LEFT JOIN accounts p ON p.id = a.account_id
      WHERE q.slug = ifnull(f ->> '$.slug', q.slug) AND q.at >= ifnull(f ->> '$.from', '')
        AND q.at < ifnull(f ->> '$.until', '~') AND instr(',' || q.kinds || ',', ',' || ifnull(f ->> '$.kind', q.kinds) || ',')
        AND NOT (ifnull(f ->> '$.unseen', 0) AND isSeen)
        AND (NOT ifnull(f ->> '$.mine', 0) OR a.account_id = f ->> '$.account')
      ORDER BY iif(f ->> '$.sort' = 'most_reports', q.total, 0) DESC, iif(f ->> '$.sort' = 'oldest', q.at, NULL), q.at DESC,
        q.itemId DESC
      LIMIT ?3 OFFSET ?4) w`,
    { ...readers, isSeen: Boolean } as never,
  );

const markQuery = preparedSql<
  { id: number },
  [accountId: number, kind: CaseKind, items: readonly number[], now: Date]
>(`
  INSERT INTO case_seen (account_id, kind, item_id, seen_at) SELECT ?1, ?2, value, ?4 FROM json_each(?3) WHERE true
  ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at WHERE seen_at < excluded.seen_at RETURNING item_id AS id`);
/** Returns the number of cases whose mark is new. */
export const markSeen = async (
  tx: Tx,
  accountId: number,
  { kind, items }: { kind: CaseKind; items: readonly number[] },
  now: Date,
): Promise<number> => (await markQuery.all(tx, accountId, kind, items, now)).length;

const assignQuery = preparedSql<
  { id: number },
  [kind: CaseKind, items: readonly number[], accountId: number, now: Date]
>(`
  INSERT INTO case_assignees (kind, item_id, account_id, assigned_at) SELECT ?1, value, ?3, ?4 FROM json_each(?2)
  WHERE true ON CONFLICT DO UPDATE SET account_id = excluded.account_id, assigned_at = excluded.assigned_at
  WHERE account_id <> excluded.account_id RETURNING item_id AS id`);
const unassignQuery = preparedSql<{ id: number }, [kind: CaseKind, items: readonly number[]]>(
  "DELETE FROM case_assignees WHERE kind = ? AND item_id IN (SELECT value FROM json_each(?)) RETURNING item_id AS id",
);
/** Returns the number of cases whose member changed. */
export const assignCases = async (
  tx: Tx,
  { kind, items }: { kind: CaseKind; items: readonly number[] },
  accountId: number | null,
  now: Date,
): Promise<number> =>
  (accountId === null
    ? await unassignQuery.all(tx, kind, items)
    : await assignQuery.all(tx, kind, items, accountId, now)
  ).length;

const siteQueries: Record<CaseKind, string> = {
  reports: "listings i WHERE i.site_id = ?1",
  answer: "decisions i JOIN listings l ON l.id = i.listing_id WHERE l.site_id = ?1",
  flag: "text_flags i WHERE i.site_id = ?1",
  dispute: "disputes i JOIN claims c ON c.id = i.claim_id WHERE c.site_id = ?1",
  edit: "changes i WHERE i.site_id = ?1",
  review: "listings i WHERE i.site_id = ?1",
};
const knownQueries = Object.fromEntries(
  Object.entries(siteQueries).map(([kind, from]) => [
    kind,
    preparedSql<{ id: number }, [siteId: number, items: readonly number[]]>(
      `SELECT i.id FROM ${from} AND i.id IN (SELECT value FROM json_each(?2))`,
    ),
  ]),
);

/** Returns those of the ids that are cases of the site. */
export const knownCases = async (
  db: Db,
  siteId: number,
  { kind, items }: { kind: CaseKind; items: readonly number[] },
): Promise<number[]> => (await knownQueries[kind]!.values(db, siteId, items)) as number[];
