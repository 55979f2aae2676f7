import { eq } from "drizzle-orm";
import { refreshWeekRanks } from "../queries/boards/boards.ts";
import { closeMonth, closeWeek } from "../queries/launches/close-period.ts";
import { indexListing } from "../queries/search/search-index.ts";
import { addVotes } from "../queries/votes/count-vote.ts";
import { ballots } from "../schema/ballots.ts";
import { voteCounts } from "../schema/boards.ts";
import { listings } from "../schema/listings.ts";
import type { Tx } from "../store/store.ts";
import { addWeeks, dayMs, endOfWeek, monthBefore, periodsOf, startOfWeek, weekOf } from "../values/week.ts";

interface History {
  siteId: number;
  listingId: number;
  week: string;
  votes: { launchWeek: number; since: number };
  now: Date;
}

export async function voteHistory(tx: Tx, { siteId, listingId, week, votes, now }: History): Promise<void> {
  const start = startOfWeek(week)!.getTime();
  // The launch week has at least one moment, even if it starts now.
  const end = Math.max(start + 1, Math.min(endOfWeek(week).getTime(), now.getTime()));
  const times = [
    ...spread(votes.launchWeek, start, end, (day) => launchDays[day]! * variation(listingId, day)),
    ...spread(
      end < now.getTime() ? votes.since : 0,
      end,
      now.getTime(),
      (day) => laterDay(day) * variation(listingId, day + 7),
    ),
  ].map((time) => new Date(time));
  if (times.length === 0) return;
  if (week >= addWeeks(weekOf(now), -closedWeeks)) {
    const cast = times.map((time) => ({ listingId, siteId, week: weekOf(time), castAt: time.toISOString() }));
    await tx.insert(ballots).values(cast);
    await addVotes(tx, cast);
  } else await countOldVotes(tx, { siteId, listingId }, times);
  await indexListing(tx, listingId);
}

/** Counts votes that were cast before ballots were kept. */
async function countOldVotes(
  tx: Tx,
  ids: { siteId: number; listingId: number },
  times: readonly Date[],
): Promise<void> {
  const counts = new Map<string, { votes: number; votedAt: string }>();
  for (const time of times)
    for (const period of periodsOf(time))
      counts.set(period, { votes: (counts.get(period)?.votes ?? 0) + 1, votedAt: time.toISOString() });
  await tx.insert(voteCounts).values([...counts].map(([period, count]) => ({ ...ids, period, ...count })));
  await tx
    .update(listings)
    .set({ votes: times.length, votedAt: times.at(-1)!.toISOString() })
    .where(eq(listings.id, ids.listingId));
}

// Relative numbers of votes, from Monday to Sunday.
const launchDays = [31, 22, 15, 12, 10, 4, 6];
const laterDay = (day: number) => (day + 2) ** -0.35 * (day % 7 < 5 ? 1 : 0.5);

/** Returns a factor between 0.65 and 1.35 that is always the same for a day of a listing. */
function variation(listingId: number, day: number): number {
  const noise = Math.abs(Math.sin(listingId * 12.9898 + day * 78.233) * 43758.5453);
  return 0.65 + 0.7 * (noise % 1);
}

/** Returns times in ascending order. `weight` is the relative number of votes on a day, counted from the first one. */
function spread(count: number, from: number, to: number, weight: (day: number) => number): number[] {
  const days = Array.from({ length: Math.ceil((to - from) / dayMs) }, (_, day) => {
    const start = from + day * dayMs;
    const length = Math.min(dayMs, to - start);
    return { start, length, share: (weight(day) * length) / dayMs };
  });
  const total = days.reduce((sum, { share }) => sum + share, 0);
  let day = 0;
  let before = 0;
  return Array.from({ length: count }, (_, i) => {
    const target = ((i + 0.5) / count) * total;
    while (day < days.length - 1 && before + days[day]!.share <= target) before += days[day++]!.share;
    const { start, length, share } = days[day]!;
    const part = (target - before) / share;
    // More votes are cast around noon than at night.
    return Math.floor(start + (part + 0.12 * Math.sin(2 * Math.PI * part)) * length);
  });
}

const closedWeeks = 3;

export async function closePeriods(tx: Tx, siteId: number, now: Date): Promise<void> {
  const launched = await tx
    .selectDistinct({ week: listings.launchWeek })
    .from(listings)
    .where(eq(listings.siteId, siteId));
  for (const { week } of launched) if (week) await refreshWeekRanks(tx, siteId, week);
  for (let back = closedWeeks; back >= 1; back--) await closeWeek(tx, siteId, addWeeks(weekOf(now), -back));
  await closeMonth(tx, siteId, monthBefore(now));
}
