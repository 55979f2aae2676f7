import * as z from "zod";
import { defineJob, defineScheduledJob } from "../core/operations/declare-job.ts";
import { digestDay } from "./rules.ts";

export const digest = defineJob({
  kind: "digest",
  payload: z.object({ siteId: z.int(), accountId: z.int() }),
  key: ({ siteId, accountId }, day: string) => `digest:${siteId}:${accountId}:${day}`,
  concurrency: 4,
});

export const digests = defineScheduledJob({ kind: "digests", every: digestDay });
