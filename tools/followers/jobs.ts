import * as z from "zod";
import { enqueueAll, type NewJob } from "#db/queries/common/jobs.ts";
import { listingsUpdatedSince, untoldFollows } from "#db/queries/followers/digests.ts";
import { type DistinctSearch, followedSearches, untoldSearchers } from "#db/queries/followers/followed-searches.ts";
import { defineJob, type PeriodicJob } from "../core/operations/job.ts";
import { digestDay, freshSince, settledUntil } from "./rules.ts";
import { newMatches } from "./search-query.ts";
import sendDigest from "./send-digest.ts";

const kind = "digest";
const followsAtOnce = 500;

/** At most one a day for each follower on a site. */
const digestJobOf = (siteId: number, accountId: number, day: string): NewJob => ({
  kind,
  key: `${kind}:${siteId}:${accountId}:${day}`,
  payload: { siteId, accountId },
});

type Periodic = Parameters<PeriodicJob["run"]>[0];
type Follower = { id: number; accountId: number };

/** Every night: asks for a mail to each follower who has not been told what is new. */
export const digests: PeriodicJob = {
  kind: "digests",
  period: digestDay,
  async run(job) {
    const { read, now } = job;
    for (const listing of await listingsUpdatedSince(read, freshSince(now)))
      await askForAll(job, listing.siteId, (after) => untoldFollows(read, listing, after, followsAtOnce));
    for (let after: DistinctSearch = { siteId: 0, query: "" }; ; ) {
      const searches = await followedSearches(read, after, followsAtOnce);
      for (const search of searches) await askForLaunches(job, search);
      if (searches.length < followsAtOnce) return undefined;
      after = searches.at(-1)!;
    }
  },
};

async function askForLaunches(job: Periodic, search: DistinctSearch): Promise<void> {
  const { read, now } = job;
  const [latest] = await newMatches(read, search, {
    since: freshSince(now).toISOString(),
    until: settledUntil(now),
    now,
  });
  if (latest)
    await askForAll(job, search.siteId, (after) =>
      untoldSearchers(read, search, latest.launchedAt, after, followsAtOnce),
    );
}

/** Some at a time, so that others write in between; what a kill leaves out is asked for by the repeat. */
async function askForAll(
  { write, now, signal }: Periodic,
  siteId: number,
  pageAfter: (id: number) => Promise<Follower[]>,
): Promise<void> {
  const day = digestDay(now);
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const follows = await pageAfter(after);
    const jobs = follows.map(({ accountId }) => digestJobOf(siteId, accountId, day));
    await write((tx) => enqueueAll(tx, jobs, now));
    if (follows.length < followsAtOnce) return;
    after = follows.at(-1)!.id;
  }
}

/** Mails one follower. */
export const digestJob = defineJob({
  kind,
  payload: z.object({ siteId: z.int(), accountId: z.int() }),
  concurrency: 4,
  run: async ({ finish }, { siteId, accountId }) => finish(sendDigest, { account_id: accountId }, siteId),
});
