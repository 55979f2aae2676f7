import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { pageForm } from "#test/support/clients/page-form.ts";
import { transports } from "#test/support/clients/tool-caller.ts";
import { visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { buyer, payPath, simulatePayment } from "#test/support/records/orders.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
let clock = testNow;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
});
afterAll(() => server.stop());

const launch = (id: number, more = {}) => ({ items: [{ product: "launch", listing_id: id, ...more }] });

describe("create_checkout", () => {
  for (const transport of transports)
    test(`201 over ${transport}: order with a payment link, listed in orders and account`, async () => {
      const owner = await buyer(server.store, `new-${transport.toLowerCase()}`);
      const { status, body } = await server.as(owner.key).over(transport, "create_checkout", launch(owner.id));
      expect([status, body.status]).toEqual([201, "pending"]);
      expect(body.checkout_url).toStartWith(`${server.url}/checkout/${body.number}?key=`);
      const { body: list } = await server.as(owner.key).call("list_my_orders", { status: "pending" });
      expect(list.items).toMatchObject([{ number: body.number, checkout_url: body.checkout_url }]);
      const { body: account } = await server.as(owner.key).call("get_account");
      expect(account.unfinished).toContainEqual({
        kind: "checkout",
        id: body.number,
        next_action: expect.objectContaining({ tool: "get_order", arguments: { number: body.number } }),
      });
    });

  test("order from a quote: keeps the quoted price; expired quote: 409", async () => {
    const owner = await buyer(server.store, "quoted");
    const as = server.as(owner.key);
    const { items } = launch(owner.id);
    const billing = { country: "ES", company: "Kelp SL", postcode: "35001" };
    const quote = (await as.over("REST", "quote_order", { items, billing })).body;
    await server.store.write(
      async (tx) => void tx.$client.run("UPDATE products SET price = 12345 WHERE product = 'launch'"),
    );
    clock = new Date(testNow.getTime() + 31 * 60_000);
    for (const transport of transports) {
      const late = await as.over(transport, "create_checkout", { quote_id: quote.quote_id });
      const [next] = late.body.next_actions;
      expect([late.status, next.tool, next.arguments]).toEqual([409, "quote_order", { items, billing }]);
      expect((await as.over(transport, "quote_order", next.arguments)).status).toBe(200);
    }
    clock = testNow;
    const { body } = await as.over("REST", "create_checkout", { quote_id: quote.quote_id });
    expect(body).toMatchObject({ net: quote.net, vat: quote.vat, gross: quote.gross });
    await server.store.write(
      async (tx) => void tx.$client.run("UPDATE products SET price = 9900 WHERE product = 'launch'"),
    );
  });

  test("concurrent requests, with or without an idempotency key: one order", async () => {
    const owner = await buyer(server.store, "at-once");
    const ask = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/v1/orders/checkout`, {
        method: "POST",
        headers: { authorization: `Bearer ${owner.key}`, "content-type": "application/json", ...headers },
        body: JSON.stringify(launch(owner.id)),
      });
    const keyed = Array.from({ length: 5 }, () => ask({ "idempotency-key": "at-once" }));
    const answers = await Promise.all([...keyed, ...Array.from({ length: 5 }, () => ask({}))]);
    const bodies: any[] = await Promise.all(answers.map((answer) => answer.json()));
    // A repeat during the first request gets an error that asks to try again.
    const made = bodies.filter((_, nth) => answers[nth]!.status === 201);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(made.length).toBeGreaterThanOrEqual(5);
    expect(new Set(made.map(({ number }) => number)).size).toBe(1);
    expect((await server.as(owner.key).call("list_my_orders")).body.total).toBe(1);
  });

  test("401 not signed in, 403 scope missing, 422 foreign listing or items together with a quote", async () => {
    const owner = await buyer(server.store, "mine");
    const other = await buyer(server.store, "theirs");
    const reader = await keyFor(server.store, { email: owner.email, scopes: ["account:read"] });
    expect((await server.call("create_checkout", launch(owner.id))).status).toBe(401);
    expect((await server.as(reader.key).call("create_checkout", launch(owner.id))).status).toBe(403);
    expect((await server.as(owner.key).call("create_checkout", launch(other.id))).status).toBe(422);
    expect((await server.as(owner.key).call("create_checkout", { quote_id: 999_999 })).status).toBe(422);
    expect((await server.as(owner.key).call("create_checkout", { ...launch(owner.id), quote_id: 1 })).status).toBe(422);
    expect((await server.as(owner.key).call("create_checkout", {})).status).toBe(422);
  });

  test("another account: cannot read the order", async () => {
    const owner = await buyer(server.store, "private");
    const { body } = await server.as(owner.key).over("REST", "create_checkout", launch(owner.id));
    const other = await buyer(server.store, "curious");
    expect((await server.as(other.key).call("get_order", { number: body.number })).status).toBe(404);
    expect((await server.as(other.key).call("list_my_orders")).body.items).toEqual([]);
    expect((await server.as(owner.key).call("get_order", { number: body.number.toLowerCase() })).status).toBe(200);
  });

  test("409 full week: names the next free one; an unpaid order holds its place for 30 minutes", async () => {
    const first = await buyer(server.store, "first-place");
    const second = await buyer(server.store, "second-place");
    const taken = (await server.call("get_launch_week", { week: "2026-W52" })).body.slots.paid.taken;
    const set = (settings: object) =>
      server.store.write(
        async (tx) => void tx.$client.run("UPDATE sites SET settings = ? WHERE id = 1", [JSON.stringify(settings)]),
      );
    await set({ freeQueue: { paidPlacesPerWeek: taken + 1 } });
    const week = { launch_week: "2026-W52" };
    expect((await server.as(first.key).over("REST", "create_checkout", launch(first.id, week))).status).toBe(201);
    expect((await server.call("get_launch_week", { week: "2026-W52" })).body.slots.paid.taken).toBe(taken + 1);
    for (const status of ["suspended", "archived", "draft"] as const) {
      const setStatus = "UPDATE listings SET status = ? WHERE id = ?";
      await server.store.write(async (tx) => void tx.$client.run(setStatus, [status, first.id]));
      const { slots } = (await server.call("get_launch_week", { week: "2026-W52" })).body;
      expect(slots.paid.taken).toBe(status === "draft" ? taken + 1 : taken);
    }
    const full = await server.as(second.key).over("REST", "create_checkout", launch(second.id, week));
    expect(full.status).toBe(409);
    expect(full.body.detail).toContain("2026-W53");
    clock = new Date(testNow.getTime() + 29 * 60_000);
    expect((await server.as(second.key).over("REST", "create_checkout", launch(second.id, week))).status).toBe(409);
    clock = new Date(testNow.getTime() + 31 * 60_000);
    const [lapsed] = (await server.as(first.key).call("list_my_orders")).body.items;
    expect(lapsed.message).toContain("paid place in 2026-W52 was reserved until 2026-");
    expect((await server.as(second.key).over("REST", "create_checkout", launch(second.id, week))).status).toBe(201);
    // The link of the first order still opens and names a week with a free place.
    const page = await visitor(server).get(payPath(lapsed.checkout_url));
    expect(page.html).toContain("2026-W52 now has no paid places left. The next week with a free place is 2026-W53");
    expect(page.html).not.toContain('<form id="pay"');
    await set({ freeQueue: { paidPlacesPerWeek: taken + 2 } });
    await simulatePayment(server, lapsed.checkout_url);
    expect((await server.as(first.key).call("get_order", { number: lapsed.number })).body.status).toBe("fulfilled");
    clock = testNow;
    await set({});
  });

  for (const transport of transports)
    test(`409 over ${transport}: third unpaid place of an account; names the two orders that hold places`, async () => {
      const slug = `three-${transport.toLowerCase()}`;
      const owner = await buyer(server.store, slug);
      const { email } = owner;
      const more = [];
      for (const nth of [2, 3, 4])
        more.push(await ownedListing(server.store, `${slug}-${nth}`, { email, hasProfile: false }));
      const as = server.as(owner.key);
      const [second, third, fourth] = more.map(({ id }) => id) as [number, number, number];
      const item = (listing_id: number) => ({ product: "launch", listing_id });
      const many = await as.over(transport, "create_checkout", { items: [owner.id, second, third].map(item) });
      expect([many.status, many.body.detail]).toEqual([409, expect.stringContaining("this order needs 3")]);
      const first = (await as.over(transport, "create_checkout", launch(owner.id))).body;
      const next = (await as.over(transport, "create_checkout", launch(second))).body;
      const refused = await as.over(transport, "create_checkout", launch(third));
      expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
      for (const { number } of [first, next]) {
        expect(refused.body.detail).toContain(number);
        expect(refused.body.next_actions).toContainEqual(
          expect.objectContaining({ who: "human", url: expect.stringContaining(`/account/orders/${number}`) }),
        );
      }
      const early = visitor(server);
      const form = await pageForm(await early.get(payPath(first.checkout_url)), payPath(first.checkout_url));
      // Products without a place are not limited, and neither are other accounts.
      const other = await buyer(server.store, `${slug}-other`);
      expect((await server.as(other.key).over(transport, "create_checkout", launch(other.id))).status).toBe(201);
      // After half an hour the places are free again, and the account can hold two others.
      clock = new Date(testNow.getTime() + 31 * 60_000);
      expect((await as.over(transport, "create_checkout", launch(third))).status).toBe(201);
      expect((await as.over(transport, "create_checkout", launch(fourth))).status).toBe(201);
      const page = await visitor(server).get(payPath(first.checkout_url));
      expect(page.html).toContain("An account can hold at most 2 paid launch places");
      expect((await early.post(payPath(first.checkout_url), form)).status).toBe(409);
      expect((await as.call("get_order", { number: first.number })).body.status).toBe("pending");
      clock = testNow;
    });

  for (const transport of transports)
    test(`409 over ${transport}: other week than the open order, or the free plan; both ways out`, async () => {
      const owner = await buyer(server.store, `torn-${transport.toLowerCase()}`);
      const as = server.as(owner.key);
      const { body: order } = await as.over("REST", "create_checkout", launch(owner.id, { launch_week: "2026-W49" }));
      const waysOut = [
        { who: "human", url: order.cancel_url, why: expect.stringMatching(/^Press “Cancel order” .+, and then/) },
        { who: "human", url: order.checkout_url, why: `Or pay for order ${order.number}.` },
      ];
      expect(order.cancel_url).toBe(`${server.url}/account/orders/${order.number}`);
      const now = await as.over(transport, "create_checkout", launch(owner.id));
      expect([now.status, now.body.code]).toEqual([409, "conflict"]);
      expect(now.body.detail).toContain(`order ${order.number} is still open and contains “Paid launch:`);
      expect(now.body.detail).toContain("(2026-W49)");
      expect(now.body.next_actions).toMatchObject(waysOut);
      const billing = { country: "FR" };
      const quoteOf = async (more = {}) =>
        (await as.over(transport, "quote_order", { ...launch(owner.id, more), billing })).body.next_actions;
      const isOpen = new RegExp(`^Order ${order.number} is still open and contains .* Press “Cancel order” to end`);
      const [cancel, pay, checkout] = await quoteOf();
      expect([cancel, pay]).toEqual([{ ...waysOut[0], why: expect.stringMatching(isOpen) }, waysOut[1]]);
      expect([cancel.why, checkout.tool]).toEqual([
        expect.stringContaining("no new order is created"),
        "create_checkout",
      ]);
      const [same] = await quoteOf({ launch_week: "2026-W49" });
      expect(same.why).toContain("ordering the same again returns it, at its own price.");
      const free = await as.over(transport, "choose_free_listing", { listing_id: owner.id });
      expect([free.status, free.body.code]).toEqual([409, "state_conflict"]);
      expect(free.body.detail).toContain(`order ${order.number} is still open`);
      expect(free.body.next_actions).toMatchObject(waysOut);
      const { body: mine } = await as.call("get_my_listing", { listing_id: owner.id });
      expect(mine).toMatchObject({ status: "draft", plan: "none" });
      const why = `Order ${order.number} is waiting for payment. The listing launches as ordered when it is paid.`;
      expect(mine.blockers[0].next_action).toEqual({ who: "human", url: order.checkout_url, why });
      expect(mine.next_actions.map(({ tool }: { tool?: string }) => tool)).not.toContain("quote_order");
    });

  test("409: a colleague's open order also rules out the free plan, without its number", async () => {
    const owner = await buyer(server.store, "shared-company");
    const colleague = await buyer(server.store, "colleague");
    const { body: order } = await server.as(owner.key).over("REST", "create_checkout", launch(owner.id));
    await server.store.write(async (tx) => {
      const companyId = (await companyOfListing(tx, owner.id))!;
      await addOwner(tx, { companyId, accountId: colleague.account.id, via: "test" }, testNow);
    });
    const { status, body } = await server.as(colleague.key).call("choose_free_listing", { listing_id: owner.id });
    expect([status, body.next_actions]).toEqual([409, []]);
    expect(body.detail).toContain("Another owner of");
    expect(JSON.stringify(body)).not.toContain(order.number);
  });

  test("billboard without a week: the next week, so a repeat returns the open order", async () => {
    const owner = await buyer(server.store, "on-the-billboard", { status: "live", plan: "free" });
    const items = [{ product: "billboard", listing_id: owner.id }];
    const as = server.as(owner.key);
    const first = await as.over("REST", "create_checkout", { items });
    expect(first.body.lines[0].launch_week).toBe("2026-W48");
    expect((await as.over("REST", "create_checkout", { items })).body.number).toBe(first.body.number);
    const later = await as.over("REST", "create_checkout", { items: [{ ...items[0], launch_week: "2026-W50" }] });
    expect([later.status, later.body.code]).toEqual([409, "conflict"]);
  });

  test("dry run: creates no order", async () => {
    const owner = await buyer(server.store, "tried");
    const tried = await server.as(owner.key).over("MCP", "create_checkout", { ...launch(owner.id), dry_run: true });
    const none = { number: null, checkout_url: null, continue_url: null, cancel_url: null };
    expect(tried.body).toMatchObject({ dry_run: true, status: "pending", ...none });
    expect((await server.as(owner.key).call("list_my_orders")).body.items).toEqual([]);
  });

  test("503: production without a payment provider", async () => {
    const shop = { payments: null, simulatesPayments: false };
    const production = await startTestServer({ store: server.store, shop });
    const owner = await buyer(server.store, "in-production");
    expect((await production.as(owner.key).call("create_checkout", launch(owner.id))).status).toBe(503);
    // An order made before cannot be paid by simulation either.
    const { body } = await server.as(owner.key).over("REST", "create_checkout", launch(owner.id));
    expect((await simulatePayment(production, body.checkout_url)).status).toBe(403);
    expect((await server.as(owner.key).call("get_order", { number: body.number })).body.status).toBe("pending");
  });
});
