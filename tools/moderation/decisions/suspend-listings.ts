import * as z from "zod";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { chosenListings } from "#db/queries/listings/chosen-listings.ts";
import { judgedListing } from "#db/queries/sites/team-lists.ts";
import { invalid, notFound } from "../../core/errors/errors.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { decideListings, decisionInput, requireClause } from "./listing-for-decision.ts";
import { suspensionMail } from "./suspend-listing.ts";

/** Listings per call, which is one transaction. Other writers wait for it. */
const maxPerCall = 50;

export default defineTeamTool({
  name: "suspend_listings",
  command: {
    name: "listing suspend-all",
    description: "Suspend all live listings of an owner, a domain or a period",
    site: "option",
    done: ({ suspended }) => `Suspended listings: ${suspended.length}.`,
  },
  description:
    "Suspends the live listings of an owner, of a domain, or created since a day. Each call sends an owner one email. Returns the slugs. Repeat the call with after until next is null.",
  rest: { method: "POST", path: "/team/listings/suspend" },
  scopes: ["team:admin"],
  effect: "write",
  isAlwaysApproved: true,
  input: decisionInput.omit({ slug: true }).extend({
    owner: z.string().trim().max(254).optional().describe("email address of an account that may edit the listings"),
    domain: z
      .string()
      .trim()
      .toLowerCase()
      .max(253)
      .optional()
      .describe("registrable domain of the products' URLs, such as example.com"),
    since: z.iso.date().optional().describe("first day on which the listings were created (UTC), such as 2026-11-26"),
    after: z.int().min(0).default(0).describe("next of the previous call"),
  }),
  output: z.strictObject({ suspended: z.array(z.string()), next: z.int().nullable() }),
  async run(context, { owner, domain, since, after, ...statement }) {
    const { site } = context;
    requireClause(statement);
    if (!owner && !domain && !since)
      invalid("owner", "required", "is missing", { fix: "Send owner, domain or since." });
    return async (tx, record) => {
      const account = owner ? ((await accountByEmail(tx, owner)) ?? notFound("account", owner)) : null;
      const choice = { ownerId: account?.id, domain, createdSince: since };
      const chosen = await chosenListings(tx, site.id, choice, { status: "live", after, limit: maxPerCall });
      const [first, ...others] = await Promise.all(
        chosen.map(async ({ slug }) => (await judgedListing(tx, site.id, slug))!),
      );
      const decision = { ...statement, status: "suspended" as const };
      if (first) record(await decideListings(tx, context, [first, ...others], decision, suspensionMail));
      const isLast = chosen.length < maxPerCall;
      return { suspended: chosen.map(({ slug }) => slug), next: isLast ? null : chosen.at(-1)!.id };
    };
  },
});
