import { sweepAnswers } from "#db/queries/common/idempotency.ts";
import { pruneJobs } from "#db/queries/common/jobs.ts";
import { forgetSentMails } from "#db/queries/erasure/forget-mails.ts";
import { forgetPastUndos } from "#db/queries/moderation/decision-undos.ts";
import { dayMs } from "#db/values/week.ts";
import { handleJobs } from "../core/operations/job.ts";
import { refundOrder, refundVat } from "../orders/jobs.ts";
import * as jobs from "./jobs.ts";

/**
 * Longer than any period of a scheduled job, so that no period runs twice. A month may be longer, so `pruneJobs` keeps
 * the current month's jobs.
 */
const keepJobsMs = 30 * dayMs;
const keepMailsMs = 30 * dayMs;

export const queueJobs = handleJobs(jobs, {
  sweep: {
    run:
      async ({ now }) =>
      async (tx) => {
        await sweepAnswers(tx, now);
        await forgetPastUndos(tx, now);
        await forgetSentMails(tx, new Date(now.getTime() - keepMailsMs));
        // `/team` lists failed refunds as money owed, however old they are.
        await pruneJobs(tx, new Date(now.getTime() - keepJobsMs), [refundOrder.kind, refundVat.kind], now);
      },
  },
});
