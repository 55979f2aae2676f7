import type { ListingStatus } from "../../schema/vocabulary.ts";
import { chunksOf } from "../../store/chunks.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { yieldsToEventLoop } from "../../store/yield-to-event-loop.ts";
import { weekOf } from "../../values/week.ts";
import { refreshWeekRanks } from "../boards/boards.ts";
import { RuleViolation } from "../common/rule-violation.ts";
import { indexListings } from "../search/search-index.ts";
import { publishStories } from "./company-founders.ts";

/**
 * Every allowed change of a listing's status. The owner completes drafts and rejected listings. A waiting listing's
 * status depends on its badge. Only a live or waiting listing can be suspended, and only the team can lift the suspension.
 * An archived listing returns to its former status. A paid launch that is refunded turns a live listing into a draft.
 */
export const statusTransitions: Record<ListingStatus, readonly ListingStatus[]> = {
  draft: ["awaiting_badge", "scheduled", "live", "rejected", "archived"],
  awaiting_badge: ["draft", "scheduled", "live", "rejected", "suspended", "archived"],
  scheduled: ["draft", "awaiting_badge", "live", "rejected", "suspended", "archived"],
  live: ["draft", "awaiting_badge", "suspended", "archived"],
  rejected: ["draft", "awaiting_badge", "scheduled", "archived"],
  suspended: ["draft", "awaiting_badge", "scheduled", "live"],
  archived: ["draft", "awaiting_badge", "scheduled", "live", "rejected"],
};

export const canTransition = (from: ListingStatus, to: ListingStatus) => statusTransitions[from].includes(to);

export interface StatusRow {
  id: number;
  siteId: number;
  slug: string;
  status: ListingStatus;
  launchWeek: string | null;
}

const columns = "id, site_id AS siteId, slug, status, launch_week AS launchWeek";

export const statusBySlug = preparedSql<StatusRow, [siteId: number, slug: string]>(
  `SELECT ${columns} FROM listings WHERE site_id = ? AND slug = ?`,
).get;

export const statusById = preparedSql<StatusRow, [id: number]>(`SELECT ${columns} FROM listings WHERE id = ?`).get;

const setStatuses = preparedSql<never, [ListingStatus, string | null, now: Date, ids: readonly number[]]>(`
  UPDATE listings SET status = ?1, status_message = ?2, status_changed_at = ?3, updated_at = ?3, version = version + 1
  WHERE id IN (SELECT value FROM json_each(?4))`);

/**
 * Changes a listing's status. Also updates the search index and the current week's ranks, and publishes a story that
 * was waiting for the launch. Throws RuleViolation if the change is not allowed.
 */
export const changeStatus = (
  tx: Tx,
  listing: StatusRow,
  to: ListingStatus,
  message: string | null,
  now: Date,
): Promise<void> => changeStatuses(tx, [listing], to, message, now);

export async function changeStatuses(
  tx: Tx,
  listings: StatusRow[],
  to: ListingStatus,
  message: string | null,
  now: Date,
): Promise<void> {
  const stuck = listings.find(({ status }) => !canTransition(status, to));
  if (stuck) throw new RuleViolation(`${stuck.slug} is ${stuck.status} and cannot become ${to}`);
  const ids = listings.map(({ id }) => id);
  const yieldToEventLoop = yieldsToEventLoop();
  for (const some of chunksOf(ids)) {
    await yieldToEventLoop();
    await setStatuses.run(tx, to, message, now, some);
    if (to === "live") await publishStories(tx, some, now);
  }
  await indexListings(tx, ids);
  // The ranks of closed weeks are final.
  const running = listings.find(({ launchWeek }) => launchWeek === weekOf(now));
  if (running) await refreshWeekRanks(tx, running.siteId, running.launchWeek!);
}

const setLaunched = preparedSql<never, [now: Date, ids: number[]]>(
  "UPDATE listings SET launched_at = ?1 WHERE id IN (SELECT value FROM json_each(?2)) AND launched_at IS NULL",
);

/** Changes why a listing has its status. */
export const setStatusMessage = (tx: Tx, { id, status }: StatusRow, message: string, now: Date): Promise<void> =>
  setStatuses.run(tx, status, message, now, [id]);

/** Publishes listings. The first publication is the launch, whose week never changes. */
export async function launchListings(tx: Tx, listings: StatusRow[], now: Date): Promise<void> {
  const ids = listings.map(({ id }) => id);
  await setLaunched.run(tx, now, ids);
  await changeStatuses(tx, listings, "live", null, now);
}
