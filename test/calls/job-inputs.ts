import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { updateClaim } from "#db/queries/claims/claims.ts";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import type { Draft } from "#db/queries/drafts/drafts.ts";
import { addFollow } from "#db/queries/followers/follows.ts";
import { saveBadgeCheck } from "#db/queries/listings/badge-checks.ts";
import { addUpdate } from "#db/queries/moderation/owner-voice.ts";
import { castBallot } from "#db/queries/votes/ballots.ts";
import type { Store } from "#db/store/store.ts";
import { dayMs, weekOf } from "#db/values/week.ts";
import { maxMisses } from "#tools/launches/shared/free-rules.ts";
import { draftFor } from "../support/records/draft.ts";
import { addCounts, daysAgo } from "../support/records/insights.ts";
import { addVoters } from "../support/records/voters.ts";
import { webhookFor } from "../support/records/webhook.ts";
import { testNow } from "../support/server/harness.ts";
import type { Fixture, Inputs } from "./input.ts";

const draft = async ({ store, founder }: Fixture, changes: Partial<Draft>) =>
  (await draftFor(store, founder.accountId, changes)).id;

const scheduledListing = 79;
const past = new Date(testNow.getTime() - 60 * dayMs).toISOString();
const url = "https://harbour-ledger.example/";

const changeClaim = (store: Store, changes: Parameters<typeof updateClaim>[2]) =>
  store.write((tx) => updateClaim(tx, 1, changes));

export const jobInputs: Inputs = {
  close_week: async () => ({ week: "2026-W47" }),
  close_month: async () => ({ month: "2026-11" }),
  place_waiting_listings: async ({ store }) => {
    const awaiting = "UPDATE listings SET plan = 'free', status = 'awaiting_badge', launch_week = NULL WHERE id = ?";
    await store.write(async (tx) => void tx.$client.run(awaiting, [scheduledListing]));
    return {};
  },
  open_week: async () => ({ week: "2026-W47" }),
  send_digest: async ({ store, founder: { accountId } }) => {
    await store.write(async (tx) => {
      await addFollow(tx, accountId, 3, testNow);
      await addUpdate(tx, 3, { title: "Offline", body: "It works offline." }, testNow);
    });
    return { account_id: accountId };
  },
  send_insights: async ({ store, founder: { accountId } }) => {
    await addCounts(store, 3, [[daysAgo(0), "page_views", "page", 1]]);
    await store.write((tx) => updateAccount(tx, accountId, { insightsStoppedAt: null }, testNow));
    return { account_id: accountId, week: "2026-W47" };
  },
  send_results: async ({ founder: { accountId } }) => ({ account_id: accountId, period: "2026-W47" }),
  refuse_mail_address: async ({ founder: { email } }) => ({ email, refusal: "550 5.1.1 No such user" }),
  apply_badge_check: async ({ store }) => {
    const missed = { isFound: false, fault: "absent", detail: null, isMiss: true } as const;
    for (let look = 0; look < maxMisses; look++)
      await store.write((tx) => saveBadgeCheck(tx, scheduledListing, missed, testNow));
    return { listing_id: scheduledListing };
  },
  count_waiting_votes: async ({ store }) => {
    const [accountId] = await addVoters(store, 1);
    const week = weekOf(testNow);
    const waiting = { listingId: 3, siteId: 1, week, castAt: testNow.toISOString(), excluded: "account_new" } as const;
    await store.write((tx) => castBallot(tx, accountId!, waiting));
    return {};
  },
  send_team_digest: async () => ({}),
  ask_owners: async ({ store, founder: { accountId } }) => {
    await store.write(
      async (tx) => void tx.$client.run("UPDATE company_owners SET appears = NULL WHERE account_id = ?", [accountId]),
    );
    return {};
  },
  flag_texts: async ({ store }) => {
    await store.write((tx) => addUpdate(tx, 3, { title: "Vote for us", body: "It is our week." }, testNow));
    return { source: "listing", source_id: 3 };
  },
  apply_proof_result: async () => ({ claim_id: 1, outcome: { isFound: true } }),
  expire_claims: async ({ store }) => {
    await changeClaim(store, { expiresAt: past });
    return {};
  },
  renew_claim: async ({ store }) => {
    const held = { status: "verified", method: "email", email: "a@lumenroll.example" } as const;
    await changeClaim(store, { ...held, verifiedUntil: past, nextCheckAt: past });
    return { claim_id: 1 };
  },
  finish_crawl: async (fixture) => ({
    id: await draft(fixture, { status: "crawling" }),
    url,
    warnings: [],
    logo: null,
  }),
  finish_draft: async (fixture) => ({
    id: await draft(fixture, { status: "drafting" }),
    fields: { name: "Harbour Ledger" },
    evidence: {},
    passages: [],
    suggested_categories: [],
    warnings: [{ code: "no_pricing", message: "No price was found." }],
    written_by: "extractive",
    model_deadline: null,
    takes_screenshot: false,
  }),
  improve_draft: async (fixture) => ({
    id: await draft(fixture, { status: "drafting" }),
    fields: { headline: "Books for marinas of any size" },
    evidence: {},
    warnings: [],
    written_by: "claude",
  }),
  fail_draft: async (fixture) => ({
    id: await draft(fixture, { status: "crawling" }),
    code: "timeout",
    message: "It was too slow.",
  }),
  apply_draft_screenshot: async (fixture) => {
    const bytes = Buffer.from("a picture");
    const hash = await fixture.store.write((tx) => saveAsset(tx, "image/webp", bytes, past));
    return { id: await draft(fixture, {}), hash };
  },
  apply_draft_logo: async (fixture) => ({ id: await draft(fixture, {}), outcome: { failure: "It is no image." } }),
  expire_drafts: async (fixture) => {
    await draft(fixture, { expiresAt: past });
    return {};
  },
  empty_drafts: async (fixture) => {
    await draft(fixture, { status: "expired", expiresAt: past });
    return {};
  },
  set_listing_logo: async ({ store }) => ({
    listing_id: 3,
    hash: await store.write((tx) => saveAsset(tx, "image/png", new Uint8Array(4), past)),
  }),
  mark_webhook: async ({ store, founder: { accountId, site } }) => ({
    webhook_id: (await webhookFor(store, { siteId: site.id, accountId })).id,
    status: "failing",
  }),
};
