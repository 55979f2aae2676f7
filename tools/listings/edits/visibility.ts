import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import { touchListing } from "#db/queries/moderation/owner-voice.ts";
import type { PaidSection } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { showsSection } from "../shared/rules.ts";

/**
 * Returns whether a section of the listing is public and, if so, updates `updated_at`. `version` stays unchanged, so
 * that owners who are editing the text get no version conflict.
 */
export async function touchIfPublic(tx: Tx, listing: OwnListing, section: PaidSection, now: Date): Promise<boolean> {
  const isShown = listing.status === "live" && showsSection(listing, section);
  if (isShown) await touchListing(tx, listing.id, now);
  return isShown;
}

export const visibilityText = (isShown: boolean): string =>
  isShown
    ? "This entry appears on the listing's page."
    : "This entry does not appear on the listing's page yet. It will appear when the listing is live and has a paid launch or unlocked sections (see list_products).";
