import { ownListing } from "../../../../../db/queries/owner-listings.ts";
import { Problem } from "../../../../../tools/core/errors.ts";
import { type DraftField, type DraftFields, draftFieldNames } from "../../../../../tools/listings/fields.ts";
import type { OwnerListing } from "../../../../../tools/owner/records.ts";
import { saidAt } from "../../../../../tools/owner/versions.ts";
import type { SignedInVisit } from "../../../frame/mount.ts";

/** What a listing says now, by field as it is sent. */
export const textsOf = (listing: OwnerListing): DraftFields => ({
  name: listing.name,
  headline: listing.headline,
  summary: listing.summary,
  description: listing.description,
  categories: listing.categories.map(({ slug }) => slug),
  pricing: listing.pricing,
  platforms: listing.platforms,
  socials: listing.socials,
  faqs: listing.faqs,
  seo_title: listing.seo_title ?? "",
  seo_description: listing.seo_description ?? "",
});

/** What it said at the version a form was made from; null for one so old that it is not known any more. */
export async function textsAt(
  visit: SignedInVisit,
  listing: OwnerListing,
  version: number,
): Promise<DraftFields | null> {
  const present = textsOf(listing);
  if (version === listing.version) return present;
  const { read } = visit.runtime.store;
  const own = await ownListing(read, { accountId: visit.account.id, isTest: false }, listing.id);
  try {
    const { logo_url: _, ...was } = own ? await saidAt(read, own, version) : {};
    return { ...present, ...was };
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** The fields in which two states of a listing differ, in the order they are shown. */
export const differing = (one: DraftFields, other: DraftFields): DraftField[] =>
  draftFieldNames.filter((name) => !Bun.deepEquals(one[name], other[name]));

/** Lets a field say what it says in another state. */
export const give = <Name extends DraftField>(texts: DraftFields, from: DraftFields, name: Name): void => {
  texts[name] = from[name];
};
