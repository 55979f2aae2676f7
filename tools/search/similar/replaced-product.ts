import { mergedInto } from "#db/queries/listings/merge-listing.ts";
import { isNamesake, slugify } from "#db/queries/listings/slugs.ts";
import { findSubject, listedAs, type Subject } from "#db/queries/listings/subjects.ts";
import { type SimilarityFeatures, traitsByName, traitsBySlug } from "#db/queries/search/alternatives.ts";
import { wholeName } from "#db/queries/search/search-text.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { siteVocabulary } from "../query-understanding/site-vocabulary.ts";

type ReplacedProduct = { listed: SimilarityFeatures } | { listed?: undefined; subject: Subject };

/**
 * Returns the product with this slug or name, whether it is listed or not. A subject counts only while a live listing
 * names it, so that owners cannot make pages for other words.
 */
export async function replacedProduct(
  { read, site }: Pick<CallContext, "read" | "site">,
  written: string,
): Promise<ReplacedProduct | null> {
  const slug = written.toLowerCase().replace(/[\s_-]+/g, "-");
  const listed = await traitsBySlug(read, site.id, slug);
  const subject = await findSubject(read, site.id, slug);
  // A stranger's listing must not take over the page of a product whose URL the team has set.
  if (listed && !(subject?.slug === slug && isNamesake(subject, listed))) return { listed };
  const listing = subject && (await listedAs(read, site.id, subject));
  if (listing) return { listed: (await traitsBySlug(read, site.id, listing))! };
  if (subject && subject.listingCount > 0) return { subject };
  const named = await traitsByName(read, site.id, written);
  return named && wholeName(named.name) === wholeName(written) ? { listed: named } : null;
}

/** Returns a subject of the team, or a well-known product, that no live listing names. It has no page. */
export async function knownProduct(
  where: Pick<CallContext, "read" | "site" | "now">,
  written: string,
): Promise<ReplacedProduct | null> {
  if (await mergedInto(where.read, where.site.id, written)) return null;
  const subject = await findSubject(where.read, where.site.id, written);
  if (subject) return { subject };
  const vocabulary = await siteVocabulary(where);
  if (vocabulary.kindOfProduct(written) === null) return null;
  const name = vocabulary.productNamed(written);
  return { subject: { id: 0, slug: slugify(name), name, url: null, alsoKnownAs: [], listingCount: 0 } };
}
