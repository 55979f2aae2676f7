import * as z from "zod";
import { deleteListing } from "#db/queries/listings/delete-listing.ts";
import { statusBySlug } from "#db/queries/listings/listing-status.ts";
import { teamListing } from "#db/queries/sites/team-lists.ts";
import { notFound } from "../../core/errors/errors.ts";
import { slug } from "../../core/input/fields.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";

export default defineTeamTool({
  name: "delete_listing",
  command: {
    name: "listing delete <slug>",
    description:
      "Permanently delete a listing, and its company if no other site lists the company; unlike a suspension, this cannot be undone",
    site: "option",
    done: ({ slug }) => `Deleted the listing ${slug}.`,
  },
  description: "Permanently deletes a listing, and its company if no other site lists the company.",
  rest: { method: "DELETE", path: "/team/listings/{slug}" },
  scopes: ["team:content"],
  effect: "delete",
  isAlwaysApproved: true,
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
