import { afterAll, beforeAll, expect, test } from "bun:test";
import { everyScope } from "#auth/scopes.ts";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { latestMails } from "#db/queries/common/mail-records.ts";
import { changeStatus, statusBySlug } from "#db/queries/listings/listing-status.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import { callTool } from "#tools/core/calls/call.ts";
import unarchiveListing from "#tools/listings/owner/unarchive-listing.ts";
import restoreListing from "#tools/moderation/decisions/restore-listing.ts";
import cancelOrder from "#tools/orders/cancel-order.ts";
import { refundOrder as refundJob } from "#tools/orders/jobs.ts";
import refundOrder from "#tools/orders/payments/refund-order.ts";
import { pageForm } from "../support/clients/page-form.ts";
import { personCaller } from "../support/clients/person-caller.ts";
import { signUpAs, visitor } from "../support/clients/visitor.ts";
import { type SignedEvent, type StripeServer, startStripeServer } from "../support/fakes/stripe-server.ts";
import { keyFor } from "../support/records/account.ts";
import { type Buyer, buyer, payPath, pressPay } from "../support/records/orders.ts";
import { contextFor } from "../support/server/call.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { scheduled } from "../support/server/scheduled.ts";

let stripe: StripeServer;
let server: TestServer;
let clock = testNow;
/** An action between opening a Stripe session and saving it. */
let meanwhile: (() => Promise<unknown>) | null = null;
beforeAll(async () => {
  stripe = startStripeServer();
  const payments = stripe.payments(500);
  server = await startTestServer({
    now: () => clock,
    shop: {
      payments: {
        ...payments,
        async open(payable) {
          const page = await payments.open(payable);
          await meanwhile?.();
          return page;
        },
      },
    },
    teamEmail: "team@slipway.test",
    periodic: scheduled("order-watch"),
  });
});
afterAll(async () => {
  await server.stop();
  await stripe.stop();
});

async function checkout(owner: Buyer, more: Record<string, unknown> = {}) {
  const items = [{ product: "launch", listing_id: owner.id, ...more }];
  return (await server.as(owner.key).over("REST", "create_checkout", { items })).body;
}

const press = (order: { checkout_url: string }, fields: Record<string, string> = { agreed: "yes" }) =>
  pressPay(server, order.checkout_url, fields);

const send = ({ body, headers }: SignedEvent) =>
  fetch(`${server.url}/webhooks/stripe`, { method: "POST", body, headers });
const completed = (order: { number: string }, id?: string) =>
  stripe.event("checkout.session.completed", stripe.sessionOf(order), { id, at: clock });
const stateOf = async (owner: Buyer, order: { number: string }) =>
  (await server.as(owner.key).call("get_order", { number: order.number })).body;
const listingOf = async (owner: Buyer) =>
  (await server.as(owner.key).call("get_my_listing", { listing_id: owner.id })).body;
const mails = async (recipient: string) =>
  (await latestMails(server.store.read, 100))
    .filter((mail) => mail.recipient === recipient)
    .map(({ subject }) => subject);
const invoices = (number: string) =>
  server.store.read.$client
    .query<{ kind: string; number: string }, [string]>(
      "SELECT kind, i.number FROM invoices i JOIN orders o ON o.id = i.order_id WHERE o.number = ? ORDER BY i.id",
    )
    .all(number);

const sums = (number: string) =>
  server.store.read.$client
    .query<{ document: string }, [string]>(
      "SELECT document FROM invoices i JOIN orders o ON o.id = i.order_id WHERE o.number = ? ORDER BY i.id",
    )
    .all(number)
    .map(({ document }) => {
      const { net, vat, gross } = JSON.parse(document);
      return { net, vat, gross };
    });

/** An order that was confirmed and paid at Stripe, whose event has not arrived yet. */
async function paidOrder(owner: Buyer, more = {}) {
  const order = await checkout(owner, more);
  await press(order);
  stripe.pay(stripe.sessionOf(order).id);
  return order;
}

async function fulfilled(slug: string, options = {}) {
  const owner = await buyer(server.store, slug, options);
  const order = await paidOrder(owner);
  expect((await send(await completed(order))).status).toBe(200);
  return { owner, order };
}

test("order button: opens a Stripe session with the order's lines, expiry and idempotency key", async () => {
  const owner = await buyer(server.store, "to-stripe");
  const order = await checkout(owner);
  expect(stripe.requests).toEqual([]);
  const { page, answer } = await press(order);
  expect(page.html).toContain("Order with obligation to pay €118.80");
  expect(page.html).toContain("You owe nothing until you press the button, which places a binding order.");
  expect(page.html).toContain("Sold by Tidewell, 1 Quay");
  expect(answer.status).toBe(303);
  expect(answer.location).toBe(stripe.sessionOf(order).url);
  const [request] = stripe.requests;
  expect(request!.headers).toMatchObject({
    "idempotency-key": `${order.number}:11880`,
    "stripe-version": "2026-10-28.endive",
  });
  expect(request!.form).toMatchObject({
    mode: "payment",
    client_reference_id: order.number,
    "metadata[order_number]": order.number,
    "payment_intent_data[metadata][order_number]": order.number,
    "line_items[0][price_data][currency]": "eur",
    "line_items[0][price_data][unit_amount]": "11880",
    customer_email: owner.email,
    expires_at: String(Date.parse(order.expires_at) / 1000),
  });
  const again = await press(order);
  expect(again.answer.location).toBe(answer.location);
});

test("consumer has not agreed to an immediate start: 422 and no order", async () => {
  const owner = await buyer(server.store, "not-agreed");
  const order = await checkout(owner);
  const before = stripe.requests.length;
  const { answer } = await press(order, {});
  expect(answer.status).toBe(422);
  expect(answer.html).toContain("Tick the box to let us begin immediately");
  expect(stripe.requests).toHaveLength(before);
});

test("temporary Stripe error: retried; no response: 503 and nothing is ordered", async () => {
  const owner = await buyer(server.store, "faults");
  const order = await checkout(owner);
  stripe.fail(429, 503);
  expect((await press(order)).answer.status).toBe(303);
  const other = await buyer(server.store, "silent-stripe");
  const silent = await checkout(other);
  stripe.fail("hang", "hang", "hang");
  const { answer } = await press(silent);
  expect(answer.status).toBe(503);
  expect(answer.html).toContain("You owe nothing. Try again");
  stripe.fail();
  expect((await press(silent)).answer.location).toBe(stripe.sessionOf(silent).url);
}, 120_000);

test("the order button on the owner's page opens Stripe; without Stripe, the order's page offers to try again", async () => {
  const { id, email } = await buyer(server.store, "owner-page");
  const person = await signUpAs(server, email);
  const quoted = await person.post(`/account/listings/${id}/launch`, { product: "launch", launch_week: "" });
  const path = quoted.location!;
  const press = async () => person.post(path, { ...(await pageForm(await person.get(path), path)), agreed: "yes" });
  stripe.fail(400);
  const { location } = await press();
  stripe.fail();
  expect((await person.get(location!)).html).toContain("The payment page could not be opened. You owe nothing yet.");
  expect((await press()).location).toContain("/pay/cs_test_");
  // Back from Stripe without payment, the page no longer says that nothing is ordered.
  expect((await person.get(path)).html).toMatch(/Order <a href="\/account\/orders\/SW-2026-\d+">/);
  const waiting = await person.get(`${location!.replace(/&done=.*/, "")}&back=paid`);
  expect([waiting.headers.get("refresh"), waiting.html]).toEqual([
    expect.stringMatching(/^3; url=\/checkout\/SW-.*&back=1$/),
    expect.stringContaining("Waiting for payment"),
  ]);
});

test("billing details change while the session opens: 409, then a new session with the new total", async () => {
  const owner = await buyer(server.store, "billed-meanwhile");
  const order = await checkout(owner);
  const to = { name: "Ada Quill", street: "1 Quay", postcode: "10115", city: "Berlin", country: "Germany" };
  meanwhile = () => press(order, { do: "bill", ...to });
  const { answer } = await press(order);
  meanwhile = null;
  expect(answer.status).toBe(409);
  expect(answer.html).toContain("billing details of order");
  const { page, answer: next } = await press(order);
  expect(page.html).toContain("Order with obligation to pay €117.81");
  const session = [...stripe.sessions.values()].find(({ url }) => url === next.location);
  expect(session!.amount_total).toBe(11_781);
  stripe.pay(session!.id);
  await send(await stripe.event("checkout.session.completed", session!, { at: clock }));
  expect((await stateOf(owner, order)).status).toBe("fulfilled");
});

test("confirmed order: keeps its place until the session expires; unconfirmed order: can lose it", async () => {
  const week = "2026-W51";
  const taken = (await server.call("get_launch_week", { week })).body.slots.paid.taken;
  const settings = JSON.stringify({ freeQueue: { paidPlacesPerWeek: taken + 1 } });
  const set = (text: string) =>
    server.store.write(async (tx) => void tx.$client.run("UPDATE sites SET settings = ? WHERE id = 1", [text]));
  await set(settings);
  const slow = await buyer(server.store, "slow-to-order");
  const quick = await buyer(server.store, "quick-to-order");
  const late = await checkout(slow, { launch_week: week });
  const path = payPath(late.checkout_url);
  const person = visitor(server);
  const form = await pageForm(await person.get(path), path);
  clock = new Date(testNow.getTime() + 31 * 60_000);
  const first = await checkout(quick, { launch_week: week });
  await press(first);
  clock = new Date(testNow.getTime() + 3 * 3_600_000);
  // The page was opened in time, but its button is pressed too late: no request to Stripe.
  const before = stripe.requests.length;
  const refused = await person.post(path, { ...form, agreed: "yes" });
  expect([refused.status, refused.html.includes("has no paid places left")]).toEqual([409, true]);
  expect(stripe.requests).toHaveLength(before);
  await personCaller(server, quick.account.id)(cancelOrder, { number: first.number });
  expect((await press(late)).answer.location).toBe(stripe.sessionOf(late).url);
  expect((await server.call("get_launch_week", { week })).body.slots.paid.taken).toBe(taken + 1);
  clock = testNow;
  await set("{}");
});

test("completed event: publishes the listing and sends one invoice and receipt, even if repeated", async () => {
  const { owner, order } = await fulfilled("live-by-webhook");
  expect(await stateOf(owner, order)).toMatchObject({ status: "fulfilled" });
  expect(await listingOf(owner)).toMatchObject({ status: "live", plan: "paid", launch_week: "2026-W47" });
  const again = await send(await completed(order, "evt_again"));
  expect(again.status).toBe(200);
  const repeated = await send(await completed(order, "evt_again"));
  expect(await repeated.json()).toEqual({ outcome: "repeated" });
  expect(invoices(order.number)).toEqual([{ kind: "invoice", number: expect.stringMatching(/^RE-2026-\d{5}$/) }]);
  expect((await mails(owner.email)).filter((subject) => subject.startsWith("Receipt"))).toHaveLength(1);
});

test("forged, old or unsigned event: changes nothing", async () => {
  const owner = await buyer(server.store, "forged");
  const order = await paidOrder(owner);
  const forged = await stripe.event("checkout.session.completed", stripe.sessionOf(order), {
    secret: "whsec_other",
    at: clock,
  });
  const old = await stripe.event("checkout.session.completed", stripe.sessionOf(order), {
    at: new Date(clock.getTime() - 3_600_000),
  });
  const { body, headers } = await completed(order);
  const changed = { body: body.replace("complete", "complete "), headers };
  for (const event of [forged, old, changed, { body, headers: {} }]) expect((await send(event)).status).toBe(400);
  expect((await stateOf(owner, order)).status).toBe("pending");
});

test("payment with a wrong amount or currency: not fulfilled, and the team is notified", async () => {
  for (const [slug, change] of [
    ["too-little", { amount_total: 1 }],
    ["other-money", { currency: "usd" }],
  ] as const) {
    const owner = await buyer(server.store, slug);
    const order = await paidOrder(owner);
    stripe.pay(stripe.sessionOf(order).id, change);
    expect((await send(await completed(order))).status).toBe(200);
    expect((await stateOf(owner, order)).status).toBe("failed");
    expect((await listingOf(owner)).status).toBe("draft");
    expect(invoices(order.number)).toEqual([]);
    expect((await mails("team@slipway.test"))[0]).toContain(`Wrong payment amount for order ${order.number}`);
  }
});

test("delayed payment: pending until it succeeds or fails", async () => {
  const owner = await buyer(server.store, "slow-money");
  const order = await paidOrder(owner);
  stripe.pay(stripe.sessionOf(order).id, { payment_status: "unpaid" });
  await send(await completed(order));
  expect((await stateOf(owner, order)).status).toBe("pending");
  await send(await stripe.event("checkout.session.async_payment_failed", stripe.sessionOf(order), { at: clock }));
  expect((await stateOf(owner, order)).status).toBe("failed");
  stripe.pay(stripe.sessionOf(order).id);
  await send(await stripe.event("checkout.session.async_payment_succeeded", stripe.sessionOf(order), { at: clock }));
  expect((await stateOf(owner, order)).status).toBe("fulfilled");
});

test("partial refund: credited once and the launch stays; full refund: the launch is reversed", async () => {
  const { owner, order } = await fulfilled("refunded");
  const refunded = async (amount_refunded: number) => {
    const charge = { object: "charge", payment_intent: stripe.sessionOf(order).payment_intent, amount: order.gross };
    const metadata = { order_number: order.number };
    await send(await stripe.event("charge.refunded", { ...charge, metadata, amount_refunded }, { at: clock }));
  };
  // An event with a smaller sum may come late and be repeated under another id.
  for (const amount of [3000, 1000, 3000]) await refunded(amount);
  expect(await stateOf(owner, order)).toMatchObject({
    status: "fulfilled",
    message: "The order is paid; €30.00 of €118.80 has been refunded.",
  });
  expect(await listingOf(owner)).toMatchObject({ status: "live", plan: "paid" });
  expect((await mails("team@slipway.test"))[0]).toContain(`Partial refund of order ${order.number}`);
  expect((await mails(owner.email))[0]).toContain(`Partial refund of order ${order.number}`);
  await refunded(order.gross);
  expect((await stateOf(owner, order)).status).toBe("refunded");
  expect(await listingOf(owner)).toMatchObject({ status: "draft", plan: "none" });
  expect(invoices(order.number).map(({ kind }) => kind)).toEqual(["invoice", "credit_note", "credit_note"]);
  expect(sums(order.number)).toEqual([
    { net: 9900, vat: 1980, gross: 11_880 },
    { net: 2500, vat: 500, gross: 3000 },
    { net: 7400, vat: 1480, gross: 8880 },
  ]);
  expect((await mails("team@slipway.test"))[0]).toContain(`Order ${order.number} was refunded`);
});

test("partial refund event before the payment event: 503, then processed on redelivery", async () => {
  const owner = await buyer(server.store, "overtaken");
  const order = await paidOrder(owner);
  const charge = { object: "charge", payment_intent: stripe.sessionOf(order).payment_intent, amount: order.gross };
  const part = { ...charge, metadata: { order_number: order.number }, amount_refunded: 3000 };
  const news = await stripe.event("charge.refunded", part, { at: clock });
  expect((await send(news)).status).toBe(503);
  await send(await completed(order));
  expect(await (await send(news)).json()).toEqual({ outcome: "done" });
  expect(sums(order.number).map(({ gross }) => gross)).toEqual([11_880, 3000]);
});

test("refund permanently refused by Stripe: the team is notified and its page shows the refund", async () => {
  const { owner, order } = await fulfilled("not-refundable");
  stripe.refuseRefunds = true;
  await server.store.write((tx) => enqueue(tx, refundJob.request({ number: order.number }), clock));
  await server.drainJobs();
  stripe.refuseRefunds = false;
  expect((await mails("team@slipway.test"))[0]).toContain(`Order ${order.number} cannot be refunded`);
  const member = await signUpAs(server, "member@slipway.test");
  const { account } = await keyFor(server.store, { email: "member@slipway.test" });
  await server.store.write((tx) => updateAccount(tx, account.id, { role: "admin" }, clock));
  const { html } = await member.get("/team");
  expect(html).toContain(order.number);
  expect(html).toContain("Refunds are owed.");

  await refundAsTeam({ number: order.number, is_sent: true });
  expect(await stateOf(owner, order)).toMatchObject({
    status: "refunded",
    message: "We have sent the money another way.",
  });
  expect(sums(order.number).map(({ gross }) => gross)).toEqual([11_880, 11_880]);
  expect((await member.get("/team")).html).not.toContain(order.number);
});

test("refund after a partial refund: the order says that it was refunded", async () => {
  const { owner, order } = await fulfilled("part-then-rest");
  await moneyOf(order).refunded(5000);
  expect((await stateOf(owner, order)).message).toContain("The order is paid");
  await refundAsTeam({ number: order.number });
  await server.drainJobs();
  expect(await stateOf(owner, order)).toMatchObject({ status: "refunded", message: "The order was refunded." });
});

for (const status of ["suspended", "archived"] as const)
  test(`refund of a listing that is ${status}: it stays so, and is a draft once restored`, async () => {
    const { owner, order } = await fulfilled(`refunded-${status}`);
    await server.store.write(async (tx) => {
      const row = (await statusBySlug(tx, 1, `refunded-${status}`))!;
      await changeStatus(tx, row, status, "It is away.", clock);
    });
    const charge = { object: "charge", payment_intent: stripe.sessionOf(order).payment_intent, amount: order.gross };
    const news = { ...charge, metadata: { order_number: order.number }, amount_refunded: order.gross };
    await send(await stripe.event("charge.refunded", news, { at: clock }));
    expect((await stateOf(owner, order)).status).toBe("refunded");
    expect(await listingOf(owner)).toMatchObject({ status, plan: "none" });
    const actor = { accountId: owner.account.id, scopes: everyScope, isTest: false, via: "browser" };
    const policy = { limiter: null, checkOutput: "always", write: server.store.write } as const;
    const context = contextFor(server.store, { kind: "person", ...actor }, (await siteById(server.store.read, 1))!);
    if (status === "suspended") await callTool(restoreListing, context, () => ({ slug: `refunded-${status}` }), policy);
    else await callTool(unarchiveListing, context, () => ({ listing_id: owner.id }), policy);
    expect(await listingOf(owner)).toMatchObject({ status: "draft", plan: "none" });
  });

test("dispute: the team is notified; a lost dispute is credited and a full one reverses the fulfilment", async () => {
  const { owner, order } = await fulfilled("disputed");
  const about = { object: "dispute", payment_intent: stripe.sessionOf(order).payment_intent, currency: "eur" };
  const dispute = { ...about, id: "du_whole", amount: order.gross, reason: "fraudulent" };
  await send(await stripe.event("charge.dispute.created", { ...dispute, status: "needs_response" }, { at: clock }));
  expect((await mails("team@slipway.test"))[0]).toContain(`order ${order.number} is disputed`);
  expect((await stateOf(owner, order)).status).toBe("fulfilled");
  const part = { ...dispute, id: "du_part", amount: 3000, status: "lost" };
  await send(await stripe.event("charge.dispute.closed", part, { at: clock }));
  expect(await stateOf(owner, order)).toMatchObject({
    status: "fulfilled",
    message: "The order is paid; €30.00 of €118.80 has been refunded.",
  });
  await send(await stripe.event("charge.dispute.closed", { ...dispute, status: "lost" }, { at: clock }));
  expect((await stateOf(owner, order)).status).toBe("refunded");
  expect(sums(order.number).map(({ gross }) => gross)).toEqual([11_880, 3000, 8880]);
});

/** Sends Stripe's events after `amount` of a charge was refunded, or after a refund failed. */
function moneyOf(order: { number: string; gross: number }) {
  const about = { payment_intent: stripe.sessionOf(order).payment_intent, metadata: { order_number: order.number } };
  const tell = async (type: string, object: object, at: Date) =>
    expect((await send(await stripe.event(type, { ...about, ...object }, { at }))).status).toBe(200);
  return {
    refunded: (amount_refunded: number, at = clock) =>
      tell("charge.refunded", { object: "charge", amount: order.gross, amount_refunded }, at),
    failed: (id: string, amount: number, at = clock) =>
      tell(
        "refund.failed",
        { object: "refund", id, amount, currency: "eur", failure_reason: "lost_or_stolen_card" },
        at,
      ),
    lost: (id: string, amount: number) =>
      tell("charge.dispute.closed", { id, currency: "eur", amount, reason: "fraudulent", status: "lost" }, clock),
  };
}
const earlier = () => new Date(clock.getTime() - 60_000);
async function refundAsTeam(input: { number: string; is_sent?: boolean }) {
  const actor = { kind: "admin", via: "cli" } as const;
  const context = contextFor(server.store, actor, (await siteById(server.store.read, 1))!);
  return callTool(refundOrder, context, () => input, {
    limiter: null,
    checkOutput: "always",
    write: server.store.write,
  });
}

test("refund fails later: invoiced again, buyer and team are notified, and it can be resent", async () => {
  const { owner, order } = await fulfilled("refund-failed");
  const money = moneyOf(order);
  await money.refunded(order.gross, earlier());
  expect((await stateOf(owner, order)).status).toBe("refunded");
  await money.failed("re_failed", order.gross);
  // The event is repeated under another id, and a late event of the refund itself follows.
  await money.failed("re_failed", order.gross);
  await money.refunded(order.gross, earlier());
  expect(await stateOf(owner, order)).toMatchObject({
    status: "paid",
    message: "The order is paid. The refund of €118.80 failed. Our team will send the money another way.",
  });
  expect((await listingOf(owner)).plan).toBe("none");
  expect(invoices(order.number).map(({ kind }) => kind)).toEqual(["invoice", "credit_note", "invoice"]);
  expect(sums(order.number)[2]).toEqual({ net: 9900, vat: 1980, gross: 11_880 });
  for (const recipient of [owner.email, "team@slipway.test"]) {
    const told = (await mails(recipient)).filter((subject) =>
      subject.startsWith(`The refund of order ${order.number} failed`),
    );
    expect(told).toHaveLength(1);
  }
  const member = await signUpAs(server, "owed@slipway.test");
  const { account } = await keyFor(server.store, { email: "owed@slipway.test" });
  await server.store.write((tx) => updateAccount(tx, account.id, { role: "admin" }, clock));
  expect((await member.get("/team")).html).toContain(order.number);

  await refundAsTeam({ number: order.number });
  await server.drainJobs();
  expect(stripe.requests.at(-1)!.headers["idempotency-key"]).toBe(`${order.number}:refund:1`);
  expect(await stateOf(owner, order)).toMatchObject({ status: "refunded", message: "The order was refunded." });
  await money.failed("re_again", order.gross, new Date(clock.getTime() + 1000));
  expect((await stateOf(owner, order)).status).toBe("paid");
  await refundAsTeam({ number: order.number, is_sent: true });
  expect((await stateOf(owner, order)).status).toBe("refunded");
  expect((await member.get("/team")).html).not.toContain(`${order.number}`);
});

test("failed refund reported before the refund, or a partial one: handled", async () => {
  const { owner, order } = await fulfilled("failed-first");
  const money = moneyOf(order);
  await money.failed("re_first", order.gross);
  await money.refunded(order.gross, earlier());
  expect((await stateOf(owner, order)).status).toBe("fulfilled");
  expect(sums(order.number)).toHaveLength(1);
  await refundAsTeam({ number: order.number, is_sent: true });
  expect((await stateOf(owner, order)).status).toBe("refunded");
  expect(sums(order.number).map(({ gross }) => gross)).toEqual([11_880, 11_880]);

  const parts = await fulfilled("failed-part");
  const part = moneyOf(parts.order);
  await part.refunded(5000, earlier());
  await part.failed("re_part", 3000);
  expect((await stateOf(parts.owner, parts.order)).status).toBe("fulfilled");
  expect(sums(parts.order.number).map(({ gross }) => gross)).toEqual([11_880, 5000, 6880, 9880]);
  await expect(refundAsTeam({ number: parts.order.number, is_sent: true })).rejects.toThrow("no failed refund");
  // From then on, Stripe's sum excludes the failed part.
  await part.refunded(4000, new Date(clock.getTime() + 1000));
  expect(sums(parts.order.number).at(-1)!.gross).toBe(2000);
});

test("refund after a partly lost dispute: credits the remaining amount", async () => {
  const { owner, order } = await fulfilled("disputed-then-refunded");
  const money = moneyOf(order);
  await money.lost("du_part", 3000);
  await money.lost("du_part", 3000);
  await money.refunded(5000);
  expect(sums(order.number).map(({ gross }) => gross)).toEqual([11_880, 3000, 5000]);
  expect((await stateOf(owner, order)).status).toBe("fulfilled");
  await money.refunded(8880);
  expect(sums(order.number).map(({ gross }) => gross)).toEqual([11_880, 3000, 5000, 3880]);
  expect((await stateOf(owner, order)).status).toBe("refunded");
});

test("permanent Stripe error: the message does not suggest trying again", async () => {
  const owner = await buyer(server.store, "refused-for-good");
  const order = await checkout(owner);
  stripe.fail(400);
  const { answer } = await press(order);
  expect([answer.status, answer.html.includes("You owe nothing. Ask")]).toEqual([503, true]);
  expect(answer.html).not.toMatch(/again/i);
  const { order: paid } = await fulfilled("refund-refused");
  stripe.refuseRefunds = true;
  await server.store.write((tx) => enqueue(tx, refundJob.request({ number: paid.number }), clock));
  await server.drainJobs();
  stripe.refuseRefunds = false;
  const [told] = (await latestMails(server.store.read, 100)).filter(({ subject }) => subject.includes(paid.number));
  expect(told!.textBody).toContain("permanently refused the refund");
  expect(told!.textBody).not.toMatch(/again/i);
});

test("paid but cannot be fulfilled: refunded, and owner and team are notified", async () => {
  const owner = await buyer(server.store, "place-gone");
  const order = await paidOrder(owner);
  await server.store.write(
    async (tx) => void tx.$client.run("UPDATE listings SET status = 'suspended' WHERE id = ?", [owner.id]),
  );
  await send(await completed(order));
  expect((await stateOf(owner, order)).status).toBe("paid");
  expect((await mails(owner.email))[0]).toContain(`Refund of order ${order.number}`);
  expect((await mails("team@slipway.test"))[0]).toContain("was paid but cannot be fulfilled");
  await server.drainJobs();
  expect(stripe.requests.at(-1)).toMatchObject({
    path: "/v1/refunds",
    form: { payment_intent: stripe.sessionOf(order).payment_intent },
    headers: { "idempotency-key": `${order.number}:refund` },
  });
  expect((await stateOf(owner, order)).status).toBe("refunded");
  expect(invoices(order.number).map(({ kind }) => kind)).toEqual(["invoice", "credit_note"]);
});

test("no webhook: payment is polled; an unpaid order expires, at Stripe too", async () => {
  const owner = await buyer(server.store, "no-webhook");
  const order = await paidOrder(owner);
  const idle = await buyer(server.store, "never-paid");
  const unpaid = await checkout(idle);
  await press(unpaid);
  clock = new Date(testNow.getTime() + 20 * 60_000);
  await server.drainJobs();
  expect((await stateOf(owner, order)).status).toBe("fulfilled");
  expect((await stateOf(idle, unpaid)).status).toBe("pending");
  clock = new Date(testNow.getTime() + 24 * 3_600_000);
  await server.drainJobs();
  expect((await stateOf(idle, unpaid)).status).toBe("expired");
  expect(stripe.sessionOf(unpaid).status).toBe("expired");
  clock = testNow;
});

test("paid while being canceled, no webhook: fulfilled", async () => {
  const owner = await buyer(server.store, "canceled-too-late");
  const order = await paidOrder(owner);
  await personCaller(server, owner.account.id)(cancelOrder, { number: order.number });
  expect((await stateOf(owner, order)).status).toBe("canceled");
  await server.drainJobs();
  expect((await stateOf(owner, order)).status).toBe("fulfilled");
});

test("session unknown to the current Stripe key: the order expires and its place is released", async () => {
  const owner = await buyer(server.store, "other-key");
  const order = await checkout(owner);
  await press(order);
  stripe.sessions.delete(stripe.sessionOf(order).id);
  clock = new Date(testNow.getTime() + 25 * 3_600_000);
  await server.drainJobs();
  clock = testNow;
  expect((await stateOf(owner, order)).status).toBe("expired");
});
