import { defineScheduledJob } from "../core/operations/declare-job.ts";

export const announcePosts = defineScheduledJob({ kind: "feed-posts", every: "ten minutes" });

export const notifySearchEngines = defineScheduledJob({ kind: "index-now", every: "ten minutes" });
