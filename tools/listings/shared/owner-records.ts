import * as z from "zod";
import type { OwnListingLine } from "#db/queries/listings/owner-listings.ts";
import { listingStatuses, paidSections, plans, storySections } from "#db/schema/vocabulary.ts";
import { personRecord } from "../../claims/shared/records.ts";
import { nextAction } from "../../core/errors/next-action.ts";
import { time } from "../../core/input/fields.ts";
import { decisionRecord } from "../../moderation/shared/records.ts";
import { shownFields } from "./fields.ts";
import { publicListing } from "./records.ts";

const ownerHead = {
  site: z.string().describe("Key of the site it is listed on"),
  status: z.enum(listingStatuses),
  plan: z.enum(plans),
  version: z.int().describe("Rises with every edit; if_version in update_my_listing"),
};

/** A listing as its owner's list shows it. */
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
  .strictObject({ position: z.int(), likely_week: z.string() })
  .nullable()
  .describe("Place in the free queue, null outside of it");

export const blocker = z.strictObject({ reason: z.string(), url: z.string(), next_action: nextAction });

/** The founder story as it is written, published or not. */
export const storyState = z.strictObject({
  title: z.string(),
  url: z.string().describe("The public page once published, until then the editor"),
  sections: z.partialRecord(z.enum(storySections), z.string()),
  status: z.enum(["draft", "published"]),
  published_at: time.nullable(),
  missing: z
    .array(z.strictObject({ reason: z.string(), url: z.string() }))
    .describe("Sentences, and listing_not_live until the listing is live"),
});

export const versionLine = z.strictObject({
  version: z.int(),
  at: time,
  by: z.string().describe("Who, and through what"),
  fields: z.array(z.string()),
});

const onlyOwners = shownFields("owner");

/** The whole listing as its owner sees it: the public profile and all that is theirs alone. */
export const ownerListing = z
  .strictObject({
    ...publicListing.shape,
    ...ownerHead,
    status_message: z.string().nullable(),
    status_changed_at: time,
    decision: decisionRecord.nullable().describe("Why the team suspended or rejected it, and how to answer"),
    queue: queuePlace,
    blockers: z.array(blocker).describe("What keeps it from going live"),
    unlocked_sections: z.array(z.enum(paidSections)),
    ...onlyOwners.texts,
    ...onlyOwners.others,
    sites: z
      .array(z.strictObject({ site: z.string(), listing_id: z.int(), slug: z.string() }))
      .describe("Where else the company is listed; the keys apply_to takes"),
    people: z.array(personRecord).describe("Everyone with access, and open invitations"),
    story: storyState,
    warnings: z.array(z.strictObject({ code: z.string(), message: z.string() })),
    versions: z.array(versionLine).describe("The latest edits"),
  })
  .meta({ id: "MyListing" });

export type OwnerListing = z.output<typeof ownerListing>;
