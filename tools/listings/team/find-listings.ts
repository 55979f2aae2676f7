import * as z from "zod";
import { findListings } from "#db/queries/sites/team-lists.ts";
import { listingStatuses } from "#db/schema/vocabulary.ts";
import { calendarDay } from "../../core/input/fields.ts";
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
  description: "Finds listings in any status by name, slug, status, owner, domain or day of creation.",
  rest: { method: "GET", path: "/team/listings" },
  scopes: ["team:review", "team:content"],
  effect: "read",
  input: z.strictObject({
    q: z.string().trim().max(120).default("").describe("part of the slug or name"),
    status: z.enum(listingStatuses).optional().describe("status of the listings"),
    owner: z.enum(["with", "without"]).optional().describe("only listings with or without an owner"),
    domain: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9.-]{1,253}$/, "must be a domain, such as example.com")
      .optional()
      .describe("domain of the product, including subdomains"),
    since: calendarDay.optional().describe("first day of creation, such as 2026-11-01"),
    sort: z.enum(["newest", "oldest"]).default("newest").describe("order by creation"),
    ...operatorPageInput,
  }),
  output: openPageOf(teamListingRecord.extend({ owners: z.array(z.string()).describe("Owners' email addresses") })),
  async run({ read, site }, { q, status, owner, domain, since, sort, ...page }) {
    const filter = { q, status, domain, since, hasOwner: owner && owner === "with", isOldestFirst: sort === "oldest" };
    return openPageFrom(await findListings(read, site.id, { ...filter, ...openWindowOf(page) }), page);
  },
});
