import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { type Order, orderByNumber } from "#db/queries/orders/orders.ts";
import type { Store } from "#db/store/store.ts";
import { type SignedEvent, type StripeServer, startStripeServer } from "../support/fakes/stripe-server.ts";
import { madeOrder } from "../support/records/made-order.ts";
import { buyer, simulatePayment } from "../support/records/orders.ts";
import { ownedListing } from "../support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

let stripe: StripeServer;
let server: TestServer;
beforeAll(async () => {
  stripe = startStripeServer();
  server = await startTestServer({ shop: { payments: stripe.payments() } });
});
afterAll(async () => {
  await server.stop();
  await stripe.stop();
});

const sequences = (store: Store, series: string) =>
  store.read.$client
    .query<{ sequence: number }, [string]>("SELECT sequence FROM invoices WHERE series = ? ORDER BY id")
    .all(series)
    .map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const changesOf = (store: Store, number: string) =>
  store.read.$client
    .query<{ status: string | null }, [string]>(
      `SELECT json_extract(c.after, '$.status') AS status FROM change_subjects s JOIN changes c ON c.id = s.change_id
       WHERE s.subject = ? AND json_extract(c.after, '$.status') IS NOT NULL ORDER BY c.id`,
    )
    .all(`order:${number}`)
    .map(({ status }) => status);

const session = (order: Order, changes = {}) => ({
  id: `cs_${order.number}`,
  object: "checkout.session",
  status: "complete",
  payment_status: "paid",
  client_reference_id: order.number,
  metadata: { order_number: order.number },
  amount_total: order.gross,
  currency: "eur",
  payment_intent: `pi_${order.number}`,
  customer_details: null,
  ...changes,
});
const charge = (order: Order) => ({
  object: "charge",
  payment_intent: `pi_${order.number}`,
  metadata: { order_number: order.number },
  amount: order.gross,
  amount_refunded: order.gross,
});

test("1,000 shuffled and duplicated events: each order is fulfilled once and refunded at most once", async () => {
  const { store } = server;
  const { id, account } = await ownedListing(store, "many-events", { status: "live", plan: "free" });
  const events: SignedEvent[] = [];
  const orders: { number: string; isRefunded: boolean }[] = [];
  const say = async (type: string, object: object) => {
    const event = await stripe.event(type, object, { at: testNow });
    events.push(event, event);
  };
  for (let i = 0; i < 100; i++) {
    // Each order is for its own listing because a product cannot be bought twice for one.
    const listing = i === 0 ? id : (await ownedListing(store, `events-${i}`, { status: "live", plan: "free" })).id;
    const owner = { siteId: 1, accountId: account.id, listingId: listing };
    const order = await madeOrder(store, owner, { provider: "stripe" });
    const isRefunded = i % 4 === 0;
    orders.push({ number: order.number, isRefunded });
    await say("checkout.session.completed", session(order, { payment_status: "unpaid" }));
    await say("checkout.session.completed", session(order));
    await say("checkout.session.async_payment_succeeded", session(order));
    await say("payment_intent.succeeded", { id: `pi_${order.number}` });
    await say(isRefunded ? "charge.refunded" : "charge.succeeded", charge(order));
  }
  expect(events).toHaveLength(1000);
  const [shuffled] = fc.sample(fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }), {
    numRuns: 1,
    seed: 47,
  });
  for (let at = 0; at < shuffled!.length; at += 20) {
    const answers = await Promise.all(
      shuffled!
        .slice(at, at + 20)
        .map(({ body, headers }) => fetch(`${server.url}/webhooks/stripe`, { method: "POST", body, headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  }
  for (const { number, isRefunded } of orders) {
    const changes = changesOf(store, number);
    const { status } = (await orderByNumber(store.read, number))!;
    expect([number, status]).toEqual([number, isRefunded ? "refunded" : "fulfilled"]);
    // If the refund event came first, the order was never fulfilled.
    const expected = isRefunded ? [["fulfilled", "refunded"], ["refunded"]] : [["fulfilled"]];
    expect(expected).toContainEqual(changes as string[]);
  }
  const issued = sequences(store, "Tidewell");
  expect(issued).toEqual(upTo(issued.length));
}, 120_000);

test("50 concurrent payments: invoice numbers have no gaps or duplicates", async () => {
  const sandbox = await startTestServer();
  const owners = [];
  for (let i = 0; i < 50; i++)
    owners.push(await buyer(sandbox.store, `at-once-${i}`, { status: "live", plan: "free" }));
  const links = await Promise.all(
    owners.map(async ({ key, id }) => {
      const items = [{ product: "sections", listing_id: id }];
      return (await sandbox.as(key).over("REST", "create_checkout", { items })).body.checkout_url as string;
    }),
  );
  expect(new Set(links).size).toBe(50);
  await Promise.all(links.map((link) => simulatePayment(sandbox, link)));
  expect(sequences(sandbox.store, "test")).toEqual(upTo(50));
  await sandbox.stop();
}, 120_000);
