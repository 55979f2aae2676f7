import { type Account, keysOfAccount } from "#db/queries/accounts/accounts.ts";
import { approvalRequestsOfAccount } from "#db/queries/accounts/approval-requests.ts";
import { sessionsOfAccount } from "#db/queries/accounts/credentials.ts";
import { grantsOfAccount } from "#db/queries/accounts/oauth.ts";
import { claimsOfPerson, draftsOfPerson, identitiesOf, invitesTakenBy } from "#db/queries/accounts/own-data.ts";
import { passkeysOfAccount } from "#db/queries/accounts/passkeys.ts";
import { changesBy, changesMade } from "#db/queries/common/audit-log.ts";
import { searchesOfAccount } from "#db/queries/followers/followed-searches.ts";
import { followsOfAccount } from "#db/queries/followers/follows.ts";
import { founderOfAccount } from "#db/queries/founders/founder-profile.ts";
import { textsOfCaller } from "#db/queries/insights/save-events.ts";
import { answersOf } from "#db/queries/listings/interview.ts";
import { ownListing, ownListings } from "#db/queries/listings/owner-listings.ts";
import { invoicesOf } from "#db/queries/orders/invoices.ts";
import { ordersOf } from "#db/queries/orders/orders.ts";
import { billingOfAccount } from "#db/queries/orders/quotes.ts";
import { ballotsOfAccount } from "#db/queries/votes/own-ballots.ts";
import { webhooksOfAccount } from "#db/queries/webhooks/webhooks.ts";
import type { Db } from "#db/store/store.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { mediaUrl } from "../../listings/shared/records.ts";
import { readOwnerView } from "../../listings/view/owner-view.ts";
import { toOrder } from "../../orders/shared/order-record.ts";
import { toOwnVote } from "../../votes/shared/records.ts";
import { toWebhook } from "../../webhooks/shared/own-webhook.ts";
import { toKey } from "../records.ts";
import type { OwnData } from "./records.ts";
import { withoutOthers } from "./without-others.ts";

/** SQLite treats a negative limit as no limit. */
const all = { limit: -1, offset: 0 };
/** The maximum number of changes in an export. That many changes take up about 10 MB. */
const maxChanges = 10_000;

async function billingOf(db: Db, accountId: number): Promise<OwnData["account"]["billing"]> {
  const found = await billingOfAccount(db, accountId);
  return found && { ...found };
}

export const ownDataParts = {
  account: async ({ read, now }: CallContext, account: Account): Promise<OwnData["account"]> => ({
    id: account.id,
    email: account.email,
    email_verified_at: account.emailVerifiedAt,
    name: account.name,
    role: account.role,
    has_password: account.passwordHash !== null,
    created_at: account.createdAt,
    digests_stopped_at: account.digestsStoppedAt,
    week_results_stopped_at: account.weekResultsStoppedAt,
    awards_stopped_at: account.awardsStoppedAt,
    insights_emailed: account.insightsStoppedAt === null,
    mail_refused_at: account.mailRefusedAt,
    sign_up_network: account.signUpNetwork,
    identities: await identitiesOf(read, account.id),
    // The public key says nothing about the person.
    passkeys: (await passkeysOfAccount(read, account.id))
      .map(({ name, createdAt, lastUsedAt }) => ({ name, created_at: createdAt, last_used_at: lastUsedAt }))
      .toReversed(),
    browsers: (await sessionsOfAccount(read, account.id, now)).map(({ userAgent, createdAt, lastSeenAt }) => ({
      user_agent: userAgent,
      signed_in_at: createdAt,
      last_seen_at: lastSeenAt,
    })),
    billing: await billingOf(read, account.id),
  }),

  async founder({ read, urls }: CallContext, account: Account): Promise<OwnData["founder"]> {
    const found = await founderOfAccount(read, account.id);
    if (!found) return null;
    const { id, slug, name, bio, links, photoHash, updatedAt } = found;
    const interview = await answersOf(read, id);
    return { slug, name, bio, links, photo_url: mediaUrl(urls, photoHash), interview, updated_at: updatedAt };
  },

  async listings(context: CallContext, { id: accountId }: Account): Promise<OwnData["listings"]> {
    const items: OwnData["listings"] = [];
    for (const isTest of [false, true])
      for (const { id } of (await ownListings(context.read, { accountId, isTest }, {}, all)).rows) {
        const listing = (await ownListing(context.read, { accountId, isTest }, id))!;
        const view = await readOwnerView(context.read, context, listing);
        const { founders, people, versions, blockers, warnings, ...own } = view;
        items.push({ ...own, sandbox: isTest });
      }
    return items;
  },

  drafts: async ({ read }: CallContext, { id }: Account): Promise<OwnData["drafts"]> =>
    (await draftsOfPerson(read, id)).map((draft) => ({
      id: draft.id,
      url: draft.url,
      status: draft.status,
      fields: { ...draft.fields },
      evidence: { ...draft.evidence },
      passages: draft.passages,
      warnings: draft.warnings,
      listing_id: draft.listingId,
      created_at: draft.createdAt,
      updated_at: draft.updatedAt,
    })),

  invitations: ({ read }: CallContext, { id }: Account): Promise<OwnData["invitations"]> => invitesTakenBy(read, id),

  votes: async ({ read, now }: CallContext, account: Account): Promise<OwnData["votes"]> =>
    (await ballotsOfAccount(read, account.id, all)).map((ballot) => ({
      ...toOwnVote(ballot, account, now),
      slug: ballot.slug,
      site: ballot.siteName,
    })),

  follows: async ({ read }: CallContext, { id }: Account): Promise<OwnData["follows"]> =>
    (await followsOfAccount(read, id, all)).map(({ listingId, slug, siteName, followedAt }) => ({
      listing_id: listingId,
      slug,
      site: siteName,
      followed_at: followedAt,
    })),

  followed_searches: async ({ read }: CallContext, { id }: Account): Promise<OwnData["followed_searches"]> =>
    (await searchesOfAccount(read, id)).map(({ query, siteName, followedAt }) => ({
      query,
      site: siteName,
      followed_at: followedAt,
    })),

  searches: async ({ read }: CallContext, { id }: Account): Promise<OwnData["searches"]> =>
    (await textsOfCaller(read, id)).map(({ lastAt, ...search }) => ({ ...search, last_at: lastAt })),

  async orders({ read, urls, now }: CallContext, { id: accountId }: Account): Promise<OwnData["orders"]> {
    const items: OwnData["orders"] = [];
    for (const isTest of [false, true])
      for (const row of (await ordersOf(read, { accountId, isTest }, all)).rows) {
        const { checkout_url, continue_url, requires, message, ...own } = toOrder(read, row, urls, now);
        const invoices = (await invoicesOf(read, row.id)).map(({ document }) => document);
        items.push({ ...own, email: row.email, billing: row.billing && { ...row.billing }, invoices });
      }
    return items;
  },

  claims: async ({ read }: CallContext, { id }: Account): Promise<OwnData["claims"]> =>
    (await claimsOfPerson(read, id)).map(({ claim, dispute }) => ({
      claim_id: claim.id,
      slug: claim.slug,
      url: claim.url,
      method: claim.method,
      email: claim.email,
      status: claim.status,
      sandbox: claim.isTest,
      created_at: claim.createdAt,
      proved_at: claim.provedAt,
      verified_until: claim.verifiedUntil,
      dispute: dispute && { status: dispute.status, reason: dispute.reason },
    })),

  api_keys: async ({ read }: CallContext, { id }: Account): Promise<OwnData["api_keys"]> =>
    (await keysOfAccount(read, id)).map(toKey),

  apps: async ({ read }: CallContext, { id }: Account): Promise<OwnData["apps"]> =>
    (await grantsOfAccount(read, id)).map(
      ({ clientId, metadata, scopes, createdAt, lastUsedAt, approvalPolicy: approval_policy }) => ({
        client_id: clientId,
        name: metadata.client_name,
        scopes,
        connected_at: createdAt,
        last_used_at: lastUsedAt,
        approval_policy,
      }),
    ),

  webhooks: async ({ read }: CallContext, { id }: Account): Promise<OwnData["webhooks"]> =>
    (await webhooksOfAccount(read, id)).map((row) => ({ ...toWebhook(row), site: row.site })),

  approval_requests: async ({ read }: CallContext, { id }: Account): Promise<OwnData["approval_requests"]> =>
    (await approvalRequestsOfAccount(read, id)).map((approvalRequest) => ({
      id: approvalRequest.id,
      via: `${approvalRequest.credentialKind}:${approvalRequest.credentialId}`,
      operation: approvalRequest.operation,
      input: { ...approvalRequest.input },
      created_at: approvalRequest.createdAt,
      expires_at: approvalRequest.expiresAt,
      decision: approvalRequest.decision,
      decided_at: approvalRequest.decidedAt,
    })),

  changes: async ({ read }: CallContext, account: Account): Promise<OwnData["changes"]> => ({
    total: await changesMade(read, account.id),
    items: (await changesBy(read, account.id, maxChanges)).map((change) => withoutOthers(change, account)),
  }),
};
