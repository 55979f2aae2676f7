import { enqueueAll } from "#db/queries/common/jobs.ts";
import { calendarOf } from "#db/queries/launches/launch-due.ts";
import { type BadgeCheck, checkedListing, dueBadgeChecks, saveBadgeCheck } from "#db/queries/listings/badge-checks.ts";
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
import * as jobs from "./jobs.ts";
import { checkBadge } from "./jobs.ts";

/** What badge checks need from outside. */
export interface BadgePorts {
  /** Reads a website; whatever keeps us from seeing its badge is a finding. Rejects only with the signal's reason. */
  look(
    url: string,
    wanted: WantedBadge,
    signal: AbortSignal,
  ): Promise<Pick<BadgeCheck, "isFound" | "fault" | "detail">>;
  urlsOf(site: Pick<SiteRow, "host">): SiteUrls;
}

const checksAtOnce = 500;

export const launchJobs = (ports: BadgePorts) =>
  handleJobs(jobs, {
    checkBadge: {
      async run({ read, now, signal, finish }, { listingId }) {
        const listing = await checkedListing(read, listingId);
        if (!listing) return undefined;
        const { base } = ports.urlsOf((await siteById(read, listing.siteId))!);
        const finding = await ports.look(listing.url, { base, slug: listing.slug }, signal);
        return async (tx) => {
          const present = await checkedListing(tx, listingId);
          if (!present) return;
          // What we had no browser for is no fault of theirs.
          const isMiss = !finding.isFound && finding.fault !== "needs_scripts" && present.status !== "awaiting_badge";
          await saveBadgeCheck(tx, listingId, { ...finding, isMiss }, now);
          await finish(applyBadgeCheck, { listing_id: listingId }, listing.siteId)(tx);
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
        const askForSome = async (tx: Tx, after: number) => {
          const due = await dueBadgeChecks(tx, now, { after, limit: checksAtOnce });
          await enqueueAll(
            tx,
            due.map(({ id, url }) => checkBadge.request({ listingId: id }, url, day)),
            now,
          );
          return due.length < checksAtOnce ? null : due.at(-1)!.id;
        };
        return inSteps(write, 0, askForSome, signal);
      },
    },

    // Several weeks have ended since the last one was opened after a long stop.
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

    // A long stop may have left out several months.
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
