import { afterAll, beforeAll, expect, test } from "bun:test";
import { latestMails } from "#db/queries/common/mail-records.ts";
import { transports } from "../support/clients/tool-caller.ts";
import { signUpAs, visitor } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { buyer, payPath, simulatePayment } from "../support/records/orders.ts";
import { sandboxListing } from "../support/records/owned-product.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const launch = (id: number, more = {}) => ({ items: [{ product: "launch", listing_id: id, ...more }] });
const statusOf = async (id: number) =>
  server.store.read.$client
    .query<{ status: string; plan: string; week: string | null }, [number]>(
      "SELECT status, plan, launch_week AS week FROM listings WHERE id = ?",
    )
    .get(id);
const mailsTo = async (email: string) =>
  (await latestMails(server.store.read, 100)).filter(({ recipient }) => recipient === email);

test("create_checkout: returns a payment link; payment launches the listing and sends invoice and receipt", async () => {
  const owner = await buyer(server.store, "paid-launch");
  const { status, body } = await server.as(owner.key).over("MCP", "create_checkout", launch(owner.id));
  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: "pending",
    net: 9900,
    vat: 1980,
    gross: 11880,
    requires: "human",
    sandbox: true,
  });
  expect(body.continue_url).toBe(body.checkout_url);
  expect(body.message).toContain("The user opens checkout_url");
  expect(await statusOf(owner.id)).toMatchObject({ status: "draft" });

  const page = await visitor(server).get(payPath(body.checkout_url));
  expect(page.status).toBe(200);
  expect(page.html.match(/<form/g)).toHaveLength(1);
  expect(page.html).toContain('<form id="pay"');
  expect(page.html).toContain("TEST. This is not a real payment.");
  expect(page.html).toContain("€118.80");

  await simulatePayment(server, body.checkout_url);
  expect(await statusOf(owner.id)).toEqual({ status: "live", plan: "paid", week: "2026-W47" });
  const { body: order } = await server.as(owner.key).call("get_order", { number: body.number });
  expect(order).toMatchObject({ status: "fulfilled", checkout_url: null, requires: null });
  expect(order.invoice_url).toEndWith(`/account/orders/${body.number}/invoice`);
  const [receipt] = await mailsTo(owner.email);
  expect(receipt!.subject).toContain(`Receipt for order ${body.number}`);
  expect(receipt!.textBody).toContain("TEST-2026-00001");
  for (const path of [`/account/listings/${owner.id}`, `/account/orders/${body.number}`])
    for (const text of [`${server.url}${path}\n`, `href="${server.url}${path}"`])
      expect(receipt!.textBody + receipt!.htmlBody).toContain(text);
  const live = (await mailsTo(owner.email)).filter(({ subject }) => subject.includes("is live"));
  expect(live.map(({ textBody }) => textBody.includes(`${server.url}/listings/paid-launch\n`))).toEqual([true]);
});

test("checkout link with a wrong key: 404", async () => {
  const owner = await buyer(server.store, "wrong-key");
  const { body } = await server.as(owner.key).over("REST", "create_checkout", launch(owner.id));
  const page = await visitor(server).get(`/checkout/${body.number}?key=guessed`);
  expect(page.status).toBe(404);
  expect(page.html).not.toContain("Ada Quill");
});

test("no billing details: the checkout asks for them and saves them to the account", async () => {
  const owner = await buyer(server.store, "unbilled", { billing: null });
  const { body } = await server.as(owner.key).over("REST", "create_checkout", launch(owner.id));
  expect(body).toMatchObject({ vat: null, gross: null, tax: null });
  const person = visitor(server);
  const path = payPath(body.checkout_url);
  const asking = await person.get(path);
  expect(asking.html).toContain('<form id="billing"');
  const token = /name="form_token" value="([^"]+)"/.exec(asking.html)![1]!;
  const wrong = await person.post(path, {
    form_token: token,
    do: "bill",
    name: "Ada",
    street: "1",
    city: "X",
    country: "Narnia",
  });
  expect(wrong.status).toBe(422);
  expect(wrong.html).toContain("Country must be a country");
  const given = { do: "bill", name: "Ada", street: "1 Quay", city: "Berlin", country: "Germany" };
  expect((await person.post(path, { form_token: token, ...given })).location).toBe(path);
  const { body: order } = await server.as(owner.key).call("get_order", { number: body.number });
  expect(order).toMatchObject({ gross: 11781, tax: { treatment: "domestic" } });
  await simulatePayment(server, body.checkout_url);
  expect(await statusOf(owner.id)).toMatchObject({ status: "live", plan: "paid" });
});

test("same items again: returns the open order; different week: 409", async () => {
  const owner = await buyer(server.store, "twice");
  const first = await server.as(owner.key).over("REST", "create_checkout", launch(owner.id));
  const second = await server.as(owner.key).over("MCP", "create_checkout", launch(owner.id));
  expect(second.body).toEqual({ ...first.body, message: `This order was already open. ${first.body.message}` });
  const other = await server
    .as(owner.key)
    .over("REST", "create_checkout", launch(owner.id, { launch_week: "2026-W50" }));
  expect(other.status).toBe(409);
  expect(other.body.detail).toContain(
    `${first.body.number} is still open and contains “Paid launch: twice” (immediate start)`,
  );
});

test("paid launch in a chosen week: scheduled, and the listing's free place becomes available", async () => {
  const owner = await buyer(server.store, "upgraded", { status: "scheduled", plan: "free", launchWeek: "2026-W51" });
  const free = async () => (await server.call("get_launch_week", { week: "2026-W51" })).body.slots.free.taken;
  const before = await free();
  const { body } = await server
    .as(owner.key)
    .over("REST", "create_checkout", launch(owner.id, { launch_week: "2026-W50" }));
  await simulatePayment(server, body.checkout_url);
  expect(await statusOf(owner.id)).toEqual({ status: "scheduled", plan: "paid", week: "2026-W50" });
  expect(await free()).toBe(before - 1);
});

test("billboard weeks and sections: ordered together and fulfilled", async () => {
  const owner = await buyer(server.store, "on-board", { status: "live", plan: "free" });
  const items = [
    { product: "billboard", listing_id: owner.id, quantity: 2, launch_week: "2026-W49" },
    { product: "sections", listing_id: owner.id },
  ];
  const { body } = await server.as(owner.key).over("REST", "create_checkout", { items });
  expect(body.net).toBe(2 * 14900 + 2900);
  await simulatePayment(server, body.checkout_url);
  const { body: order } = await server.as(owner.key).call("get_order", { number: body.number });
  expect(order.status).toBe("fulfilled");
  const { body: view } = await server.as(owner.key).call("get_my_listing", { listing_id: owner.id });
  expect(view.unlocked_sections).toEqual(["milestones", "updates"]);
  for (const period of ["2026-W49", "2026-W50"]) {
    const { body: board } = await server.call("get_leaderboard", { board: "billboard", period });
    expect(board.items.map((row: any) => row.listing.slug)).toContain("on-board");
  }
});

test("sandbox order: no mail, no public effect, and an invoice in the sandbox series", async () => {
  const owner = await buyer(server.store, "real-account");
  const { key } = await keyFor(server.store, {
    email: owner.email,
    scopes: ["account:read", "orders:write"],
    isTest: true,
  });
  const id = await sandboxListing(server.store, owner.account.id);
  const { body } = await server.as(key).over("REST", "create_checkout", {
    items: [{ product: "sections", listing_id: id }],
  });
  expect(body.sandbox).toBe(true);
  const before = (await mailsTo(owner.email)).length;
  await simulatePayment(server, body.checkout_url);
  expect((await server.as(key).call("get_order", { number: body.number })).body.status).toBe("fulfilled");
  expect(await mailsTo(owner.email)).toHaveLength(before);
  expect((await server.as(owner.key).call("get_order", { number: body.number })).status).toBe(404);
});

test("booked week: shown in data, texts, pages and mail", async () => {
  const person = await signUpAs(server, "booked-week@example.test");
  const owner = await buyer(server.store, "booked-week", { status: "live", plan: "free" });
  const as = server.as(owner.key);
  const items = [{ product: "billboard", listing_id: owner.id, quantity: 2 }];
  const { body: made } = await as.over("MCP", "create_checkout", { items });
  await simulatePayment(server, made.checkout_url);
  const page = await visitor(server).get(payPath(made.checkout_url));
  for (const transport of transports) {
    const { body } = await as.over(transport, "get_order", { number: made.number });
    expect(body).toMatchObject({ status: "fulfilled", lines: [{ launch_week: "2026-W48" }] });
    expect(body.message).toStartWith("Paid. “");
    expect(body.message).toContain("runs from 23 November 2026 to 6 December 2026.");
  }
  expect((await as.mcp("get_order", { number: made.number })).text).toContain("week 2026-W48, 2026-W49");
  expect(page.html).toContain("runs from 23 November 2026 to 6 December 2026");
  expect((await mailsTo(owner.email))[0]!.textBody).toContain("runs from 23 November 2026 to 6 December 2026");
  for (const path of ["/account/orders", `/account/orders/${made.number}`]) {
    const { html } = await person.get(path);
    expect(html).toContain("Paid and booked");
    expect(html).not.toContain("Fulfilled");
  }
});

test("immediate launch: the order states its week after payment", async () => {
  const owner = await buyer(server.store, "at-once-week");
  const { body: made } = await server.as(owner.key).over("REST", "create_checkout", launch(owner.id));
  expect(made.lines[0].launch_week).toBeNull();
  await simulatePayment(server, made.checkout_url);
  const { body } = await server.as(owner.key).call("get_order", { number: made.number });
  expect(body.lines[0].launch_week).toBe("2026-W47");
  expect(body.message).toStartWith("Paid and fulfilled. “");
  expect(body.message).toEndWith("runs from 18 November 2026 to 22 November 2026.");
});

test("paid launch: the owner view lists the unlocked sections", async () => {
  const owner = await buyer(server.store, "unlocked-by-launch");
  const view = async () => (await server.as(owner.key).call("get_my_listing", { listing_id: owner.id })).body;
  expect((await view()).unlocked_sections).toEqual([]);
  const { body } = await server.as(owner.key).over("REST", "create_checkout", launch(owner.id));
  await simulatePayment(server, body.checkout_url);
  expect((await view()).unlocked_sections).toEqual(["milestones", "updates"]);
});
