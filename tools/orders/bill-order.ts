import * as z from "zod";
import { billOrder, type Order } from "#db/queries/orders/orders.ts";
import { billingOfAccount, saveBillingDetails } from "#db/queries/orders/quotes.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { consult } from "./consult.ts";
import { subjectsOf } from "./payments/apply-payment-state.ts";
import { type Bill, billFor, evidenceOf, pricedLines, untilRateChange } from "./price-checkout.ts";
import { areTaxedAlike, billToInput, factsOf, readBillTo } from "./shared/bill-to.ts";
import { linkActors, linkInput, openLinked } from "./shared/pay-link.ts";
import { sessionEnd } from "./shared/rules.ts";

export default defineOperation({
  name: "bill_order",
  scopes: [],
  actors: linkActors,
  effect: "write",
  input: z.strictObject({ ...linkInput, ...billToInput }),
  output: z.strictObject({ gross: z.int(), currency: z.string() }),
  async run(context, { number, key, ...input }) {
    const billing = await readBillTo(input);
    const billed = { billing, consultation: await consult(context, factsOf(billing)) };
    return async (tx, record) => {
      const order = await openLinked(tx, context, { number, key });
      if (order.confirmedAt !== null)
        throw new Problem(
          "state_conflict",
          `Order ${number} is confirmed, so its billing details can no longer be changed.`,
        );
      const bill = keptPrice(order, billing) ?? billFor(context, itemsOf(order), billed);
      await billOrder(tx, order, {
        ...bill,
        evidence: evidenceOf(billing, context.address, context.now),
        expiresAt: untilRateChange(context, factsOf(billing), bill.tax, sessionEnd(order.createdAt)),
      });
      if (order.accountId !== null && (await billingOfAccount(tx, order.accountId)) === null)
        await saveBillingDetails(tx, order.accountId, billing, context.now);
      record({
        subjects: subjectsOf(order),
        before: { gross: order.gross, billing: order.billing },
        after: { gross: bill.gross, billing },
      });
      return { gross: bill.gross, currency: order.currency };
    };
  },
});

/** The quoted price stays valid, because the link expires before a VAT rate changes. */
function keptPrice(order: Order, billing: Bill["billing"]): Omit<Bill, "evidence"> | null {
  const { tax, net, vat, gross } = order;
  if (order.billing === null || tax === null || vat === null || gross === null) return null;
  if (!areTaxedAlike(factsOf(order.billing), factsOf(billing))) return null;
  return { billing, tax, lines: pricedLines(order), net, vat, gross };
}

const itemsOf = ({ lines }: Order) =>
  lines.map(({ product, listingId, quantity, launchWeek, net }) => ({
    product,
    listing_id: listingId,
    quantity,
    launch_week: launchWeek,
    price: net / quantity,
  }));
