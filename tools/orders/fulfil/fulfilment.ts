import type { Order, OrderLine } from "#db/queries/orders/orders.ts";
import type { PurchasedListing } from "#db/queries/orders/purchased-listing.ts";
import type { LineEffect } from "#db/schema/orders.ts";
import type { ProductName } from "#db/schema/vocabulary.ts";
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

type EffectOf<Product extends ProductName> = Extract<LineEffect, { kind: Product }>;

/** How a product is delivered, and how a refund reverses the delivery. */
export interface Fulfilment<Product extends ProductName> {
  fulfil(context: FulfilmentContext): Promise<EffectOf<Product>>;
  reverse(context: FulfilmentContext, effect: EffectOf<Product>): Promise<void>;
}

/** A paid product can no longer be delivered. The message is a sentence for the buyer. */
export class FulfilmentError extends Error {}
