import * as z from "zod";
import { addUpdate, updateTimesSince } from "#db/queries/moderation/owner-voice.ts";
import type { Tx } from "#db/store/store.ts";
import { filled, line, paragraphs } from "../../core/input/fields.ts";
import { dayBefore, requireDailyRoom } from "../../core/operations/daily-limit.ts";
import { defineTool } from "../../core/operations/define.ts";
import { lines, quoted } from "../../core/text/text.ts";
import { siteRules } from "../../site/shared/rules.ts";
import { touchIfPublic, visibilityText } from "../edits/visibility.ts";
import { type ListingSite, listingId, listingOf, requireAccepting, siteOfListing } from "../shared/own-listing.ts";
import { updateFields } from "../shared/records.ts";

const most = { title: 120, body: 5000 };

export default defineTool({
  name: "post_listing_update",
  title: "Post an update",
  description:
    "Posts an update about one of the account's listings. Use it for news; show the user the text first. Returns the update and whether the listing's page shows it. Updates cannot be edited. If the listing is live, the update appears on the site's updates page and is emailed to followers. The listing's page shows it only after a paid launch or if updates are unlocked.",
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
  destructive: "Sends emails that cannot be recalled. The update cannot be edited later.",
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
  output: z
    .strictObject({ ...updateFields, listing_id: z.int(), shown_on_listing: z.boolean() })
    .meta({ id: "ListingUpdate" }),
  examples: [
    { listing_id: 3, title: "Signing works offline", body: "You can now sign for a page without a connection." },
  ],
  async run(context, { listing_id, ...update }) {
    const { now } = context;
    return async (tx, record) => {
      const listing = await listingOf(tx, context, listing_id);
      requireAccepting(listing);
      await requireUnderLimit(tx, await siteOfListing(tx, context, listing), listing_id, now);
      const posted = await addUpdate(tx, listing_id, update, now);
      const shown_on_listing = await touchIfPublic(tx, listing, "updates", now);
      record({ subjects: [`listing:${listing_id}`], after: { update: posted } });
      return { ...posted, listing_id, shown_on_listing };
    };
  },
  text: ({ id, listing_id, title, body, created_at, shown_on_listing }) =>
    lines(
      `Update ${id} of listing ${listing_id}, posted ${created_at}: ${title}`,
      quoted(body),
      visibilityText(shown_on_listing),
    ),
});

async function requireUnderLimit(tx: Tx, { site }: ListingSite, listingId: number, now: Date): Promise<void> {
  const { updatesPerDay } = siteRules(site.settings).listings;
  const times = await updateTimesSince(tx, listingId, dayBefore(now));
  requireDailyRoom(times, updatesPerDay, `A listing can post ${updatesPerDay} updates`, now);
}
