import * as z from "zod";

export const followedId = z.int().min(1).describe("The id of get_listing");

export const followState = z.strictObject({ listing_id: z.int(), is_following: z.boolean() });
