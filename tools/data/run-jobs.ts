import { addPublishedPosts } from "#db/queries/data/feed.ts";
import { handleJobs } from "../core/operations/job.ts";
import * as jobs from "./jobs.ts";

export const dataJobs = handleJobs(jobs, {
  // A post becomes public by its date, without a change of its row.
  announcePosts: {
    run:
      async ({ now }) =>
      async (tx) =>
        void (await addPublishedPosts(tx, now)),
  },
});
