import * as z from "zod";
import { listingsUpdatedSince, untoldFollows } from "../../db/queries/digests.ts";
import { enqueue, type NewJob } from "../../db/queries/jobs.ts";
import { utcDay } from "../../db/week.ts";
import { defineJob, type PeriodicJob } from "../core/job.ts";
import { freshSince } from "./rules.ts";
import sendDigest from "./send-digest.ts";

const kind = "digest";
const followsAtOnce = 500;

/** At most one a day for each follower on a site. */
const digestJobOf = (siteId: number, accountId: number, day: string): NewJob => ({
  kind,
  key: `${kind}:${siteId}:${accountId}:${day}`,
  payload: { siteId, accountId },
});

/** Every night: asks for a mail to each follower who has not been told what is new. */
export const digests: PeriodicJob = {
  kind: "digests",
  period: utcDay,
  async run({ read, write, now, signal }) {
    const day = utcDay(now);
    for (const listing of await listingsUpdatedSince(read, freshSince(now))) {
      // Some at a time, so that others write in between; what a kill leaves out is asked for by the repeat.
      for (let after = 0; ; ) {
        signal.throwIfAborted();
        const follows = await untoldFollows(read, listing, after, followsAtOnce);
        await write(async (tx) => {
          for (const { accountId } of follows) await enqueue(tx, digestJobOf(listing.siteId, accountId, day), now);
        });
        if (follows.length < followsAtOnce) break;
        after = follows.at(-1)!.id;
      }
    }
    return undefined;
  },
};

/** Mails one follower. */
export const digestJob = defineJob({
  kind,
  payload: z.object({ siteId: z.int(), accountId: z.int() }),
  concurrency: 4,
  run: async ({ finish }, { siteId, accountId }) => finish(sendDigest, { account_id: accountId }, siteId),
});
