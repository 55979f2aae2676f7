import * as z from "zod";
import type { Order } from "../../db/queries/orders.ts";
import { orderStatuses } from "../../db/schema/vocabulary.ts";
import type { Db } from "../../db/store.ts";
import type { SiteUrls } from "../core/context.ts";
import { time } from "../core/fields.ts";
import { facts, lines } from "../core/text.ts";
import { awaitsOwner } from "./ceiling.ts";
import { payUrl } from "./pay-link.ts";
import { priceText } from "./price-text.ts";
import { pricedLine, tax } from "./records.ts";

/** Field of the path of every operation on one order. */
export const orderNumber = z
  .string()
  .trim()
  .max(40)
  .transform((text) => text.toUpperCase())
  .meta({ description: "As in list_my_orders", example: "SW-2026-000001" });

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
  checkout_url: z.string().nullable().describe("For the person; null once closed"),
  awaits_owner: z.boolean().describe("Above the ceiling: its owner signs in there and confirms first"),
};

/** An order as lists over MCP show it. */
export const orderBrief = z.strictObject(head);

export const order = z
  .strictObject({
    ...head,
    message: z.string().describe("What comes next, in words"),
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

export const toBriefOrder = ({ number, status, currency, gross, checkout_url, awaits_owner }: OrderRecord) => ({
  number,
  status,
  currency,
  gross,
  checkout_url,
  awaits_owner,
});

export function toOrder(db: Db, row: Order, urls: SiteUrls, now: Date): OrderRecord {
  const isOpen = row.status === "pending" && row.expiresAt > now.toISOString();
  const url = isOpen ? payUrl(db, row, urls) : null;
  return {
    number: row.number,
    status: row.status,
    currency: row.currency,
    gross: row.gross,
    checkout_url: url,
    awaits_owner: isOpen && awaitsOwner(row),
    message: isOpen && awaitsOwner(row) ? awaitsWords(row) : messageOf(row, isOpen),
    lines: row.lines.map((line) => ({
      product: line.product,
      name: line.name,
      listing_id: line.listingId,
      quantity: line.quantity,
      launch_week: line.launchWeek,
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
    invoice_url: row.paidAt === null ? null : `${urls.base}/account/orders/${row.number}/invoice`,
    sandbox: row.provider === "sandbox",
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    paid_at: row.paidAt,
    fulfilled_at: row.fulfilledAt,
  };
}

const awaitsWords = ({ via }: Order) =>
  `It is above what ${via?.startsWith("app:") ? "this app" : "this key"} may order in a day without asking. The owner of the account opens checkout_url in a browser, signs in and confirms the order; then the page goes on to pay. Nothing can be paid before, and nothing is owed.`;

/** What a person meets next, in words. */
function messageOf({ status, statusMessage, gross, billing, provider, currency, confirmedAt }: Order, isOpen: boolean) {
  if (status === "pending" && !isOpen) return "Nobody paid in time; make a new checkout.";
  if (status !== "pending") return statusMessage ?? said[status];
  if (confirmedAt !== null) return "The person has ordered; we wait for the payment.";
  const asks = gross === null || !isBillable(billing) ? "asks whom to bill, then " : "";
  const total = gross === null ? "the total with VAT" : priceText(gross, currency);
  const last =
    provider === "sandbox" ? "a button that only plays the payment: it is a test" : "a button that leads on to Stripe";
  return `A person opens checkout_url in a browser. The page ${asks}shows what is ordered and ${total}, and has ${last}. Nothing is owed before that button.`;
}

const said: Record<Order["status"], string> = {
  pending: "It waits for its payment.",
  paid: "It is paid.",
  fulfilled: "It is paid and done.",
  expired: "Nobody paid in time; make a new checkout.",
  canceled: "It was canceled before it was paid.",
  failed: "The payment failed; make a new checkout.",
  refunded: "The money went back.",
};

/** Whether an invoice can be written to somebody. */
export const isBillable = (billing: Order["billing"]): billing is NonNullable<Order["billing"]> =>
  billing !== null && billing.name !== "" && billing.street !== "" && billing.city !== "";

/** An order in text. */
export const orderText = (found: OrderRecord): string => {
  const say = (amount: number) => priceText(amount, found.currency);
  return lines(
    facts(
      `Order ${found.number} is ${found.status}`,
      `${say(found.net)} net`,
      found.vat !== null && `${say(found.vat)} VAT`,
      found.gross !== null && `${say(found.gross)} ${found.checkout_url === null ? "gross" : "to pay"}`,
      found.sandbox && "sandbox: no money",
    ),
    facts(
      `Made ${found.created_at}`,
      `link until ${found.expires_at}`,
      found.paid_at && `paid ${found.paid_at}`,
      found.fulfilled_at && `done ${found.fulfilled_at}`,
    ),
    found.message,
    found.checkout_url && `For the person: ${found.checkout_url}`,
    found.lines.map(({ product, name, listing_id, quantity, launch_week, net, vat_rate_bp, vat, gross }) =>
      facts(
        `${quantity} × ${name} (${product}, listing ${listing_id})`,
        launch_week && `week ${launch_week}`,
        `${say(net)} net`,
        vat_rate_bp !== null && `VAT ${vat_rate_bp / 100} %: ${say(vat!)}`,
        gross !== null && `${say(gross)} gross`,
      ),
    ),
    found.tax &&
      `VAT: ${found.tax.treatment}, VAT id ${found.tax.vat_id_status.replace("_", " ")}. ${found.tax.reason}`,
    found.invoice_url && `Invoice: ${found.invoice_url}`,
  );
};
