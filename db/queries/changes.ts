import { desc, eq } from "drizzle-orm";
import { changeSubjects, changes, type Facts } from "../schema/changes.ts";
import { type Db, preparedSql } from "../store.ts";

/** What signing in and authorizing apps leave in the log; all other actions are names of operations. */
export type AuthAction =
  | "account.create"
  | "account.confirm_address"
  | "account.request_address"
  | "account.cancel_address"
  | "account.change_address"
  | "account.set_password"
  | "account.link_identity"
  | "app.connect"
  | "session.start"
  | "session.end"
  | "session.end_others";

const subjectKinds = [
  "account",
  "app",
  "award",
  "category",
  "company",
  "draft",
  "founder",
  "invite",
  "job",
  "key",
  "listing",
  "post",
  "product",
  "rating",
  "session",
  "site",
] as const;

/** A record by its kind and id, such as `listing:12`; records without an id go by their key. */
export type Subject = `${(typeof subjectKinds)[number]}:${number | string}`;

/** What changed: the first subject is what was meant, others changed with it. */
export interface Entry {
  subjects: [Subject, ...Subject[]];
  /** The fields that differ, as they were and as they are; secrets never. */
  before?: Facts;
  after?: Facts;
}

export interface LogEntry extends Entry {
  action: string;
  accountId: number | null;
  siteId: number | null;
  via: string;
  requestId?: string;
}

const insertChange = preparedSql<
  { id: number },
  [string, string, number | null, number | null, string, string, string, string | null]
>(`
  INSERT INTO changes (at, action, account_id, site_id, via, before, after, request_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`);
const insertSubjects = preparedSql<never, [number, string]>(`
  INSERT INTO change_subjects (change_id, subject, position) SELECT ?1, value, key FROM json_each(?2)
  WHERE true ON CONFLICT DO NOTHING`);

/** Writes down who did what, in the transaction that does it. */
export async function logChange(tx: Db, entry: LogEntry, now: Date): Promise<void> {
  const { action, accountId, siteId, via, subjects, before = {}, after = {}, requestId = null } = entry;
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
  );
  await insertSubjects.run(tx, row!.id, JSON.stringify(subjects));
}

export type ChangeRow = typeof changes.$inferSelect;

/** The changes of a record, latest first. */
export const changesOf = async (db: Db, subject: Subject, limit: number): Promise<ChangeRow[]> =>
  (
    await db
      .select({ change: changes })
      .from(changeSubjects)
      .innerJoin(changes, eq(changes.id, changeSubjects.changeId))
      .where(eq(changeSubjects.subject, subject))
      .orderBy(desc(changeSubjects.changeId))
      .limit(limit)
  ).map(({ change }) => change);

/** What an account did, latest first. */
export const changesBy = (db: Db, accountId: number, limit: number): Promise<ChangeRow[]> =>
  db.select().from(changes).where(eq(changes.accountId, accountId)).orderBy(desc(changes.id)).limit(limit);

const rowsQuery = preparedSql<{ rows: number }, []>("SELECT total_changes() AS rows");

/** Rows this connection has inserted, changed and deleted so far (SQLite, total_changes). */
export const rowsWritten = async (db: Db): Promise<number> => (await rowsQuery.get(db))!.rows;
