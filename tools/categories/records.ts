import * as z from "zod";
import type { CategoryRow } from "#db/queries/content/categories.ts";
import { facts } from "../core/text/text.ts";

export const categoryFields = {
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  listing_count: z.int().describe("Live listings, also in subcategories"),
  parent: z.string().nullable().describe("Slug of the parent"),
};

export const toCategory = ({ slug, name, description, listingCount, parent }: CategoryRow) => ({
  slug,
  name,
  description,
  listing_count: listingCount,
  parent,
});

export const categoryLine = ({ slug, name, description, listing_count, parent }: ReturnType<typeof toCategory>) =>
  facts(
    `${name} (${slug})`,
    `${listing_count} ${listing_count === 1 ? "listing" : "listings"}`,
    parent !== null && `in ${parent}`,
    description,
  );
