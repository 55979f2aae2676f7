import type { ActionName } from "../../schema/action-names.ts";
import type { Facts } from "../../schema/changes.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";

const subjectKinds = [
  "account",
  "app",
  "award",
  "bulk_action",
  "category",
  "claim",
  "company",
  "dispute",
  "draft",
  "founder",
  "invite",
  "job",
  "key",
  "listing",
  "order",
  "passkey",
  "post",
  "product",
  "approval_request",
  "quote",
  "rate",
  "rating",
  "report",
  "rule",
  "session",
  "site",
  "subject",
  "webhook",
] as const;

/** A record's kind and id, such as `listing:12`. If the record has no id, its key replaces the id. */
export type Subject = `${(typeof subjectKinds)[number]}:${number | string}`;

/** The first subject is the record that the call was about; the others changed along with it. */
export interface AuditEntry {
  subjects: [Subject, ...Subject[]];
  /** The values of the changed fields before and after the change. Secrets are never included. */
  before?: Facts;
  after?: Facts;
}

export interface LogEntry extends AuditEntry {
  action: ActionName;
  accountId: number | null;
  siteId: number | null;
  via: string;
  requestId?: string | null;
  approvedBy?: number | null;
}

const insertChange = preparedSql<
  { id: number },
  [Date, string, number | null, number | null, string, string, string, string | null, number | null]
>(`
  INSERT INTO changes (at, action, account_id, site_id, via, before, after, request_id, approved_by)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`);
const insertSubjects = preparedSql<never, [number, Subject[]]>(`
  INSERT INTO change_subjects (change_id, subject, position) SELECT ?1, value, key FROM json_each(?2)
  WHERE true ON CONFLICT DO NOTHING`);

/** Returns action names as an SQL list. The compiler checks each name. */
export const actionsIn = (...names: ActionName[]): string => names.map((name) => `'${name}'`).join(", ");

/** Returns the id of the entry. */
export async function logChange(
  tx: Tx,
  { action, accountId, siteId, via, subjects, before = {}, after = {}, requestId = null, approvedBy = null }: LogEntry,
  now: Date,
): Promise<number> {
  const facts = [JSON.stringify(before), JSON.stringify(after)] as const;
  const id = await insertChange.value(tx, now, action, accountId, siteId, via, ...facts, requestId, approvedBy);
  await insertSubjects.run(tx, id, subjects);
  return id;
}

export interface ChangeRow extends Required<LogEntry> {
  id: number;
  at: string;
}

const maxId = Number.MAX_SAFE_INTEGER;
export const changeReaders = { subjects: JSON.parse, before: JSON.parse, after: JSON.parse };
const columns = `c.id, c.at, c.action, c.account_id AS accountId, c.site_id AS siteId, c.via, c.before, c.after,
  c.request_id AS requestId, c.approved_by AS approvedBy,
  (SELECT json_group_array(subject) FROM (SELECT subject FROM change_subjects WHERE change_id = c.id ORDER BY position)) AS subjects`;
export const changesOf = preparedSql<ChangeRow, [subject: Subject, limit: number]>(
  `SELECT ${columns} FROM change_subjects s JOIN changes c ON c.id = s.change_id
  WHERE s.subject = ? ORDER BY s.change_id DESC LIMIT ?`,
  changeReaders,
).all;
// An entry that gave a listing a new version records that version in `after.versions`.
const versionOf = `json_extract(c.after, '$.versions."' || ?1 || '"')`;
export interface VersionRow extends ChangeRow {
  version: number;
  by: string | null;
}

const versionsQuery = preparedSql<VersionRow, [listingId: number, above: number, below: number, limit: number]>(
  `SELECT ${columns}, ${versionOf} AS version, (SELECT a.name FROM accounts a WHERE a.id = c.account_id) AS by
  FROM change_subjects s JOIN changes c ON c.id = s.change_id
  WHERE s.subject = 'listing:' || ?1 AND ${versionOf} > ?2 AND ${versionOf} < ?3 ORDER BY s.change_id DESC LIMIT ?4`,
  changeReaders,
);
export const latestChange = preparedSql<ChangeRow, [subject: Subject, action: ActionName]>(
  `SELECT ${columns} FROM change_subjects s JOIN changes c ON c.id = s.change_id
  WHERE s.subject = ? AND c.action = ? ORDER BY s.change_id DESC LIMIT 1`,
  changeReaders,
).get;
export const changeAt = preparedSql<
  Pick<ChangeRow, "action" | "via" | "after"> & { by: string | null },
  [subject: Subject, at: string, actions: readonly ActionName[]]
>(
  `SELECT c.action, c.via, c.after, (SELECT name FROM accounts WHERE id = c.account_id) AS by
  FROM change_subjects s JOIN changes c ON c.id = s.change_id
  WHERE s.subject = ? AND c.at = ? AND c.action IN (SELECT value FROM json_each(?)) ORDER BY s.change_id DESC LIMIT 1`,
  { after: JSON.parse },
).get;
export const changesBy = preparedSql<ChangeRow, [accountId: number, limit: number]>(
  `SELECT ${columns} FROM changes c WHERE c.account_id = ? ORDER BY c.id DESC LIMIT ?`,
  changeReaders,
).all;

export const versionsAbove = (db: Db, listingId: number, version: number, limit: number, below = maxId) =>
  versionsQuery.all(db, listingId, version, below, limit);

export const latestChangeId = preparedSql<{ id: number }, []>("SELECT coalesce(max(id), 0) AS id FROM changes").value;

export const changedSubjects = preparedSql<{ subject: Subject }, [since: number, subjects: readonly Subject[]]>(`
  SELECT DISTINCT s.subject FROM json_each(?2) w JOIN change_subjects s ON s.subject = w.value AND s.change_id > ?1`).values;

/** The number of rows this connection has inserted, changed and deleted so far (SQLite, total_changes). */
export const rowsWritten = preparedSql<{ rows: number }, []>("SELECT total_changes() AS rows").value;

export const changesMade = preparedSql<{ total: number }, [accountId: number]>(
  "SELECT count(*) AS total FROM changes WHERE account_id = ?",
).value;

export interface ChangeFilter {
  accountId: number | null;
  /** Part of the user name or of the name given with `--as`, for changes by commands. */
  command: string | null;
  action: ActionName | null;
  subject: string | null;
  siteId: number | null;
  since: string | null;
  until: string | null;
  before: number;
  limit: number;
}

export interface FoundChange extends ChangeRow {
  site: string | null;
  byName: string | null;
  byEmail: string | null;
  through: string | null;
  approvedName: string | null;
}

/** The name of the API key or app in `c.via`. */
export const throughColumn = `CASE
    WHEN c.via GLOB 'key:*' THEN (SELECT k.name FROM api_keys k WHERE k.id = CAST(substr(c.via, 5) AS INTEGER))
    WHEN c.via GLOB 'app:*' THEN (SELECT o.metadata ->> '$.client_name' FROM oauth_clients o WHERE o.id = substr(c.via, 5))
  END AS through`;

type FilterValues = [
  limit: number,
  minId: number,
  maxId: number,
  accountId: number | null,
  command: string | null,
  action: string | null,
  siteId: number | null,
  subject: string | null,
];

const byCommand = "c.via GLOB 'admin*' AND instr(lower(c.via), lower(?5)) > 6";
// Each text names one condition that an index covers, because SQLite ignores indexes for conditions with `?1 IS NULL OR`.
const found = (from: string, condition: string, id = "c.id") =>
  preparedSql<FoundChange, FilterValues>(
    `SELECT ${columns}, ${throughColumn}, a.name AS byName, a.email AS byEmail, p.name AS approvedName, si.key AS site
    FROM ${from} LEFT JOIN accounts a ON a.id = c.account_id LEFT JOIN accounts p ON p.id = c.approved_by
      LEFT JOIN sites si ON si.id = c.site_id
    WHERE ${condition} AND ${id} >= ?2 AND ${id} <= ?3 AND (?4 IS NULL OR c.account_id = ?4)
      AND (?5 IS NULL OR (${byCommand})) AND (?6 IS NULL OR c.action = ?6) AND (?7 IS NULL OR c.site_id = ?7)
      AND (?8 IS NULL OR c.id IN (SELECT w.change_id FROM change_subjects w WHERE w.subject = ?8))
    ORDER BY ${id} DESC LIMIT ?1`,
    changeReaders,
  );
const finders = {
  subject: found("change_subjects s CROSS JOIN changes c ON c.id = s.change_id", "s.subject = ?8", "s.change_id"),
  accountId: found("changes c", "c.account_id = ?4"),
  command: found("changes c", byCommand),
  action: found("changes c", "c.action = ?6"),
  siteId: found("changes c", "c.site_id = ?7"),
  none: found("changes c", "true"),
};

/** Returns matching entries, newest first. Uses the index of the most selective filter. */
export async function findChanges(db: Db, filter: ChangeFilter): Promise<FoundChange[]> {
  const { accountId, command, action, subject, siteId, since, until, before, limit } = filter;
  const names = ["subject", "accountId", "command", "action", "siteId"] as const;
  const name = names.find((one) => filter[one] !== null) ?? "none";
  const minId = since === null ? 0 : await firstChangeAt(db, since);
  const lastId = Math.min(before, until === null ? before : await firstChangeAt(db, until)) - 1;
  return finders[name].all(db, limit, minId, lastId, accountId, command, action, siteId, subject);
}

const nextChange = preparedSql<{ id: number; at: string }, [id: number]>(
  "SELECT id, at FROM changes WHERE id >= ? ORDER BY id LIMIT 1",
).get;

/** Finds the first entry at or after a time by bisection, because ids grow with the time. */
async function firstChangeAt(db: Db, time: string): Promise<number> {
  let [low, high] = [1, (await latestChangeId(db))! + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const change = await nextChange(db, middle);
    if (change && change.at < time) low = change.id + 1;
    else high = middle;
  }
  return low;
}
