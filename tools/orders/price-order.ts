import type { BillingFacts, PricedLine, TaxDecision, VatConsultation } from "#db/schema/quotes.ts";
import type { ProductName } from "#db/schema/vocabulary.ts";
import type { Seller } from "../core/ports/seller.ts";
import { vatOn } from "./vat/amounts.ts";
import { decideTax } from "./vat/decide-tax.ts";

export interface ChosenItem {
  product: ProductName;
  listing_id: number;
  quantity: number;
  launch_week: string | null;
  /** The net price of one unit, in minor units of the currency. */
  price: number;
}

export interface PricedOrder {
  lines: PricedLine[];
  net: number;
  vat: number;
  gross: number;
  tax: TaxDecision;
}

/** Rounds each line's VAT half up; the totals are sums of the lines. `date` determines the rate. */
export function priceOrder(
  items: readonly ChosenItem[],
  billing: BillingFacts,
  consultation: VatConsultation | null,
  seller: Seller,
  date: Date,
): PricedOrder {
  const { rateBp, ...tax } = decideTax({ seller, billing, consultation, date });
  const lines = items.map(({ price, ...item }): PricedLine => {
    const net = price * item.quantity;
    const vat = vatOn(net, rateBp);
    return { ...item, net, vat_rate_bp: rateBp, vat, gross: net + vat };
  });
  const sum = (key: "net" | "vat" | "gross") => lines.reduce((total, line) => total + line[key], 0);
  return { lines, net: sum("net"), vat: sum("vat"), gross: sum("gross"), tax };
}
