import * as z from "zod";
import { pricingModels } from "#db/schema/vocabulary.ts";
import { oneOrMore, slug } from "../core/input/fields.ts";
import { factFilterInput } from "../search/shared/fact-filters.ts";

export const followedId = z.int().min(1).describe("Id of the listing, from get_listing");

export const followState = z.strictObject({ listing_id: z.int(), is_following: z.boolean() });

/** The inputs of search_listings that filter results. */
export const followedSearch = z.strictObject({
  q: z.string().max(200).optional(),
  category: oneOrMore(slug).optional(),
  tag: oneOrMore(z.string().max(60)).optional(),
  pricing: oneOrMore(z.enum(pricingModels)).optional(),
  platform: oneOrMore(z.string().max(60)).optional(),
  verified: z.boolean().optional(),
  ...factFilterInput,
});
export type FollowedSearch = z.input<typeof followedSearch>;

export const searchState = z.strictObject({
  query: z.string().describe("The search as a URL query"),
  is_following: z.boolean(),
});
