import * as z from "zod";
import type { Order, OrderLine } from "#db/queries/orders/orders.ts";
import { holdMs } from "#db/queries/orders/paid-places.ts";
import { orderStatuses } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { endOfWeek, startOfWeek, weekOf } from "#db/values/week.ts";
import { time } from "../../core/input/fields.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { buttonSentences } from "../../core/text/page-buttons.ts";
import { dayWords, facts, lines, wouldBe } from "../../core/text/text.ts";
import { holdsPlaces } from "./paid-places.ts";
import { payUrl } from "./pay-link.ts";
import { priceText } from "./price-text.ts";
import { pricedLine, tax, taxText } from "./records.ts";
import { expiredWords, weeksFrom } from "./rules.ts";

export const orderNumber = z
  .string()
  .trim()
  .max(40)
  .transform((text) => text.toUpperCase())
  .meta({ description: "Order number, as in list_my_orders", example: "SW-2026-000001" });

const amount = z.int().nullable();

const orderLine = z.strictObject({
  ...pricedLine.shape,
  name: z.string(),
  vat_rate_bp: amount,
  vat: amount,
  gross: amount,
});

const head = {
  number: z.string(),
  status: z.enum(orderStatuses),
  currency: z.string(),
  gross: amount.describe("Null until billing is known"),
  checkout_url: z.string().nullable().describe("Payment page for the user; null once the order is closed"),
  cancel_url: z.string().nullable().describe("Page where the user can cancel the open order"),
};

export const orderBrief = z.strictObject(head);

export const order = z
  .strictObject({
    ...head,
    message: z.string().describe("The next step, in words"),
    lines: z.array(orderLine),
    net: z.int(),
    vat: amount,
    tax: tax.nullable(),
    continue_url: z.string().nullable(),
    requires: z.literal("human").nullable(),
    invoice_url: z.string().nullable(),
    sandbox: z.boolean(),
    created_at: time,
    expires_at: time,
    paid_at: time.nullable(),
    fulfilled_at: time.nullable(),
  })
  .meta({ id: "Order" });

export type OrderRecord = z.output<typeof order>;

export const toBriefOrder = ({ number, status, currency, gross, checkout_url, cancel_url }: OrderRecord) => ({
  number,
  status,
  currency,
  gross,
  checkout_url,
  cancel_url,
});

export const orderPage = ({ base }: SiteUrls, number: string) => `${base}/account/orders/${number}`;

export function toOrder(db: Db, row: Order, urls: SiteUrls, now: Date): OrderRecord {
  const isOpen = row.status === "pending" && row.expiresAt > now.toISOString();
  const url = isOpen ? payUrl(db, row, urls) : null;
  return {
    number: row.number,
    status: row.status,
    currency: row.currency,
    gross: row.gross,
    checkout_url: url,
    // A person's pages do not show the orders of a sandbox key.
    cancel_url: isOpen && !row.isTest ? orderPage(urls, row.number) : null,
    message: isOpen ? [openWords(row), placeWords(row, now)].filter(Boolean).join(" ") : messageOf(row, now),
    lines: row.lines.map((line) => ({
      product: line.product,
      name: line.name,
      listing_id: line.listingId,
      quantity: line.quantity,
      launch_week: weeksOf(line)[0] ?? null,
      net: line.net,
      vat_rate_bp: line.vatRateBp,
      vat: line.vat,
      gross: line.gross,
    })),
    net: row.net,
    vat: row.vat,
    tax: row.tax && {
      treatment: row.tax.treatment,
      reason: row.tax.reason,
      vat_id_status: row.tax.vat_id_status,
    },
    continue_url: url,
    requires: url === null ? null : "human",
    invoice_url: row.paidAt === null ? null : `${orderPage(urls, row.number)}/invoice`,
    sandbox: row.provider === "sandbox",
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    paid_at: row.paidAt,
    fulfilled_at: row.fulfilledAt,
  };
}

function openWords({ gross, billing, provider, currency, confirmedAt }: Order) {
  if (confirmedAt !== null) return "The user has confirmed the order; the payment is pending.";
  const asks = gross === null || !isBillable(billing) ? "asks whom to bill, then " : "";
  const total = gross === null ? "the total with VAT" : `the total of ${priceText(gross, currency)}`;
  const last =
    provider === "sandbox" ? "a button that simulates the payment of this test order" : "a button that leads to Stripe";
  return `The user opens checkout_url in a browser. The page ${asks}shows the order, ${total} and ${last}. The user owes nothing until they press that button.`;
}

function placeWords(order: Order, now: Date) {
  const weeks = [...new Set(order.lines.flatMap(({ heldWeek }) => heldWeek ?? []))].join(" and ");
  if (weeks === "" || order.confirmedAt !== null) return "";
  const until = new Date(Date.parse(order.createdAt) + holdMs).toISOString();
  return holdsPlaces(order, now)
    ? `The paid place in ${weeks} is reserved until ${until}. If the user presses the button by then, it stays reserved until the payment ends.`
    : `The paid place in ${weeks} was reserved until ${until}. The user still gets a place if one is left when they confirm the order.`;
}

function messageOf(order: Order, now: Date): string {
  const { status, statusMessage } = order;
  if (status === "pending") return expiredWords(order);
  return statusMessage ?? (status === "fulfilled" ? bookedWords(order, now) : statusTexts[status]);
}

export function weeksOf({ effect, launchWeek, quantity }: OrderLine): string[] {
  if (effect?.kind === "billboard") return effect.weeks;
  // A listing that had already launched keeps its week.
  if (effect?.kind === "launch") return effect.before.isLaunched || effect.week === null ? [] : [effect.week];
  return launchWeek === null ? [] : weeksFrom(launchWeek, quantity);
}

export function bookedWords({ lines, fulfilledAt }: Pick<Order, "lines" | "fulfilledAt">, now: Date): string {
  const booked = lines.flatMap((line) => {
    const [first, ...more] = weeksOf(line);
    if (first === undefined) return [];
    // A product that starts immediately starts in the middle of its week.
    const start = Math.max(
      startOfWeek(first)!.getTime(),
      fulfilledAt === null ? now.getTime() : Date.parse(fulfilledAt),
    );
    const end = endOfWeek(more.at(-1) ?? first).getTime() - 1;
    return `“${line.name}” ${end < now.getTime() ? "ran" : "runs"} from ${dayWords(new Date(start))} to ${dayWords(new Date(end))}.`;
  });
  const isAhead = lines.some((line) => isWeekAhead(weeksOf(line)[0] ?? null, now));
  const state = isAhead ? "Paid." : "Paid and fulfilled.";
  return [state, ...booked].join(" ");
}

export const isWeekAhead = (week: string | null, now: Date): boolean => week !== null && week > weekOf(now);

const statusTexts: Record<Exclude<Order["status"], "pending" | "fulfilled">, string> = {
  paid: "Paid.",
  expired: "The order was not paid in time. Create a new checkout.",
  canceled: "Cancelled before payment.",
  failed: "The payment failed. Create a new checkout.",
  refunded: "Refunded.",
};

export const isBillable = (billing: Order["billing"]): billing is NonNullable<Order["billing"]> =>
  billing !== null && billing.name !== "" && billing.street !== "" && billing.city !== "";

export const orderText = (found: OrderRecord): string => {
  const say = (amount: number) => priceText(amount, found.currency);
  return lines(
    facts(
      `Order ${found.number} ${wouldBe(found, "is", "would be")} ${found.status}`,
      `${say(found.net)} net`,
      found.vat !== null && `${say(found.vat)} VAT`,
      found.gross !== null && `${say(found.gross)} ${found.requires === null ? "gross" : "to pay"}`,
      found.sandbox && "sandbox order, no real money",
    ),
    facts(
      wouldBe(found, `Created ${found.created_at}`, ""),
      `payment link ${wouldBe(found, found.checkout_url ? "valid" : "was valid", "would be valid")} until ${found.expires_at}`,
      found.paid_at && `paid ${found.paid_at}`,
      found.fulfilled_at && `fulfilled ${found.fulfilled_at}`,
    ),
    // In a dry run there is no page that the message could describe.
    wouldBe(found, found.message, ""),
    found.checkout_url && `For the user: Review and pay for the order. ${found.checkout_url}`,
    found.cancel_url && `For the user: ${buttonSentences.cancelOrder} ${found.cancel_url}`,
    found.lines.map(({ product, name, listing_id, quantity, launch_week, net, vat_rate_bp, vat, gross }) =>
      facts(
        `${quantity} × ${name} (${product}, listing ${listing_id})`,
        launch_week && `week ${weeksFrom(launch_week, quantity).join(", ")}`,
        `${say(net)} net`,
        vat_rate_bp !== null && `VAT ${vat_rate_bp / 100}%: ${say(vat!)}`,
        gross !== null && `${say(gross)} gross`,
      ),
    ),
    found.tax && taxText(found.tax),
    found.invoice_url && `Invoice: ${found.invoice_url}`,
  );
};
