import { expect, test } from "bun:test";
import { allJobs } from "#bridge/jobs/all-jobs.ts";
import type { NewJob } from "#db/queries/common/jobs.ts";
import { checkClaim } from "#tools/claims/jobs.ts";
import { recheckAttempts } from "#tools/claims/run-jobs.ts";
import {
  checkFacts,
  crawlDraft,
  endImproving,
  fetchLogo,
  improveDraft,
  takeScreenshot,
  writeDraft,
} from "#tools/drafts/jobs.ts";
import { digest } from "#tools/followers/jobs.ts";
import { applyBadgeCheck, checkBadge } from "#tools/launches/jobs.ts";
import { fetchListingLogo } from "#tools/listings/jobs.ts";
import { askPayment, closeSession, confirmVatId, refundOrder, refundVat } from "#tools/orders/jobs.ts";
import { deliverWebhook } from "#tools/webhooks/jobs.ts";

// Jobs wait in the database while a new version is installed, so a new version must not change these values.

const jobs = allJobs({} as never);

test("jobs without a fixed period: kinds and concurrency", () => {
  const found = jobs.flatMap(({ kind, concurrency = 1, period }) => (period ? [] : [`${kind} ${concurrency}`]));
  expect(found.toSorted()).toEqual([
    "account-insights 4",
    "account-results 4",
    "announce-event 1",
    "ask-payment 4",
    "backup 1",
    "backup-overdue 1",
    "bulk-action 1",
    "check-badge 4",
    "check-claim 4",
    "check-facts 4",
    "close-session 1",
    "confirm-vat-id 1",
    "crawl-draft 4",
    "deliver-webhook 8",
    "digest 4",
    "end-improving-draft 32",
    "fetch-listing-logo 4",
    "fetch-logo 4",
    "improve-draft 32",
    "mail 4",
    "mailed-link 4",
    "refund-order 1",
    "refund-vat 1",
    "results 1",
    "settle-badge 1",
    "take-screenshot 1",
    "write-draft 4",
  ]);
});

test("scheduled jobs: kinds and periods", () => {
  const time = new Date("2026-11-30T00:47:12.345Z");
  const found = jobs.flatMap(({ kind, period }) => (period ? [`${kind} ${period(time)}`] : []));
  expect(found.toSorted()).toEqual([
    "badge-checks 2026-11-30",
    "card-fill 2026-11-30",
    "claim-checks 2026-11-30",
    "data-dump 2026-11-29",
    "digests 2026-11-29",
    "empty-log 2026-11-29",
    "fact-checks 2026-11-30",
    "feed-posts 2026-11-30T00:4",
    "image-sweep 2026-11-30",
    "index-now 2026-11-30T00:4",
    "insights-day 2026-11-30",
    "insights-mails 2026-W49",
    "insights-week 2026-W49",
    "month-rollover 2026-11",
    "order-watch 2026-11-30T00:4",
    "owner-question 2026-11-30T00",
    "place-waiting-listings 2026-11-30T00:47",
    "prune-webhooks 2026-11-30",
    "search-merge 2026-11-30",
    "sweep 2026-11-30",
    "sweep-accounts 2026-11-30",
    "sweep-claims 2026-11-30",
    "sweep-drafts 2026-11-30",
    "sweep-quotes 2026-11-30",
    "team-digest 2026-11-30T00",
    "text-check 2026-11-30T00:4",
    "vat-rates-watch 2026-11",
    "vote-settling 2026-11-30T00:4",
    "week-rollover 2026-W49",
  ]);
});

test("requests: keys, lanes, payloads and attempts", () => {
  const url = "https://www.harbour.example/docs";
  const [order, claim, draft, listing] = [{ number: "SW-1" }, { claimId: 7 }, { draftId: 5 }, { listingId: 9 }];
  const now = new Date("2026-11-30T03:48:00.000Z");
  const requests: NewJob[] = [
    askPayment.request(order, "2026-11-30T03"),
    refundOrder.request({ ...order, failedBefore: 0 }),
    refundOrder.request({ ...order, failedBefore: 2 }),
    closeSession.request(order),
    refundVat.request({ ...order, amount: 1900 }),
    confirmVatId.request(order),
    checkClaim.request(claim, url, "3"),
    { ...checkClaim.request(claim, url, "2026-11-30"), maxAttempts: recheckAttempts },
    crawlDraft.request(draft, url),
    writeDraft.request(draft),
    improveDraft.request(draft),
    { ...endImproving.request(draft), runAt: now },
    takeScreenshot.request(draft, url),
    fetchLogo.request({ ...draft, url }, "2"),
    checkBadge.request(listing, url, "2026-11-30"),
    checkFacts.request({ companyId: 4 }, url, "2026-11-30"),
    applyBadgeCheck.request(listing, now),
    fetchListingLogo.request({ ...listing, url }, 4),
    digest.request({ siteId: 1, accountId: 3 }, "2026-11-30"),
    deliverWebhook.request({ id: 8 }, 2, "request"),
  ];
  const found = requests.map(({ key, lane, payload, maxAttempts, runAt }) =>
    [key, lane, JSON.stringify(payload), maxAttempts, runAt?.toJSON()].filter(Boolean).join(" "),
  );
  expect(found).toEqual([
    'ask-payment:SW-1:2026-11-30T03 order:SW-1 {"number":"SW-1"}',
    'refund-order:SW-1 order:SW-1 {"number":"SW-1","failedBefore":0} 24',
    'refund-order:SW-1:2 order:SW-1 {"number":"SW-1","failedBefore":2} 24',
    'close-session:SW-1 order:SW-1 {"number":"SW-1"}',
    'refund-vat:SW-1 order:SW-1 {"number":"SW-1","amount":1900} 24',
    'confirm-vat-id:SW-1 order:SW-1 {"number":"SW-1"} 24',
    'check-claim:7:3 claim:harbour.example {"claimId":7} 5',
    'check-claim:7:2026-11-30 claim:harbour.example {"claimId":7} 11',
    'crawl-draft:5 host:harbour.example {"draftId":5} 5',
    'write-draft:5 {"draftId":5} 5',
    'improve-draft:5 {"draftId":5} 2',
    'end-improving-draft:5 {"draftId":5} 2026-11-30T03:48:00.000Z',
    'take-screenshot:5 host:harbour.example {"draftId":5} 2',
    'fetch-logo:5:2 host:harbour.example {"draftId":5,"url":"https://www.harbour.example/docs"} 5',
    'check-badge:9:2026-11-30 host:harbour.example {"listingId":9} 3',
    'check-facts:4:2026-11-30 host:harbour.example {"companyId":4} 2',
    'settle-badge:9:2026-11-30T03:48:00.000Z {"listingId":9}',
    'fetch-listing-logo:4 host:harbour.example {"listingId":9,"url":"https://www.harbour.example/docs"} 5',
    'digest:1:3:2026-11-30 {"siteId":1,"accountId":3}',
    'deliver-webhook:8:request webhook:2 {"id":8} 7',
  ]);
});
