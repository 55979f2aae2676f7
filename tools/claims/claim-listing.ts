import * as z from "zod";
import { ownersOfCompany } from "#db/queries/accounts/access.ts";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { claimTimesSince, linkTimesSince } from "#db/queries/claims/claim-history.ts";
import type { ClaimedListing } from "#db/queries/claims/claimed-listings.ts";
import { type Claim, claimsOnCompany, createClaim, pendingClaim, updateClaim } from "#db/queries/claims/claims.ts";
import { verificationOf } from "#db/queries/claims/verification.ts";
import { nearListings } from "#db/queries/founders/near-slugs.ts";
import { type ClaimMethod, claimMethods } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { nameForOthers } from "../account/shared/rules.ts";
import { unknownSlug } from "../core/calls/unknown-slug.ts";
import { invalid, Problem } from "../core/errors/errors.ts";
import { slug } from "../core/input/fields.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import { hoursBefore, requireRoom } from "../core/operations/daily-limit.ts";
import { defineTool } from "../core/operations/define.ts";
import type { Seller } from "../core/ports/seller.ts";
import { day, lines } from "../core/text/text.ts";
import { siteRules } from "../site/shared/rules.ts";
import { emailVerdict } from "./email-rule.ts";
import { linkMail } from "./mails.ts";
import { claimantOf, listingNamed } from "./own-claim.ts";
import { claimDays, emailFault, linkHours, methodsLeft, targetSentence, verificationTarget } from "./rules.ts";
import { claimLines, claimRecord, readClaim } from "./shared/records.ts";

const hourMs = 3_600_000;
/** The maximum number of links sent to one mailbox in 24 hours, for all accounts together. */
const linksPerMailbox = 5;

export default defineTool({
  name: "claim_listing",
  title: "Claim a listing",
  description:
    "Starts a claim to prove that a listing belongs to the user's company. Use it when the user's product is already listed. Returns what to publish. Once it is published, call verify_claim. With the email method, the recipient opens an emailed link and presses a button instead. Repeating the call returns the same claim.",
  family: "Claims",
  rest: { method: "POST", path: "/claims", status: 201, location: "/claims" },
  page: "/listings/{slug}/claim{?url}",
  scopes: ["listings:write"],
  effect: "write",
  openWorld: "Checks for a proof at the listing's domain, or emails a link to a mailbox there.",
  madeByRun: ["claim_id", "instructions.value"],
  notTried: ({ method }) => (method === "email" ? ["Emailing the link."] : []),
  errors: ["not_found", "state_conflict", "conflict"],
  input: z.strictObject({
    slug: slug.meta({ description: "The listing's slug", example: "lumenroll" }),
    url: z.string().trim().min(1).max(2000).optional().meta({
      description: "The product's URL; required only for a listing that is not public",
      example: "https://lumenroll.example",
    }),
    method: z.enum(claimMethods).meta({
      description: "Method of proof: TXT record, tag on the home page, uploaded file or emailed link",
      example: "dns",
    }),
    email: z.string().trim().min(1).max(400).optional().meta({
      description: "Only for the email method: an email address at the company's exact domain",
      example: "you@lumenroll.example",
    }),
  }),
  output: claimRecord,
  examples: [{ slug: "lumenroll", method: "dns" }],
  async run(context, input) {
    const { slug, method, email } = input;
    const { now, site } = context;
    const owner = claimantOf(context);
    return async (tx, record) => {
      const listing =
        (await listingNamed(tx, site.id, input, owner.accountId)) ?? (await unknownListing(tx, context, input));
      await requireClaimable(tx, context, listing, method);
      const mailbox = requireMailbox(listing, method, email, context.seller);
      const wanted = { listingId: listing.id, method, email: mailbox };
      const open = await pendingClaim(tx, owner, wanted, now);
      if (open && !isLinkOld(open, now)) return readClaim(tx, open, context);
      await requireQuota(tx, context, mailbox);
      const claim = open ?? (await startClaim(tx, context, listing, wanted));
      const sent = mailbox === null ? claim : await sendLink(tx, context, listing, claim);
      record({
        subjects: [`claim:${claim.id}`, `listing:${listing.id}`, `company:${listing.companyId}`],
        after: { slug, method, ...(mailbox !== null && { email: mailbox }) },
      });
      return readClaim(tx, sent, context);
    };
  },
  text: (claim) => lines(claimLines(claim)),
});

async function unknownListing(
  tx: Tx,
  { site, now }: CallContext,
  { slug, ...others }: { slug: string; method: string; email?: string | undefined; url?: string | undefined },
): Promise<never> {
  unknownSlug("listing", slug, await nearListings(tx, site.id, slug, now), {
    retry: (near) => ({ tool: "claim_listing", arguments: { ...others, slug: near } }),
    find: {
      tool: "search_listings",
      arguments: { q: slug.replaceAll("-", " ") },
      why: "Search for the product by name to find its slug.",
      who: "agent",
    },
  });
}

async function requireClaimable(tx: Tx, context: CallContext, listing: ClaimedListing, method: ClaimMethod) {
  const { name, companyId } = listing;
  const { accountId } = accountOf(context);
  const verified = await claimsOnCompany(tx, companyId, "verified");
  const isOwner = (await ownersOfCompany(tx, companyId)).some(({ id }) => id === accountId);
  const own =
    verified.find(({ claim, account }) => account.id === accountId && claim.method === method)?.claim ??
    // A listing can be shown as verified without any claim, such as one of the demo.
    (isOwner && verified.length === 0 ? await verificationOf(tx, companyId) : undefined);
  if (own?.method !== method) return;
  const until = own.verifiedUntil === null ? "" : ` The proof is valid until ${day(own.verifiedUntil)}.`;
  throw new Problem("state_conflict", `You already own ${name}, and it is verified by ${method}.${until}`, {
    nextActions: [{ tool: "list_my_claims", arguments: {}, why: "See the account's claims.", who: "agent" }],
  });
}

/**
 * Returns the email address that proves the claim, or null for other methods. Throws 422 for a method or email address
 * that proves nothing about the listing.
 */
function requireMailbox(
  listing: ClaimedListing,
  method: ClaimMethod,
  email: string | undefined,
  { contact }: Seller,
): string | null {
  const target = verificationTarget(listing.url);
  if (!target.methods.includes(method)) {
    const left = methodsLeft(target);
    invalid("method", "method_not_possible", `cannot be ${method}: ${targetSentence(target)}`, {
      fix: left ? `Choose ${left}.` : `Ask this site's team (${contact}) to give the listing its own URL.`,
    });
  }
  if (method !== "email") {
    if (email !== undefined) invalid("email", "not_used", "applies only to the email method", { fix: "Omit it." });
    return null;
  }
  if (email === undefined)
    invalid("email", "required", `is required for the email method: an email address at ${target.domain}`, {
      fix: "Ask the user for it.",
    });
  const fault = emailFault(email, target);
  if (fault)
    invalid("email", fault.code, fault.message, {
      fix: `Use an email address at ${target.domain}, or choose another method.`,
    });
  const verdict = emailVerdict(email, target.domain!);
  return verdict.isProof ? verdict.address : null;
}

/** Whether the last link is at least an hour old. If it is newer, a repeated call does not send another link. */
const isLinkOld = ({ linkSentAt }: Claim, now: Date) =>
  linkSentAt !== null && Date.parse(linkSentAt) + hourMs <= now.getTime();

async function requireQuota(tx: Tx, { now, site, actor }: CallContext, mailbox: string | null): Promise<void> {
  const { perHour } = siteRules(site.settings).claims;
  const times = await claimTimesSince(tx, accountOf({ actor }).accountId, hoursBefore(now, 1));
  requireRoom(times, { most: perHour, hours: 1 }, `An account can make ${perHour} claims`, now);
  if (mailbox === null) return;
  const sent = await linkTimesSince(tx, mailbox, hoursBefore(now, 24));
  requireRoom(sent, { most: linksPerMailbox, hours: 24 }, `An email address can receive ${linksPerMailbox} links`, now);
}

const startClaim = (
  tx: Tx,
  context: CallContext,
  { companyId, slug, url }: ClaimedListing,
  wanted: Pick<Claim, "listingId" | "method" | "email">,
): Promise<Claim> =>
  createClaim(tx, {
    ...claimantOf(context),
    ...wanted,
    companyId,
    slug,
    url,
    token: context.newSecret().secret,
    createdAt: context.now.toISOString(),
    expiresAt: new Date(context.now.getTime() + claimDays * 24 * hourMs).toISOString(),
  });

/** Sends a new link, which replaces any older one. */
async function sendLink(tx: Tx, context: CallContext, { url }: ClaimedListing, claim: Claim): Promise<Claim> {
  const { now, urls, mail, site } = context;
  const { secret, hash } = context.newSecret();
  const claimant = nameForOthers((await accountById(tx, claim.accountId))!);
  const content = linkMail(verificationTarget(url).name, claimant, `${urls.base}/claim?token=${secret}`, site);
  await mail(tx, claim.email!, { greeting: "", ...content });
  return updateClaim(tx, claim.id, {
    linkHash: hash,
    linkSentAt: now.toISOString(),
    linkExpiresAt: new Date(now.getTime() + linkHours * hourMs).toISOString(),
  });
}
