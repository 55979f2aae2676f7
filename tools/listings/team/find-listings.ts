import * as z from "zod";
import { findListings } from "#db/queries/sites/team-lists.ts";
import { listingStatuses } from "#db/schema/vocabulary.ts";
import { openPageFrom, openPageOf, openWindowOf, operatorPageInput } from "../../core/lists/pagination.ts";
import { emailFor } from "../../core/operations/actor.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { teamListingRecord } from "./records.ts";

const owner = z.strictObject({
  account_id: z.int(),
  name: z.string(),
  email: z.string().nullable().describe("For admins only"),
});

/** Returns the words for an owner in a line of text. */
export const ownerWords = ({ account_id, name, email }: z.output<typeof owner>): string =>
  email ?? (name || `account ${account_id}`);

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
  output: openPageOf(teamListingRecord.extend({ owners: z.array(owner) })),
  async run({ read, site, actor }, { q, status, ...page }) {
    const rows = await findListings(read, site.id, { q, status, ...openWindowOf(page) });
    const items = rows.map(({ owners, ...row }) => ({
      ...row,
      owners: owners.map(({ email, ...one }) => ({ ...one, email: emailFor(actor, email) })),
    }));
    return openPageFrom(items, page);
  },
});
