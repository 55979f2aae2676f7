import * as z from "zod";
import { addUpdate, type UpdateRow, updateTimesSince } from "#db/queries/moderation/owner-voice.ts";
import type { Tx } from "#db/store/store.ts";
import { requireAdmittedTexts } from "../../abuse/shared/admit.ts";
import { filled, line, paragraphs } from "../../core/input/fields.ts";
import { dayBefore, requireDailyRoom } from "../../core/operations/daily-limit.ts";
import { defineTool } from "../../core/operations/define.ts";
import { lines, quoted } from "../../core/text/text.ts";
import { siteRules } from "../../site/shared/rules.ts";
import {
  ifPosted,
  postedFields,
  postedText,
  repeatedPost,
  touchIfPublic,
  visibilityOf,
} from "../edits/posted-entry.ts";
import { type ListingSite, listingId, listingOf, requireAccepting, siteOfListing } from "../shared/own-listing.ts";
import { updateFields } from "../shared/records.ts";

const most = { title: 120, body: 5000 };

export default defineTool({
  name: "post_listing_update",
  title: "Post an update",
  description:
    "Posts an update about one of the account's listings. Use it for news; show the user the text first. Returns the update, and where and when it appears. Followers of a live listing get it by email. Updates cannot be edited or deleted.",
  family: "My listings",
  rest: {
    method: "POST",
    path: "/me/listings/{listing_id}/updates",
    status: 201,
    location: "/me/listings/{listing_id}",
  },
  page: "/account/listings/{listing_id}/updates",
  scopes: ["listings:write"],
  effect: "write",
  approvalCategory: "publish",
  openWorld: "Publishes an update that everyone can read, and emails it to the listing's followers.",
  madeByRun: ["id"],
  errors: ["not_found", "state_conflict"],
  input: z.strictObject({
    listing_id: listingId,
    title: filled(line(most.title)).meta({
      description: `Headline, up to ${most.title} characters`,
      example: "Signing works offline",
    }),
    body: filled(paragraphs(most.body)).meta({
      description: `Plain text, up to ${most.body} characters; blank lines separate paragraphs`,
      example: "You can now sign for a page without a connection.",
    }),
  }),
  output: z.strictObject({ ...updateFields, ...postedFields }).meta({ id: "ListingUpdate" }),
  examples: [
    { listing_id: 3, title: "Signing works offline", body: "You can now sign for a page without a connection." },
  ],
  async run(context, { listing_id, ...update }) {
    const { now } = context;
    return async (tx, record) => {
      const listing = await listingOf(tx, context, listing_id);
      requireAccepting(listing);
      await requireAdmittedTexts(context, listing, update);
      const repeated = await repeatedPost<UpdateRow>(tx, context, listing_id, "post_listing_update", update);
      if (!repeated) await requireUnderLimit(tx, await siteOfListing(tx, context, listing), listing_id, now);
      const posted = repeated?.row ?? (await addUpdate(tx, listing_id, update, now));
      if (!repeated) await touchIfPublic(tx, listing, "updates", now);
      if (!repeated) record({ subjects: [`listing:${listing_id}`], after: { update: posted } });
      return { ...posted, ...(await visibilityOf(tx, context, listing, "updates")), ...repeated?.repeat };
    };
  },
  text: ({ id, title, body, created_at, ...posted }) =>
    lines(
      `Update ${id} of listing ${posted.listing_id}${ifPosted(posted, `, posted ${created_at}`, " would be posted")}: ${title}`,
      quoted(body),
      postedText(posted),
    ),
});

async function requireUnderLimit(tx: Tx, { site }: ListingSite, listingId: number, now: Date): Promise<void> {
  const { updatesPerDay } = siteRules(site.settings).listings;
  const times = await updateTimesSince(tx, listingId, dayBefore(now));
  requireDailyRoom(times, updatesPerDay, `A listing can post ${updatesPerDay} updates`, now);
}
