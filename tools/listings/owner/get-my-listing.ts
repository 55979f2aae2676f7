import * as z from "zod";
import { defineTool } from "../../core/operations/define.ts";
import { listingInsights, recentInsights } from "../../insights/shared/insights.ts";
import { cutChange } from "../edits/text-changes.ts";
import { listingId, readableListing } from "../shared/own-listing.ts";
import { ownerListing } from "../shared/owner-records.ts";
import { maxVersionText, ownerText } from "../view/owner-text.ts";
import { readOwnerView } from "../view/owner-view.ts";

const output = ownerListing
  .extend({ insights: listingInsights.nullable().describe("The last 28 days; null with read-only access") })
  .meta({ id: "MyListing" });

export default defineTool({
  name: "get_my_listing",
  title: "Get my listing",
  description:
    "Returns one of the account's listings in any status: text, pictures, blockers, story, people, versions, and insights (views, clicks, queries). Use it before an edit and for statistics.",
  family: "My listings",
  rest: { method: "GET", path: "/me/listings/{listing_id}" },
  page: "/account/listings/{listing_id}",
  watch: ({ id }) => `listing:${id}`,
  scopes: ["account:read"],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({ listing_id: listingId }),
  output,
  examples: [{ listing_id: 3 }],
  async run(context, { listing_id }) {
    const { read, now } = context;
    const own = await readableListing(read, context, listing_id);
    const view = await readOwnerView(read, context, own);
    return { ...view, insights: own.isReadOnly ? null : await recentInsights(read, own, now) };
  },
  // Over MCP, the texts of versions are cut, because they serve only to choose the version to restore.
  brief: {
    output,
    from: (listing) => ({
      ...listing,
      versions: listing.versions.map(({ changes, ...version }) => ({
        ...version,
        changes: changes.map((change) => cutChange(change, maxVersionText)),
      })),
    }),
  },
  text: ownerText,
});
