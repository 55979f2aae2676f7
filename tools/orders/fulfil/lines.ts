import { type Order, type OrderLine, setLineEffect } from "#db/queries/orders/orders.ts";
import { purchasedListing } from "#db/queries/orders/purchased-listing.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import type { LineEffect } from "#db/schema/orders.ts";
import type { ProductName } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { siteRules } from "../../site/shared/rules.ts";
import { whyNot } from "../shared/rules.ts";
import { billboard } from "./billboard.ts";
import { type Fulfilment, type FulfilmentContext, FulfilmentError } from "./fulfilment.ts";
import { launch } from "./launch.ts";
import { sections } from "./sections.ts";

const kinds: { [Name in ProductName]: Fulfilment<Name> } = {
  launch,
  billboard,
  sections,
};

/** Throws FulfilmentError if a line is not available any more. */
export async function fulfilLines(tx: Tx, order: Order, now: Date): Promise<void> {
  for (const line of order.lines) {
    const given = await givenTo(tx, order, line, now);
    if (!given) throw new FulfilmentError(`${line.name}: the listing was deleted.`);
    const why = whyNot(line.product, given.listing);
    if (why !== null) throw new FulfilmentError(`${given.listing.name} ${why}.`);
    await setLineEffect(tx, line, await kinds[line.product].fulfil(given));
  }
}

export async function reverseLines(tx: Tx, order: Order, now: Date): Promise<void> {
  for (const line of order.lines) {
    const given = line.effect && (await givenTo(tx, order, line, now));
    if (!given || line.effect === null) continue;
    await reverse(given, line.effect);
    await setLineEffect(tx, line, null);
  }
}

function reverse(given: FulfilmentContext, effect: LineEffect): Promise<void> {
  switch (effect.kind) {
    case "launch":
      return launch.reverse(given, effect);
    case "billboard":
      return billboard.reverse(given, effect);
    case "sections":
      return sections.reverse(given, effect);
  }
}

async function givenTo(tx: Tx, order: Order, line: OrderLine, now: Date): Promise<FulfilmentContext | null> {
  const listing = await purchasedListing(tx, order.siteId, line.listingId);
  const site = await siteById(tx, order.siteId);
  return listing && site ? { tx, now, listing, line, order, rules: siteRules(site.settings) } : null;
}
