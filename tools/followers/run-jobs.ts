import { enqueueAll } from "#db/queries/common/jobs.ts";
import { listingsUpdatedSince, untoldFollows } from "#db/queries/followers/digests.ts";
import { type DistinctSearch, followedSearches, untoldSearchers } from "#db/queries/followers/followed-searches.ts";
import { handleJobs, type JobContext } from "../core/operations/job.ts";
import * as jobs from "./jobs.ts";
import { digest } from "./jobs.ts";
import { digestDay, freshSince, settledUntil } from "./rules.ts";
import { newMatches } from "./search-query.ts";
import sendDigest from "./send-digest.ts";

const batchSize = 500;

type Follower = { id: number; accountId: number };

export const followerJobs = handleJobs(jobs, {
  digest: {
    run: async ({ finish }, { siteId, accountId }) => finish(sendDigest, { account_id: accountId }, siteId),
  },

  digests: {
    async run(job) {
      const { read, now } = job;
      for (const listing of await listingsUpdatedSince(read, freshSince(now)))
        await enqueueDigests(job, listing.siteId, (after) => untoldFollows(read, listing, after, batchSize));
      for (let after: DistinctSearch = { siteId: 0, query: "" }; ; ) {
        const searches = await followedSearches(read, after, batchSize);
        for (const search of searches) await enqueueForLaunches(job, search);
        if (searches.length < batchSize) return undefined;
        after = searches.at(-1)!;
      }
    },
  },
});

async function enqueueForLaunches(job: JobContext, search: DistinctSearch): Promise<void> {
  const { read, now } = job;
  const period = { since: freshSince(now).toISOString(), until: settledUntil(now), now };
  const [latest] = await newMatches(read, search, period);
  if (latest)
    await enqueueDigests(job, search.siteId, (after) =>
      untoldSearchers(read, search, latest.launchedAt, after, batchSize),
    );
}

/**
 * Enqueues digests in batches, so that other writes can run in between. If the job is killed, its next run enqueues the
 * rest.
 */
async function enqueueDigests(
  { write, now, signal }: JobContext,
  siteId: number,
  pageAfter: (id: number) => Promise<Follower[]>,
): Promise<void> {
  const day = digestDay(now);
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const follows = await pageAfter(after);
    const requests = follows.map(({ accountId }) => digest.request({ siteId, accountId }, day));
    await write((tx) => enqueueAll(tx, requests, now));
    if (follows.length < batchSize) return;
    after = follows.at(-1)!.id;
  }
}
