import * as z from "zod";
import { addMilestone, type MilestoneRow, milestoneCount } from "#db/queries/moderation/owner-voice.ts";
import type { Tx } from "#db/store/store.ts";
import { requireAdmittedTexts } from "../../abuse/shared/admit.ts";
import { closed, invalid, Problem } from "../../core/errors/errors.ts";
import { calendarDay, filled, line, paragraphs, secureUrl } from "../../core/input/fields.ts";
import { defineTool } from "../../core/operations/define.ts";
import { day, facts, lines, quoted } from "../../core/text/text.ts";
import { siteRules } from "../../site/shared/rules.ts";
import {
  ifPosted,
  postedFields,
  postedText,
  repeatedPost,
  touchIfPublic,
  visibilityOf,
} from "../edits/posted-entry.ts";
import {
  type ListingSite,
  listingId,
  listingOf,
  readMyListing,
  requireAccepting,
  siteOfListing,
} from "../shared/own-listing.ts";
import { milestoneFields } from "../shared/records.ts";

const most = { title: 120, description: 1000 };
const years = { back: 100, ahead: 5 };

export default defineTool({
  name: "add_milestone",
  title: "Add a milestone",
  description:
    "Adds a milestone to one of the account's listings. Use it for an event with a date; for news, use post_listing_update. Returns the milestone with its id, and where and when it appears.",
  family: "My listings",
  rest: {
    method: "POST",
    path: "/me/listings/{listing_id}/milestones",
    status: 201,
    location: "/me/listings/{listing_id}",
  },
  page: "/account/listings/{listing_id}/milestones",
  scopes: ["listings:write"],
  effect: "write",
  approvalCategory: "publish",
  openWorld: "Publishes a milestone on the listing's public page.",
  madeByRun: ["id"],
  errors: ["not_found", "conflict", "state_conflict"],
  input: z.strictObject({
    listing_id: listingId,
    date: calendarDay.meta({
      description: `YYYY-MM-DD, from ${years.back} years ago to ${years.ahead} years ahead`,
      example: "2026-05-04",
    }),
    title: filled(line(most.title)).meta({
      description: `What happened, up to ${most.title} characters`,
      example: "One hundred harbours",
    }),
    description: paragraphs(most.description)
      .nullish()
      .meta({
        description: `Plain text, up to ${most.description} characters`,
        example: "The hundredth harbour is Bergen.",
      }),
    url: secureUrl
      .nullish()
      .meta({ description: "A page with more information; https only", example: "https://example.com/hundred" }),
  }),
  output: z.strictObject({ ...milestoneFields, ...postedFields }).meta({ id: "Milestone" }),
  examples: [{ listing_id: 3, date: "2026-05-04", title: "One hundred harbours" }],
  async run(context, { listing_id, date, title, description, url }) {
    const { now } = context;
    requireNear(date, now);
    return async (tx, record) => {
      const listing = await listingOf(tx, context, listing_id);
      requireAccepting(listing);
      await requireAdmittedTexts(context, listing, { title, description });
      const facts = { date, title, description: description || null, url: url ?? null };
      const repeated = await repeatedPost<MilestoneRow>(tx, context, listing_id, "add_milestone", facts);
      if (!repeated) await requireRoom(tx, await siteOfListing(tx, context, listing), listing_id);
      const milestone = repeated?.row ?? (await addMilestone(tx, listing_id, facts, now));
      if (!repeated) await touchIfPublic(tx, listing, "milestones", now);
      if (!repeated) record({ subjects: [`listing:${listing_id}`], after: { milestone } });
      return { ...milestone, ...(await visibilityOf(tx, context, listing, "milestones")), ...repeated?.repeat };
    };
  },
  text: ({ id, date, title, description, url, ...posted }) =>
    lines(
      facts(
        `Milestone ${id} of listing ${posted.listing_id}${ifPosted(posted, "", " would be added")}: ${date}`,
        title,
        url,
      ),
      description ? quoted(description) : null,
      postedText(posted),
    ),
});

function requireNear(date: string, now: Date): void {
  const yearsOn = (count: number) => {
    const then = new Date(now);
    then.setUTCFullYear(then.getUTCFullYear() + count);
    return day(then.toISOString());
  };
  const [first, last] = [yearsOn(-years.back), yearsOn(years.ahead)];
  if (date < first || date > last)
    invalid("date", "out_of_range", `must be from ${first} to ${last}`, { fix: "Send the date of the event." });
}

async function requireRoom(tx: Tx, { site }: ListingSite, listingId: number): Promise<void> {
  const { milestones } = siteRules(site.settings).listings;
  if (milestones === 0) closed("New milestones are closed on this site.");
  if ((await milestoneCount(tx, listingId)) < milestones) return;
  throw new Problem(
    "conflict",
    `This listing already has ${milestones} milestones, the maximum. Delete one with delete_milestone first.`,
    {
      nextActions: [
        readMyListing(listingId, "See the milestones with their ids, and ask the user which one to delete."),
      ],
    },
  );
}
