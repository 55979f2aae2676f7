import { personLine } from "../../claims/shared/records.ts";
import { actionLines } from "../../core/errors/next-action.ts";
import { day, facts, lines, mondayWords, quoted } from "../../core/text/text.ts";
import { insightsText, type ListingInsights } from "../../insights/shared/insights.ts";
import { leadTimeSentence } from "../../launches/shared/free-rules.ts";
import { decisionText } from "../../moderation/shared/records.ts";
import { changeText, cutChange } from "../edits/text-changes.ts";
import type { OwnerListing } from "../shared/owner-records.ts";
import { fieldLines, profileText } from "../shared/profile-text.ts";
import { emptySections, storyReason } from "../shared/story-rules.ts";

export const queueLine = (queue: OwnerListing["queue"]): string | false =>
  queue !== null &&
  `Position ${queue.position} in the free queue, over all weeks; the launch is likely in ${queue.likely_week}, from ${mondayWords(queue.likely_week)}. ${leadTimeSentence(queue.min_weeks_ahead)}`.trimEnd();

export const maxVersionText = 80;

export function ownerText({ insights, ...listing }: OwnerListing & { insights: ListingInsights | null }): string {
  const { id, site, status, status_message, plan, version, blockers, story, decision } = listing;
  const empty = emptySections(story.sections);
  return lines(
    `Listing ${id} on ${site}: status ${status} since ${day(listing.status_changed_at)}${status_message ? ` (${status_message})` : ""}, plan ${plan}, version ${version}.`,
    decision !== null && decisionText(decision).split("\n"),
    decision?.answer === null && "The owner can answer the decision in the browser, on the listing's page.",
    queueLine(listing.queue),
    blockers.map(({ reason, url }) => `Blocker: ${reason} ${url}`),
    actionLines([...blockers.map(({ next_action }) => next_action), ...listing.next_actions]),
    insights !== null &&
      insightsText(insights, `${new URL(listing.page_url).origin}/account/listings/${id}/insights`).split("\n"),
    listing.warnings.map(({ message }) => `Note: ${message}`),
    listing.unlocked_sections.length > 0 && `Unlocked: ${listing.unlocked_sections.join(", ")}`,
    listing.pictures.map(({ alt, url }, i) => `Picture ${i + 1}: "${alt}" ${url}`),
    profileText({ ...listing, pictures: [], story: null }, status === "live").split("\n"),
    fieldLines(listing, ({ shown }) => shown === "owner"),
    `Story: ${story.status}${story.published_at ? ` on ${day(story.published_at)}` : ""}${story.title ? `, ${story.title}` : ""} ${story.url}`,
    Object.entries(story.sections).flatMap(([name, text]) => [`Story, ${name}:`, ...quoted(text ?? "")]),
    empty.length > 0 && `Story, sections without text: ${empty.join(", ")}`,
    story.missing.map(({ reason, url }) => `Story, missing: ${storyReason(reason)} ${url}`),
    listing.sites.map(({ site, listing_id, slug }) => `Also listed on ${site}: ${listing_id} (${slug})`),
    listing.people.map(personLine),
    listing.versions.map(({ version, at, by, changes }) =>
      facts(
        `Version ${version}, ${at}, by ${by}`,
        ...changes.map((change) => changeText(cutChange(change, maxVersionText))),
        `revert_to ${version - 1} restores the text before it`,
      ),
    ),
  );
}
