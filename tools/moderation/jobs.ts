import * as z from "zod";
import { defineJob, defineScheduledJob } from "../core/operations/declare-job.ts";

export const checkTexts = defineScheduledJob({ kind: "text-check", every: "ten minutes" });

export const runBulkAction = defineJob({
  kind: "bulk-action",
  payload: z.object({ bulkId: z.int() }),
  key: ({ bulkId }) => `bulk-action:${bulkId}`,
});
