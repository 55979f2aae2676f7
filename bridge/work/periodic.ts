import { sweepAccounts } from "../../db/queries/accounts.ts";
import { closeLastMonth, closeWeek } from "../../db/queries/close-period.ts";
import { forgetPagesOfEndedDrafts } from "../../db/queries/draft-pages.ts";
import { emptyEndedDrafts, expireDrafts } from "../../db/queries/drafts.ts";
import { sweepAnswers } from "../../db/queries/idempotency.ts";
import { pruneJobs } from "../../db/queries/jobs.ts";
import { sweepOAuth } from "../../db/queries/oauth.ts";
import { allSites } from "../../db/queries/sites.ts";
import { addWeeks, weekOf } from "../../db/week.ts";
import type { PeriodicJob } from "../../tools/core/job.ts";
import { mergeSearch } from "./merge-search.ts";

const dayMs = 86_400_000;
/** Longer than any period below, so that no finished job's key comes back while its period lasts. */
const keepJobsMs = 30 * dayMs;

const keepEndedDraftsMs = 30 * dayMs;

/** Ends drafts whose time is up; forgets what has run out (sessions, links, codes, tokens, keys), unused clients, old jobs. */
const sweep: PeriodicJob = {
  kind: "sweep",
  period: (now) => now.toISOString().slice(0, 10),
  run:
    async ({ now }) =>
    async (tx) => {
      await sweepAccounts(tx, now);
      await sweepOAuth(tx, now);
      await sweepAnswers(tx, now);
      await expireDrafts(tx, now);
      await forgetPagesOfEndedDrafts(tx);
      await emptyEndedDrafts(tx, new Date(now.getTime() - keepEndedDraftsMs));
      await pruneJobs(tx, new Date(now.getTime() - keepJobsMs));
    },
};

/** Every night, so that a day of edits does not make searches slower than the day before. */
const searchMerge: PeriodicJob = {
  kind: "search-merge",
  period: (now) => now.toISOString().slice(0, 10),
  run: async ({ write, signal }) => {
    await mergeSearch(write, signal);
    return undefined;
  },
};

/** Monday 00:00 UTC: closes the week before on every site. */
const weekRollover: PeriodicJob = {
  kind: "week-rollover",
  period: weekOf,
  run:
    async ({ read, now }) =>
    async (tx) => {
      for (const { id } of await allSites(read)) await closeWeek(tx, id, addWeeks(weekOf(now), -1));
    },
};

const monthRollover: PeriodicJob = {
  kind: "month-rollover",
  period: (now) => now.toISOString().slice(0, 7),
  run:
    async ({ read, now }) =>
    async (tx) => {
      for (const { id } of await allSites(read)) await closeLastMonth(tx, id, now);
    },
};

export const periodicJobs: readonly PeriodicJob[] = [sweep, searchMerge, weekRollover, monthRollover];
