import { expect, test } from "bun:test";
import { orderByNumber, updateOrder } from "#db/queries/orders/orders.ts";
import { openStore } from "#db/store/file-store.ts";
import { startStripeServer } from "../support/fakes/stripe-server.ts";
import { madeOrder } from "../support/records/made-order.ts";
import { ownedListing } from "../support/records/owned-listing.ts";
import { demoStore, startTestServer, testNow } from "../support/server/harness.ts";
import { isNightly } from "../support/server/nightly.ts";
import { run } from "../support/server/process.ts";
import { scheduled } from "../support/server/scheduled.ts";

const kills = isNightly ? 20 : 8;

test("process killed between payment and fulfilment: each order is fulfilled exactly once", async () => {
  const stripe = startStripeServer();
  const { secretKey, webhookSecret, url: apiBase } = stripe;
  const store = await demoStore();
  const { filename } = store.read.$client;
  const numbers: string[] = [];
  for (let i = 0; i < kills; i++) {
    const { id, account } = await ownedListing(store, `killed-${i}`, { status: "live", plan: "free" });
    const order = await madeOrder(store, { siteId: 1, accountId: account.id, listingId: id }, { provider: "stripe" });
    const sessionId = `cs_${order.number}`;
    const confirmedAt = testNow.toISOString();
    await store.write((tx) => updateOrder(tx, order.id, { sessionId, confirmedAt }));
    stripe.sessions.set(sessionId, {
      id: sessionId,
      object: "checkout.session",
      status: "complete",
      payment_status: "paid",
      client_reference_id: order.number,
      metadata: { order_number: order.number },
      amount_total: order.gross,
      currency: "eur",
      payment_intent: `pi_${i}`,
      customer_details: null,
    });
    numbers.push(order.number);
  }
  await store.close();

  const environment = { DATABASE: filename, STRIPE_URL: apiBase, SECRET_KEY: secretKey, WEBHOOK_SECRET: webhookSecret };
  for (const [i, number] of numbers.entries()) {
    const child = run("test/orders/payment-kill-child.ts", environment);
    while (!child.out.includes("http") && child.child.exitCode === null) await Bun.sleep(10);
    const event = await stripe.event("checkout.session.completed", stripe.sessions.get(`cs_${number}`)!);
    const sent = fetch(`${child.out.trim()}/webhooks/stripe`, { method: "POST", ...event }).catch(() => null);
    await Bun.sleep((i * 20) / kills);
    child.child.kill("SIGKILL");
    await Promise.all([sent, child.ended()]);
  }

  const later = new Date(testNow.getTime() + 30 * 60_000);
  const server = await startTestServer({
    store: openStore(filename),
    now: () => later,
    shop: { payments: stripe.payments() },
    periodic: scheduled("order-watch"),
  });
  await server.drainJobs();
  for (const number of numbers) expect((await orderByNumber(server.store.read, number))!.status).toBe("fulfilled");
  const count = (sql: string) => server.store.read.$client.query<{ n: number }, []>(sql).get()!.n;
  expect(count("SELECT count(*) AS n FROM invoices")).toBe(kills);
  expect(count("SELECT max(sequence) AS n FROM invoices")).toBe(kills);
  expect(count("SELECT count(*) AS n FROM mails WHERE subject LIKE 'Receipt%'")).toBe(kills);
  await server.stop();
  await stripe.stop();
}, 240_000);
