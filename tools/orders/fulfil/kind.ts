import type { BoughtFor } from "#db/queries/orders/bought.ts";
import type { Order, OrderLine } from "#db/queries/orders/orders.ts";
import type { LineEffect } from "#db/schema/orders.ts";
import type { Tx } from "#db/store/store.ts";
import type { SiteRules } from "../../site/shared/rules.ts";

/** What giving a buyer what a line says takes. */
export interface Given {
  tx: Tx;
  now: Date;
  listing: BoughtFor;
  line: OrderLine;
  order: Order;
  rules: SiteRules;
}

/** How a product is given, and taken back when the money goes back. */
export interface Kind<Effect extends LineEffect> {
  give(given: Given): Promise<Effect>;
  takeBack(given: Given, effect: Effect): Promise<void>;
}

/** What was paid for cannot be given any more; the message is a sentence for its buyer. */
export class CannotGive extends Error {}
