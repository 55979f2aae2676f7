import { setUnlockedSections } from "#db/queries/orders/bought.ts";
import type { LineEffect } from "#db/schema/orders.ts";
import { paidSections } from "#db/schema/vocabulary.ts";
import { CannotGive, type Kind } from "./kind.ts";

type Unlocked = Extract<LineEffect, { kind: "sections" }>;

/** Milestones and updates, shown from now on. */
export const sections: Kind<Unlocked> = {
  async give({ tx, now, listing }) {
    const added = paidSections.filter((section) => !listing.unlockedSections.includes(section));
    if (added.length === 0) throw new CannotGive(`${listing.name} has these sections already.`);
    await setUnlockedSections(tx, listing.id, [...listing.unlockedSections, ...added], now);
    return { kind: "sections", added };
  },

  takeBack: ({ tx, now, listing }, { added }) =>
    setUnlockedSections(
      tx,
      listing.id,
      listing.unlockedSections.filter((section) => !added.includes(section)),
      now,
    ),
};
