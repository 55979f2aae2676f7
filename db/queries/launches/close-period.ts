import type { Tx } from "../../store/store.ts";
import { endOfMonth, endOfWeek } from "../../values/week.ts";
import { type GrantedAward, grantAwards, refreshWeekRanks, takeBoardSnapshots } from "../boards/boards.ts";
import { ballotDocument, publishBallots } from "../votes/ballot-snapshots.ts";
import { countWaitingBallots } from "../votes/ballots.ts";

const places = 3;

/** Closes a week. Calling it again changes nothing. */
export async function closeWeek(tx: Tx, siteId: number, week: string): Promise<GrantedAward[]> {
  // Once a week's ballots have been published, its counts no longer change.
  if (!(await ballotDocument(tx, siteId, week))) await countWaitingBallots(tx, siteId, week, endOfWeek(week));
  await refreshWeekRanks(tx, siteId, week);
  const now = endOfWeek(week).toISOString();
  const award = { siteId, kind: "week", label: week, board: "community-weekly", period: week, places } as const;
  const awards = await grantAwards(tx, { ...award, now });
  await takeBoardSnapshots(tx, siteId, week);
  await publishBallots(tx, siteId, week);
  return awards;
}

export async function closeMonth(tx: Tx, siteId: number, month: string): Promise<GrantedAward[]> {
  const award = { siteId, kind: "month", label: month, board: "community-monthly", period: month, places } as const;
  return grantAwards(tx, { ...award, now: endOfMonth(month).toISOString() });
}
