import type { Tx } from "../store.ts";
import { endOfMonth, endOfWeek } from "../week.ts";
import { type GrantedAward, grantAwards, refreshWeekRanks, takeBoardSnapshots } from "./boards.ts";

const places = 3;

/** Makes a week's ranks final, gives its awards and remembers the standing boards; a repeat changes nothing. */
export async function closeWeek(tx: Tx, siteId: number, week: string): Promise<GrantedAward[]> {
  await refreshWeekRanks(tx, siteId, week);
  const now = endOfWeek(week).toISOString();
  const award = { siteId, kind: "week", label: week, board: "community-weekly", period: week, places } as const;
  const awards = await grantAwards(tx, { ...award, now });
  await takeBoardSnapshots(tx, siteId, week);
  return awards;
}

/** Gives the awards of a month such as `2026-11`; a repeat changes nothing. */
export async function closeMonth(tx: Tx, siteId: number, month: string): Promise<GrantedAward[]> {
  const award = { siteId, kind: "month", label: month, board: "community-monthly", period: month, places } as const;
  return grantAwards(tx, { ...award, now: endOfMonth(month).toISOString() });
}
