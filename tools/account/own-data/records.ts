import * as z from "zod";
import {
  approvalDecisions,
  callerKinds,
  claimMethods,
  claimStatuses,
  disputeStatuses,
  draftStatuses,
  roles,
} from "#db/schema/vocabulary.ts";
import { approvalPolicy } from "../../core/calls/approval-policy.ts";
import { time } from "../../core/input/fields.ts";
import { ownerListing } from "../../listings/shared/owner-records.ts";
import { order } from "../../orders/shared/order-record.ts";
import { ownVote } from "../../votes/shared/records.ts";
import { webhookRecord } from "../../webhooks/shared/own-webhook.ts";
import { keyRecord } from "../records.ts";

const json = z.record(z.string(), z.unknown());

/** Contains the account's data from all sites, but no secrets and nothing that belongs to other people. */
export const ownData = z.strictObject({
  format: z.literal("slipway-account/1"),
  exported_at: time,
  account: z.strictObject({
    id: z.int(),
    email: z.string(),
    email_verified_at: time.nullable(),
    name: z.string(),
    role: z.enum(roles),
    has_password: z.boolean(),
    created_at: time,
    digests_stopped_at: time.nullable(),
    week_results_stopped_at: time.nullable(),
    awards_stopped_at: time.nullable(),
    insights_emailed: z.boolean(),
    mail_refused_at: time.nullable(),
    sign_up_network: z.string().nullable(),
    identities: z.array(z.strictObject({ issuer: z.string(), subject: z.string(), created_at: time })),
    passkeys: z.array(z.strictObject({ name: z.string(), created_at: time, last_used_at: time.nullable() })),
    browsers: z.array(z.strictObject({ user_agent: z.string(), signed_in_at: time, last_seen_at: time })),
    billing: json.nullable(),
  }),
  founder: z
    .strictObject({
      slug: z.string(),
      name: z.string(),
      bio: z.string(),
      links: z.record(z.string(), z.string()),
      photo_url: z.string().nullable(),
      interview: z.array(z.strictObject({ question_id: z.string(), answer: z.string() })),
      updated_at: time,
    })
    .nullable(),
  listings: z.array(
    ownerListing
      .omit({ founders: true, people: true, versions: true, blockers: true, warnings: true })
      .extend({ sandbox: z.boolean() }),
  ),
  drafts: z.array(
    z.strictObject({
      id: z.int(),
      url: z.string(),
      status: z.enum(draftStatuses),
      fields: json,
      evidence: json,
      passages: z.array(json),
      warnings: z.array(json),
      listing_id: z.int().nullable(),
      created_at: time,
      updated_at: time,
    }),
  ),
  invitations: z.array(
    z.strictObject({ draft_id: z.int().nullable(), listing_id: z.int().nullable(), accepted_at: time.nullable() }),
  ),
  votes: z.array(ownVote.extend({ slug: z.string(), site: z.string() })),
  follows: z.array(z.strictObject({ listing_id: z.int(), slug: z.string(), site: z.string(), followed_at: time })),
  followed_searches: z.array(z.strictObject({ query: z.string(), site: z.string(), followed_at: time })),
  /** Of the running week: texts of searches, and names of MCP clients. */
  searches: z.array(
    z.strictObject({
      kind: z.enum(callerKinds),
      text: z.string(),
      site: z.string(),
      uses: z.int(),
      last_at: time,
    }),
  ),
  orders: z.array(
    order
      .omit({ checkout_url: true, continue_url: true, requires: true, message: true })
      .extend({ email: z.string(), billing: json.nullable(), invoices: z.array(json) }),
  ),
  claims: z.array(
    z.strictObject({
      claim_id: z.int(),
      slug: z.string(),
      url: z.string(),
      method: z.enum(claimMethods),
      email: z.string().nullable(),
      status: z.enum(claimStatuses),
      sandbox: z.boolean(),
      created_at: time,
      proved_at: time.nullable(),
      verified_until: time.nullable(),
      dispute: z.strictObject({ status: z.enum(disputeStatuses), reason: z.string().nullable() }).nullable(),
    }),
  ),
  api_keys: z.array(keyRecord),
  apps: z.array(
    z.strictObject({
      client_id: z.string(),
      name: z.string(),
      scopes: z.array(z.string()),
      connected_at: time,
      last_used_at: time.nullable(),
      approval_policy: approvalPolicy.nullable(),
    }),
  ),
  webhooks: z.array(webhookRecord.extend({ site: z.string() })),
  approval_requests: z.array(
    z.strictObject({
      id: z.int(),
      via: z.string(),
      operation: z.string(),
      input: json,
      created_at: time,
      expires_at: time,
      decision: z.enum(approvalDecisions).nullable(),
      decided_at: time.nullable(),
    }),
  ),
  changes: z.strictObject({
    total: z.int().describe("Changes made by the account; items has only the latest"),
    items: z.array(
      z.strictObject({
        id: z.int(),
        at: time,
        action: z.string(),
        via: z.string(),
        subjects: z.array(z.string()),
        before: json,
        after: json,
      }),
    ),
  }),
});

export type OwnData = z.input<typeof ownData>;
