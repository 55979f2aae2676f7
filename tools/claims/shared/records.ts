import * as z from "zod";
import { type Owner, openInvites, ownersWithAccess } from "#db/queries/accounts/access.ts";
import type { Claim } from "#db/queries/claims/claims.ts";
import { type Dispute, disputeOfClaim } from "#db/queries/claims/disputes.ts";
import { verificationOf } from "#db/queries/claims/verification.ts";
import { type ClaimStatus, claimMethods, claimStatuses, disputeStatuses } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import type { NextAction } from "../../core/errors/errors.ts";
import { actionLines, nextAction } from "../../core/errors/next-action.ts";
import { time } from "../../core/input/fields.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { buttonSentences } from "../../core/text/page-buttons.ts";
import { day, facts, wouldBe } from "../../core/text/text.ts";
import { readMyListing } from "../../listings/shared/own-listing.ts";
import { instructionsOf } from "../instructions.ts";
import { isBlocked, proofAdvice } from "../proof-advice.ts";

export const claimId = z.int().min(1).meta({ description: "Id of a claim, from list_my_claims", example: 1 });

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
      .describe("Name and exact content of the record, tag or file to publish"),
    poll_after_ms: z.int().nullable().describe("Set while a check runs"),
    attempts: z.int(),
    last_error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    checked_at: time.nullable(),
    expires_at: time,
    verified_until: time.nullable(),
    dispute: z
      .strictObject({ status: z.enum(disputeStatuses), reason: z.string().nullable() })
      .nullable()
      .describe("Set if someone else is a verified owner; the team then decides who owns the listing"),
    next_actions: z.array(nextAction),
  })
  .meta({ id: "Claim" });

export type ClaimRecord = z.output<typeof claimRecord>;

export const personRecord = z.strictObject({
  name: z.string(),
  email: z.string().optional().describe("Only for invitations sent by the caller"),
  role: z.enum(["owner", "invited"]),
  access: z.enum(["edit", "read"]),
  via: z.enum(["submitted", "claim", "invitation", "team"]).describe("How the person got access"),
  method: z.enum(claimMethods).nullable().describe("How a verified owner proved ownership"),
  since: time,
});

export type PersonRecord = z.output<typeof personRecord>;

const accessWords = { submitted: "submission", claim: "a claim", invitation: "an invitation", team: "the team" };

export const personLine = ({ name, email, role, access, via, method, since }: PersonRecord): string =>
  facts(
    `Person: ${name || email || "no name"}, ${role}`,
    `can ${access}${role === "invited" ? " after accepting" : ""}`,
    `access through ${accessWords[via]}`,
    method && `verified by ${method}`,
    `since ${day(since)}`,
  );

const sources = new Map<string, PersonRecord["via"]>([
  ["draft", "submitted"],
  ["claim", "claim"],
  ["invite", "invitation"],
]);

/** How a person got access. Access granted by an operator is shown as granted by the team. */
export const viaOf = ({ via }: Pick<Owner, "via">): PersonRecord["via"] => sources.get(via.split(":")[0]!) ?? "team";

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

/** Only people can remove access, on a page of the listing. */
export const peoplePage = ({ base }: SiteUrls, listingId: number): NextAction => ({
  why: buttonSentences.people,
  who: "human",
  url: `${base}/account/listings/${listingId}/people`,
});

/** A claim counts as expired from its expiry time, even before the daily job saves that status. */
export const statusOf = (claim: Claim, dispute: Dispute | undefined, now: Date): ClaimStatus => {
  const awaitsTeam = dispute?.status === "open" && claim.provedAt !== null;
  return claim.status === "pending" && !awaitsTeam && claim.expiresAt <= now.toISOString() ? "expired" : claim.status;
};

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
    next_actions: nextActionsOf(claim, status, urls, await ownershipNote(db, claim)),
  };
}

const unlocked =
  "The user is a verified owner: you can edit the listing, post updates, write its founder story and invite co-founders.";

/** Says what a proof leads to if the listing already has a verified owner. */
async function ownershipNote(db: Db, { companyId, accountId }: Claim): Promise<string> {
  const owners = companyId === null ? [] : await ownersWithAccess(db, companyId);
  const isOwner = owners.some((owner) => owner.accountId === accountId && owner.readOnlySince === null);
  const isVerified = companyId !== null && Boolean(await verificationOf(db, companyId));
  if (isOwner) return isVerified ? " The user already owns this verified listing, so this only adds a proof." : "";
  return owners.some(({ method }) => method !== null)
    ? " Someone else is already a verified owner, so the proof opens a dispute. Nothing changes until the team decides; there is no fixed date."
    : isVerified
      ? " The listing is shown as verified, but no account owns it: the proof makes the user its owner."
      : "";
}

export function nextActionsOf(claim: Claim, status: ClaimStatus, { base }: SiteUrls, ownership = ""): NextAction[] {
  const { id, listingId, slug, method, email, provedAt, isTest } = claim;
  const forUser = (why: string): NextAction => ({ why, who: "human", url: `${base}/account/claims` });
  if (status === "verified") return listingId === null || isTest ? [] : [readMyListing(listingId, unlocked)];
  if (status === "expired" || status === "revoked")
    return [{ tool: "claim_listing", arguments: { slug, method }, why: "Claim the listing again.", who: "agent" }];
  if (status === "failed") return [];
  if (provedAt !== null)
    return [forUser("Wait for the team, which will decide who owns the listing and email both claimants.")];
  if (method === "email")
    return [forUser(`Open the link emailed to ${email} and press the button on the page.${ownership}`)];
  return [
    forUser(proofAdvice(claim)),
    {
      tool: "verify_claim",
      arguments: { claim_id: id },
      why: isBlocked(claim)
        ? "Check again after the user has fixed the website, or call claim_listing with another method."
        : `Check the proof after the user has published it.${ownership}`,
      who: "agent",
    },
  ];
}

export const claimLines = (claim: ClaimRecord): string[] => {
  const { claim_id, slug, method, status, instructions, last_error, dispute } = claim;
  const isOpen = status === "pending" && method !== "email";
  return [
    facts(
      `Claim ${claim_id} of ${slug} by ${method} ${wouldBe(claim, "is", "would be")} ${status}`,
      claim.poll_after_ms !== null &&
        wouldBe(claim, `a check is running; call again in ${claim.poll_after_ms / 1000} s`, "a check would start"),
      claim.attempts > 0 && `attempts ${claim.attempts}`,
      claim.checked_at && `checked ${claim.checked_at}`,
      status === "pending" && dispute?.status !== "open" && `open until ${day(claim.expires_at)}`,
      claim.verified_until && `verified until ${day(claim.verified_until)}`,
    ),
    instructions.where,
    ...(isOpen ? [`Name: ${instructions.name}`] : []),
    ...(isOpen && instructions.value !== null ? [`Value: ${instructions.value}`] : []),
    ...(last_error ? [`${last_error.code}: ${last_error.message}`] : []),
    ...(dispute ? [facts(`Dispute: ${dispute.status}`, dispute.reason)] : []),
    ...actionLines(claim.next_actions),
  ];
};
