import * as z from "zod";
import { type ApprovalRequest, waitingApprovalRequests } from "#db/queries/accounts/approval-requests.ts";
import { type Claim, claimsOfAccount } from "#db/queries/claims/claims.ts";
import { draftsOfAccount } from "#db/queries/drafts/drafts.ts";
import { founderById } from "#db/queries/founders/founder-profile.ts";
import { ownInterview } from "#db/queries/listings/interview.ts";
import { type OwnListingLine, ownListings } from "#db/queries/listings/owner-listings.ts";
import { openOrdersOf } from "#db/queries/orders/orders.ts";
import type { DraftStatus } from "#db/schema/vocabulary.ts";
import { nextActionsOf, statusOf } from "../claims/shared/records.ts";
import { actionLines, nextAction } from "../core/errors/next-action.ts";
import { accountOf, type SiteUrls } from "../core/operations/context.ts";
import { defineTool } from "../core/operations/define.ts";
import { defaultQuotas } from "../core/operations/rate-limit.ts";
import { lines, timeWords } from "../core/text/text.ts";
import { missingFromDraft } from "../drafts/shared/rules.ts";
import { interviewAnswer, interviewLines } from "../founders/shared/records.ts";
import { missingFromProfile } from "../founders/shared/rules.ts";
import { blockedStatuses } from "../launches/shared/free-rules.ts";
import { callerSite } from "../site/shared/caller-site.ts";
import { siteRules } from "../site/shared/rules.ts";
import { ownAccount } from "./shared/own-account.ts";

const maxUnfinished = 10;

const call = (tool: string, args: Record<string, unknown>, why: string) =>
  ({ tool, arguments: args, why, who: "agent" }) as const;

function readDraft(draft: { id: number; url: string; status: DraftStatus; fields: object }) {
  const { id, url, status } = draft;
  if (status !== "ready")
    return call("get_draft", { id }, `The draft of ${url} is ${status}. Check whether it is ready.`);
  const missing = missingFromDraft(draft).map(({ field }) => field);
  const state = missing.length === 0 ? "is ready" : `lacks ${missing.join(", ")}`;
  const then = missing.length === 0 ? "submit it" : "fill in the missing fields with update_draft";
  return call("get_draft", { id }, `The draft of ${url} ${state}. Read it with the user, then ${then}.`);
}

const readListing = ({ id, name, status }: OwnListingLine) =>
  call("get_my_listing", { listing_id: id }, `${name} has the status ${status}. See what prevents its launch.`);

function goOnWithClaim(claim: Claim, urls: SiteUrls) {
  const action = nextActionsOf(claim, "pending", urls).at(-1)!;
  return { ...action, why: `The claim to ${claim.slug} by ${claim.method} is pending. ${action.why}` };
}

const decide = ({ id, operation, expiresAt }: ApprovalRequest, { base }: SiteUrls) => ({
  why: `${operation} is waiting for your approval. Approve or refuse it by ${timeWords(expiresAt)}, then tell the assistant.`,
  who: "human" as const,
  url: `${base}/account/approvals/${id}`,
});

const readOrder = (number: string) =>
  call("get_order", { number }, `Order ${number} is waiting for payment. Give the user its link.`);

export default defineTool({
  name: "get_account",
  title: "Get my account",
  description:
    "Returns the signed-in account: name, email, the scopes of this sign-in, the founder profile and what it lacks, interview answers, and unfinished work with the next steps. Use it to continue earlier work.",
  family: "Account",
  rest: { method: "GET", path: "/me" },
  page: "/account",
  scopes: ["account:read"],
  effect: "read",
  errors: [],
  input: z.strictObject({}),
  output: z
    .strictObject({
      id: z.int(),
      email: z.string(),
      name: z.string(),
      founder: z.strictObject({
        slug: z.string().nullable(),
        complete: z.boolean(),
        missing: z.array(z.strictObject({ reason: z.string(), url: z.string() })),
      }),
      scopes: z.array(z.string()).describe("Scopes of this sign-in or key"),
      sandbox: z.boolean().describe("True for an lk_test_ key: normal checks, but no email, payment or public effect"),
      limits: z.strictObject({ reads_per_minute: z.int(), writes_per_minute: z.int() }),
      interview: z.array(interviewAnswer),
      unfinished: z.array(
        z.strictObject({ kind: z.string(), id: z.union([z.int(), z.string()]), next_action: nextAction }),
      ),
    })
    .meta({ id: "Account" }),
  examples: [{}],
  async run(context) {
    const { read, site, urls } = context;
    const { accountId, scopes, isTest } = accountOf(context);
    const account = await ownAccount(read, context);
    const profile = account.founderId === null ? null : ((await founderById(read, account.founderId)) ?? null);
    const url = `${urls.base}/account/profile`;
    const missing = missingFromProfile(profile, siteRules(site.settings).storyRules).map((reason) => ({ reason, url }));
    const complete = missing.length === 0;
    const why = "A free launch and a founder story require a complete founder profile.";
    const place = await callerSite(context);
    const claimant = { accountId, siteId: site.id, isTest };
    const first = { limit: maxUnfinished, offset: 0 };
    const claims = await claimsOfAccount(read, claimant, { statuses: ["pending"], ...first });
    const begun = await draftsOfAccount(read, place, { statuses: ["crawling", "drafting", "ready"], ...first });
    const blocked = await ownListings(read, { accountId, isTest }, { statuses: blockedStatuses }, first);
    const open = await openOrdersOf(read, { accountId, isTest }, context.now, maxUnfinished);
    const waiting = await waitingApprovalRequests(read, accountId, context.now);
    return {
      id: account.id,
      email: account.email,
      name: account.name,
      // The slug is not final while the profile has no name.
      founder: { slug: profile?.name ? profile.slug : null, complete, missing },
      scopes: [...scopes],
      sandbox: isTest,
      limits: { reads_per_minute: defaultQuotas.read.points, writes_per_minute: defaultQuotas.write.points },
      interview: profile ? await ownInterview(read, site.id, profile.id, isTest) : [],
      unfinished: [
        ...(complete
          ? []
          : [{ kind: "founder_profile", id: account.id, next_action: { why, who: "human" as const, url } }]),
        ...begun.rows.map((draft) => ({ kind: "draft", id: draft.id, next_action: readDraft(draft) })),
        ...blocked.rows.map((listing) => ({ kind: "listing", id: listing.id, next_action: readListing(listing) })),
        ...claims.rows
          .filter((claim) => statusOf(claim, undefined, context.now) === "pending" || claim.provedAt !== null)
          .map((claim) => ({ kind: "claim", id: claim.id, next_action: goOnWithClaim(claim, urls) })),
        ...waiting
          .slice(0, maxUnfinished)
          .map((request) => ({ kind: "approval", id: request.id, next_action: decide(request, urls) })),
        ...open.map(({ number }) => ({ kind: "checkout", id: number, next_action: readOrder(number) })),
      ],
    };
  },
  text: ({ id, name, email, scopes, sandbox, limits, founder, interview, unfinished }) =>
    lines(
      `${name || "Account"} ${id} (${email}). Scopes: ${scopes.join(", ")}.`,
      sandbox && "This is a test key: normal checks, but no email, payment or public effect.",
      `Limits per minute: ${limits.reads_per_minute} reads, ${limits.writes_per_minute} writes.`,
      founder.complete
        ? `The founder profile${founder.slug ? ` (${founder.slug})` : ""} is complete.`
        : founder.missing.map(({ reason }) => reason).join(" "),
      actionLines(unfinished.map(({ next_action }) => next_action)),
      interviewLines(interview),
    ),
});
