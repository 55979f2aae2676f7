import * as z from "zod";
import { ownListings } from "#db/queries/listings/owner-listings.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import type { Db } from "#db/store/store.ts";
import { invalid } from "../../core/errors/errors.ts";
import { offsetOf, pageFrom, pageInput, pageLine, pageOf } from "../../core/lists/pagination.ts";
import { accountOf } from "../../core/operations/context.ts";
import { defineTool } from "../../core/operations/define.ts";
import { facts, lines } from "../../core/text/text.ts";
import { ownerLine, toOwnerLine } from "../shared/owner-records.ts";

export default defineTool({
  name: "list_my_listings",
  title: "List my listings",
  description:
    "Returns the account's listings in any status and on all sites, newest first. Use it to find a listing_id; read one with get_my_listing.",
  family: "My listings",
  rest: { method: "GET", path: "/me/listings" },
  page: "/account/listings",
  scopes: ["account:read"],
  effect: "read",
  errors: [],
  input: z.strictObject({
    site: z
      .string()
      .max(40)
      .optional()
      .meta({ description: "Only listings on the site with this key", example: "main" }),
    ...pageInput,
  }),
  output: pageOf(ownerLine).meta({ id: "MyListingPage" }),
  examples: [{}],
  async run(context, { site, ...page }) {
    const cut = { limit: page.per_page, offset: offsetOf(page) };
    const { rows, total } = await ownListings(context.read, accountOf(context), { site }, cut);
    if (site !== undefined && total === 0) await requireSite(context.read, site);
    return pageFrom(rows.map(toOwnerLine), total, page);
  },
  text: (found) =>
    lines(
      pageLine(found, "The account has no listings. Create one with submit_listing."),
      found.items.map(
        ({ id, name, slug, url, headline, site, status, plan, version, launch_week, votes, updated_at }) =>
          facts(
            `${id}. ${name} (${slug}): ${status}`,
            `plan ${plan}`,
            launch_week && `launch ${launch_week}`,
            votes === 1 ? "1 vote" : `${votes} votes`,
            `site ${site}`,
            `version ${version}`,
            `changed ${updated_at}`,
            url,
            headline,
          ),
      ),
    ),
});

/** Throws 422 for an unknown site, because an empty list would hide the mistake. */
async function requireSite(db: Db, key: string): Promise<void> {
  const keys = (await allSites(db)).map((site) => site.key);
  if (!keys.includes(key))
    invalid("site", "unknown_site", `must be the key of a site, not "${key}"`, {
      fix: `Use one of: ${keys.join(", ")}.`,
    });
}
