import { sweepAccounts } from "#db/queries/accounts/accounts.ts";
import { sweepApprovalRequests } from "#db/queries/accounts/approval-requests.ts";
import { sweepOAuth } from "#db/queries/accounts/oauth.ts";
import { handleJobs } from "../core/operations/job.ts";
import * as jobs from "./jobs.ts";

export const accountJobs = handleJobs(jobs, {
  sweepAccounts: {
    run:
      async ({ now }) =>
      async (tx) => {
        await sweepAccounts(tx, now);
        await sweepOAuth(tx, now);
        await sweepApprovalRequests(tx, now);
      },
  },
});
