import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import pino from "pino";
import { viesRegister } from "../../bridge/outbound/vies.ts";
import { changesOf } from "../../db/queries/changes.ts";
import { addOwner, companyOfListing } from "../../db/queries/owners.ts";
import { quoteOfAccount, saveBillingDetails } from "../../db/queries/quotes.ts";
import { openSandbox } from "../../db/queries/sandbox.ts";
import { allSites } from "../../db/queries/sites.ts";
import { createSite } from "../../db/queries/write-site.ts";
import { billboardPlacements } from "../../db/schema/boards.ts";
import { sites } from "../../db/schema/sites.ts";
import { keyFor } from "../../test/support/account.ts";
import { contextFor } from "../../test/support/call.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "../../test/support/harness.ts";
import { ownedListing } from "../../test/support/owned-listing.ts";
import { addListing } from "../../test/support/records.ts";
import { sendTool, transports } from "../../test/support/tool-caller.ts";
import { startViesServer, type ViesServer } from "../../test/support/vies-server.ts";
import { openQuote } from "./own-quote.ts";
import quoteOrder from "./quote-order.ts";

let server: TestServer;
let vies: ViesServer;
let clock = testNow.getTime();
const scopes = ["account:read", "orders:write"] as const;

beforeAll(async () => {
  vies = startViesServer();
  const store = emptyStore();
  await store.write(async (tx) => {
    const common = { name: "Test", currency: "EUR", settings: { freeQueue: { paidPlacesPerWeek: 2 } } };
    await createSite(tx, { ...common, key: "main", host: null }, testNow.toISOString());
    await createSite(tx, { ...common, key: "other", host: "other.localhost" }, testNow.toISOString());
  });
  const vatRegister = viesRegister({
    url: vies.url,
    requester: "DE136695976",
    log: pino({ level: "silent" }),
    now: () => new Date(clock),
  });
  server = await startTestServer({ store, vatRegister });
});
beforeEach(() => {
  // What VIES said before is forgotten.
  clock += 3_600_000;
  vies.requests.length = 0;
});
afterAll(async () => {
  await server.stop();
  await vies.stop();
});

type Facts = NonNullable<Parameters<typeof ownedListing>[2]>;

async function owner(slug: string, facts: Facts = {}) {
  const listing = await ownedListing(server.store, slug, { hasProfile: false, ...facts });
  const { key } = await keyFor(server.store, { email: listing.email, scopes: [...scopes] });
  return { ...listing, key };
}

const france = { country: "FR" };
const business = { country: "FR", vat_id: "FR 40 303 265 045", company: "Tidewell SAS" };

let names = 0;

describe.each(transports)("over %s", (transport) => {
  const fresh = (facts?: Facts) => owner(`quoted-${++names}`, facts);
  const quote = (key: string, input: Record<string, unknown>) => server.as(key).over(transport, "quote_order", input);
  const launchOf = (listing_id: number, more = {}) => ({
    items: [{ product: "launch", listing_id, ...more }],
    billing: france,
  });

  test("200: a consumer in France pays French VAT, and the price holds half an hour", async () => {
    const { id, key, account } = await fresh();
    const { status, body } = await quote(key, launchOf(id));
    expect(status).toBe(200);
    expect(body).toEqual({
      quote_id: expect.any(Number),
      currency: "EUR",
      lines: [
        {
          product: "launch",
          listing_id: id,
          quantity: 1,
          launch_week: null,
          net: 9900,
          vat_rate_bp: 2000,
          vat: 1980,
          gross: 11880,
        },
      ],
      net: 9900,
      vat: 1980,
      gross: 11880,
      tax: { treatment: "oss", reason: expect.stringContaining("20 % (France)"), vat_id_status: "none" },
      expires_at: "2026-11-18T12:30:00.000Z",
    });
    const kept = await quoteOfAccount(server.store.read, account.id, 1, body.quote_id);
    expect(kept).toMatchObject({ gross: 11880, billing: { country: "FR" }, tax: { tax_country: "FR" } });
    expect(await changesOf(server.store.read, `quote:${body.quote_id}`, 5)).toMatchObject([
      { action: "quote_order", after: { gross: 11880, treatment: "oss" } },
    ]);
  });

  test("200: a confirmed business pays no VAT, and the consultation number is kept", async () => {
    vies.script("valid");
    const { id, key, account } = await fresh();
    const { body } = await quote(key, { ...launchOf(id), billing: business });
    expect(body).toMatchObject({ net: 9900, vat: 0, gross: 9900 });
    expect(body.tax).toMatchObject({ treatment: "reverse_charge", vat_id_status: "valid" });
    expect(vies.requests).toMatchObject([
      { countryCode: "FR", vatNumber: "40303265045", requesterNumber: "136695976" },
    ]);
    const kept = await quoteOfAccount(server.store.read, account.id, 1, body.quote_id);
    expect(kept!.tax.consultation).toEqual({
      status: "valid",
      number: "WAPIAAAAZ1",
      name: "TIDEWELL SAS",
      address: "1 QUAI DES BRUMES\n29200 BREST",
      asked_at: testNow.toISOString(),
    });
    expect(kept!.billing.vat_id).toBe("FR40303265045");
  });

  test.each([
    ["invalid", "invalid", "does not have the VAT id FR40303265045"],
    [{ error: "MS_UNAVAILABLE" }, "unavailable", "did not answer"],
  ] as const)("200: VAT is charged where VIES says %p", async (reply, vat_id_status, why) => {
    vies.script(reply);
    const { id, key } = await fresh();
    const { body } = await quote(key, { ...launchOf(id), billing: business });
    expect(body).toMatchObject({ vat: 1980, tax: { treatment: "oss", vat_id_status } });
    expect(body.tax.reason).toContain(why);
  });

  test("200: where nothing hangs on the VAT id nobody is asked", async () => {
    const { id, key } = await fresh();
    const home = await quote(key, { ...launchOf(id), billing: { country: "Germany", vat_id: "136695976" } });
    expect(home.body.tax).toMatchObject({ treatment: "domestic", vat_id_status: "not_checked" });
    const abroad = await quote(key, { ...launchOf(id), billing: { country: "UK", postcode: "BT1 5GS" } });
    expect(abroad.body).toMatchObject({ vat: 0, tax: { treatment: "outside_scope" } });
    expect(vies.requests).toEqual([]);
  });

  test("200: several things, each line rounded on its own, and the weeks they are for", async () => {
    const { id, key } = await fresh();
    const items = [
      { product: "billboard", listing_id: id, quantity: 3 },
      { product: "launch", listing_id: id, launch_week: "2026-W51" },
    ];
    const { body } = await quote(key, { items, billing: { country: "FI" } });
    expect(body.lines).toMatchObject([
      { product: "billboard", quantity: 3, launch_week: "2026-W51", net: 44700, vat: 11399, gross: 56099 },
      { product: "launch", quantity: 1, launch_week: "2026-W51", net: 9900, vat: 2525, gross: 12425 },
    ]);
    expect(body).toMatchObject({ net: 54600, vat: 13924, gross: 68524 });
  });

  test("200: a live listing is upgraded, goes on the billboard next week, and a free one gets its sections", async () => {
    const free = await fresh({ status: "live", plan: "free", launchWeek: "2026-W40" });
    expect((await quote(free.key, launchOf(free.id))).status).toBe(200);
    const board = { items: [{ product: "billboard", listing_id: free.id }], billing: france };
    expect((await quote(free.key, board)).body.lines).toMatchObject([{ launch_week: "2026-W48" }]);
    const sections = { items: [{ product: "sections", listing_id: free.id }], billing: france };
    expect((await quote(free.key, sections)).body).toMatchObject({ net: 2900, vat: 580, gross: 3480 });
  });

  test("200: saved billing details are used where none are sent; 422 where none are saved", async () => {
    const { id, key, account } = await fresh();
    const items = [{ product: "launch", listing_id: id }];
    const missing = await quote(key, { items });
    expect([missing.status, missing.body.errors[0].field]).toEqual([422, "billing"]);
    await server.store.write((tx) =>
      saveBillingDetails(
        tx,
        account.id,
        {
          name: "Ada",
          company: null,
          street: "1 Rua",
          city: "Funchal",
          country: "PT",
          postcode: "9000-001",
          vatId: null,
        },
        testNow,
      ),
    );
    expect((await quote(key, { items })).body.lines[0].vat_rate_bp).toBe(2200);
  });

  test.each([
    [{ country: "Atlantis" }, "billing.country", "unknown_country"],
    [{ country: "FR", vat_id: "DE136695976" }, "billing.vat_id", "other_country"],
    [{ country: "FR", vat_id: "FR4030326504" }, "billing.vat_id", "invalid_format"],
    [{ country: "FR", vat_id: "FR40303265046" }, "billing.vat_id", "invalid_check_digits"],
    [{ country: "ES", postcode: "3500" }, "billing.postcode", "invalid_format"],
    [{ country: "FR", city: "Brest" }, "billing.city", "unknown_field"],
  ])("422: billing %p", async (billing, field, code) => {
    const { id, key } = await fresh();
    const { status, body } = await quote(key, { ...launchOf(id), billing });
    expect([status, body.errors[0].field, body.errors[0].code]).toEqual([422, field, code]);
    expect(body.errors[0].fix).toEqual(expect.any(String));
    expect(vies.requests).toEqual([]);
  });

  test.each([
    [{ product: "gold" }, "product", "invalid_value"],
    [{ quantity: 0 }, "quantity", "too_small"],
    [{ quantity: 1_000_000 }, "quantity", "too_big"],
    [{ quantity: 2 }, "quantity", "too_big"],
    [{ launch_week: "2026-W46" }, "launch_week", "week_past"],
    [{ launch_week: "2028-W01" }, "launch_week", "week_too_far"],
    [{ launch_week: "2026-W54" }, "launch_week", "invalid_week"],
    [{ product: "sections", launch_week: "2026-W50" }, "launch_week", "no_week"],
    [{ product: "billboard", launch_week: "2027-W20", quantity: 26 }, "launch_week", "week_too_far"],
  ])("422: an item with %p", async (more, field, code) => {
    const { id, key } = await fresh({ status: "live", plan: "free" });
    const { status, body } = await quote(key, launchOf(id, more));
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ field: `items.0.${field}`, code }]);
  });

  test("422: no items, and more than an order holds", async () => {
    const { id, key } = await fresh();
    const many = Array(21).fill({ product: "launch", listing_id: id });
    for (const items of [[], many]) expect((await quote(key, { items, billing: france })).status).toBe(422);
  });

  test("422: another's listing, one that is not there and one of another site, all named at once", async () => {
    const { key, email } = await fresh();
    const theirs = await fresh();
    const elsewhere = await owner(`elsewhere-${++names}`, { siteId: 2, email });
    const items = [theirs.id, 999_999, elsewhere.id].map((listing_id) => ({ product: "launch", listing_id }));
    const { status, body } = await quote(key, { items, billing: france });
    expect(status).toBe(422);
    expect(body.errors.map(({ field, code }: any) => [field, code])).toEqual([
      ["items.0.listing_id", "unknown_listing"],
      ["items.1.listing_id", "unknown_listing"],
      ["items.2.listing_id", "other_site"],
    ]);
    expect(body.next_actions).toMatchObject([{ tool: "list_my_listings" }]);
  });

  test("422: the same listing twice, and sections beside a launch that has them", async () => {
    const { id, key } = await fresh({ status: "live", plan: "free" });
    const launch = { product: "launch", listing_id: id };
    const twice = await quote(key, { items: [launch, launch], billing: france });
    expect(twice.body.errors).toMatchObject([{ field: "items.1", code: "duplicate" }]);
    const both = await quote(key, { items: [launch, { product: "sections", listing_id: id }], billing: france });
    expect(both.body.errors).toMatchObject([{ field: "items.1", code: "included" }]);
  });

  test("422: a listing that has launched keeps its week", async () => {
    const { id, key } = await fresh({
      status: "live",
      plan: "free",
      launchWeek: "2026-W40",
      launchedAt: "2026-09-28T00:00:00.000Z",
    });
    const { body } = await quote(key, launchOf(id, { launch_week: "2026-W50" }));
    expect(body.errors).toMatchObject([{ field: "items.0.launch_week", code: "launched" }]);
  });

  test.each([
    ["launch", { status: "live", plan: "paid" }, "has a paid launch"],
    ["launch", { status: "suspended", plan: "free" }, "is suspended"],
    ["launch", { status: "archived", plan: "none" }, "is archived"],
    ["sections", { status: "live", plan: "paid" }, "shows milestones and updates already"],
    ["sections", { status: "draft", plan: "none" }, "has no plan yet"],
    ["billboard", { status: "draft", plan: "none" }, "not public in 2026-W48"],
    ["billboard", { status: "awaiting_badge", plan: "free" }, "not public in 2026-W48"],
  ] as const)("409: %s for a listing that is %p", async (product, facts, reason) => {
    const { id, key } = await fresh(facts);
    const { status, body } = await quote(key, { items: [{ product, listing_id: id }], billing: france });
    expect([status, body.code]).toEqual([409, "state_conflict"]);
    expect(body.detail).toContain(reason);
    expect(body.next_actions).toMatchObject([{ tool: "get_my_listing", arguments: { listing_id: id } }]);
  });

  test("409: a week on the billboard is bought once", async () => {
    const { id, key } = await fresh({ status: "live", plan: "free" });
    await server.store.write((tx) =>
      tx
        .insert(billboardPlacements)
        .values({ siteId: 1, week: "2026-W50", listingId: id, createdAt: testNow.toISOString() }),
    );
    const items = [{ product: "billboard", listing_id: id, quantity: 3 }];
    const { status, body } = await quote(key, { items, billing: france });
    expect([status, body.code]).toEqual([409, "state_conflict"]);
    expect(body.detail).toContain("in 2026-W50 already");
  });

  test("401 without a key, 403 without the right to order", async () => {
    const { id, email } = await fresh();
    const reader = await keyFor(server.store, { email });
    expect((await quote(reader.key, launchOf(id))).status).toBe(403);
    expect((await server.over(transport, "quote_order", launchOf(id))).status).toBe(401);
  });
});

describe("paid places", () => {
  const week = "2027-W03";
  beforeAll(() =>
    server.store.write(async (tx) => {
      for (const name of ["first", "second"])
        await addListing(tx, 1, `place-${name}`, { status: "scheduled", plan: "paid", launchWeek: week });
    }),
  );

  test("409: a full week, and the next one with room is named", async () => {
    const { id, key } = await owner("late");
    const items = [{ product: "launch", listing_id: id, launch_week: week }];
    const { status, body } = await server.as(key).over("REST", "quote_order", { items, billing: france });
    expect([status, body.code]).toEqual([409, "conflict"]);
    expect(body.errors).toMatchObject([{ field: "items.0.launch_week", code: "week_full" }]);
    expect(body.detail).toContain("Use launch_week 2027-W04");
  });

  test("409: three in one order where two have room", async () => {
    const email = "crew@example.test";
    const mine = [];
    for (const name of ["crew-a", "crew-b", "crew-c"]) mine.push(await owner(name, { email }));
    const items = mine.map(({ id }) => ({ product: "launch", listing_id: id, launch_week: "2027-W05" }));
    const { key } = mine[0]!;
    expect((await server.as(key).over("REST", "quote_order", { items, billing: france })).status).toBe(409);
    const two = { items: items.slice(1), billing: france };
    expect((await server.as(key).over("REST", "quote_order", two)).status).toBe(200);
  });
});

test("a trial asks nobody, keeps nothing and says so", async () => {
  const { id, key, account } = await owner("tried");
  const input = { items: [{ product: "launch" as const, listing_id: id }], billing: business };
  const response = await sendTool(server, quoteOrder, input, { authorization: `Bearer ${key}` }, { dry_run: "true" });
  const body: any = await response.json();
  expect(body).toMatchObject({
    dry_run: true,
    tax: { treatment: "oss", vat_id_status: "not_checked" },
    not_tried: ["Confirming the VAT id with VIES."],
  });
  expect(vies.requests).toEqual([]);
  expect(await quoteOfAccount(server.store.read, account.id, 1, body.quote_id)).toBeNull();
});

test("a quote holds for its account until it expires", async () => {
  const { id, key, account } = await owner("keeper");
  const input = { items: [{ product: "launch", listing_id: id, launch_week: "2027-W06" }], billing: france };
  const { quote_id } = (await server.as(key).over("REST", "quote_order", input)).body;
  const site = { id: 1, key: "main", name: "Main" } as never;
  const as = (accountId: number, minutes: number) => ({
    ...contextFor(server.store, { kind: "key", accountId, scopes: [], via: "key:1", isTest: false }, site),
    now: new Date(testNow.getTime() + minutes * 60_000),
  });
  expect(await openQuote(server.store.read, as(account.id, 29), quote_id)).toMatchObject({ gross: 11880 });
  expect(openQuote(server.store.read, as(account.id, 30), quote_id)).rejects.toMatchObject({
    code: "state_conflict",
    nextActions: [{ tool: "quote_order", arguments: { items: input.items } }],
  });
  expect(openQuote(server.store.read, as(account.id + 1, 0), quote_id)).rejects.toMatchObject({
    code: "validation_failed",
    errors: [{ field: "quote_id", code: "unknown_quote" }],
  });
});

test("a sandbox key prices its own listing at the site's prices, where nobody sees it", async () => {
  const { key, account } = await keyFor(server.store, {
    email: "tester@example.test",
    scopes: [...scopes],
    isTest: true,
  });
  const id = await server.store.write(async (tx) => {
    const twin = await openSandbox(tx, (await allSites(tx))[0]!, testNow);
    const listing = await addListing(tx, twin, "hidden-try", { status: "draft", plan: "none" });
    const companyId = (await companyOfListing(tx, listing))!;
    await addOwner(tx, { companyId, accountId: account.id, via: "test" }, testNow);
    return listing;
  });
  const input = { items: [{ product: "launch", listing_id: id }], billing: france };
  const { status, body } = await server.as(key).over("REST", "quote_order", input);
  expect([status, body.net]).toEqual([200, 9900]);
  expect(await quoteOfAccount(server.store.read, account.id, 1, body.quote_id)).toBeNull();
});

test("a site has a currency of its own, in all amounts of a quote", async () => {
  await server.store.write((tx) => tx.update(sites).set({ currency: "JPY" }).where(eq(sites.key, "other")));
  const { id, key } = await owner("yen", { siteId: 2 });
  const response = await fetch(`http://localhost:${server.port}/api/v1/orders/quote`, {
    method: "POST",
    headers: { host: "other.localhost", authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ items: [{ product: "launch", listing_id: id }], billing: france }),
  });
  expect(await response.json()).toMatchObject({ currency: "JPY", net: 9900, gross: 11880 });
});
