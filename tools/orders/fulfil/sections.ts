import { setUnlockedSections } from "#db/queries/orders/purchased-listing.ts";
import { paidSections } from "#db/schema/vocabulary.ts";
import { type Fulfilment, FulfilmentError } from "./fulfilment.ts";

export const sections: Fulfilment<"sections"> = {
  async fulfil({ tx, now, listing }) {
    const added = paidSections.filter((section) => !listing.unlockedSections.includes(section));
    if (added.length === 0) throw new FulfilmentError(`${listing.name} already has these sections.`);
    await setUnlockedSections(tx, listing.id, [...listing.unlockedSections, ...added], now);
    return { kind: "sections", added };
  },

  async reverse({ tx, now, listing }, { added }) {
    const left = listing.unlockedSections.filter((section) => !added.includes(section));
    await setUnlockedSections(tx, listing.id, left, now);
  },
};
