import * as z from "zod";
import { saveQuote } from "#db/queries/orders/quotes.ts";
import type { NextAction } from "../core/errors/errors.ts";
import { actionLines } from "../core/errors/next-action.ts";
import { defineTool } from "../core/operations/define.ts";
import { facts, lines, wouldBe } from "../core/text/text.ts";
import { openCallerSite } from "../site/shared/caller-site.ts";
import { chooseItems } from "./choose-items.ts";
import { consult } from "./consult.ts";
import { requireRate } from "./documents/euros.ts";
import { openOrderActions } from "./open-order.ts";
import { untilRateChange } from "./price-checkout.ts";
import { priceOrder } from "./price-order.ts";
import { openReviews } from "./review-first.ts";
import { readBilling, savedBilling } from "./shared/billing.ts";
import { priceText } from "./shared/price-text.ts";
import { billing, orderItems, quote, quoteBrief, taxText } from "./shared/records.ts";
import { quoteMinutes } from "./shared/rules.ts";

export default defineTool({
  name: "quote_order",
  title: "Quote an order",
  description:
    "Calculates the exact price of products, including VAT. Use it before create_checkout, and show the user the price and tax.reason. Returns quote_id, lines and totals. For EU businesses, send their VAT ID. The price is valid for 30 minutes; nothing is ordered or reserved.",
  family: "Orders",
  rest: { method: "POST", path: "/orders/quote" },
  app: "quote",
  scopes: ["orders:write"],
  effect: "write",
  openWorld: "Checks the given VAT ID with the EU's VAT register (VIES).",
  madeByRun: ["quote_id"],
  notTried: ({ billing }) => (billing && !billing.vat_id ? [] : ["Confirming the VAT ID with VIES."]),
  errors: ["conflict", "state_conflict", "unavailable"],
  input: z.strictObject({ items: orderItems, billing: billing.optional() }),
  output: quote,
  brief: {
    output: quoteBrief,
    from: ({ lines, tax: { treatment, reason }, ...brief }) => ({
      ...brief,
      lines: lines.map(({ vat: _, ...line }) => line),
      tax: { treatment, reason },
    }),
  },
  examples: [{ items: [{ product: "launch", listing_id: 95 }], billing: { country: "FR" } }],
  async run(context, input) {
    const { read, seller, now, site } = context;
    await requireRate(read, context);
    await chooseItems(read, context, input.items);
    const billing = input.billing ? await readBilling(input.billing) : await savedBilling(read, context);
    const consultation = await consult(context, billing);
    return async (tx, record) => {
      const { accountId, siteId } = await openCallerSite(tx, context);
      // The items are checked again, because someone else may have taken a place while we were asking VIES.
      const items = await chooseItems(tx, context, input.items);
      const order = priceOrder(items, billing, consultation, seller, now);
      const { currency } = site;
      const { lines, net, vat, gross, tax } = order;
      const end = new Date(now.getTime() + quoteMinutes * 60_000);
      const expiresAt = untilRateChange(context, billing, tax, end);
      const createdAt = now.toISOString();
      const id = await saveQuote(tx, { ...order, accountId, siteId, currency, billing, createdAt, expiresAt });
      record({ subjects: [`quote:${id}`], after: { currency, net, vat, gross, treatment: tax.treatment } });
      const { treatment, reason, vat_id_status } = tax;
      const taxShown = { treatment, reason, vat_id_status };
      const priced = { quote_id: id, lines, currency, net, vat, gross, tax: taxShown, expires_at: expiresAt };
      const open = await openOrderActions(tx, context, input.items);
      const waits = await openReviews(tx, context, items);
      return { ...priced, next_actions: [...open, ...(waits.length > 0 ? waits : [orderQuote(id)])] };
    };
  },
  text: ({ quote_id, lines: positions, currency, net, vat, gross, tax, expires_at, next_actions, ...rest }) =>
    lines(
      `Quote ${quote_id}${wouldBe(rest, ":", " would be")} ${priceText(gross, currency)} in total, ${priceText(net, currency)} plus ${priceText(vat, currency)} VAT. Valid until ${expires_at}.`,
      positions.map(({ product, listing_id, quantity, launch_week, net, vat_rate_bp, gross }) =>
        facts(
          `${quantity > 1 ? `${quantity} × ` : ""}${product} for listing ${listing_id}`,
          launch_week ? `from ${launch_week}` : product === "launch" && "starting immediately",
          `${priceText(net, currency)} net`,
          `VAT ${vat_rate_bp / 100}%`,
          `${priceText(gross, currency)} gross`,
        ),
      ),
      taxText(tax),
      actionLines(next_actions),
    ),
});

const orderQuote = (quote_id: number): NextAction => ({
  tool: "create_checkout",
  arguments: { quote_id },
  why: "Create the order when the user agrees to the price.",
  who: "agent",
});
