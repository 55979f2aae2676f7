import { nameKey, slugify } from "#db/queries/listings/slugs.ts";

/** The page of a product's alternatives, by the product's slug or name. Other spellings redirect to its slug. */
export const subjectPath = (written: string): string =>
  `/alternatives/${slugify(written, encodeURIComponent(nameKey(written)))}`;
