import * as z from "zod";
import { defineTool } from "../../core/operations/define.ts";
import { cutChange } from "../edits/text-changes.ts";
import { listingId, readableListing } from "../shared/own-listing.ts";
import { ownerListing } from "../shared/owner-records.ts";
import { maxVersionText, ownerText } from "../view/owner-text.ts";
import { readOwnerView } from "../view/owner-view.ts";

export default defineTool({
  name: "get_my_listing",
  title: "Get my listing",
  description:
    "Returns one of the account's listings in any status: text, pictures, blockers, story, people and versions. Use it before an edit, or if a listing is not live.",
  family: "My listings",
  rest: { method: "GET", path: "/me/listings/{listing_id}" },
  page: "/account/listings/{listing_id}",
  watch: ({ id }) => `listing:${id}`,
  scopes: ["account:read"],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({ listing_id: listingId }),
  output: ownerListing,
  examples: [{ listing_id: 3 }],
  async run(context, { listing_id }) {
    return readOwnerView(context.read, context, await readableListing(context.read, context, listing_id));
  },
  // Over MCP, the texts of versions are cut, because they serve only to choose the version to restore.
  brief: {
    output: ownerListing,
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
