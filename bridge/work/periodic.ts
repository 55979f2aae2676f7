import { sweepAccounts } from "../../db/queries/accounts.ts";
import { forgetPagesOfEndedDrafts } from "../../db/queries/draft-pages.ts";
import { sweepAnswers } from "../../db/queries/idempotency.ts";
import { pruneJobs } from "../../db/queries/jobs.ts";
import { sweepOAuth } from "../../db/queries/oauth.ts";
import { allSites } from "../../db/queries/sites.ts";
import { addWeeks, monthBefore, weekOf } from "../../db/week.ts";
import type { PeriodicJob } from "../../tools/core/job.ts";
import emptyDrafts from "../../tools/drafts/empty-drafts.ts";
import expireDrafts from "../../tools/drafts/expire-drafts.ts";
import closeMonth from "../../tools/leaderboards/close-month.ts";
import closeWeek from "../../tools/leaderboards/close-week.ts";
import { mergeSearch } from "./merge-search.ts";

const dayMs = 86_400_000;
/** Longer than any period below, so that no finished job's key comes back while its period lasts. */
const keepJobsMs = 30 * dayMs;

/** Ends drafts whose time is up; forgets what has run out (sessions, links, codes, tokens, keys), unused clients, old jobs. */
const sweep: PeriodicJob = {
  kind: "sweep",
  period: (now) => now.toISOString().slice(0, 10),
  run:
    async ({ now, finish }) =>
    async (tx) => {
      await sweepAccounts(tx, now);
      await sweepOAuth(tx, now);
      await sweepAnswers(tx, now);
      await finish(expireDrafts, {})(tx);
      await forgetPagesOfEndedDrafts(tx);
      await finish(emptyDrafts, {})(tx);
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
    async ({ now, finish }) =>
    async (tx) => {
      const week = addWeeks(weekOf(now), -1);
      for (const { id } of await allSites(tx)) await finish(closeWeek, { week }, id)(tx);
    },
};

const monthRollover: PeriodicJob = {
  kind: "month-rollover",
  period: (now) => now.toISOString().slice(0, 7),
  run:
    async ({ now, finish }) =>
    async (tx) => {
      for (const { id } of await allSites(tx)) await finish(closeMonth, { month: monthBefore(now) }, id)(tx);
    },
};

export const periodicJobs: readonly PeriodicJob[] = [sweep, searchMerge, weekRollover, monthRollover];
