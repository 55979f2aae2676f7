import * as z from "zod";
import { type Owner, openInvites, ownersWithAccess } from "#db/queries/accounts/access.ts";
import type { Claim } from "#db/queries/claims/claims.ts";
import { type Dispute, disputeOfClaim } from "#db/queries/claims/disputes.ts";
import { type ClaimStatus, claimMethods, claimStatuses, disputeStatuses } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import type { NextAction } from "../../core/errors/errors.ts";
import { actionLines, nextAction } from "../../core/errors/next-action.ts";
import { time } from "../../core/input/fields.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { day, facts } from "../../core/text/text.ts";
import { instructionsOf } from "../instructions.ts";

/** Path field of every operation on one claim. */
export const claimId = z.int().min(1).meta({ description: "As in list_my_claims", example: 1 });

/** A claim as its account sees it. */
export const claimRecord = z
  .strictObject({
    claim_id: z.int(),
    slug: z.string(),
    method: z.enum(claimMethods),
    status: z.enum(claimStatuses),
    instructions: z
      .strictObject({
        type: z.enum(claimMethods),
        name: z.string(),
        value: z.string().nullable(),
        where: z.string(),
      })
      .describe("What to publish: the record's, tag's or file's name and exact content"),
    poll_after_ms: z.int().nullable().describe("While a check runs; else null"),
    attempts: z.int(),
    last_error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    checked_at: time.nullable(),
    expires_at: time,
    verified_until: time.nullable(),
    dispute: z
      .strictObject({ status: z.enum(disputeStatuses), reason: z.string().nullable() })
      .nullable()
      .describe("Where another has proved to own the listing: the team decides"),
    next_actions: z.array(nextAction),
  })
  .meta({ id: "Claim" });

export type ClaimRecord = z.output<typeof claimRecord>;

/** Somebody with access to a listing, as its owners see them. */
export const personRecord = z.strictObject({
  name: z.string(),
  email: z.string().optional().describe("Only of invitations that the caller sent"),
  role: z.enum(["owner", "invited"]),
  access: z.enum(["edit", "read"]),
  via: z.enum(["submitted", "claim", "invitation", "team"]).describe("How the access came about"),
  method: z.enum(claimMethods).nullable().describe("How the person proved the company; null without a proof"),
  since: time,
});

type PersonRecord = z.output<typeof personRecord>;

const sources = new Map<string, PersonRecord["via"]>([
  ["draft", "submitted"],
  ["claim", "claim"],
  ["invite", "invitation"],
]);

/** How an owner's access came about; the operator's own ways count as the team's. */
export const viaOf = ({ via }: Pick<Owner, "via">): PersonRecord["via"] => sources.get(via.split(":")[0]!) ?? "team";

/** Everyone with access to a company and everyone invited, for one of its owners. */
export const peopleOf = async (db: Db, companyId: number, callerId: number, now: Date): Promise<PersonRecord[]> => [
  ...(await ownersWithAccess(db, companyId)).map((owner) => ({
    name: owner.name,
    role: "owner" as const,
    access: owner.readOnlySince === null ? ("edit" as const) : ("read" as const),
    via: viaOf(owner),
    method: owner.method,
    since: owner.since,
  })),
  ...(await openInvites(db, companyId, now)).map(({ email, invitedBy, since }) => ({
    name: "",
    ...(invitedBy === callerId && { email }),
    role: "invited" as const,
    access: "edit" as const,
    via: "invitation" as const,
    method: null,
    since,
  })),
];

/** How a claim stands now: nobody waits for the sweep to see that its time is up. */
export const statusOf = (claim: Claim, dispute: Dispute | undefined, now: Date): ClaimStatus => {
  const isKept = dispute?.status === "open" && claim.provedAt !== null;
  return claim.status === "pending" && !isKept && claim.expiresAt <= now.toISOString() ? "expired" : claim.status;
};

/** A claim as it is answered. */
export async function readClaim(
  db: Db,
  claim: Claim,
  { urls, now }: { urls: SiteUrls; now: Date },
): Promise<ClaimRecord> {
  const dispute = await disputeOfClaim(db, claim.id);
  const status = statusOf(claim, dispute, now);
  return {
    claim_id: claim.id,
    slug: claim.slug,
    method: claim.method,
    status,
    instructions: instructionsOf(claim, urls),
    poll_after_ms: status === "pending" && claim.checkingSince !== null ? 1000 : null,
    attempts: claim.attempts,
    last_error: claim.errorCode === null ? null : { code: claim.errorCode, message: claim.errorMessage ?? "" },
    checked_at: claim.checkedAt,
    expires_at: claim.expiresAt,
    verified_until: status === "verified" ? claim.verifiedUntil : null,
    dispute: dispute ? { status: dispute.status, reason: dispute.reason } : null,
    next_actions: nextActionsOf(claim, status, urls),
  };
}

/** What helps a claim on. */
export function nextActionsOf(claim: Claim, status: ClaimStatus, { base }: SiteUrls): NextAction[] {
  const { id, slug, method, provedAt } = claim;
  const page = `${base}/account/claims`;
  switch (status) {
    case "pending":
      if (provedAt !== null)
        return [{ why: "The team decides whose the listing is, and writes to both.", who: "human", url: page }];
      if (method === "email")
        return [
          { why: `Open the link that was mailed to ${claim.email} and press its button.`, who: "human", url: page },
        ];
      return [
        { why: "Publish what the instructions say, where only the owner can.", who: "human", url: page },
        { tool: "verify_claim", arguments: { claim_id: id }, why: "Look for it once it is published.", who: "agent" },
      ];
    case "verified":
      return [
        { tool: "list_my_listings", arguments: {}, why: "See the listing among those of the account.", who: "agent" },
      ];
    case "expired":
    case "revoked":
      return [{ tool: "claim_listing", arguments: { slug, method }, why: "Claim it again.", who: "agent" }];
    case "failed":
      return [];
  }
}

/** A claim in text. */
export const claimLines = (claim: ClaimRecord): string[] => {
  const { claim_id, slug, method, status, instructions, last_error, dispute } = claim;
  const isOpen = status === "pending" && method !== "email";
  return [
    facts(
      `Claim ${claim_id} of ${slug} by ${method}: ${status}`,
      claim.poll_after_ms !== null && `being checked, ask again in ${claim.poll_after_ms / 1000} s`,
      claim.attempts > 0 && `attempts ${claim.attempts}`,
      claim.checked_at && `checked ${claim.checked_at}`,
      status === "pending" && `open until ${day(claim.expires_at)}`,
      claim.verified_until && `verified until ${day(claim.verified_until)}`,
    ),
    instructions.where,
    ...(isOpen ? [`Name: ${instructions.name}`, `Value: ${instructions.value}`] : []),
    ...(last_error ? [`${last_error.code}: ${last_error.message}`] : []),
    ...(dispute ? [facts(`The team's case is ${dispute.status}`, dispute.reason)] : []),
    ...actionLines(claim.next_actions),
  ];
};
