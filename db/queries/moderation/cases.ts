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
  /** Accounts created since then are new. */
  newSince?: Date;
  /** The account that made an edit. */
  author?: number;
  /** The slug of a listing. Its first owner's sign-up network is searched for. */
  networkOf?: string;
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

export interface CaseSearch {
  isOpen: boolean;
  filter: CaseFilter;
  limit: number;
  offset: number;
}

/** The filter as JSON. */
export const asked = (name: keyof CaseFilter) => `(?2 ->> '$[0].${name}')`;

/** Only so many decided cases are searched, the latest ones before `until`, so that very many do not slow a list. */
export const maxDecided = 1000;

interface CaseSource<Row> {
  /** `itemId`, `slug`, `kinds` (separated by commas), `total` and the columns of the row. */
  columns: string;
  /** Everything after FROM. The conditions of the two states follow. */
  from: string;
  /** Conditions of a state, and the time of the last event. */
  open: { where: string; at: string };
  decided: { where: string; at: string };
  /** The column of the listing's id, beside the time in an index of decided cases. */
  listing: string;
  /** Set if there may also be very many open cases: the order of both states, which an index has. */
  order?: string;
  /** The clause. */
  groupBy?: string;
  /** Columns that are added to one page only. */
  pageColumns?: string;
  /** Joins for them with the page's rows, `w`. */
  pageTables?: string;
  readers?: { [Name in keyof Row]?: (stored: string) => Row[Name] };
}

/** Returns the search for cases of a site (`?1`). */
export function caseQuery<Row extends CaseMarks>(kind: CaseKind, source: CaseSource<Row>) {
  const { columns, from, listing, order, groupBy = "", pageColumns, pageTables = "", readers } = source;
  const queryOf = ({ where, at }: CaseSource<Row>["open"], latest = "") =>
    preparedSql<Row, [siteId: number, filter: [CaseFilter], limit: number, offset: number]>(
      `SELECT w.*${pageColumns ? `, ${pageColumns}` : ""} FROM (
      SELECT q.*, ${seenBy(kind, "q.itemId", "q.at", asked("account"))} AS isSeen, a.account_id AS assigneeId,
        p.name AS assigneeName, count(*) OVER () AS matches
      FROM (SELECT ${columns}, ${at} AS at FROM ${from} AND ${where}${
        latest &&
        ` AND ${at} >= ifnull(${asked("from")}, '')
        AND ${at} < ifnull(${asked("until")}, '~') AND ${listing} IS ifnull((SELECT id FROM listings WHERE site_id = ?1
        AND slug = ${asked("slug")}), ${listing})`
      } ${groupBy} ${latest}) q
      LEFT JOIN case_assignees a ON a.kind = '${kind}' AND a.item_id = q.itemId LEFT JOIN accounts p ON p.id = a.account_id
      WHERE q.slug = ifnull(${asked("slug")}, q.slug) AND q.at >= ifnull(${asked("from")}, '')
        AND q.at < ifnull(${asked("until")}, '~')
        AND instr(',' || q.kinds || ',', ',' || ifnull(${asked("kind")}, q.kinds) || ',')
        AND NOT (ifnull(${asked("unseen")}, 0) AND isSeen)
        AND (NOT ifnull(${asked("mine")}, 0) OR a.account_id = ${asked("account")})
      ORDER BY iif(${asked("sort")} = 'most_reports', q.total, 0) DESC, iif(${asked("sort")} = 'oldest', q.at, NULL),
        iif(${asked("sort")} = 'oldest', -q.itemId, q.at) DESC, q.itemId DESC
      LIMIT ?3 OFFSET ?4) w ${pageTables}`,
      { ...readers, isSeen: Boolean } as never,
    );
  const latest = `ORDER BY ${order ?? `${source.decided.at} DESC, ${listing} DESC`} LIMIT ${maxDecided}`;
  const open = queryOf(source.open, order && latest);
  const decided = queryOf(source.decided, latest);
  return (db: Db, siteId: number, { isOpen, filter, limit, offset }: CaseSearch): Promise<Row[]> =>
    (isOpen ? open : decided).all(db, siteId, [filter], limit, offset);
}

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
  edit: "changes i JOIN json_each(i.after, '$.versions') v JOIN listings l ON l.id = v.key WHERE l.site_id = ?1",
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
