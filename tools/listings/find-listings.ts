import * as z from "zod";
import { findListings } from "../../db/queries/team-lists.ts";
import { listingStatuses, plans } from "../../db/schema/vocabulary.ts";
import { defineOperation } from "../core/define.ts";
import { time } from "../core/fields.ts";

/** Listings of a site in any status, newest first, for the people who run it. */
export default defineOperation({
  name: "find_listings",
  actors: ["team"],
  scopes: [],
  effect: "read",
  input: z.strictObject({
    q: z.string().trim().max(120).default("").describe("Part of the slug or the name"),
    status: z.enum(listingStatuses).optional(),
    page: z.int().min(1).max(100_000).default(1),
    per_page: z.int().min(1).max(100).default(30),
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
  async run({ read, site }, { q, status, page, per_page: limit }) {
    const rows = await findListings(read, site.id, { q, status, limit: limit + 1, offset: (page - 1) * limit });
    return { items: rows.slice(0, limit), has_more: rows.length > limit };
  },
});
