import type { Plan } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import type { StatusRow } from "../listings/listing-status.ts";

export interface DueListing extends StatusRow {
  companyId: number;
  name: string;
  plan: Plan;
  hasBadge: boolean;
}

const dueColumns = `l.id, l.site_id AS siteId, l.company_id AS companyId, l.slug, c.name, l.status, l.plan,
  l.launch_week AS launchWeek, ifnull(b.is_found, 0) AS hasBadge
  FROM listings l JOIN companies c ON c.id = l.company_id LEFT JOIN badge_checks b ON b.listing_id = l.id
  WHERE l.site_id = ?1 AND l.status IN ('scheduled', 'awaiting_badge') AND l.launched_at IS NULL`;
type RawDue = Omit<DueListing, "hasBadge"> & { hasBadge: number };
// Few listings wait compared with those that launched in past weeks, so the index on the week would be slower. The plus
// stops SQLite from using it.
const reachedQuery = preparedSql<RawDue, [number, string]>(
  `SELECT ${dueColumns} AND +l.launch_week <= ?2 ORDER BY l.launch_week, l.queued_at, l.id`,
);
const weeklessQuery = preparedSql<RawDue, [number]>(
  `SELECT ${dueColumns} AND l.launch_week IS NULL AND l.plan = 'free' ORDER BY l.queued_at, l.id`,
);

const due = (rows: RawDue[]): DueListing[] => rows.map((row) => ({ ...row, hasBadge: row.hasBadge === 1 }));

export const reachedBy = async (db: Db, siteId: number, week: string) => due(await reachedQuery.all(db, siteId, week));

export const withoutWeek = async (db: Db, siteId: number) => due(await weeklessQuery.all(db, siteId));

const calendarQuery = preparedSql<{ openedWeek: string | null; closedMonth: string | null }, [number]>(
  "SELECT opened_week AS openedWeek, closed_month AS closedMonth FROM sites WHERE id = ?",
);

export const calendarOf = async (db: Db, siteId: number) => (await calendarQuery.get(db, siteId))!;

const openQuery = preparedSql<never, [string, number]>("UPDATE sites SET opened_week = ? WHERE id = ?");
export const setOpenedWeek = (tx: Tx, siteId: number, week: string): Promise<void> => openQuery.run(tx, week, siteId);

const closeQuery = preparedSql<never, [string, number]>("UPDATE sites SET closed_month = ? WHERE id = ?");
export const setClosedMonth = (tx: Tx, siteId: number, month: string): Promise<void> =>
  closeQuery.run(tx, month, siteId);
