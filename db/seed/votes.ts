import { eq } from "drizzle-orm";
import { refreshWeekRanks } from "../queries/boards/boards.ts";
import { closeMonth, closeWeek } from "../queries/launches/close-period.ts";
import { indexListing } from "../queries/search/search-index.ts";
import { voteCounts } from "../schema/boards.ts";
import { listings } from "../schema/listings.ts";
import type { Tx } from "../store/store.ts";
import { addWeeks, endOfWeek, monthBefore, periodsOf, startOfWeek, weekOf } from "../values/week.ts";

interface History {
  siteId: number;
  listingId: number;
  week: string;
  votes: { launchWeek: number; since: number };
  now: Date;
}

const hourMs = 3_600_000;

export async function voteHistory(tx: Tx, { siteId, listingId, week, votes, now }: History): Promise<void> {
  const start = startOfWeek(week)!.getTime();
  const end = Math.min(endOfWeek(week).getTime(), now.getTime());
  const times = [
    ...spread(votes.launchWeek, start, end),
    ...spread(end < now.getTime() ? votes.since : 0, end, now.getTime()),
  ];
  if (times.length === 0) return;
  const counts = new Map<string, { votes: number; votedAt: string }>();
  for (const time of times)
    for (const period of periodsOf(new Date(time)))
      counts.set(period, { votes: (counts.get(period)?.votes ?? 0) + 1, votedAt: new Date(time).toISOString() });
  await tx.insert(voteCounts).values([...counts].map(([period, count]) => ({ listingId, period, siteId, ...count })));
  await tx
    .update(listings)
    .set({ votes: times.length, votedAt: new Date(times.at(-1)!).toISOString() })
    .where(eq(listings.id, listingId));
  await indexListing(tx, listingId);
}

// Spreads votes over a period, with more votes at its start.
const spread = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, i) =>
    Math.floor(from + ((i + 1) / (count + 1)) ** 1.5 * Math.max(1, to - from - hourMs)),
  );

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
