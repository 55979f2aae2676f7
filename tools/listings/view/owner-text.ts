import { actionLines } from "../../core/errors/next-action.ts";
import { day, facts, lines, quoted } from "../../core/text/text.ts";
import { decisionText } from "../../moderation/shared/records.ts";
import type { OwnerListing } from "../shared/owner-records.ts";
import { fieldLines, profileText } from "../shared/profile-text.ts";
import { storyReason } from "../shared/story-rules.ts";

export const queueLine = (queue: OwnerListing["queue"]): string | false =>
  queue !== null && `Position ${queue.position} in the free queue; the launch is likely in ${queue.likely_week}.`;

const accessWords = { submitted: "submission", claim: "a claim", invitation: "an invitation", team: "the team" };

const personLine = ({ name, email, role, access, via, method, since }: OwnerListing["people"][number]): string =>
  facts(
    `Person: ${name || email || "no name"}, ${role}`,
    `can ${access}`,
    `access through ${accessWords[via]}`,
    method && `verified by ${method}`,
    `since ${day(since)}`,
  );

export function ownerText(listing: OwnerListing): string {
  const {
    id,
    site,
    status,
    status_message,
    plan,
    version,
    blockers,
    story,
    versions,
    sites,
    people,
    warnings,
    decision,
  } = listing;
  const sections = Object.entries(story.sections);
  return lines(
    `Listing ${id} on ${site}: status ${status} since ${day(listing.status_changed_at)}${status_message ? ` (${status_message})` : ""}, plan ${plan}, version ${version}.`,
    decision !== null && decisionText(decision).split("\n"),
    decision?.answer === null && "The owner can answer in the browser, on the page of the listing.",
    queueLine(listing.queue),
    blockers.map(({ reason, url }) => `Blocker: ${reason} ${url}`),
    actionLines(blockers.map(({ next_action }) => next_action)),
    warnings.map(({ message }) => `Note: ${message}`),
    listing.unlocked_sections.length > 0 && `Unlocked: ${listing.unlocked_sections.join(", ")}`,
    profileText({ ...listing, story: null }).split("\n"),
    fieldLines(listing, ({ shown }) => shown === "owner"),
    `Story: ${story.status}${story.published_at ? ` on ${day(story.published_at)}` : ""}${story.title ? `, ${story.title}` : ""} ${story.url}`,
    sections.flatMap(([name, text]) => [`Story, ${name}:`, ...quoted(text ?? "")]),
    story.missing.map(({ reason, url }) => `Story, missing: ${storyReason(reason)} ${url}`),
    sites.map(({ site, listing_id, slug }) => `Also listed on ${site}: ${listing_id} (${slug})`),
    people.map((person) => personLine(person)),
    versions.map(({ version, at, by, fields }) => `Version ${version}, ${at}, by ${by}: changed ${fields.join(", ")}`),
  );
}
