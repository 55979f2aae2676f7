import type { Order, OrderLine } from "#db/queries/orders/orders.ts";
import type { PurchasedListing } from "#db/queries/orders/purchased-listing.ts";
import type { LineEffect } from "#db/schema/orders.ts";
import type { Tx } from "#db/store/store.ts";
import type { SiteRules } from "../../site/shared/rules.ts";

/** What giving a buyer what a line says takes. */
export interface FulfilmentContext {
  tx: Tx;
  now: Date;
  listing: PurchasedListing;
  line: OrderLine;
  order: Order;
  rules: SiteRules;
}

/** How a product is given, and taken back when the money goes back. */
export interface Fulfilment<Effect extends LineEffect> {
  fulfil(given: FulfilmentContext): Promise<Effect>;
  reverse(given: FulfilmentContext, effect: Effect): Promise<void>;
}

/** What was paid for cannot be given any more; the message is a sentence for its buyer. */
export class FulfilmentError extends Error {}
