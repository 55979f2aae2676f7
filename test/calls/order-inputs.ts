import { changeOrderStatus } from "#db/queries/orders/order-status.ts";
import { type Order, updateOrder } from "#db/queries/orders/orders.ts";
import { issueOrderInvoice } from "#tools/orders/documents/issue.ts";
import { linkKey, madeOrder, paidState } from "../support/records/made-order.ts";
import { consumer } from "../support/records/orders.ts";
import { sellerFor } from "../support/records/seller.ts";
import { testNow } from "../support/server/harness.ts";
import type { Fixture, Inputs } from "./input.ts";

const listingId = 11;

const order = ({ store, founder: { accountId, site } }: Fixture, provider?: "stripe"): Promise<Order> =>
  madeOrder(store, { siteId: site.id, accountId, listingId }, { provider });
const paid = async (fixture: Fixture): Promise<string> => {
  const made = await order(fixture);
  await fixture.store.write((tx) => changeOrderStatus(tx, made, "fulfilled", null, testNow));
  return made.number;
};
/** A paid order of a company with an unconfirmed VAT ID. */
const invoiced = async (fixture: Fixture): Promise<string> => {
  const made = await order(fixture);
  const billing = { ...consumer, company: "Acme SAS", vatId: "FR40303265045" };
  await fixture.store.write(async (tx) => {
    await updateOrder(tx, made.id, { billing });
    await issueOrderInvoice(tx, { ...made, billing }, sellerFor("DE oss"), testNow);
    await changeOrderStatus(tx, made, "fulfilled", null, testNow);
  });
  return made.number;
};
const { name, street, city } = consumer;

export const orderInputs: Inputs = {
  bill_order: async (fixture) => ({
    number: (await order(fixture)).number,
    key: linkKey,
    name,
    street,
    city,
    postcode: "20457",
    country: "DE",
  }),
  confirm_order: async (fixture) => ({ number: (await order(fixture, "stripe")).number, key: linkKey, agreed: true }),
  play_payment: async (fixture) => ({ number: (await order(fixture)).number, key: linkKey }),
  cancel_order: async (fixture) => ({ number: (await order(fixture)).number }),
  withdraw_order: async (fixture) => ({ number: await paid(fixture) }),
  settle_payment: async (fixture) => ({ number: (await order(fixture)).number, state: paidState }),
  receive_payment_news: async (fixture) => {
    const { number: orderNumber } = await order(fixture, "stripe");
    const news = { id: "evt_1", type: "checkout.session.completed", about: "session", orderNumber, state: paidState };
    return { provider: "stripe", news };
  },
  order_refunded: async (fixture) => ({ number: await paid(fixture) }),
  confirm_vat_id: async (fixture) => ({ number: await invoiced(fixture) }),
  correct_vat: async (fixture) => ({
    number: await invoiced(fixture),
    consultation: { status: "valid", number: null, name: null, address: null, asked_at: testNow.toISOString() },
  }),
  refund_given_up: async (fixture) => ({ number: await paid(fixture), why: "Stripe could not refund a payment." }),
  refund_order: async (fixture) => ({ number: await paid(fixture) }),
};
