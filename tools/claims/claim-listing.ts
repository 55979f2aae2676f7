import * as z from "zod";
import { accountById } from "#db/queries/accounts/accounts.ts";
import {
  type Claim,
  type ClaimedListing,
  claimsOnCompany,
  claimTimesSince,
  createClaim,
  linkTimesSince,
  pendingClaim,
  updateClaim,
} from "#db/queries/claims/claims.ts";
import { claimMethods } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { nameForOthers } from "../account/shared/rules.ts";
import { invalid, Problem } from "../core/errors/errors.ts";
import { slug } from "../core/input/fields.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import { hoursBefore, requireRoom } from "../core/operations/daily-limit.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines } from "../core/text/text.ts";
import { siteRules } from "../site/shared/rules.ts";
import { emailVerdict } from "./email-rule.ts";
import { linkMail } from "./mails.ts";
import { nearSlugs } from "./near-slugs.ts";
import { claimantOf, listingNamed } from "./own-claim.ts";
import { claimDays, emailFault, linkHours, methodsLeft, placeSentence, proofPlace } from "./rules.ts";
import { claimLines, claimRecord, readClaim } from "./shared/records.ts";

const hourMs = 3_600_000;
/** Links that one address is mailed in 24 hours, whoever asks for them. */
const linksPerAddress = 5;

export default defineTool({
  name: "claim_listing",
  title: "Claim a listing",
  description:
    "Starts to prove that a listing belongs to the user's company. Returns what to publish; then call verify_claim. Method email sends a link instead: the recipient opens it and presses its button. A listing that is not public also needs url. A repeat returns the same claim.",
  family: "Claims",
  rest: { method: "POST", path: "/claims", status: 201, location: "/claims" },
  page: "/listings/{slug}/claim{?url}",
  scopes: ["listings:write"],
  effect: "write",
  openWorld: "Looks for a proof at the listing's domain, or mails a link to an address there.",
  notTried: ({ method }) => (method === "email" ? ["Mailing the link."] : []),
  errors: ["not_found", "state_conflict", "conflict"],
  input: z.strictObject({
    slug: slug.meta({ description: "Slug of the listing", example: "lumenroll" }),
    url: z.string().trim().min(1).max(2000).optional().meta({
      description: "URL of the product. Only a listing that is not public needs it",
      example: "https://lumenroll.example",
    }),
    method: z.enum(claimMethods).meta({
      description: "TXT record, tag on the home page, uploaded file or mailed link",
      example: "dns",
    }),
    email: z
      .string()
      .trim()
      .min(1)
      .max(400)
      .optional()
      .meta({ description: "For email only: at exactly the company's domain", example: "you@lumenroll.example" }),
  }),
  output: claimRecord,
  examples: [{ slug: "lumenroll", method: "dns" }],
  async run(context, input) {
    const { slug, method, email } = input;
    const { now, site } = context;
    const owner = claimantOf(context);
    return async (tx, record) => {
      const listing =
        (await listingNamed(tx, site.id, input, owner.accountId)) ?? (await nearSlugs({ ...context, read: tx }, input));
      await requireClaimable(tx, listing, method, context);
      const address = provable(listing, method, email);
      const wanted = { listingId: listing.id, method, email: address };
      const open = await pendingClaim(tx, owner, wanted, now);
      if (open && !isLinkOld(open, now)) return readClaim(tx, open, context);
      await spendClaim(tx, context, address);
      const claim = open ?? (await begin(tx, context, listing, wanted));
      const sent = address === null ? claim : await sendLink(tx, context, listing, claim);
      record({
        subjects: [`claim:${claim.id}`, `listing:${listing.id}`, `company:${listing.companyId}`],
        after: { slug, method, ...(address !== null && { email: address }) },
      });
      return readClaim(tx, sent, context);
    };
  },
  text: (claim) => lines(claimLines(claim)),
});

/** Throws 409 if the account has already proved the company by this method. */
async function requireClaimable(
  tx: Tx,
  { name, companyId }: ClaimedListing,
  method: Claim["method"],
  context: CallContext,
): Promise<void> {
  const { accountId } = accountOf(context);
  const verified = await claimsOnCompany(tx, companyId, "verified");
  if (!verified.some(({ claim, account }) => account.id === accountId && claim.method === method)) return;
  throw new Problem("state_conflict", `You have already verified ${name} by ${method}.`, {
    nextActions: [{ tool: "list_my_claims", arguments: {}, why: "See the claims of the account.", who: "agent" }],
  });
}

/** The address that proves a listing by mail, null for the other methods. Throws 422 for what can prove nothing. */
function provable(listing: ClaimedListing, method: Claim["method"], email: string | undefined): string | null {
  const place = proofPlace(listing.url);
  if (!place.methods.includes(method)) {
    const left = methodsLeft(place);
    invalid("method", "method_not_possible", `cannot be ${method}: ${placeSentence(place)}`, {
      fix: left ? `Choose ${left}.` : "Ask the people who run this site to give the listing an address of its own.",
    });
  }
  if (method !== "email") {
    if (email !== undefined) invalid("email", "not_used", "is for the method email only", { fix: "Leave it out." });
    return null;
  }
  if (email === undefined)
    invalid("email", "required", `is required: an address at ${place.domain}`, { fix: "Ask the person for it." });
  const fault = emailFault(email, place);
  if (fault)
    invalid("email", fault.code, fault.message, { fix: `Use an address at ${place.domain}, or another method.` });
  const verdict = emailVerdict(email, place.domain!);
  return verdict.isProof ? verdict.address : null;
}

/** Whether a mailed link has had its hour: until then a repeat sends no other. */
const isLinkOld = ({ linkSentAt }: Claim, now: Date) =>
  linkSentAt !== null && Date.parse(linkSentAt) + hourMs <= now.getTime();

async function spendClaim(tx: Tx, { now, site, actor }: CallContext, address: string | null): Promise<void> {
  const { perHour } = siteRules(site.settings).claims;
  const times = await claimTimesSince(tx, accountOf({ actor }).accountId, hoursBefore(now, 1));
  requireRoom(times, { most: perHour, hours: 1 }, `An account can make ${perHour} claims`, now);
  if (address === null) return;
  const sent = await linkTimesSince(tx, address, hoursBefore(now, 24));
  requireRoom(sent, { most: linksPerAddress, hours: 24 }, `An address is mailed ${linksPerAddress} links`, now);
}

const begin = (
  tx: Tx,
  context: CallContext,
  { id, companyId, slug, url }: ClaimedListing,
  { method, email }: { method: Claim["method"]; email: string | null },
): Promise<Claim> => {
  const { now } = context;
  return createClaim(tx, {
    ...claimantOf(context),
    listingId: id,
    companyId,
    slug,
    url,
    method,
    email,
    token: context.newSecret().secret,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + claimDays * 24 * hourMs).toISOString(),
  });
};

/** Mails a new link; an older one works no more. */
async function sendLink(tx: Tx, context: CallContext, { url }: ClaimedListing, claim: Claim): Promise<Claim> {
  const { now, urls, mail } = context;
  const { secret, hash } = context.newSecret();
  const claimant = nameForOthers((await accountById(tx, claim.accountId))!);
  const content = linkMail(proofPlace(url).name, claimant, `${urls.base}/claim?token=${secret}`);
  await mail(tx, claim.email!, { greeting: "", ...content });
  return updateClaim(tx, claim.id, {
    linkHash: hash,
    linkSentAt: now.toISOString(),
    linkExpiresAt: new Date(now.getTime() + linkHours * hourMs).toISOString(),
  });
}
