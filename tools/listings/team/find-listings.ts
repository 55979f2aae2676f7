import * as z from "zod";
import { findListings } from "#db/queries/sites/team-lists.ts";
import { listingStatuses } from "#db/schema/vocabulary.ts";
import { openPageFrom, openPageOf, openWindowOf, operatorPageInput } from "../../core/lists/pagination.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { teamListingRecord } from "./records.ts";

export default defineTeamTool({
  name: "find_listings",
  command: {
    name: "listing list",
    description: "List a site's listings, newest first",
    site: "option",
    columns: ["id", "slug", "name", "status", "plan", "launch_week", "votes", "url"],
  },
  description: "Finds listings in any status by name, slug or status.",
  rest: { method: "GET", path: "/team/listings" },
  scopes: ["team:review", "team:content"],
  effect: "read",
  input: z.strictObject({
    q: z.string().trim().max(120).default("").describe("part of the slug or name"),
    status: z.enum(listingStatuses).optional().describe("status of the listings"),
    ...operatorPageInput,
  }),
  output: openPageOf(teamListingRecord.extend({ owners: z.array(z.string()).describe("Owners' email addresses") })),
  async run({ read, site }, { q, status, ...page }) {
    return openPageFrom(await findListings(read, site.id, { q, status, ...openWindowOf(page) }), page);
  },
});
