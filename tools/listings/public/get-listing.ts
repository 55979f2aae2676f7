import * as z from "zod";
import { profileBySlug } from "#db/queries/listings/listings.ts";
import { mergedInto } from "#db/queries/listings/merge-listing.ts";
import { defineTool } from "../../core/operations/define.ts";
import { listingNotFound } from "../shared/listing-not-found.ts";
import { profileText } from "../shared/profile-text.ts";
import { listingSlug, publicListing, toProfile } from "../shared/records.ts";

export default defineTool({
  name: "get_listing",
  title: "Get a listing",
  description:
    "Returns the public profile of a live listing: facts, links, pictures, votes, founders, FAQs, milestones, updates and story. Use it after search_listings. The user votes for or follows a listing at its page_url.",
  family: "Listings",
  rest: { method: "GET", path: "/listings/{slug}" },
  page: "/listings/{slug}",
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({ slug: listingSlug }),
  output: publicListing.extend({ merged_from: z.string().optional() }).meta({ id: "Listing" }),
  examples: [{ slug: "lumenroll" }],
  maxAge: 60,
  isStored: true,
  counts: "profile_reads",
  async run(context, { slug }) {
    const { read, site, urls } = context;
    const row = await profileBySlug(read, site.id, slug);
    if (row) return toProfile(row, urls);
    const merged = await mergedInto(read, site.id, slug);
    const remaining = merged && (await profileBySlug(read, site.id, merged.slug));
    if (!remaining) return listingNotFound(context, slug, "get_listing");
    return { ...toProfile(remaining, urls), merged_from: slug };
  },
  text: ({ merged_from, ...listing }) =>
    `${merged_from === undefined ? "" : `"${merged_from}" was merged into this listing.\n`}${profileText(listing)}`,
});
