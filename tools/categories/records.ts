import * as z from "zod";
import type { CategoryRow } from "#db/queries/content/categories.ts";
import { facts } from "../core/text/text.ts";

/** Fields of a category wherever it is shown. */
export const categoryFields = {
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  listing_count: z.int().describe("Live listings, those of its subcategories included"),
  parent: z.string().nullable().describe("Slug of the category above"),
};

export const toCategory = ({ slug, name, description, listingCount, parent }: CategoryRow) => ({
  slug,
  name,
  description,
  listing_count: listingCount,
  parent,
});

/** A category in one line of text. */
export const categoryLine = ({ slug, name, description, listing_count, parent }: ReturnType<typeof toCategory>) =>
  facts(
    `${name} (${slug})`,
    `${listing_count} ${listing_count === 1 ? "listing" : "listings"}`,
    parent !== null && `in ${parent}`,
    description,
  );
