import type { Tx } from "../../store/store.ts";
import { endOfMonth, endOfWeek } from "../../values/week.ts";
import { type GrantedAward, grantAwards, refreshWeekRanks, takeBoardSnapshots } from "../boards/boards.ts";
import { ballotDocument, publishBallots } from "../votes/ballot-snapshots.ts";
import { settleBallots } from "../votes/ballots.ts";

const places = 3;

/**
 * Counts the last of a week's ballots, makes its ranks final, gives its awards, remembers the standing boards and
 * publishes the ballots; a repeat changes nothing.
 */
export async function closeWeek(tx: Tx, siteId: number, week: string): Promise<GrantedAward[]> {
  // What is published stays as it was counted.
  if (!(await ballotDocument(tx, siteId, week))) await settleBallots(tx, siteId, week, endOfWeek(week));
  await refreshWeekRanks(tx, siteId, week);
  const now = endOfWeek(week).toISOString();
  const award = { siteId, kind: "week", label: week, board: "community-weekly", period: week, places } as const;
  const awards = await grantAwards(tx, { ...award, now });
  await takeBoardSnapshots(tx, siteId, week);
  await publishBallots(tx, siteId, week);
  return awards;
}

/** Gives the awards of a month such as `2026-11`; a repeat changes nothing. */
export async function closeMonth(tx: Tx, siteId: number, month: string): Promise<GrantedAward[]> {
  const award = { siteId, kind: "month", label: month, board: "community-monthly", period: month, places } as const;
  return grantAwards(tx, { ...award, now: endOfMonth(month).toISOString() });
}
