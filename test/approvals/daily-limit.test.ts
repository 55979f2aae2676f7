import { afterAll, beforeAll, expect, test } from "bun:test";
import { allScopes } from "#auth/scopes.ts";
import { registerClient } from "#db/queries/accounts/oauth.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { saveExchangeRate } from "#db/queries/common/exchange-rates.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import { callTool } from "#tools/core/calls/call.ts";
import createCheckout from "#tools/orders/create-checkout.ts";
import { pageForm } from "../support/clients/page-form.ts";
import { type Answer, transports } from "../support/clients/tool-caller.ts";
import { signUpAs, type Visitor, visitor } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { buyer, payPath, simulatePayment } from "../support/records/orders.ts";
import { ownedListing } from "../support/records/owned-listing.ts";
import { sandboxListing } from "../support/records/owned-product.ts";
import { sellerFor } from "../support/records/seller.ts";
import { contextFor } from "../support/server/call.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

/** Enough for one launch of 99.00 and sections of 29.00 in a day. */
const dailyOrderLimit = 12_800;
let server: TestServer;
let clock = testNow;
beforeAll(async () => {
  server = await startTestServer({ shop: { dailyOrderLimit }, now: () => clock });
  const settings = JSON.stringify({ freeQueue: { paidPlacesPerWeek: 100 } });
  await server.store.write(async (tx) => void tx.$client.run("UPDATE sites SET settings = ? WHERE id = 1", [settings]));
});
afterAll(() => server.stop());

async function ordering(name: string) {
  const email = `${name}@example.test`;
  const person = await signUpAs(server, email);
  const owner = await buyer(server.store, name, { email });
  let count = 0;
  const order = async (key = owner.key, transport: "REST" | "MCP" = "REST", product = "launch") => {
    // Launched listings need no paid place, of which an account can have only two.
    const plan = {
      status: "live",
      plan: "free",
      launchWeek: "2026-W40",
      launchedAt: "2026-09-28T00:00:00.000Z",
    } as const;
    const { id } = await ownedListing(server.store, `${name}-${++count}`, { email, hasProfile: false, ...plan });
    return server.as(key).over(transport, "create_checkout", { items: [{ product, listing_id: id }] });
  };
  return { ...owner, person, order };
}

function waits({ status, body }: Answer): string {
  expect([status, body.code]).toEqual([403, "approval_required"]);
  expect(body.detail).toContain("exceed 128.00 EUR before VAT, the daily limit per app or API key");
  return new URL(body.next_actions[0].url).pathname;
}
const approve = async (by: Visitor, path: string) =>
  by.post(path, { ...(await pageForm(await by.get(path), path)), do: "approve" });

for (const transport of transports)
  test(`over ${transport}: order above the daily limit: waits for approval and does not count until then`, async () => {
    const { key, order, person } = await ordering(`above-${transport.toLowerCase()}`);
    expect((await order(key, transport)).body).toMatchObject({ status: "pending", requires: "human" });
    const above = await order(key, transport);
    const path = waits(above);
    const as = server.as(key);
    expect((await as.call("list_my_orders")).body.total).toBe(1);
    // Waiting orders do not count, so orders that fit still succeed.
    expect((await order(key, transport, "sections")).status).toBe(201);

    expect((await person.get(path)).html).toContain("daily limit per app or API key");
    expect((await approve(person, path)).location).toBe(`${path}?done=approved`);
    const { items } = above.body.next_actions[1].arguments;
    const { body: made } = await as.over(transport, "create_checkout", { items });
    const [change] = await changesOf(server.store.read, `order:${made.number}`, 10);
    expect(change).toMatchObject({ action: "create_checkout", approvedBy: change!.accountId });
    // Anyone with the link may pay an approved order.
    expect((await visitor(server).get(payPath(made.checkout_url))).html).toContain('id="pay"');
    await simulatePayment(server, made.checkout_url);
    expect((await as.call("get_order", { number: made.number })).body.status).toBe("fulfilled");
    expect((await person.get(`/account/orders/${made.number}`)).html).toContain("through your API key “test”");
  });

test("order above the limit: only the account owner can approve it, and a repeat creates no second order", async () => {
  const { key, order, person } = await ordering("asked");
  await order();
  const above = await order();
  const path = waits(above);
  const other = await signUpAs(server, "another@example.test");
  expect((await other.get(path)).status).toBe(404);
  expect((await other.post(path, { do: "approve", seen: "" })).status).toBe(404);
  expect((await visitor(server).get(path)).location).toStartWith("/sign-in");
  const { items } = above.body.next_actions[1].arguments;
  const repeat = (idempotency_key?: string) =>
    server.as(key).over("MCP", "create_checkout", { items, ...(idempotency_key && { idempotency_key }) });
  expect(waits(await repeat())).toBe(path);
  await approve(person, path);
  const { number } = (await repeat()).body;
  expect((await repeat("another-key")).body.number).toBe(number);
  expect((await server.as(key).call("list_my_orders")).body.total).toBe(2);
});

test("ten simultaneous orders: only those within the limit succeed", async () => {
  const { order } = await ordering("at-once");
  const answers = await Promise.all(Array.from({ length: 10 }, () => order()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
});

test("daily limit: applies per key and per day, not to orders by the person", async () => {
  const { account, order, person, email } = await ordering("by-day");
  const first = (await order()).body;
  const other = await keyFor(server.store, { email: account.email, scopes: ["account:read", "orders:write"] });
  expect((await order(other.key)).status).toBe(201);
  const late = waits(await order());
  // Canceled and approved orders do not count against the limit.
  await person.post(`/account/orders/${first.number}`, { do: "cancel" });
  expect((await order()).status).toBe(201);
  clock = new Date("2026-11-19T00:00:00.000Z");
  expect((await approve(person, late)).location).toBe(`${late}?done=approved`);
  expect((await order()).status).toBe(201);
  waits(await order());
  clock = testNow;
  for (const slug of ["by-hand-1", "by-hand-2"]) {
    const { id } = await ownedListing(server.store, slug, { email, hasProfile: false });
    const quoted = await person.post(`/account/listings/${id}/launch`, { product: "launch", launch_week: "" });
    const form = await pageForm(await person.get(quoted.location!), quoted.location!);
    expect((await person.post(quoted.location!, form)).location).toStartWith("/checkout/SW-");
  }
});

test("connected app with a limit of 0: every order needs approval", async () => {
  const { account, person, email } = await ordering("through-app");
  const metadata = {
    client_name: "Quay <Assistant>",
    redirect_uris: [],
    grant_types: [],
    response_types: [],
    token_endpoint_auth_method: "none" as const,
  };
  const client = { id: "quay-assistant", secretHash: null, metadata };
  await server.store.write((tx) => registerClient(tx, client, testNow));
  const credential = { kind: "grant" as const, id: 1 };
  const actor = { accountId: account.id, scopes: allScopes, isTest: false, via: `app:${client.id}`, credential };
  const context = {
    ...contextFor(server.store, { kind: "app", ...actor }, (await siteById(server.store.read, 1))!),
    dailyOrderLimit: 0,
  };
  const { id } = await ownedListing(server.store, "through-app-1", { email, hasProfile: false });
  const policy = { limiter: null, checkOutput: "always", write: server.store.write } as const;
  const items = [{ product: "launch", listing_id: id }];
  const made = callTool(createCheckout, context, () => ({ items }), policy);
  await expect(made).rejects.toMatchObject({ code: "approval_required", message: expect.stringContaining("0.00 EUR") });
  const unlimited = { ...context, dailyOrderLimit: null };
  const { output } = await callTool(createCheckout, unlimited, () => ({ items }), policy);
  expect((await person.get(`/account/orders/${output.number}`)).html).toContain("the app “Quay &lt;Assistant&gt;”");
});

test("sandbox key above the limit: needs approval, which can be given", async () => {
  const { email, account, person } = await ordering("sandbox-limit");
  const { key } = await keyFor(server.store, { email, scopes: ["account:read", "orders:write"], isTest: true });
  const listing_id = await sandboxListing(server.store, account.id);
  const ask = () =>
    server.as(key).over("REST", "create_checkout", { items: [{ product: "billboard", listing_id, quantity: 26 }] });
  const path = waits(await ask());
  expect((await approve(person, path)).location).toBe(`${path}?done=approved`);
  expect((await ask()).body).toMatchObject({ status: "pending", sandbox: true });
});

test("other currencies: converted to euros; without a known rate the order needs approval", async () => {
  const shop = { dailyOrderLimit: 9_200 };
  const seller = sellerFor("DE exempt");
  const dollars = await startTestServer({ shop, seller });
  await dollars.store.write(async (tx) => void tx.$client.run("UPDATE sites SET currency = 'USD' WHERE id = 1"));
  const owner = await buyer(dollars.store, "dollars");
  const asks = async () => {
    const items = [{ product: "launch", listing_id: owner.id }];
    const { body } = await dollars.as(owner.key).over("MCP", "create_checkout", { items, dry_run: true });
    return body.not_tried.join();
  };
  expect(await asks()).toContain("no exchange rate is known");
  const rateOf = (rate: string) =>
    dollars.store.write((tx) => saveExchangeRate(tx, { currency: "USD", day: "2026-11-17", rate, source: "ECB" }));
  await rateOf("1.0832");
  expect(await asks()).not.toContain("Requesting approval");
  await rateOf("0.9");
  expect(await asks()).toContain("92.00 EUR");
  await dollars.stop();
});
