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

/** Throws FulfilmentError if a line is no longer available. */
export async function fulfilLines(tx: Tx, order: Order, now: Date): Promise<void> {
  for (const line of order.lines) {
    const context = await contextOf(tx, order, line, now);
    if (!context) throw new FulfilmentError(`${line.name}: the listing was deleted.`);
    const why = whyNot(line.product, context.listing);
    if (why !== null) throw new FulfilmentError(`${context.listing.name} ${why}.`);
    await setLineEffect(tx, line, await kinds[line.product].fulfil(context));
  }
}

export async function reverseLines(tx: Tx, order: Order, now: Date): Promise<void> {
  for (const line of order.lines) {
    const context = line.effect && (await contextOf(tx, order, line, now));
    if (!context || line.effect === null) continue;
    await reverse(context, line.effect);
    await setLineEffect(tx, line, null);
  }
}

function reverse(context: FulfilmentContext, effect: LineEffect): Promise<void> {
  switch (effect.kind) {
    case "launch":
      return launch.reverse(context, effect);
    case "billboard":
      return billboard.reverse(context, effect);
    case "sections":
      return sections.reverse(context, effect);
  }
}

async function contextOf(tx: Tx, order: Order, line: OrderLine, now: Date): Promise<FulfilmentContext | null> {
  const listing = await purchasedListing(tx, order.siteId, line.listingId);
  const site = await siteById(tx, order.siteId);
  return listing && site ? { tx, now, listing, line, order, rules: siteRules(site.settings) } : null;
}
