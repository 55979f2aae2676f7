import type { ActionName } from "../../schema/action-names.ts";
import type { Facts } from "../../schema/changes.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";

const subjectKinds = [
  "account",
  "app",
  "award",
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
  "post",
  "product",
  "approval_request",
  "quote",
  "rate",
  "rating",
  "report",
  "session",
  "site",
] as const;

/** A record by kind and id, such as `listing:12`. Records without an id use their key. */
export type Subject = `${(typeof subjectKinds)[number]}:${number | string}`;

/** The first subject is the one meant by the call; the others changed with it. */
export interface AuditEntry {
  subjects: [Subject, ...Subject[]];
  /** The changed fields, before and after. Secrets are never included. */
  before?: Facts;
  after?: Facts;
}

export interface LogEntry extends AuditEntry {
  action: ActionName;
  accountId: number | null;
  siteId: number | null;
  via: string;
  requestId?: string;
  approvedBy?: number | null;
}

const insertChange = preparedSql<
  { id: number },
  [string, string, number | null, number | null, string, string, string, string | null, number | null]
>(`
  INSERT INTO changes (at, action, account_id, site_id, via, before, after, request_id, approved_by)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`);
const insertSubjects = preparedSql<never, [number, string]>(`
  INSERT INTO change_subjects (change_id, subject, position) SELECT ?1, value, key FROM json_each(?2)
  WHERE true ON CONFLICT DO NOTHING`);

/** Returns the names of actions as a list in SQL, so that the compiler checks each one. */
export const actionsIn = (...names: ActionName[]): string => names.map((name) => `'${name}'`).join(", ");

export async function logChange(tx: Tx, entry: LogEntry, now: Date): Promise<void> {
  const {
    action,
    accountId,
    siteId,
    via,
    subjects,
    before = {},
    after = {},
    requestId = null,
    approvedBy = null,
  } = entry;
  const row = await insertChange.get(
    tx,
    now.toISOString(),
    action,
    accountId,
    siteId,
    via,
    JSON.stringify(before),
    JSON.stringify(after),
    requestId,
    approvedBy,
  );
  await insertSubjects.run(tx, row!.id, JSON.stringify(subjects));
}

export interface ChangeRow extends Required<AuditEntry> {
  id: number;
  at: string;
  action: ActionName;
  accountId: number | null;
  siteId: number | null;
  via: string;
  requestId: string | null;
  approvedBy: number | null;
}

type RawChange = Omit<ChangeRow, "subjects" | "before" | "after"> & { subjects: string; before: string; after: string };

const columns = `c.id, c.at, c.action, c.account_id AS accountId, c.site_id AS siteId, c.via, c.before, c.after,
  c.request_id AS requestId, c.approved_by AS approvedBy,
  (SELECT json_group_array(subject) FROM (SELECT subject FROM change_subjects WHERE change_id = c.id ORDER BY position)) AS subjects`;
const ofSubject = preparedSql<RawChange, [string, number]>(`
  SELECT ${columns} FROM change_subjects s JOIN changes c ON c.id = s.change_id
  WHERE s.subject = ? ORDER BY s.change_id DESC LIMIT ?`);
// Entries that gave a listing a version name it in `after.versions`.
const versionOf = `json_extract(c.after, '$.versions."' || ?1 || '"')`;
const versionsQuery = preparedSql<
  RawChange & { version: number; by: string | null },
  [number, number, number, number]
>(`
  SELECT ${columns}, ${versionOf} AS version, (SELECT a.name FROM accounts a WHERE a.id = c.account_id) AS by
  FROM change_subjects s JOIN changes c ON c.id = s.change_id
  WHERE s.subject = 'listing:' || ?1 AND ${versionOf} > ?2 AND ${versionOf} < ?3 ORDER BY s.change_id DESC LIMIT ?4`);
const ofAction = preparedSql<RawChange, [string, string]>(`
  SELECT ${columns} FROM change_subjects s JOIN changes c ON c.id = s.change_id
  WHERE s.subject = ? AND c.action = ? ORDER BY s.change_id DESC LIMIT 1`);
const byAccount = preparedSql<RawChange, [number, number]>(
  `SELECT ${columns} FROM changes c WHERE c.account_id = ? ORDER BY c.id DESC LIMIT ?`,
);

const parseChange = (raw: RawChange): ChangeRow => ({
  ...raw,
  subjects: JSON.parse(raw.subjects),
  before: JSON.parse(raw.before),
  after: JSON.parse(raw.after),
});

export const changesOf = async (db: Db, subject: Subject, limit: number): Promise<ChangeRow[]> =>
  (await ofSubject.all(db, subject, limit)).map(parseChange);

export async function latestChange(db: Db, subject: Subject, action: ActionName): Promise<ChangeRow | null> {
  const raw = await ofAction.get(db, subject, action);
  return raw && parseChange(raw);
}

export interface VersionRow extends ChangeRow {
  version: number;
  by: string | null;
}

export const versionsAbove = async (
  db: Db,
  listingId: number,
  version: number,
  limit: number,
  below = Number.MAX_SAFE_INTEGER,
): Promise<VersionRow[]> =>
  (await versionsQuery.all(db, listingId, version, below, limit)).map((raw) => ({ ...raw, ...parseChange(raw) }));

const latestId = preparedSql<{ id: number }, []>("SELECT coalesce(max(id), 0) AS id FROM changes");
const changedQuery = preparedSql<{ subject: Subject }, [number, string]>(`
  SELECT DISTINCT s.subject FROM json_each(?2) w JOIN change_subjects s ON s.subject = w.value AND s.change_id > ?1`);

export const latestChangeId = async (db: Db): Promise<number> => (await latestId.get(db))!.id;

export const changedSubjects = async (db: Db, since: number, subjects: readonly Subject[]): Promise<Subject[]> =>
  (await changedQuery.all(db, since, JSON.stringify(subjects))).map(({ subject }) => subject);

export const changesBy = async (db: Db, accountId: number, limit: number): Promise<ChangeRow[]> =>
  (await byAccount.all(db, accountId, limit)).map(parseChange);

const rowsQuery = preparedSql<{ rows: number }, []>("SELECT total_changes() AS rows");

/** Rows this connection has inserted, changed and deleted so far (SQLite, total_changes). */
export const rowsWritten = async (db: Db): Promise<number> => (await rowsQuery.get(db))!.rows;

const countQuery = preparedSql<{ total: number }, [number]>(
  "SELECT count(*) AS total FROM changes WHERE account_id = ?",
);
export const changesMade = async (db: Db, accountId: number): Promise<number> =>
  (await countQuery.get(db, accountId))!.total;
