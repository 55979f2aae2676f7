import { sweepAccounts } from "#db/queries/accounts/accounts.ts";
import { sweepOAuth } from "#db/queries/accounts/oauth.ts";
import { sweepProposals } from "#db/queries/accounts/proposals.ts";
import { dueRechecks, dueRenewals } from "#db/queries/claims/claims.ts";
import { sweepAssets } from "#db/queries/common/assets.ts";
import { sweepAnswers } from "#db/queries/common/idempotency.ts";
import { enqueueAll, pruneJobs } from "#db/queries/common/jobs.ts";
import { forgetPagesOfEndedDrafts } from "#db/queries/drafts/draft-pages.ts";
import { forgetSentMails } from "#db/queries/erasure/forget-mails.ts";
import { calendarOf } from "#db/queries/launches/launch-due.ts";
import { dueBadgeChecks } from "#db/queries/listings/badge-checks.ts";
import { ordersToAskAbout } from "#db/queries/orders/orders.ts";
import { forgetQuotes } from "#db/queries/orders/quotes.ts";
import { fillCards } from "#db/queries/search/ready-cards.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import type { Tx } from "#db/store/store.ts";
import { addWeeks, dayMs, monthAfter, monthBefore, utcDay, weekOf } from "#db/values/week.ts";
import expireClaims from "#tools/claims/expire-claims.ts";
import { proofJob, recheckTries } from "#tools/claims/job-names.ts";
import renewClaim from "#tools/claims/renew-claim.ts";
import type { JobContext, PeriodicJob } from "#tools/core/operations/job.ts";
import emptyDrafts from "#tools/drafts/empty-drafts.ts";
import expireDrafts from "#tools/drafts/expire-drafts.ts";
import { digests } from "#tools/followers/jobs.ts";
import closeMonth from "#tools/launches/close-month.ts";
import closeWeek from "#tools/launches/close-week.ts";
import openWeek from "#tools/launches/free/open-week.ts";
import { badgeJob } from "#tools/launches/shared/job-names.ts";
import askOwners from "#tools/listings/owner/ask-owners.ts";
import tellTeam from "#tools/listings/team/tell-team.ts";
import { textCheck } from "#tools/moderation/texts/jobs.ts";
import { askPaymentJob, refundOrderKind, refundVatKind } from "#tools/orders/job-names.ts";
import settleVotes from "#tools/votes/settle-votes.ts";
import { inSteps } from "./in-steps.ts";
import { mergeSearch } from "./merge-search.ts";

/** Longer than any period below but a month, whose job `pruneJobs` keeps, so that no period runs twice. */
const keepJobsMs = 30 * dayMs;
/** So long the team sees in its outbox what was mailed to whom. */
const keepMailsMs = 30 * dayMs;
/** So long an expired quote is still told from one that never was. */
const keepQuotesMs = 30 * dayMs;

/**
 * Ends drafts whose time is up; forgets what has run out (sessions, links, codes, tokens, keys), unused clients, old
 * mails and jobs.
 */
const sweep: PeriodicJob = {
  kind: "sweep",
  period: utcDay,
  run:
    async ({ now, finish }) =>
    async (tx) => {
      await sweepAccounts(tx, now);
      await sweepOAuth(tx, now);
      await sweepAnswers(tx, now);
      await sweepProposals(tx, now);
      await finish(expireClaims, {})(tx);
      await finish(expireDrafts, {})(tx);
      await forgetPagesOfEndedDrafts(tx);
      await finish(emptyDrafts, {})(tx);
      await forgetQuotes(tx, new Date(now.getTime() - keepQuotesMs));
      await forgetSentMails(tx, new Date(now.getTime() - keepMailsMs));
      // `/team` shows refunds that were given up as money that is owed, however old they are.
      await pruneJobs(tx, new Date(now.getTime() - keepJobsMs), [refundOrderKind, refundVatKind], now);
    },
};

/** So long an image that nothing shows is kept: what is made of it may be on its way. */
const keepImagesMs = dayMs;

/** Every night: work in transactions of its own. */
const nightly = (kind: string, work: (context: JobContext) => Promise<void>): PeriodicJob => ({
  kind,
  period: utcDay,
  run: async (context) => {
    await work(context);
    return undefined;
  },
});

/** Forgets images that nothing shows any more, such as replaced logos and photos. */
const imageSweep = nightly("image-sweep", ({ now, write, signal }) => {
  const time = new Date(now.getTime() - keepImagesMs).toISOString();
  return inSteps(write, "", (tx, last) => sweepAssets(tx, last, time), signal);
});

/** So that a day of edits does not make searches slower than the day before. */
const searchMerge = nightly("search-merge", ({ write, signal }) => mergeSearch(write, signal));

/** Stores the cards of live listings that have none: they were taken away, or the program was updated. */
const cardFill = nightly("card-fill", ({ write, signal }) => inSteps(write, 0, fillCards, signal));

/**
 * Monday 00:00 UTC, on every site: closes the weeks that have ended since the last one was opened, which are several
 * after a long stop, then opens the one that begins.
 */
const weekRollover: PeriodicJob = {
  kind: "week-rollover",
  period: weekOf,
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
};

/** The first of a month: gives the awards of the one before, and of those that a long stop has left out. */
const monthRollover: PeriodicJob = {
  kind: "month-rollover",
  period: (now) => now.toISOString().slice(0, 7),
  run:
    async ({ now, finish }) =>
    async (tx) => {
      const last = monthBefore(now);
      for (const { id } of await allSites(tx)) {
        const { closedMonth } = await calendarOf(tx, id);
        const from = closedMonth === null ? last : monthAfter(closedMonth);
        for (let month = from; month <= last; month = monthAfter(month)) await finish(closeMonth, { month }, id)(tx);
      }
    },
};

const checksAtOnce = 500;

/** Every day: asks for a look at the websites whose badge is due to be looked for. */
const badgeChecks = nightly("badge-checks", ({ now, write, signal }) => {
  const day = utcDay(now);
  const askForSome = async (tx: Tx, after: number) => {
    const due = await dueBadgeChecks(tx, now, { after, limit: checksAtOnce });
    await enqueueAll(
      tx,
      due.map(({ id, url }) => badgeJob(id, url, day)),
      now,
    );
    return due.length < checksAtOnce ? null : due.at(-1)!.id;
  };
  return inSteps(write, 0, askForSome, signal);
});

/** Every hour, for each site: tells the team what was edited there. */
const teamDigest: PeriodicJob = {
  kind: "team-digest",
  period: (now) => now.toISOString().slice(0, 13),
  run:
    async ({ finish }) =>
    async (tx) => {
      for (const { id } of await allSites(tx)) await finish(tellTeam, {}, id)(tx);
    },
};

/** Every day: asks for a look at the proofs of claims that are a month old, and at mailboxes whether theirs still hold. */
const claimChecks: PeriodicJob = {
  kind: "claim-checks",
  period: utcDay,
  run:
    async ({ now, finish }) =>
    async (tx) => {
      const day = utcDay(now);
      const due = await dueRechecks(tx, now);
      await enqueueAll(
        tx,
        due.map((claim) => proofJob(claim, day, recheckTries)),
        now,
      );
      for (const { id, siteId } of await dueRenewals(tx, now)) await finish(renewClaim, { claim_id: id }, siteId)(tx);
    },
};

/** Every hour: asks owners of before the choice existed whether they appear as founders. */
const ownerQuestion: PeriodicJob = {
  kind: "owner-question",
  period: (now) => now.toISOString().slice(0, 13),
  run: async ({ read, finish }) => {
    const [site] = await allSites(read);
    return site && finish(askOwners, {}, site.id);
  },
};

const askAfterMs = 600_000;

/**
 * Every ten minutes: asks after the payments that we should have heard of, each once an hour, and ends the orders that
 * nobody paid in time.
 */
const orderWatch: PeriodicJob = {
  kind: "order-watch",
  period: (now) => now.toISOString().slice(0, 15),
  run:
    async ({ now }) =>
    async (tx) => {
      const stamp = now.toISOString();
      const open = await ordersToAskAbout(tx, now, new Date(now.getTime() - askAfterMs));
      await enqueueAll(
        tx,
        open.map(({ number, expiresAt }) => askPaymentJob(number, stamp.slice(0, expiresAt <= stamp ? 15 : 13))),
        now,
      );
    },
};

/** Every ten minutes, on every site: counts votes that had to wait for their account. */
const voteSettling: PeriodicJob = {
  kind: "vote-settling",
  period: (now) => now.toISOString().slice(0, 15),
  run:
    async ({ finish }) =>
    async (tx) => {
      for (const { id } of await allSites(tx)) await finish(settleVotes, {}, id)(tx);
    },
};

export const periodicJobs: readonly PeriodicJob[] = [
  sweep,
  imageSweep,
  searchMerge,
  cardFill,
  weekRollover,
  monthRollover,
  badgeChecks,
  digests,
  textCheck,
  teamDigest,
  claimChecks,
  ownerQuestion,
  orderWatch,
  voteSettling,
];
