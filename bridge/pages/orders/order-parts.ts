import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { Seller } from "#tools/core/ports/seller.ts";
import { isWeekAhead, type OrderRecord } from "#tools/orders/shared/order-record.ts";
import { priceText } from "#tools/orders/shared/price-text.ts";
import { weeksFrom } from "#tools/orders/shared/rules.ts";
import { siteTexts } from "#tools/site/texts.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { table } from "../frame/table.ts";
import { weekWords } from "../frame/time.ts";

export const orderWords: Record<OrderRecord["status"], string> = {
  pending: "Waiting for payment",
  paid: "Paid",
  fulfilled: "Fulfilled",
  expired: "Expired",
  canceled: "Cancelled",
  failed: "Payment failed",
  refunded: "Refunded",
};

export const orderTag = ({ status, lines }: Pick<OrderRecord, "status" | "lines">, now: Date): string =>
  status === "fulfilled" && lines.some(({ launch_week }) => isWeekAhead(launch_week, now))
    ? "Paid and booked"
    : orderWords[status];

const weeksWords = ({ product, launch_week, quantity }: OrderRecord["lines"][number]) =>
  launch_week ? weeksFrom(launch_week, quantity).map(weekWords).join("; ") : product === "launch" ? "immediately" : "";

export function orderSums(order: OrderRecord): Html {
  const { lines, net, vat, gross, tax, currency } = order;
  const say = (amount: number | null) => (amount === null ? "" : priceText(amount, currency));
  return html`<p class="total">${say(gross ?? net)}</p>
${gross === null && html`<p class="hint">plus VAT where applicable</p>`}
${table(
  html`<span class="hidden">Order items</span>`,
  ["Product", "Week", "Net", "VAT"],
  lines.map((line) => ({
    cells: [
      `${line.quantity > 1 ? `${line.quantity} × ` : ""}${line.name}`,
      weeksWords(line),
      say(line.net),
      line.vat_rate_bp === null ? "" : `${line.vat_rate_bp / 100}%`,
    ],
  })),
  "sums",
)}
${
  vat !== null &&
  html`<dl class="facts"><div><dt>Net</dt><dd>${say(net)}</dd></div><div><dt>VAT</dt><dd>${say(vat)}</dd></div><div><dt>Total</dt><dd><strong>${say(gross)}</strong></dd></div></dl>
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
