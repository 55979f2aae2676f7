import * as z from "zod";
import { teamListing } from "#db/queries/sites/team-lists.ts";
import { notFound } from "../../core/errors/errors.ts";
import { slug, time } from "../../core/input/fields.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { teamListingRecord } from "./records.ts";

export default defineOperation({
  name: "show_listing",
  actors: ["admin"],
  command: { name: "listing show <slug>", description: "Show a listing", site: "option" },
  scopes: [],
  effect: "read",
  input: z.strictObject({ slug }),
  output: teamListingRecord.extend({ headline: z.string(), status_changed_at: time }),
  run: async ({ read, site }, { slug }) => (await teamListing(read, site.id, slug)) ?? notFound("listing", slug),
});
