import { allSites } from "#db/queries/sites/sites.ts";
import { handleJobs } from "../core/operations/job.ts";
import countWaitingVotes from "./count-waiting-votes.ts";
import * as jobs from "./jobs.ts";

export const voteJobs = handleJobs(jobs, {
  countWaitingVotes: {
    run:
      async ({ finish }) =>
      async (tx) => {
        for (const { id } of await allSites(tx)) await finish(countWaitingVotes, {}, id)(tx);
      },
  },
});
