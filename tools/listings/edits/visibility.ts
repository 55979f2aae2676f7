import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import { touchListing } from "#db/queries/moderation/owner-voice.ts";
import type { PaidSection } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { showsSection } from "../shared/rules.ts";

/**
 * Whether the public sees a section of the listing; if so `updated_at` follows its change, as the listing's page has
 * another content now. `version` stays, which counts edits of the listing's own texts: nobody who edits those meets a
 * conflict because something was added beside them.
 */
export async function touchIfPublic(tx: Tx, listing: OwnListing, section: PaidSection, now: Date): Promise<boolean> {
  const isShown = listing.status === "live" && showsSection(listing, section);
  if (isShown) await touchListing(tx, listing.id, now);
  return isShown;
}

/** Whether readers see what was added, and else what would show it. */
export const visibilityText = (isShown: boolean): string =>
  isShown
    ? "The listing's page shows it."
    : "The listing's page does not show it: that takes a live listing with a paid launch or these sections unlocked, see list_products.";
