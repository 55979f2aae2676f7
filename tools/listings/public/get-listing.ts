import * as z from "zod";
import { profileBySlug } from "#db/queries/listings/listings.ts";
import { slug } from "../../core/input/fields.ts";
import { defineTool } from "../../core/operations/define.ts";
import { listingNotFound } from "../shared/listing-not-found.ts";
import { profileText } from "../shared/profile-text.ts";
import { publicListing, toProfile } from "../shared/records.ts";

export default defineTool({
  name: "get_listing",
  title: "Get a listing",
  description:
    "Returns the public profile of one live listing: facts, links, votes, launch week, founders, FAQs, milestones, updates and story. Use it for details after search_listings. For a listing that is not live, its owner uses get_my_listing. The user votes for it or follows it in the browser, at /listings/{slug}.",
  family: "Listings",
  rest: { method: "GET", path: "/listings/{slug}" },
  page: "/listings/{slug}",
  scopes: [],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({
    slug: slug.meta({ description: "Slug of the listing, from search_listings", example: "lumenroll" }),
  }),
  output: publicListing,
  examples: [{ slug: "lumenroll" }],
  maxAge: 60,
  async run(context, { slug }) {
    const { read, site, urls } = context;
    const row = await profileBySlug(read, site.id, slug);
    if (!row) return listingNotFound(context, slug, (near) => ({ tool: "get_listing", arguments: { slug: near } }));
    return toProfile(row, urls);
  },
  text: profileText,
});
