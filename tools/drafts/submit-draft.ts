import * as z from "zod";
import { founderOfAccount } from "#db/queries/founders/founder-profile.ts";
import { statusById } from "#db/queries/listings/listing-status.ts";
import { type ListingStatus, listingStatuses } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { requireAdmitted } from "../abuse/shared/admit.ts";
import { closed, type NextAction, Problem } from "../core/errors/errors.ts";
import { actionLines, nextAction } from "../core/errors/next-action.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines, wouldBe } from "../core/text/text.ts";
import { missingFromProfile } from "../founders/shared/rules.ts";
import { launchOptions } from "../launches/shared/launch-options.ts";
import { submissionsClosed } from "../site/shared/access.ts";
import { openCallerSite } from "../site/shared/caller-site.ts";
import { siteRules } from "../site/shared/rules.ts";
import { makeListing } from "./make-listing.ts";
import { listedAlready } from "./shared/listed-already.ts";
import { draftOf, draftTexts, wrongStatus } from "./shared/own-draft.ts";
import { draftId } from "./shared/records.ts";
import { missingFromDraft, nextActionsOf } from "./shared/rules.ts";

export default defineTool({
  name: "submit_draft",
  title: "Submit a draft",
  description:
    "Turns a ready draft into a listing owned by the account. The listing is not public yet. Use it only after the user has read and approved the text. Returns the listing_id and the next steps.",
  family: "Drafts",
  rest: { method: "POST", path: "/drafts/{id}/submit", status: 201, location: "/me/listings/{listing_id}" },
  page: "/account/drafts/{id}",
  scopes: ["listings:write"],
  effect: "write",
  approvalCategory: "publish",
  isIdempotent: true,
  madeByRun: ["listing_id"],
  errors: ["not_found", "conflict", "state_conflict", "forbidden"],
  input: z.strictObject({ id: draftId }),
  output: z
    .strictObject({
      draft_id: z.int(),
      listing_id: z.int(),
      slug: z.string(),
      status: z.enum(listingStatuses),
      next_actions: z.array(nextAction),
    })
    .meta({ id: "SubmittedDraft" }),
  examples: [{ id: 1 }],
  approvalContent: draftTexts,
  async run(context, { id }) {
    const { now } = context;
    return async (tx, record) => {
      const own = await openCallerSite(tx, context);
      const draft = await draftOf(tx, own, id);
      const answer = async (listingId: number) => {
        const { slug, status, siteId } = (await statusById(tx, listingId))!;
        return {
          draft_id: id,
          listing_id: listingId,
          slug,
          status,
          next_actions: await whatIsNext(tx, context, { id: listingId, siteId, status }),
        };
      };
      // The call may be a repeat after a lost response.
      if (draft.status === "submitted" && draft.listingId !== null) return answer(draft.listingId);
      if (draft.status !== "ready") throw wrongStatus(draft, ". Only a ready draft can be submitted.");
      const missing = missingFromDraft(draft);
      if (missing.length > 0)
        throw new Problem(
          "validation_failed",
          `${missing[0]!.field} ${missing[0]!.message}. See errors for all missing fields.`,
          { errors: missing, nextActions: nextActionsOf(draft, missing) },
        );
      if (context.site.settings.access?.submissions === "closed") closed(submissionsClosed(context.site)!);
      await requireAdmitted(context.read, context, { url: draft.url, fields: draft.fields });
      const listed = await listedAlready(tx, own, draft.url);
      if (listed) throw new Problem("conflict", listed.message, { nextActions: [listed.nextAction] });
      const { listingId, entry } = await makeListing(tx, own, draft, now);
      record(entry);
      return answer(listingId);
    };
  },
  text: ({ draft_id, listing_id, slug, status, next_actions, ...rest }) =>
    lines(
      `Draft ${draft_id} ${wouldBe(rest, "became", "would become")} listing ${listing_id} (${slug}) with the status ${status}.`,
      actionLines(next_actions),
    ),
});

/** Free launches and founder stories need a complete founder profile. Only the person can complete it. */
async function whatIsNext(
  tx: Tx,
  context: CallContext,
  listing: { id: number; siteId: number; status: ListingStatus },
): Promise<NextAction[]> {
  const { site, urls } = context;
  const profile = await founderOfAccount(tx, accountOf(context).accountId);
  const missing = missingFromProfile(profile, siteRules(site.settings).storyRules);
  const launch = listing.status === "draft" ? await launchOptions(tx, context, listing, { site, urls }) : [];
  if (missing.length === 0) return launch;
  const why = `Complete the founder profile, which a free launch and a founder story require. ${missing.join(" ")}`;
  return [{ why, who: "human", url: `${urls.base}/account/profile` }, ...launch];
}
