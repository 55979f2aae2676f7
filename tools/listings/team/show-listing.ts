import * as z from "zod";
import { teamListing } from "#db/queries/sites/team-lists.ts";
import { notFound } from "../../core/errors/errors.ts";
import { slug, time } from "../../core/input/fields.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { teamListingRecord } from "./records.ts";

export default defineTeamTool({
  name: "show_listing",
  command: { name: "listing show <slug>", description: "Show a listing", site: "option" },
  description: "Returns a listing in any status with the reason for its status.",
  rest: { method: "GET", path: "/team/listings/{slug}" },
  scopes: ["team:review", "team:content"],
  effect: "read",
  input: z.strictObject({ slug }),
  output: teamListingRecord.extend({ headline: z.string(), status_changed_at: time }),
  run: async ({ read, site }, { slug }) => (await teamListing(read, site.id, slug)) ?? notFound("listing", slug),
});
