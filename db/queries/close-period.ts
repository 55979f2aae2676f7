import type { Tx } from "../store.ts";
import { endOfWeek } from "../week.ts";
import { grantAwards, refreshWeekRanks, takeBoardSnapshots } from "./boards.ts";

const places = 3;

/** Makes a week's ranks final, gives its awards and remembers the standing boards; a repeat changes nothing. */
export async function closeWeek(tx: Tx, siteId: number, week: string): Promise<void> {
  await refreshWeekRanks(tx, siteId, week);
  const now = endOfWeek(week).toISOString();
  await grantAwards(tx, { siteId, kind: "week", label: week, board: "community-weekly", period: week, places, now });
  await takeBoardSnapshots(tx, siteId, week);
}

/** Gives the awards of the month before the one `now` is in; a repeat changes nothing. */
export async function closeLastMonth(tx: Tx, siteId: number, now: Date): Promise<void> {
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const month = new Date(end.getTime() - 1).toISOString().slice(0, 7);
  const award = { siteId, kind: "month", label: month, board: "community-monthly", period: month, places } as const;
  await grantAwards(tx, { ...award, now: end.toISOString() });
}
