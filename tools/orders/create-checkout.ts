import * as z from "zod";
import type { Order } from "#db/queries/orders/orders.ts";
import type { PaymentProvider } from "#db/schema/vocabulary.ts";
import { invalid, Problem } from "../core/errors/errors.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import { defineTool } from "../core/operations/define.ts";
import { openCallerSite } from "../site/shared/caller-site.ts";
import { chooseItems } from "./choose-items.ts";
import { requireRate } from "./documents/euros.ts";
import { makeOrder } from "./make-order.ts";
import { openOrderOf, requireNoOther } from "./open-order.ts";
import { openQuote } from "./own-quote.ts";
import { subjectsOf } from "./payments/apply-payment-state.ts";
import { type Bill, billFor, quotedBill, savedPayer } from "./price-checkout.ts";
import { requireReviewed } from "./review-first.ts";
import { factsOf } from "./shared/bill-to.ts";
import { order, orderText, toOrder } from "./shared/order-record.ts";
import { requireFewPlaces } from "./shared/paid-places.ts";
import { priceText } from "./shared/price-text.ts";
import { type OrderItem, orderItems } from "./shared/records.ts";
import { weeksFrom } from "./shared/rules.ts";
import { decideTax, isVatIdDecisive } from "./vat/decide-tax.ts";

export default defineTool({
  name: "create_checkout",
  title: "Create a checkout link",
  description:
    "Creates an order for one or more products. Use it after quote_order, when the user agrees to the price. Returns checkout_url, where the user reviews and pays. Repeating the call returns the open order.",
  family: "Orders",
  rest: { method: "POST", path: "/orders/checkout", status: 201, location: "/orders/{number}" },
  app: "quote",
  scopes: ["orders:write"],
  effect: "spend",
  madeByRun: ["number", "checkout_url", "continue_url", "cancel_url"],
  openWorld: "Opens a payment page at the payment provider, where only a person can pay.",
  errors: ["conflict", "state_conflict", "unavailable"],
  input: z.strictObject({
    items: orderItems.optional(),
    quote_id: z
      .int()
      .min(1)
      .optional()
      .meta({ description: "Id of the quote to order, instead of items", example: 12 }),
  }),
  output: order,
  examples: [{ items: [{ product: "launch", listing_id: 95 }] }],
  async listings(context, { items, quote_id }) {
    const lines = items ?? (quote_id === undefined ? [] : (await openQuote(context.read, context, quote_id)).lines);
    return lines.map(({ listing_id }) => listing_id);
  },
  async approvalContent(context, { items, quote_id }) {
    const wanted = items ?? itemsOf(await openQuote(context.read, context, quote_id!));
    const order = await openOrderOf(context.read, context, wanted);
    return order ? orderedFacts(context, order) : {};
  },
  async run(context, { items, quote_id }) {
    if ((items === undefined) === (quote_id === undefined))
      invalid("items", "required", "must be sent if quote_id is omitted, and omitted if quote_id is sent");
    await requireRate(context.read, context);
    const provider = providerOf(context);
    const quoted = quote_id === undefined ? null : await quotedBill(context, quote_id);
    const payer = quoted ? null : await savedPayer(context);
    return async (tx, record) => {
      await openCallerSite(tx, context);
      const wanted = quoted ? itemsOf(quoted) : items!;
      const open = await openOrderOf(tx, context, wanted);
      if (open) {
        const order = toOrder(tx, open, context.urls, context.now);
        return { ...order, message: `This order was already open. ${order.message}` };
      }
      const chosen = await chooseItems(tx, context, wanted);
      await requireReviewed(tx, context, chosen);
      await requireNoOther(tx, context, wanted);
      const bill = quoted ?? (payer && billFor(context, chosen, payer));
      const made = await makeOrder(tx, context, provider, chosen, bill);
      await requireFewPlaces(tx, context, made);
      const { status, net, gross } = made;
      record({ subjects: subjectsOf(made), after: { status, net, gross } });
      return toOrder(tx, made, context.urls, context.now);
    };
  },
  text: orderText,
});

/** The VAT rate assumes an unconfirmed VAT ID, because a dry run does not ask the register. */
function orderedFacts({ seller, now, site }: CallContext, { lines, billing }: Order) {
  const order = lines.map(({ name, quantity, heldWeek, launchWeek, net }) => {
    const weeks = launchWeek === null ? heldWeek : weeksFrom(launchWeek, quantity).join(", ");
    return `${name}${weeks === null ? "" : `, week ${weeks}`}: ${priceText(net, site.currency)} net`;
  });
  if (billing === null) return { order };
  const buyer = factsOf(billing);
  const { rateBp } = decideTax({ seller, billing: buyer, consultation: null, date: now });
  const mayChange = billing.vatId !== null && isVatIdDecisive(seller, buyer);
  return { order, vat_rate: `${rateBp / 100}%${mayChange ? " unless the VAT ID is confirmed" : ""}` };
}

function providerOf(context: CallContext): PaymentProvider {
  if (accountOf(context).isTest) return "sandbox";
  if (context.payments !== null) return context.payments.provider;
  if (context.simulatesPayments) return "sandbox";
  throw new Problem(
    "unavailable",
    "This site cannot take payments, because its operator has not configured a payment provider.",
    { retryAfter: 3600 },
  );
}

const itemsOf = ({ lines }: Pick<Bill, "lines">): OrderItem[] =>
  lines.map(({ product, listing_id, quantity, launch_week }) => ({ product, listing_id, quantity, launch_week }));
