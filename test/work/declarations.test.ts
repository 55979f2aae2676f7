import { expect, test } from "bun:test";
import { mailedLinkJob } from "#bridge/jobs/mailed-link-job.ts";
import { periodicJobs } from "#bridge/jobs/periodic.ts";
import { vatRatesWatch } from "#bridge/jobs/vat-rates-watch.ts";
import { keepInOutbox, mailJob } from "#bridge/outbound/mail.ts";
import type { NewJob } from "#db/queries/common/jobs.ts";
import { proofJob, recheckTries } from "#tools/claims/job-names.ts";
import { claimJobs } from "#tools/claims/jobs.ts";
import { crawlJob, improveJobs, logoJob, screenshotJobOf, writeJob } from "#tools/drafts/job-names.ts";
import { draftJobs } from "#tools/drafts/jobs.ts";
import { digestJob } from "#tools/followers/jobs.ts";
import { badgeJobs } from "#tools/launches/jobs.ts";
import { badgeJob } from "#tools/launches/shared/job-names.ts";
import { logoKey } from "#tools/listings/edits/logo.ts";
import { listingLogoJob } from "#tools/listings/edits/logo-job.ts";
import {
  askPaymentJob,
  closeSessionJob,
  confirmVatIdJob,
  refundOrderJob,
  refundVatJob,
} from "#tools/orders/job-names.ts";
import { orderJobs } from "#tools/orders/jobs.ts";

// Jobs wait in the database while a new version is installed, so kinds, keys and periods outlive the code.

const none = {} as never;
const kinds = [
  mailJob(keepInOutbox),
  mailedLinkJob,
  digestJob,
  ...draftJobs(none),
  listingLogoJob(none),
  ...badgeJobs(none),
  ...claimJobs(none),
  ...orderJobs(none),
];
const periodic = [...periodicJobs, vatRatesWatch({ teamEmail: null, urlsOf: none })];

test("each kind of requested job keeps its name, and how many run at once", () => {
  const found = kinds.map(({ kind, concurrency = 1 }) => `${kind} ${concurrency}`);
  expect(found.toSorted()).toEqual([
    "ask-payment 4",
    "check-badge 4",
    "check-claim 4",
    "close-session 1",
    "confirm-vat-id 1",
    "crawl-draft 4",
    "digest 4",
    "end-improving-draft 32",
    "fetch-listing-logo 4",
    "fetch-logo 4",
    "improve-draft 32",
    "mail 4",
    "mailed-link 4",
    "refund-order 1",
    "refund-vat 1",
    "settle-badge 1",
    "take-screenshot 1",
    "write-draft 4",
  ]);
});

test("each scheduled job keeps its name and its periods", () => {
  const found = periodic.map(({ kind, period }) => `${kind} ${period(new Date("2026-11-30T00:47:12.345Z"))}`);
  expect(found.toSorted()).toEqual([
    "badge-checks 2026-11-30",
    "card-fill 2026-11-30",
    "claim-checks 2026-11-30",
    "digests 2026-11-29",
    "image-sweep 2026-11-30",
    "month-rollover 2026-11",
    "order-watch 2026-11-30T00:4",
    "owner-question 2026-11-30T00",
    "search-merge 2026-11-30",
    "sweep 2026-11-30",
    "team-digest 2026-11-30T00",
    "text-check 2026-11-30T00:4",
    "vat-rates-watch 2026-11",
    "vote-settling 2026-11-30T00:4",
    "week-rollover 2026-W49",
  ]);
});

test("each request keeps its key, its lane, its payload and its attempts", () => {
  const url = new URL("https://www.harbour.example/docs");
  const requests: NewJob[] = [
    askPaymentJob("SW-1", "2026-11-30T03"),
    refundOrderJob("SW-1"),
    refundOrderJob("SW-1", 2),
    closeSessionJob("SW-1"),
    refundVatJob("SW-1", 1900),
    confirmVatIdJob("SW-1"),
    proofJob({ id: 7, url: url.href }, "3"),
    proofJob({ id: 7, url: url.href }, "2026-11-30", recheckTries),
    crawlJob(5, url),
    writeJob(5),
    ...improveJobs(5, new Date("2026-11-30T03:48:00.000Z")),
    screenshotJobOf(5, url),
    logoJob(5, "2", url),
    badgeJob(9, url.href, "2026-11-30"),
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
  ]);
  expect(logoKey(4)).toBe("fetch-listing-logo:4");
});
