import { nameKey, slugify } from "#db/queries/listings/slugs.ts";

/** The page of a product's alternatives. */
export const alternativesPath = (slug: string): string => `/alternatives/${slug}`;

/** The page of a product that a listing names. It redirects to the product's slug. */
export const namedPath = (name: string): string => alternativesPath(slugify(name, encodeURIComponent(nameKey(name))));
