import * as z from "zod";
import { findListings } from "#db/queries/sites/team-lists.ts";
import { listingStatuses } from "#db/schema/vocabulary.ts";
import { calendarDay } from "../../core/input/fields.ts";
import { openPageFrom, openPageOf, openWindowOf, operatorPageInput } from "../../core/lists/pagination.ts";
import { emailFor } from "../../core/operations/actor.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { teamListingRecord } from "./records.ts";

export const ownerRecord = z.strictObject({
  account_id: z.int(),
  name: z.string(),
  email: z.string().nullable().describe("For admins only"),
});

/** Returns the words for an owner in a line of text. */
export const ownerWords = ({ account_id, name, email }: z.output<typeof ownerRecord>): string =>
  email ?? (name || `account ${account_id}`);

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
  output: openPageOf(teamListingRecord.extend({ owners: z.array(ownerRecord) })),
  async run({ read, site, actor }, { q, status, owner, domain, since, sort, ...page }) {
    const filter = { q, status, domain, since, hasOwner: owner && owner === "with", isOldestFirst: sort === "oldest" };
    const rows = await findListings(read, site.id, { ...filter, ...openWindowOf(page) });
    const items = rows.map(({ owners, ...row }) => ({
      ...row,
      owners: owners.map(({ email, ...one }) => ({ ...one, email: emailFor(actor, email) })),
    }));
    return openPageFrom(items, page);
  },
});
