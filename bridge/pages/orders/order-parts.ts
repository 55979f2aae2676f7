import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { BillTo } from "#db/schema/orders.ts";
import type { Seller } from "#tools/core/ports/seller.ts";
import { isWeekAhead, type OrderRecord } from "#tools/orders/shared/order-record.ts";
import { priceText } from "#tools/orders/shared/price-text.ts";
import { weeksFrom } from "#tools/orders/shared/rules.ts";
import { countryName } from "#tools/orders/vat/countries.ts";
import { siteTexts } from "#tools/site/texts.ts";
import { choices, type FieldErrors } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { table } from "../frame/table.ts";
import { weekDays } from "../frame/time.ts";

export const orderWords: Record<OrderRecord["status"], string> = {
  pending: "Waiting for payment",
  paid: "Paid",
  fulfilled: "Fulfilled",
  expired: "Expired",
  canceled: "Cancelled",
  failed: "Payment failed",
  refunded: "Refunded",
};

export const sandboxNote = html`<div class="aside" role="note"><p><strong>TEST. This is not a real payment.</strong> No money moves, and no card is needed.</p></div>`;

export const billedTo = ({ name, company, street, postcode, city, country }: BillTo, more: HtmlValue): Html =>
  html`<section class="card" aria-labelledby="billed"><h2 id="billed">Billed to</h2>
<p>${[name, company, street, [postcode, city].filter(Boolean).join(" "), countryName(country)].filter(Boolean).join(", ")}</p>
${more}</section>`;

const performance =
  "I request that you begin immediately. I know that I lose my right of withdrawal once the contract is fully performed. If I withdraw before that, I pay for the part already performed.";

export const notAgreed: FieldErrors = {
  agreed: "Tick the box to let us begin immediately. Otherwise, we cannot accept the order.",
};

interface Payment {
  gross: number;
  currency: string;
  isSandbox: boolean;
  isConsumer: boolean;
}

/** The order button, with the wording of Directive 2011/83/EU, article 8(2), and the consumer's request to begin. */
export const orderButton = ({ gross, currency, isSandbox, isConsumer }: Payment, errors: FieldErrors): Html => {
  const total = priceText(gross, currency);
  return html`${
    !isSandbox &&
    isConsumer &&
    choices({
      name: "agreed",
      type: "checkbox",
      label: "Immediate start",
      options: [{ value: "yes", label: performance }],
      chosen: [],
      error: errors.agreed,
    })
  }<div class="actions stacked"><button class="primary">${isSandbox ? `TEST: simulate the payment of ${total}` : `Order with obligation to pay ${total}`}</button></div>
<p class="hint">${isSandbox ? "Nothing is ordered until you press the button. The payment is only simulated, so you owe nothing afterwards either." : "You owe nothing until you press the button, which places a binding order. You then pay the total on a Stripe page. Consumers may withdraw within 14 days on the order's page, unless the order has been fully performed by then."}</p>`;
};

export const orderTag = ({ status, lines }: Pick<OrderRecord, "status" | "lines">, now: Date): string =>
  status === "fulfilled" && lines.some(({ launch_week }) => isWeekAhead(launch_week, now))
    ? "Paid and booked"
    : orderWords[status];

/** The part of an order, or of a quote, that `orderSums` shows. */
type Sums = Pick<OrderRecord, "net" | "vat" | "gross" | "currency"> & {
  tax: { reason: string } | null;
  lines: (Pick<OrderRecord["lines"][number], "launch_week" | "quantity" | "name" | "net" | "vat_rate_bp"> & {
    product: string;
  })[];
};

const weeksWords = ({ product, launch_week, quantity }: Sums["lines"][number]) =>
  launch_week
    ? weeksFrom(launch_week, quantity)
        .map((week) => weekDays(week, { hasYear: true }))
        .join("; ")
    : product === "launch"
      ? "immediately"
      : "";

/** `example` is the price with VAT in one country, for a total that is not known yet. */
export function orderSums(order: Sums, example: HtmlValue = null): Html {
  const { lines, net, vat, gross, tax, currency } = order;
  // The totals below repeat the net price of a single line.
  const hasNets = lines.length > 1;
  const rate = lines[0]?.vat_rate_bp;
  const say = (amount: number | null) => (amount === null ? "" : priceText(amount, currency));
  return html`<p class="total">${say(gross ?? net)}</p>
${gross === null && html`<p class="hint">plus VAT where applicable${example}</p>`}
${table(
  html`<span class="hidden">Order items</span>`,
  ["Product", "Week", ...(hasNets ? ["Net"] : [])],
  lines.map((line) => ({
    cells: [
      `${line.quantity > 1 ? `${line.quantity} × ` : ""}${line.name}`,
      weeksWords(line),
      ...(hasNets ? [say(line.net)] : []),
    ],
  })),
  "sums",
)}
${
  vat !== null &&
  html`<dl class="facts"><div><dt>Net</dt><dd>${say(net)}</dd></div><div><dt>VAT${rate ? ` (${rate / 100}%)` : ""}</dt><dd>${say(vat)}</dd></div><div><dt>Total</dt><dd><strong>${say(gross)}</strong></dd></div></dl>
<p class="hint">${tax?.reason}</p>`
}`;
}

export function sellerLine({ name, address, vatId }: Seller, { name: siteName, settings }: SiteRow): HtmlValue {
  const texts = siteTexts.filter(({ name }) => name !== "about" && settings.texts?.[name]);
  return html`<p class="hint">Sold by ${name ?? siteName}${address && `, ${address}`}${vatId && `, VAT ID ${vatId}`}. ${texts.map((text) => html`<a href="/${text.name}">${text.title}</a> `)}<a href="/pricing">Products and prices</a></p>`;
}

/** The path of an invoice in its structured format. */
export const structuredPath = (orderNumber: string, documentNumber: string): string =>
  `/account/orders/${orderNumber}/invoice/${documentNumber}.xml`;
