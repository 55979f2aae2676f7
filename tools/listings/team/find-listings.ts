import * as z from "zod";
import { findListings } from "#db/queries/sites/team-lists.ts";
import { listingStatuses, plans } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";
import { openPageFrom, openPageInput, openWindowOf } from "../../core/lists/pagination.ts";
import { defineOperation } from "../../core/operations/define.ts";

/** Listings of a site in any status, newest first, for the people who run it. */
export default defineOperation({
  name: "find_listings",
  actors: ["team"],
  scopes: [],
  effect: "read",
  input: z.strictObject({
    q: z.string().trim().max(120).default("").describe("Part of the slug or the name"),
    status: z.enum(listingStatuses).optional(),
    ...openPageInput,
  }),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.int(),
        slug: z.string(),
        name: z.string(),
        url: z.string(),
        status: z.enum(listingStatuses),
        plan: z.enum(plans),
        launch_week: z.string().nullable(),
        votes: z.int(),
        created_at: time,
        status_message: z.string().nullable(),
        owners: z.array(z.string()).describe("Their addresses"),
      }),
    ),
    has_more: z.boolean(),
  }),
  async run({ read, site }, { q, status, ...page }) {
    return openPageFrom(await findListings(read, site.id, { q, status, ...openWindowOf(page) }), page);
  },
});
