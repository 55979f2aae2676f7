import * as z from "zod";
import { profileBySlug } from "#db/queries/listings/listings.ts";
import { defineTool } from "../../core/operations/define.ts";
import { listingNotFound } from "../shared/listing-not-found.ts";
import { profileText } from "../shared/profile-text.ts";
import { listingSlug, publicListing, toProfile } from "../shared/records.ts";

export default defineTool({
  name: "get_listing",
  title: "Get a listing",
  description:
    "Returns the public profile of one live listing: facts, links, pictures, votes, launch week, founders, FAQs, milestones, updates and story. Use it for details after search_listings. The user votes for or follows a listing in the browser, at /listings/{slug}.",
  family: "Listings",
  rest: { method: "GET", path: "/listings/{slug}" },
  page: "/listings/{slug}",
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({ slug: listingSlug }),
  output: publicListing,
  examples: [{ slug: "lumenroll" }],
  maxAge: 60,
  isStored: true,
  async run(context, { slug }) {
    const { read, site, urls } = context;
    const row = await profileBySlug(read, site.id, slug);
    if (!row) return listingNotFound(context, slug, "get_listing");
    return toProfile(row, urls);
  },
  text: (listing) => profileText(listing),
});
