import * as z from "zod";
import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import { type Story, saveStory, storyOfListing, touchListing } from "#db/queries/moderation/owner-voice.ts";
import { storySections } from "#db/schema/vocabulary.ts";
import { requireAdmittedTexts } from "../../abuse/shared/admit.ts";
import { defineTool } from "../../core/operations/define.ts";
import { differences } from "../../core/operations/differences.ts";
import { lines, wouldBe } from "../../core/text/text.ts";
import { siteRules } from "../../site/shared/rules.ts";
import { changeText, replacedTexts, textChange } from "../edits/text-changes.ts";
import { type ListingSite, listingId, listingOf, siteOfListing } from "../shared/own-listing.ts";
import { storyState } from "../shared/owner-records.ts";
import { emptySections, missingFromStory, storyReason } from "../shared/story-rules.ts";
import { lackingProfile, storyOf, storyPages } from "../view/owner-view.ts";
import { sectionsIn, storyInput, usesOlderName } from "./story-input.ts";

const olderNamesSince = new Date("2026-11-21T00:00:00.000Z");

const { title, url, status, published_at, missing } = storyState.shape;

export default defineTool({
  name: "set_founder_story",
  title: "Set the founder story",
  description:
    "Writes the founder story of an own listing. Ask for the user's own words; invent none. A sent section replaces the old one; empty text removes it. Returns the story's status and what is missing. The story is public while it meets the site's rules (see get_site_info) and the listing is live; dry_run shows what would change.",
  family: "My listings",
  rest: { method: "PUT", path: "/me/listings/{listing_id}/story" },
  page: "/account/listings/{listing_id}/story",
  scopes: ["listings:write"],
  effect: "write",
  approvalCategory: "publish",
  isIdempotent: true,
  openWorld: "Publishes the founder story when nothing is missing.",
  destructive: "Replaces the given sections. Earlier versions are not kept.",
  deprecatedSince: (input) => (usesOlderName(input) ? olderNamesSince : null),
  errors: ["not_found"],
  input: z.strictObject({ listing_id: listingId, ...storyInput }),
  output: z
    .strictObject({
      title,
      url,
      published_at,
      shown_on_listing: z.boolean().describe("Whether the listing's public page links to the story"),
      status,
      changes: z.array(textChange).describe("Cut to the parts that differ"),
      empty_sections: z.array(z.enum(storySections)),
      missing,
    })
    .meta({ id: "FounderStory" }),
  examples: [{ listing_id: 3, title: "Notes for the morning shift" }],
  async run(context, { listing_id, title, ...given }) {
    const { now } = context;
    const sent = sectionsIn(given);
    return async (tx, record) => {
      const listing = await listingOf(tx, context, listing_id);
      await requireAdmittedTexts(context, listing, { title, ...sent });
      const home = await siteOfListing(tx, context, listing);
      const lacking = await lackingProfile(tx, context, listing);
      const was = await storyOfListing(tx, listing_id);
      const written = Object.entries({ ...was.sections, ...sent }).filter(([, text]) => text !== "");
      const texts = { title: title ?? was.title, sections: Object.fromEntries(written) };
      const isWhole = lackedBy(home, listing_id, texts).length === 0;
      const isLive = listing.status === "live";
      const time = was.publishedAt ?? (isLive && lacking.length === 0 ? now.toISOString() : null);
      const story = { ...texts, isWhole, publishedAt: isWhole ? time : null };
      const { before, after } = differences(factsOf(was), factsOf(story));
      if (!Bun.deepEquals(was, story)) {
        await saveStory(tx, listing_id, story, now);
        if (isLive && (was.publishedAt ?? story.publishedAt) !== null) await touchListing(tx, listing_id, now);
        record({ subjects: [`listing:${listing_id}`], before: { story: before }, after: { story: after } });
      }
      const { published_at: _, ...changed } = after;
      return {
        ...stateOf(home, listing, story, lacking, isLive && was.publishedAt !== null && !isWhole),
        changes: replacedTexts(before, changed),
      };
    };
  },
  text: ({ title, url, published_at, status, changes, empty_sections, missing, ...rest }) =>
    lines(
      `The story${title ? ` "${title}"` : ""} ${status === "published" ? wouldBe(rest, `has been published since ${published_at}`, "would be published") : wouldBe(rest, "is a draft", "would be a draft")}: ${url}`,
      wouldBe(rest, [`Changed: ${changes.map(({ field }) => field).join(", ") || "nothing"}`], changes.map(changeText)),
      empty_sections.length > 0 && `Sections without text: ${empty_sections.join(", ")}`,
      missing.map(({ reason, url }) => `Missing: ${storyReason(reason)} ${url}`),
    ),
});

const lackedBy = ({ site, urls }: ListingSite, id: number, { sections }: Pick<Story, "sections">) =>
  missingFromStory(sections, [], siteRules(site.settings).storyRules, storyPages(urls, id));

function stateOf(home: ListingSite, listing: OwnListing, story: Story, lacking: string[], isUnpublished: boolean) {
  const facts = { storyTitle: story.title, storySections: story.sections, storyPublishedAt: story.publishedAt };
  const { sections, ...state } = storyOf(facts, listing, lacking, home);
  const reason = "This edit unpublishes the story until everything below is complete.";
  return {
    ...state,
    empty_sections: emptySections(sections),
    shown_on_listing: state.status === "published",
    missing: [...(isUnpublished ? [{ reason, url: state.url }] : []), ...state.missing],
  };
}

const factsOf = ({ title, sections, publishedAt }: Story) => ({
  title,
  published_at: publishedAt,
  ...Object.fromEntries(storySections.map((name) => [name, sections[name] ?? ""])),
});
