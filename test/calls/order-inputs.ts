import { changeOrderStatus } from "#db/queries/orders/order-status.ts";
import { type Order, updateOrder } from "#db/queries/orders/orders.ts";
import { issueOrderInvoice } from "#tools/orders/documents/issue.ts";
import { linkKey, madeOrder, paidState } from "../support/records/made-order.ts";
import { consumer } from "../support/records/orders.ts";
import { sellerFor } from "../support/records/seller.ts";
import { testNow } from "../support/server/harness.ts";
import type { Inputs, World } from "./input.ts";

/** Harbourlist of the demo directory, which is free. */
const listingId = 11;

const order = (
  { store, founder: { accountId, site } }: World,
  provider?: "stripe",
  needsApproval?: boolean,
): Promise<Order> => madeOrder(store, { siteId: site.id, accountId, listingId }, { provider, needsApproval });
const paid = async (world: World): Promise<string> => {
  const made = await order(world);
  await world.store.write((tx) => changeOrderStatus(tx, made, "fulfilled", null, testNow));
  return made.number;
};
/** A paid order of a company whose VAT id was not confirmed. */
const invoiced = async (world: World): Promise<string> => {
  const made = await order(world);
  const billing = { ...consumer, company: "Acme SAS", vatId: "FR40303265045" };
  await world.store.write(async (tx) => {
    await updateOrder(tx, made.id, { billing });
    await issueOrderInvoice(tx, { ...made, billing }, sellerFor("DE oss"), testNow);
    await changeOrderStatus(tx, made, "fulfilled", null, testNow);
  });
  return made.number;
};
const { name, street, city } = consumer;

export const orderInputs: Inputs = {
  approve_order: async (world) => ({ number: (await order(world, undefined, true)).number, key: linkKey }),
  bill_order: async (world) => ({
    number: (await order(world)).number,
    key: linkKey,
    name,
    street,
    city,
    postcode: "20457",
    country: "DE",
  }),
  confirm_order: async (world) => ({ number: (await order(world, "stripe")).number, key: linkKey, agreed: true }),
  play_payment: async (world) => ({ number: (await order(world)).number, key: linkKey }),
  cancel_order: async (world) => ({ number: (await order(world)).number }),
  withdraw_order: async (world) => ({ number: await paid(world) }),
  settle_payment: async (world) => ({ number: (await order(world)).number, state: paidState }),
  receive_payment_news: async (world) => {
    const { number: orderNumber } = await order(world, "stripe");
    const news = { id: "evt_1", type: "checkout.session.completed", about: "session", orderNumber, state: paidState };
    return { provider: "stripe", news };
  },
  order_refunded: async (world) => ({ number: await paid(world) }),
  confirm_vat_id: async (world) => ({ number: await invoiced(world) }),
  correct_vat: async (world) => ({
    number: await invoiced(world),
    consultation: { status: "valid", number: null, name: null, address: null, asked_at: testNow.toISOString() },
  }),
  refund_given_up: async (world) => ({ number: await paid(world), why: "Stripe could not refund a payment." }),
  refund_order: async (world) => ({ number: await paid(world) }),
};
