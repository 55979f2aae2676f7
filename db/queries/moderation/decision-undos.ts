import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { ActionName } from "../../schema/action-names.ts";
import { decisions, listingReports, textFlags } from "../../schema/moderation.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { weekOf } from "../../values/week.ts";
import { refreshWeekRanks } from "../boards/boards.ts";
import { statusById } from "../listings/listing-status.ts";
import { indexListings } from "../search/search-index.ts";

/** How long a decision can be undone. Its emails wait as long. */
export const undoMs = 600_000;

const columnsOf = (table: SQLiteTable) => Object.values(getTableColumns(table)).map(({ name }) => name);
const statusColumns = [
  ...["status", "status_message", "status_changed_at", "plan", "launch_week"],
  ...["queued_at", "queued_by", "queued_domain", "launched_at"],
];

/** The rows that decisions about a listing change. Everything else of a listing, such as its texts, may change since. */
const parts = {
  listing: part("listings", ["id", ...statusColumns], "id"),
  decisions: part(getTableName(decisions), columnsOf(decisions), "listing_id"),
  reports: part(getTableName(listingReports), columnsOf(listingReports), "listing_id"),
  flags: part(getTableName(textFlags), columnsOf(textFlags), "listing_id"),
};
export type UndoPart = keyof typeof parts;

type Row = { id: number } & Record<string, unknown>;
type Images = Record<UndoPart, Row[]>;

function part(table: string, columns: string[], key: string) {
  const object = columns.map((name) => `'${name}', "${name}"`).join(", ");
  const values = columns.slice(1).map((name) => `"${name}" = j.value ->> '$.${name}'`);
  return {
    read: preparedSql<{ row: Row }, [listingId: number]>(
      `SELECT json_object(${object}) AS row FROM ${table} WHERE ${key} = ? ORDER BY id`,
      { row: JSON.parse },
    ),
    update: preparedSql<never, [rows: Row[]]>(
      `UPDATE ${table} SET ${values.join(", ")} FROM json_each(?) j WHERE ${table}.id = j.value ->> '$.id'`,
    ),
    remove: preparedSql<never, [ids: number[]]>(`DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`),
  };
}

async function imagesOf(db: Db, listingId: number): Promise<Images> {
  const images: [string, Row[]][] = [];
  for (const [name, { read }] of Object.entries(parts))
    images.push([name, (await read.values(db, listingId)) as Row[]]);
  return Object.fromEntries(images) as Images;
}

const lastMail = preparedSql<{ id: number }, []>("SELECT ifnull(max(id), 0) AS id FROM mails");

/** Remembers the state before a decision about a listing. */
export const beginUndo = async (tx: Tx, listingId: number) => ({
  listingId,
  before: await imagesOf(tx, listingId),
  mailsAfter: await lastMail.value(tx),
});

const delayQuery = preparedSql<{ id: number }, [after: number, until: Date]>(`
  UPDATE jobs SET run_at = ?2 WHERE key IN (SELECT 'mail:' || id FROM mails WHERE id > ?1)
  RETURNING payload ->> '$.mailId' AS id`);
const insertQuery = preparedSql<never, [number, number, number, number[], string, string, Date]>(`
  INSERT INTO decision_undos (change_id, site_id, listing_id, mails, before, after, until) VALUES (?, ?, ?, ?, ?, ?, ?)`);

/** Stores how to undo a decision, and makes its emails wait. No other transaction can have queued emails since. */
export async function saveUndo(
  tx: Tx,
  undo: Awaited<ReturnType<typeof beginUndo>> & { changeId: number; siteId: number },
  now: Date,
): Promise<void> {
  const { changeId, siteId, listingId, before, mailsAfter } = undo;
  const until = new Date(now.getTime() + undoMs);
  const mails = (await delayQuery.values(tx, mailsAfter, until)) as number[];
  const images = [JSON.stringify(before), JSON.stringify(await imagesOf(tx, listingId))] as const;
  await insertQuery.run(tx, changeId, siteId, listingId, mails, ...images, until);
}

interface StoredUndo {
  listingId: number;
  mails: number[];
  before: Images;
  after: Images;
  until: string;
}
export const undoOf = preparedSql<StoredUndo, [siteId: number, changeId: number]>(
  `SELECT listing_id AS listingId, mails, before, after, until FROM decision_undos WHERE site_id = ? AND change_id = ?`,
  { mails: JSON.parse, before: JSON.parse, after: JSON.parse },
).get;

const dropJobs = preparedSql<never, [mails: number[]]>(
  "DELETE FROM jobs WHERE key IN (SELECT 'mail:' || value FROM json_each(?))",
);
const dropMails = preparedSql<never, [mails: number[]]>(
  "DELETE FROM mails WHERE id IN (SELECT value FROM json_each(?))",
);
const dropUndo = preparedSql<never, [changeId: number]>("DELETE FROM decision_undos WHERE change_id = ?");

/**
 * Restores the rows that a decision changed and deletes its emails. Returns the parts that have changed since; if there
 * are any, nothing is restored.
 */
export async function applyUndo(
  tx: Tx,
  changeId: number,
  { listingId, mails, before, after }: StoredUndo,
  now: Date,
): Promise<UndoPart[]> {
  const current = await imagesOf(tx, listingId);
  const names = Object.keys(parts) as UndoPart[];
  const changed = (name: UndoPart) => differencesOf(before[name], after[name]);
  const conflicts = names.filter((name) => {
    const own = new Set(changed(name));
    return differencesOf(after[name], current[name]).some((id) => own.has(id));
  });
  if (conflicts.length > 0) return conflicts;
  const weeks = [...before.listing, ...after.listing].map(({ launch_week }) => launch_week);
  for (const name of names) {
    const ids = new Set(changed(name));
    const rows = before[name].filter(({ id }) => ids.delete(id));
    if (rows.length > 0) await parts[name].update.run(tx, rows);
    if (ids.size > 0) await parts[name].remove.run(tx, [...ids]);
  }
  const { siteId } = (await statusById(tx, listingId))!;
  await indexListings(tx, [listingId]);
  if (weeks.includes(weekOf(now))) await refreshWeekRanks(tx, siteId, weekOf(now));
  await dropJobs.run(tx, mails);
  await dropMails.run(tx, mails);
  await dropUndo.run(tx, changeId);
  return [];
}

/** Returns the ids of rows that differ or exist only once. */
function differencesOf(before: Row[], after: Row[]): number[] {
  const json = (rows: Row[]) => new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
  const [old, current] = [json(before), json(after)];
  return [...new Set([...old.keys(), ...current.keys()])].filter((id) => old.get(id) !== current.get(id));
}

export interface Undoable {
  changeId: number;
  action: ActionName;
  slug: string;
  name: string;
  by: string | null;
  until: string;
}

/** The decisions on a site that can be undone now, latest first. */
export const undoableDecisions = preparedSql<Undoable, [siteId: number, now: Date, limit: number]>(`
  SELECT u.change_id AS changeId, c.action, l.slug, co.name, a.name AS by, u.until FROM decision_undos u
  JOIN changes c ON c.id = u.change_id JOIN listings l ON l.id = u.listing_id JOIN companies co ON co.id = l.company_id
  LEFT JOIN accounts a ON a.id = c.account_id WHERE u.site_id = ? AND u.until > ? ORDER BY u.until DESC, u.change_id DESC LIMIT ?`).all;

export const forgetPastUndos = preparedSql<never, [now: Date]>("DELETE FROM decision_undos WHERE until <= ?").run;

/** An undo could restore the email address of a reporter who has been forgotten. */
export const forgetUndos = preparedSql<never, [addresses: readonly string[]]>(`
  DELETE FROM decision_undos WHERE EXISTS (SELECT 1 FROM json_each(?) WHERE instr(decision_undos.before, value))`).run;
