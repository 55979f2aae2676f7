import * as z from "zod";
import { deleteListing } from "#db/queries/listings/delete-listing.ts";
import { statusBySlug } from "#db/queries/listings/listing-status.ts";
import { teamListing } from "#db/queries/sites/team-lists.ts";
import { notFound } from "../../core/errors/errors.ts";
import { slug } from "../../core/input/fields.ts";
import { defineOperation } from "../../core/operations/define.ts";

export default defineOperation({
  name: "delete_listing",
  actors: ["admin"],
  command: {
    name: "listing delete <slug>",
    description:
      "Permanently delete a listing, and its company if no other site lists the company; unlike a suspension, this cannot be undone",
    site: "option",
    done: ({ slug }) => `Deleted the listing ${slug}.`,
  },
  scopes: [],
  effect: "delete",
  input: z.strictObject({ slug }),
  output: z.strictObject({ slug: z.string() }),
  async run({ site, now }, { slug }) {
    return async (tx, record) => {
      const row = (await statusBySlug(tx, site.id, slug)) ?? notFound("listing", slug);
      const before = { ...(await teamListing(tx, site.id, slug)) };
      await deleteListing(tx, row, now);
      record({ subjects: [`listing:${row.id}`], before });
      return { slug };
    };
  },
});
