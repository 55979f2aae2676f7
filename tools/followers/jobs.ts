import * as z from "zod";
import { defineJob, defineScheduledJob } from "../core/operations/declare-job.ts";
import { digestDay } from "./rules.ts";

/** Mails one follower what is new on a site, at most once a day. */
export const digest = defineJob({
  kind: "digest",
  payload: z.object({ siteId: z.int(), accountId: z.int() }),
  key: ({ siteId, accountId }, day: string) => `digest:${siteId}:${accountId}:${day}`,
  concurrency: 4,
});

/** Every night: asks for a mail to each follower who has not been told what is new. */
export const digests = defineScheduledJob({ kind: "digests", every: digestDay });
