import * as z from "zod";
import { ownersWithAccess } from "#db/queries/accounts/access.ts";
import { listingToClaim } from "#db/queries/claims/claimed-listings.ts";
import { teamListing } from "#db/queries/sites/team-lists.ts";
import { notFound } from "../../core/errors/errors.ts";
import { slug, time } from "../../core/input/fields.ts";
import { emailFor } from "../../core/operations/actor.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { ownerRecord } from "./find-listings.ts";
import { teamListingRecord } from "./records.ts";

export default defineTeamTool({
  name: "show_listing",
  command: { name: "listing show <slug>", description: "Show a listing", site: "option" },
  description: "Returns a listing in any status with its version, its owners and the reason for its status.",
  rest: { method: "GET", path: "/team/listings/{slug}" },
  scopes: ["team:review", "team:content"],
  effect: "read",
  input: z.strictObject({ slug }),
  output: teamListingRecord.extend({
    headline: z.string(),
    version: z.int(),
    status_changed_at: time,
    owners: z.array(ownerRecord.extend({ role: z.enum(["owner", "reader"]).describe("Readers cannot edit") })),
  }),
  async run({ read, site, actor }, { slug }) {
    const listing = (await teamListing(read, site.id, slug)) ?? notFound("listing", slug);
    const { companyId } = (await listingToClaim(read, site.id, slug))!;
    const owners = (await ownersWithAccess(read, companyId)).map(({ accountId, name, email, readOnlySince }) => ({
      ...{ account_id: accountId, name, email: emailFor(actor, email) },
      role: readOnlySince === null ? ("owner" as const) : ("reader" as const),
    }));
    return { ...listing, owners };
  },
});
