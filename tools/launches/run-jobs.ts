import { enqueueAll } from "#db/queries/common/jobs.ts";
import { calendarOf } from "#db/queries/launches/launch-due.ts";
import { accountsWithResults } from "#db/queries/launches/results.ts";
import {
  type BadgeCheck,
  badgeCheckOf,
  checkedListing,
  dueBadgeChecks,
  saveBadgeCheck,
} from "#db/queries/listings/badge-checks.ts";
import { allSites, type SiteRow, siteById } from "#db/queries/sites/sites.ts";
import type { Tx } from "#db/store/store.ts";
import { addWeeks, monthAfter, monthBefore, utcDay, weekOf } from "#db/values/week.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { inSteps } from "../core/operations/in-steps.ts";
import { handleJobs } from "../core/operations/job.ts";
import type { WantedBadge } from "../listings/shared/rules.ts";
import closeMonth from "./close-month.ts";
import closeWeek from "./close-week.ts";
import applyBadgeCheck from "./free/apply-badge-check.ts";
import openWeek from "./free/open-week.ts";
import placeWaitingListings from "./free/place-waiting-listings.ts";
import * as jobs from "./jobs.ts";
import { accountResults, checkBadge } from "./jobs.ts";
import sendResults from "./send-results.ts";

export interface BadgePorts {
  /** Looks for the badge on a website. A failed request is a result too. Rejects only with the signal's reason. */
  look(
    url: string,
    wanted: WantedBadge,
    signal: AbortSignal,
  ): Promise<Pick<BadgeCheck, "isFound" | "fault" | "detail">>;
  urlsOf(site: Pick<SiteRow, "host">): SiteUrls;
}

const batchSize = 500;

export const launchJobs = (ports: BadgePorts) =>
  handleJobs(jobs, {
    checkBadge: {
      async run({ read, now, signal, finish }, { listingId }) {
        const listing = await checkedListing(read, listingId);
        if (!listing) return undefined;
        const { base } = ports.urlsOf((await siteById(read, listing.siteId))!);
        const result = await ports.look(listing.url, { base, slug: listing.slug }, signal);
        return async (tx) => {
          const present = await checkedListing(tx, listingId);
          if (!present) return;
          // If we have no browser to run scripts, the failed check is not the owner's fault.
          const isMiss = !result.isFound && result.fault !== "needs_scripts" && present.status !== "awaiting_badge";
          const is_new = result.isFound && !(await badgeCheckOf(tx, listingId))?.isFound;
          await saveBadgeCheck(tx, listingId, { ...result, isMiss }, now);
          await finish(applyBadgeCheck, { listing_id: listingId, is_new }, listing.siteId)(tx);
        };
      },
    },

    applyBadgeCheck: {
      async run({ read, finish }, { listingId }) {
        const listing = await checkedListing(read, listingId);
        return listing ? finish(applyBadgeCheck, { listing_id: listingId }, listing.siteId) : undefined;
      },
    },

    checkBadges: {
      run({ now, write, signal }) {
        const day = utcDay(now);
        const enqueueBatch = async (tx: Tx, after: number) => {
          const due = await dueBadgeChecks(tx, now, { after, limit: batchSize });
          const requests = due.map(({ id, url }) => checkBadge.request({ listingId: id }, url, day));
          await enqueueAll(tx, requests, now);
          return due.length < batchSize ? null : due.at(-1)!.id;
        };
        return inSteps(write, 0, enqueueBatch, signal);
      },
    },

    placeWaiting: {
      run:
        async ({ finish }) =>
        async (tx) => {
          for (const { id } of await allSites(tx)) await finish(placeWaitingListings, {}, id)(tx);
        },
    },

    // After a long downtime, several weeks or months may have ended.
    rollWeekOver: {
      run:
        async ({ now, finish }) =>
        async (tx) => {
          const week = weekOf(now);
          for (const { id } of await allSites(tx)) {
            const { openedWeek } = await calendarOf(tx, id);
            for (let ended = openedWeek ?? addWeeks(week, -1); ended < week; ended = addWeeks(ended, 1))
              await finish(closeWeek, { week: ended }, id)(tx);
            await finish(openWeek, { week }, id)(tx);
          }
        },
    },

    results: {
      run({ now, write, signal }, { siteId, period }) {
        const enqueueBatch = async (tx: Tx, after: number) => {
          const accounts = await accountsWithResults(tx, siteId, period, after, batchSize);
          const requests = accounts.map((accountId) => accountResults.request({ siteId, period, accountId }));
          await enqueueAll(tx, requests, now);
          return accounts.length < batchSize ? null : accounts.at(-1)!;
        };
        return inSteps(write, 0, enqueueBatch, signal);
      },
    },

    accountResults: {
      run: async ({ finish }, { siteId, period, accountId }) =>
        finish(sendResults, { account_id: accountId, period }, siteId),
    },

    rollMonthOver: {
      run:
        async ({ now, finish }) =>
        async (tx) => {
          const last = monthBefore(now);
          for (const { id } of await allSites(tx)) {
            const { closedMonth } = await calendarOf(tx, id);
            const from = closedMonth === null ? last : monthAfter(closedMonth);
            for (let month = from; month <= last; month = monthAfter(month))
              await finish(closeMonth, { month }, id)(tx);
          }
        },
    },
  });
