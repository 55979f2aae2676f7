import sharp from "sharp";
import { hashSecret } from "#auth/secrets.ts";
import { createAccount, updateAccount } from "#db/queries/accounts/accounts.ts";
import { addApprovalRequest, type NewApprovalRequest } from "#db/queries/accounts/approval-requests.ts";
import { saveInvite } from "#db/queries/accounts/invites.ts";
import { createGrant, registerClient } from "#db/queries/accounts/oauth.ts";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { updateClaim } from "#db/queries/claims/claims.ts";
import { openDispute } from "#db/queries/claims/disputes.ts";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import { updateDraft } from "#db/queries/drafts/drafts.ts";
import { addFollowedSearch } from "#db/queries/followers/followed-searches.ts";
import { addFollow } from "#db/queries/followers/follows.ts";
import { statusById } from "#db/queries/listings/listing-status.ts";
import { keepScreenshot } from "#db/queries/listings/screenshots.ts";
import { undoableDecisions } from "#db/queries/moderation/decision-undos.ts";
import { addDecision, saveAnswer, standingDecision } from "#db/queries/moderation/decisions.ts";
import { pairsOf, savePairs } from "#db/queries/moderation/duplicates.ts";
import { addReport } from "#db/queries/moderation/reports.ts";
import { addFlag, type Flag, flagsOf } from "#db/queries/moderation/text-flags.ts";
import { castBallot } from "#db/queries/votes/ballots.ts";
import type { ListingStatus } from "#db/schema/vocabulary.ts";
import type { Store } from "#db/store/store.ts";
import { dayMs, weekOf } from "#db/values/week.ts";
import suspendListing from "#tools/moderation/decisions/suspend-listing.ts";
import { teamCaller } from "../support/clients/team.ts";
import { keyFor } from "../support/records/account.ts";
import { draftFor } from "../support/records/draft.ts";
import { editAs } from "../support/records/edits.ts";
import { missedLaunch } from "../support/records/made-order.ts";
import { ownedProduct } from "../support/records/owned-product.ts";
import { webhookFor } from "../support/records/webhook.ts";
import type { Founder } from "../support/server/demo.ts";
import { testNow } from "../support/server/harness.ts";
import { reviewed } from "./admin-inputs.ts";
import type { Fixture, Inputs } from "./input.ts";

const picture = Buffer.from("a picture");
const uploaded = (await gradient()).toString("base64");
const tomorrow = new Date(testNow.getTime() + dayMs).toISOString();

/** A logo must have more than one colour. */
function gradient(): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, i) => i % 256));
  return sharp(pixels, { raw: { width: 64, height: 64, channels: 3 } })
    .png()
    .toBuffer();
}

const asksAlways = { allowed: [], listings: null, monthly: null, until: null };

const approvalRequestBy = (accountId: number, siteId: number): NewApprovalRequest => ({
  ...{ accountId, siteId, credentialKind: "key", credentialId: 1, operation: "delete_milestone" },
  ...{
    input: { listing_id: 3, milestone_id: 1 },
    inputHash: "hash",
    reason: "This app or API key needs approval to delete.",
  },
  ...{ before: {}, after: {}, expiresAt: tomorrow },
});

const voteFor = (listingId: number) => ({
  ...{ listingId, siteId: 1, week: weekOf(testNow), castAt: testNow.toISOString() },
  excluded: null,
});

const connectedApp = ({ store, founder }: Fixture): Promise<number> =>
  store.write(async (tx) => {
    const redirectUri = "https://app.example/callback";
    const metadata = {
      redirect_uris: [redirectUri],
      client_name: "An app",
      grant_types: ["authorization_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "none" as const,
    };
    await registerClient(tx, { id: "app", secretHash: null, metadata }, testNow);
    const grant = {
      accountId: founder.accountId,
      clientId: "app",
      scopes: ["account:read"],
      resource: "https://slipway.example/mcp",
    };
    return createGrant(
      tx,
      grant,
      { codeHash: "code", redirectUri, codeChallenge: "challenge", expiresAt: tomorrow },
      testNow,
    );
  });

const listingOf = async (store: Store, { accountId }: Founder, status: ListingStatus): Promise<number> =>
  (await ownedProduct(store, accountId, status)).main;

const decidedListing = async (store: Store, founder: Founder, { isAnswered }: { isAnswered: boolean }) => {
  const listingId = await listingOf(store, founder, "suspended");
  const decision = { listingId, status: "suspended", ground: "dead", clause: null, facts: "It is gone." } as const;
  await store.write(async (tx) => {
    await addDecision(tx, { ...decision, origin: "team", decidedBy: null }, testNow);
    const { id } = (await standingDecision(tx, listingId))!;
    if (isAnswered) await saveAnswer(tx, id, "It is back.", founder.accountId, testNow);
  });
  return listingId;
};

const invitation = async ({ store, founder: { email } }: Fixture, token: string): Promise<void> => {
  const owner = await store.write((tx) => createAccount(tx, { email: "ada@example.test", name: "Ada" }, testNow));
  const { id: draftId } = await draftFor(store, owner.id);
  const invite = {
    draftId,
    listingId: null,
    invitedBy: owner.id,
    email,
    tokenHash: hashSecret(token),
    expiresAt: tomorrow,
  };
  await store.write((tx) => saveInvite(tx, invite, testNow));
};

const guestOf = async (store: Store, listingId: number): Promise<number> => {
  const { account } = await keyFor(store, { email: "guest@example.test" });
  const companyId = (await companyOfListing(store.read, listingId))!;
  await store.write((tx) => addOwner(tx, { companyId, accountId: account.id, via: "invite:1" }, testNow));
  return account.id;
};

const webhook = ({ store, founder: { accountId, site } }: Fixture) => webhookFor(store, { siteId: site.id, accountId });

export const personInputs: Inputs = {
  save_founder_profile: async () => ({ name: "Robin Tidewell", bio: "", links: { website: "https://robin.example/" } }),
  rename_account: async () => ({ name: "Robin T." }),
  create_api_key: async () => ({
    name: "Deploys",
    scopes: ["account:read"],
    is_test: false,
    expires_in_days: null,
  }),
  revoke_api_key: async ({ store, founder: { email } }) => ({ id: (await keyFor(store, { email })).id }),
  create_webhook: async () => ({ url: "https://hooks.example/events", events: ["listing.live"] }),
  update_webhook: async (fixture) => ({
    id: (await webhook(fixture)).id,
    events: ["update.posted"],
    is_enabled: false,
  }),
  delete_webhook: async (fixture) => ({ id: (await webhook(fixture)).id }),
  rotate_webhook_secret: async (fixture) => ({ id: (await webhook(fixture)).id }),
  test_webhook: async (fixture) => ({ id: (await webhook(fixture)).id }),
  resend_delivery: async (fixture) => ({ id: (await webhook(fixture)).deliveryId }),
  disconnect_app: async (fixture) => ({ id: await connectedApp(fixture) }),
  end_access: async (fixture) => {
    await connectedApp(fixture);
    return {};
  },
  set_approval_policy: async (fixture) => ({
    of: "app",
    id: await connectedApp(fixture),
    approval_policy: { ...asksAlways },
  }),
  request_approval: async () => ({
    credential: { kind: "key", id: 1 },
    operation: "delete_milestone",
    title: "Delete a milestone",
    listings: [3],
    input: { listing_id: 3, milestone_id: 1 },
    input_hash: "hash",
    reason: "This app or API key needs approval to delete.",
    before: {},
    after: {},
  }),
  refuse_approval_request: async ({ store, founder: { accountId, site } }) => ({
    id: await store.write((tx) => addApprovalRequest(tx, approvalRequestBy(accountId, site.id), testNow)),
  }),
  save_billing: async () => ({ name: "Robin Tidewell", street: "1 Quay", city: "Berlin", country: "DE" }),
  decline_screenshot: async ({ store, founder }) => {
    const { id } = await draftFor(store, founder.accountId);
    await store.write(async (tx) => {
      await updateDraft(tx, id, { screenshotHash: await saveAsset(tx, "image/webp", picture, tomorrow) }, testNow);
    });
    return { id };
  },
  add_picture: async ({ store, founder }) => ({
    listing_id: await listingOf(store, founder, "live"),
    alt: "The start page",
    picture: uploaded,
  }),
  add_post_picture: async () => ({ picture: uploaded, alt: "The quay" }),
  upload_logo: async ({ store, founder }) => ({ listing_id: await listingOf(store, founder, "live"), logo: uploaded }),
  remove_screenshot: async ({ store, founder }) => {
    const { main: listing_id, companyId } = await ownedProduct(store, founder.accountId, "live");
    await store.write(async (tx) => {
      await keepScreenshot(tx, companyId, await saveAsset(tx, "image/webp", picture, tomorrow));
    });
    return { listing_id };
  },
  stop_draft: async ({ store, founder }) => ({
    id: (await draftFor(store, founder.accountId, { status: "crawling" })).id,
  }),
  discard_draft: async ({ store, founder }) => ({ id: (await draftFor(store, founder.accountId)).id }),
  follow_listing: async () => ({ listing_id: 3 }),
  unfollow_listing: async ({ store, founder }) => {
    await store.write((tx) => addFollow(tx, founder.accountId, 3, testNow));
    return { listing_id: 3 };
  },
  follow_search: async () => ({ q: "photo backup", category: "media" }),
  unfollow_search: async ({ store, founder: { accountId, site } }) => {
    await store.write((tx) => addFollowedSearch(tx, accountId, site.id, "category=media", testNow));
    return { query: "category=media" };
  },
  cast_vote: async () => ({ listing_id: 3 }),
  take_vote_back: async ({ store, founder: { accountId } }) => {
    await store.write((tx) => castBallot(tx, accountId, voteFor(3)));
    return { listing_id: 3 };
  },
  report_listing: async () => ({ slug: "tidepad", kind: "dead" }),
  decide_reports: async ({ store }) => {
    const report = { listingId: 3, kind: "dead" as const, sentence: "" };
    const last_id = await store.write((tx) => addReport(tx, report, testNow));
    return { slug: "tidepad", outcome: "told", reason: "It answers no more.", last_id };
  },
  answer_decision: async ({ store, founder }) => ({
    listing_id: await decidedListing(store, founder, { isAnswered: false }),
    answer: "It is back since yesterday.",
  }),
  dismiss_duplicate: async ({ store }) => {
    const pair = { listingId: 3, otherId: 4, reason: "name", score: 60 } as const;
    await store.write((tx) => savePairs(tx, 1, { added: [pair], gone: [] }, testNow));
    const [{ id: pair_id }] = (await pairsOf(store.read, 3)) as unknown as [{ id: number }];
    return { pair_id };
  },
  merge_listings: async () => ({ slug: "tidepad", merged: "slumberline", reason: "Both are the same product." }),
  decide_answer: async ({ store, founder }) => {
    const id = await decidedListing(store, founder, { isAnswered: true });
    const { id: decision_id } = (await standingDecision(store.read, id))!;
    return { decision_id, outcome: "reversed", reason: "It is there again." };
  },
  request_change: async ({ store }) => ({ slug: await reviewed(store), text: "Name the price." }),
  decide_flag: async ({ store }) => {
    const flag = { siteId: 1, sourceId: 3, kind: "votes", field: "Headline", sentence: "Vote for us." } as const;
    await store.write((tx) => addFlag(tx, "listing", flag, testNow));
    const [{ id: flag_id }] = (await flagsOf(store.read, "listing", 3)) as [Flag];
    return { flag_id, outcome: "told", reason: "Nobody asks for votes in a headline." };
  },
  undo_decision: async ({ store, founder: { site, accountId } }) => {
    await teamCaller(store, site, { accountId })(suspendListing, {
      slug: "tidepad",
      ground: "dead",
      reason: "It is gone.",
    });
    const [decision] = await undoableDecisions(store.read, site.id, testNow, 1);
    return { change_id: decision!.changeId };
  },
  mark_seen: async () => ({ kind: "reports", items: [3] }),
  assign_case: async ({ store, founder: { accountId } }) => {
    await store.write((tx) => updateAccount(tx, accountId, { role: "moderator" }, testNow));
    return { kind: "reports", items: [3] };
  },
  start_bulk_action: async () => ({
    operation: "suspend_listing",
    items: [{ slug: "tidepad" }],
    shared: { ground: "dead", reason: "It is gone." },
  }),
  delete_own_account: async () => ({}),
  set_digests: async () => ({ are_mailed: false }),
  retry_mail_address: async ({ store, founder }) => {
    const refused = { mailRefusedAt: testNow.toISOString(), mailRefusal: "550 5.1.1 No such user" };
    await store.write((tx) => updateAccount(tx, founder.accountId, refused, testNow));
    return {};
  },
  revert_edit: async ({ store, founder: { accountId, site } }) => ({
    change_id: await editAs(store, accountId, site, { listing_id: 3, fields: { headline: "Tide tables and more" } }),
    reason: "It is no headline.",
  }),
  check_badge: async ({ store, founder }) => ({ listing_id: await listingOf(store, founder, "awaiting_badge") }),
  change_launch_week: async ({ store, founder }) => ({
    listing_id: await missedLaunch(store, await listingOf(store, founder, "scheduled"), founder.accountId),
    launch_week: "2026-W50",
  }),
  choose_appearance: async ({ store, founder }) => ({
    listing_id: await listingOf(store, founder, "live"),
    appears: false,
  }),
  archive_listing: async ({ store, founder }) => ({ listing_id: await listingOf(store, founder, "live") }),
  unarchive_listing: async ({ store, founder }) => ({ listing_id: await listingOf(store, founder, "archived") }),
  confirm_claim: async ({ store }) => {
    const link = { linkHash: hashSecret("mailed"), linkExpiresAt: tomorrow, email: "a@lumenroll.example" };
    await store.write((tx) => updateClaim(tx, 1, { ...link, method: "email" }));
    return { token: "mailed" };
  },
  decide_dispute: async ({ store }) => {
    const { id } = await store.write((tx) => openDispute(tx, 1, testNow));
    return { dispute_id: id, decision: "refuse", reason: "Nothing proves it." };
  },
  remove_person: async ({ store, founder }) => {
    const listing_id = await listingOf(store, founder, "live");
    const account_id = await guestOf(store, listing_id);
    const companyId = (await companyOfListing(store.read, listing_id))!;
    await store.write((tx) => updateClaim(tx, 1, { companyId, status: "verified", provedAt: testNow.toISOString() }));
    return { listing_id, kind: "owner", id: account_id };
  },
  change_access: async ({ store, founder }) => {
    const listing_id = await listingOf(store, founder, "live");
    const { slug } = (await statusById(store.read, listing_id))!;
    return { slug, account_id: await guestOf(store, listing_id), access: "none", reason: "They left the company." };
  },
  accept_invite: async (fixture) => {
    await invitation(fixture, "invited");
    return { token: "invited" };
  },
};
