import { handleJobs } from "../core/operations/job.ts";
import * as jobs from "./jobs.ts";
import { mergeSearch } from "./merge-search.ts";

export const searchJobs = handleJobs(jobs, {
  mergeIndex: { run: ({ write, signal }) => mergeSearch(write, signal) },
});
