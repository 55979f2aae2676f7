import * as z from "zod";
import type { OwnListingLine } from "#db/queries/listings/owner-listings.ts";
import { listingStatuses, paidSections, plans, storySections } from "#db/schema/vocabulary.ts";
import { personRecord } from "../../claims/shared/records.ts";
import { nextAction } from "../../core/errors/next-action.ts";
import { time } from "../../core/input/fields.ts";
import { decisionRecord } from "../../moderation/shared/records.ts";
import { textChange } from "../edits/text-changes.ts";
import { shownFields } from "./fields.ts";
import { publicListing } from "./records.ts";

const ownerHead = {
  site: z.string().describe("Key of the site that has the listing"),
  status: z.enum(listingStatuses),
  plan: z.enum(plans),
  version: z.int().describe("Increases with every edit; send it as if_version"),
};

export const ownerLine = z
  .strictObject({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    headline: z.string(),
    url: z.string(),
    ...ownerHead,
    launch_week: z.string().nullable(),
    votes: z.int(),
    updated_at: time,
  })
  .meta({ id: "MyListingCard" });

export const toOwnerLine = ({ launchWeek, updatedAt, ...row }: OwnListingLine): z.output<typeof ownerLine> => ({
  ...row,
  launch_week: launchWeek,
  updated_at: updatedAt,
});

export const queuePlace = z
  .strictObject({ position: z.int(), likely_week: z.string(), min_weeks_ahead: z.int() })
  .nullable()
  .describe("Place in the free queue over all weeks");

export const blocker = z.strictObject({
  code: z.enum(["account_too_new", "team_review"]).optional(),
  reason: z.string(),
  url: z.string(),
  next_action: nextAction,
  expected_by: time.optional(),
});

export const storyState = z.strictObject({
  title: z.string(),
  url: z.string().describe("URL of the public page if published, otherwise of the editor"),
  sections: z.partialRecord(z.enum(storySections), z.string()),
  status: z.enum(["draft", "published"]),
  published_at: time.nullable(),
  missing: z
    .array(z.strictObject({ reason: z.string(), url: z.string() }))
    .describe("Reasons in words; listing_not_live means that the listing is not live yet"),
});

export const versionLine = z.strictObject({
  version: z.int(),
  at: time,
  by: z.string().describe("Person, with the app or key used"),
  fields: z.array(z.string()),
  changes: z.array(textChange).describe("Old and new texts"),
});

const onlyOwners = shownFields("owner");

export const ownerListing = z.strictObject({
  ...publicListing.shape,
  ...ownerHead,
  status_message: z.string().nullable(),
  status_changed_at: time,
  decision: decisionRecord.nullable().describe("Why the team suspended or rejected the listing"),
  queue: queuePlace,
  blockers: z.array(blocker).describe("Why the listing is not live"),
  next_actions: z.array(nextAction),
  unlocked_sections: z.array(z.enum(paidSections)),
  ...onlyOwners.texts,
  ...onlyOwners.others,
  sites: z
    .array(z.strictObject({ site: z.string(), listing_id: z.int(), slug: z.string() }))
    .describe("The company's other sites; pass their keys in apply_to"),
  people: z.array(personRecord).describe("Everyone who has access or an invitation"),
  story: storyState,
  warnings: z.array(z.strictObject({ code: z.string(), message: z.string() })),
  versions: z.array(versionLine).describe("Latest edits"),
});

export type OwnerListing = z.output<typeof ownerListing>;
