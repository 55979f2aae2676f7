import * as z from "zod";
import { historyOf } from "#db/queries/listings/history.ts";
import { statusBySlug } from "#db/queries/listings/listing-status.ts";
import { weekOf } from "#db/values/week.ts";
import { notFound } from "../../core/errors/errors.ts";
import { slug, time } from "../../core/input/fields.ts";
import { defineOperation } from "../../core/operations/define.ts";

export default defineOperation({
  name: "get_history",
  scopes: [],
  actors: ["anonymous", "person"],
  effect: "read",
  input: z.strictObject({ slug }),
  output: z.strictObject({
    votes: z.array(z.strictObject({ day: z.iso.date(), votes: z.int() })),
    ranks: z.array(z.strictObject({ week: z.string(), rank: z.int() })),
    ratings: z.array(z.strictObject({ checked_at: time, value: z.int() })),
  }),
  async run({ read, site, now }, { slug }) {
    const listing = await statusBySlug(read, site.id, slug);
    if (listing?.status !== "live") return notFound("listing", slug);
    const { votes, ranks, ratings } = await historyOf(read, listing.id, weekOf(now));
    return {
      votes,
      ranks: ranks.map(({ week, place }) => ({ week, rank: place })),
      ratings: ratings.map(({ checkedAt, value }) => ({ checked_at: checkedAt, value })),
    };
  },
});
