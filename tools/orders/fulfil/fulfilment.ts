import type { Order, OrderLine } from "#db/queries/orders/orders.ts";
import type { PurchasedListing } from "#db/queries/orders/purchased-listing.ts";
import type { LineEffect } from "#db/schema/orders.ts";
import type { Tx } from "#db/store/store.ts";
import type { SiteRules } from "../../site/shared/rules.ts";

export interface FulfilmentContext {
  tx: Tx;
  now: Date;
  listing: PurchasedListing;
  line: OrderLine;
  order: Order;
  rules: SiteRules;
}

export interface Fulfilment<Effect extends LineEffect> {
  fulfil(given: FulfilmentContext): Promise<Effect>;
  reverse(given: FulfilmentContext, effect: Effect): Promise<void>;
}

/** A paid product that cannot be fulfilled any more. The message is a sentence for the buyer. */
export class FulfilmentError extends Error {}
