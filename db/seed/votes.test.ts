import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../store/file-store.ts";
import { type Db, preparedSql } from "../store/store.ts";
import { demoProducts } from "./content.ts";
import { seedDemo } from "./demo.ts";

const wednesday = new Date("2026-11-18T12:00:00.000Z");

const daysQuery = preparedSql<{ day: string; votes: number }, [week: string]>(`
  SELECT substr(b.cast_at, 1, 10) AS day, count(*) AS votes FROM ballots b JOIN listings l ON l.id = b.listing_id
  WHERE l.launch_week = ? AND b.week = l.launch_week GROUP BY 1 ORDER BY 1`);
const totalsQuery = preparedSql<{ slug: string; votes: number; ballots: number }, []>(`
  SELECT l.slug, l.votes, (SELECT count(*) FROM ballots b WHERE b.listing_id = l.id) AS ballots
  FROM listings l WHERE l.votes > 0 ORDER BY l.id`);
const timesQuery = preparedSql<{ first: string; last: string }, []>(
  "SELECT min(cast_at) AS first, max(cast_at) AS last FROM ballots",
);

async function seededAt<Result>(now: Date, read: (db: Db) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "slipway-demo-"));
  const store = openStore(join(folder, "demo.db"));
  await seedDemo(store, now);
  const result = await read(store.read);
  await store.close();
  rmSync(folder, { recursive: true });
  return result;
}

const votesOf = (now: Date, week: string) => seededAt(now, (db) => daysQuery.all(db, week));

test("a launch week starts strongly, declines and is quiet at the weekend; the same time gives the same votes", async () => {
  const days = await votesOf(wednesday, "2026-W46");
  expect(days.map(({ day }) => day)).toEqual(
    [9, 10, 11, 12, 13, 14, 15].map((day) => `2026-11-${`${day}`.padStart(2, "0")}`),
  );
  const votes = days.map((day) => day.votes);
  expect(votes.slice(0, 5)).toEqual(votes.slice(0, 5).toSorted((a, b) => b - a));
  expect(votes[0]! + votes[1]!).toBeGreaterThan(0.4 * votes.reduce((sum, count) => sum + count));
  expect(Math.max(votes[5]!, votes[6]!)).toBeLessThan(votes[4]!);
  expect(await votesOf(wednesday, "2026-W46")).toEqual(days);
});

test("every listing has the votes that its record states, none of them in the future", async () => {
  const [totals, times] = await seededAt(wednesday, async (db) => [
    await totalsQuery.all(db),
    await timesQuery.get(db),
  ]);
  const stated = demoProducts().flatMap(({ slug, listings }) =>
    listings.flatMap(({ status, week, votes }) => {
      const count = votes.launchWeek + votes.since;
      return status === "live" && week !== null && count > 0
        ? [{ slug, votes: count, ballots: week >= -3 ? count : 0 }]
        : [];
    }),
  );
  expect(totals).toEqual(stated);
  // The launch week four weeks ago is the first one with ballots.
  expect(times!.first > "2026-10-26").toBe(true);
  expect(times!.last < wednesday.toISOString()).toBe(true);
});

test("the first moment of a week: the votes of that week have been cast", async () => {
  const [monday] = await votesOf(new Date("2026-11-16T00:00:00.000Z"), "2026-W47");
  const launches = demoProducts().flatMap(({ listings }) => listings.filter(({ week }) => week === 0));
  const cast = launches.reduce((sum, { votes }) => sum + votes.launchWeek, 0);
  expect(monday).toEqual({ day: "2026-11-16", votes: cast });
});
