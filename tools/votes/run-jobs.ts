import { allSites } from "#db/queries/sites/sites.ts";
import { handleJobs } from "../core/operations/job.ts";
import * as jobs from "./jobs.ts";
import settleVotes from "./settle-votes.ts";

export const voteJobs = handleJobs(jobs, {
  settleVotes: {
    run:
      async ({ finish }) =>
      async (tx) => {
        for (const { id } of await allSites(tx)) await finish(settleVotes, {}, id)(tx);
      },
  },
});
