import { expect, test } from "bun:test";
import fc from "fast-check";
import { recountSnapshot, type SignedSnapshot } from "#db/keys/ballot-snapshot.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { ballotDocument } from "#db/queries/votes/ballot-snapshots.ts";
import { startOfWeek } from "#db/values/week.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import excludeVote from "#tools/votes/exclude-vote.ts";
import includeVote from "#tools/votes/include-vote.ts";
import { teamCaller } from "../support/clients/team.ts";
import { addListing, addSite } from "../support/records/records.ts";
import { addVoters, voting } from "../support/records/voters.ts";
import { emptyStore, testNow } from "../support/server/harness.ts";
import { startTestJobs } from "../support/server/jobs.ts";
import { scheduled } from "../support/server/scheduled.ts";

const week = "2026-W47";
const slugs = ["apple", "pear", "plum"];
const voters = 4;

const step = fc.record({
  act: fc.constantFrom("vote", "vote", "vote", "take-back", "exclude", "include"),
  voter: fc.nat(voters - 1),
  listing: fc.nat(slugs.length - 1),
  /** Several at the same time. */
  seconds: fc.constantFrom(0, 1, 60),
});

test("any sequence of votes, withdrawals and exclusions: the ranks of the closed week match its ballots", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const store = emptyStore();
      let clock = testNow;
      const listings = await store.write(async (tx) => {
        const id = await addSite(tx);
        const added: number[] = [];
        for (const slug of slugs) added.push(await addListing(tx, id, slug, { launchWeek: week }));
        return added;
      });
      const [site] = await allSites(store.read);
      const people = await addVoters(store, voters);
      const polls = voting(store, site!, () => clock);
      // The model: for each listing and voter, the time of the vote and whether it counts.
      const ballots = new Map<string, { listing: number; at: string; counts: boolean }>();

      for (const { act, voter, listing, seconds } of steps) {
        clock = new Date(clock.getTime() + seconds * 1000);
        const key = `${voter} ${listing}`;
        const known = ballots.get(key);
        const judge = teamCaller(store, site!, { now: clock });
        const named = { slug: slugs[listing]!, email: `voter-${voter}@example.test` };
        if (act === "vote") {
          await polls.vote(people[voter]!, listings[listing]!);
          if (!known) ballots.set(key, { listing, at: clock.toISOString(), counts: true });
        } else if (act === "take-back") {
          // A voter with an excluded vote cannot vote again from a new account.
          const isDone = await polls.takeBack(people[voter]!, listings[listing]!).then(() => true, refused);
          expect(isDone).toBe(known?.counts !== false);
          if (isDone) ballots.delete(key);
        } else {
          const counts = act === "include";
          const judged = { ...named, reason: "Bought, or not" };
          const call = counts ? judge(includeVote, judged) : judge(excludeVote, judged);
          const isDone = await call.then(() => true, refused);
          if (isDone) known!.counts = counts;
          else expect(known?.counts ?? true).toBe(true);
        }
      }

      clock = startOfWeek("2026-W48")!;
      const runner = startTestJobs({
        store,
        now: () => clock,
        jobs: scheduled("week-rollover"),
      });
      await runner.drain();
      await runner.stop();
      const { document } = (await ballotDocument(store.read, site!.id, week))!;
      const { snapshot } = JSON.parse(document) as SignedSnapshot;
      expect(recountSnapshot(snapshot)).toEqual([]);

      const counted = [...ballots.values()].filter(({ counts }) => counts);
      const standings = slugs
        .map((slug, i) => {
          const own = counted.filter(({ listing }) => listing === i);
          return {
            slug,
            votes: own.length,
            last:
              own
                .map(({ at }) => at)
                .toSorted()
                .at(-1) ?? "",
            i,
          };
        })
        .filter(({ votes }) => votes > 0)
        .toSorted((a, b) => b.votes - a.votes || a.last.localeCompare(b.last) || a.i - b.i)
        .map(({ slug, votes }, i) => `${i + 1}. ${slug} ${votes}`);
      const published = snapshot.listings
        .filter(({ rank }) => rank !== null)
        .toSorted((a, b) => a.rank! - b.rank!)
        .map(({ rank, slug, votes }) => `${rank}. ${slug} ${votes}`);
      expect(published).toEqual(standings);
      await store.close();
    }),
    { numRuns: 12 },
  );
});

/** Returns the code of a problem; rethrows other errors. */
function refused(error: unknown): false {
  if (error instanceof Problem) return false;
  throw error;
}
