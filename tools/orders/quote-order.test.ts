import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { openSandbox } from "#db/queries/accounts/sandbox.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { saveExchangeRate } from "#db/queries/common/exchange-rates.ts";
import { quoteOfAccount, saveBillingDetails } from "#db/queries/orders/quotes.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { sites } from "#db/schema/sites.ts";
import { sendTool } from "#test/support/clients/tool-caller.ts";
import { keyFor } from "#test/support/records/account.ts";
import { inFrance, launchOf, orderScopes, type Quoting, startQuoting } from "#test/support/records/quoting.ts";
import { addListing } from "#test/support/records/records.ts";
import { contextFor } from "#test/support/server/call.ts";
import { testNow } from "#test/support/server/harness.ts";
import { openQuote } from "./own-quote.ts";
import quoteOrder from "./quote-order.ts";

let quoting: Quoting;
beforeAll(async () => {
  quoting = await startQuoting();
});
beforeEach(() => quoting.forget());
afterAll(() => quoting.stop());

const business = { country: "FR", vat_id: "FR 40 303 265 045", company: "Tidewell SAS" };

describe("over REST", () => {
  const quote = (key: string, input: Record<string, unknown>) =>
    quoting.server.as(key).over("REST", "quote_order", input);

  test("200: consumer in France pays French VAT; the quote is valid for 30 minutes", async () => {
    const { id, key, account } = await quoting.owner();
    const { status, body } = await quote(key, launchOf(id, { launch_week: null }));
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
      tax: { treatment: "oss", reason: expect.stringContaining("20% (France)"), vat_id_status: "none" },
      expires_at: "2026-11-18T12:30:00.000Z",
      next_actions: [
        {
          tool: "create_checkout",
          arguments: { quote_id: body.quote_id },
          why: "Create the order when the user agrees to the price.",
          who: "agent",
        },
      ],
    });
    const kept = await quoteOfAccount(quoting.server.store.read, account.id, 1, body.quote_id);
    expect(kept).toMatchObject({ gross: 11880, billing: { country: "FR" }, tax: { tax_country: "FR" } });
    expect(await changesOf(quoting.server.store.read, `quote:${body.quote_id}`, 5)).toMatchObject([
      { action: "quote_order", after: { gross: 11880, treatment: "oss" } },
    ]);
  });

  test("200: business with a valid VAT ID pays no VAT; the consultation number is stored", async () => {
    quoting.vies.script("valid");
    const { id, key, account } = await quoting.owner();
    const { body } = await quote(key, { ...launchOf(id), billing: business });
    expect(body).toMatchObject({ net: 9900, vat: 0, gross: 9900 });
    expect(body.tax).toMatchObject({ treatment: "reverse_charge", vat_id_status: "valid" });
    expect(quoting.vies.requests).toMatchObject([
      { countryCode: "FR", vatNumber: "40303265045", requesterNumber: "136695976" },
    ]);
    const kept = await quoteOfAccount(quoting.server.store.read, account.id, 1, body.quote_id);
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
    ["invalid", "invalid", "does not contain the VAT ID FR40303265045"],
    [{ error: "MS_UNAVAILABLE" }, "unavailable", "did not respond"],
  ] as const)("200: VAT is charged if VIES returns %p", async (reply, vat_id_status, why) => {
    quoting.vies.script(reply);
    const { id, key } = await quoting.owner();
    const { body } = await quote(key, { ...launchOf(id), billing: business });
    expect(body).toMatchObject({ vat: 1980, tax: { treatment: "oss", vat_id_status } });
    expect(body.tax.reason).toContain(why);
  });

  test("200: VIES is not asked if the VAT ID makes no difference", async () => {
    const { id, key } = await quoting.owner();
    const home = await quote(key, { ...launchOf(id), billing: { country: "Germany", vat_id: "136695976" } });
    expect(home.body.tax).toMatchObject({ treatment: "domestic", vat_id_status: "not_checked" });
    const abroad = await quote(key, { ...launchOf(id), billing: { country: "UK", postcode: "BT1 5GS" } });
    expect(abroad.body).toMatchObject({ vat: 0, tax: { treatment: "outside_scope" } });
    expect(quoting.vies.requests).toEqual([]);
  });

  test("200: several items, each line rounded separately, with their weeks", async () => {
    const { id, key } = await quoting.owner();
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

  test("200: live free listing can buy a launch, a billboard week and sections", async () => {
    const free = await quoting.owner({ status: "live", plan: "free", launchWeek: "2026-W40" });
    expect((await quote(free.key, launchOf(free.id))).status).toBe(200);
    const board = { items: [{ product: "billboard", listing_id: free.id }], billing: inFrance };
    expect((await quote(free.key, board)).body.lines).toMatchObject([{ launch_week: "2026-W48" }]);
    const sections = { items: [{ product: "sections", listing_id: free.id }], billing: inFrance };
    expect((await quote(free.key, sections)).body).toMatchObject({ net: 2900, vat: 580, gross: 3480 });
  });

  test("200: saved billing details are the default; 422: none sent and none saved", async () => {
    const { id, key, account } = await quoting.owner();
    const items = [{ product: "launch", listing_id: id }];
    const missing = await quote(key, { items });
    expect([missing.status, missing.body.errors[0].field]).toEqual([422, "billing"]);
    await quoting.server.store.write((tx) =>
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
});

test("over MCP: short structured quote and the full quote as text", async () => {
  quoting.vies.script("invalid");
  const { id, key } = await quoting.owner();
  const { structuredContent, text } = await quoting.server
    .as(key)
    .mcp("quote_order", { ...launchOf(id, { launch_week: "2026-W50" }), billing: business });
  expect(structuredContent).toEqual({
    quote_id: expect.any(Number),
    currency: "EUR",
    net: 9900,
    vat: 1980,
    gross: 11880,
    lines: [
      {
        product: "launch",
        listing_id: id,
        quantity: 1,
        launch_week: "2026-W50",
        net: 9900,
        vat_rate_bp: 2000,
        gross: 11880,
      },
    ],
    tax: { treatment: "oss", reason: expect.stringContaining("does not contain the VAT ID FR40303265045") },
    expires_at: "2026-11-18T12:30:00.000Z",
    next_actions: [expect.objectContaining({ tool: "create_checkout" })],
  });
  expect(text).toContain(`Next: create_checkout({"quote_id":${(structuredContent as any).quote_id}})`);
  expect(text).toContain("€118.80 in total, €99.00 plus €19.80 VAT");
  expect(text).toContain(`launch for listing ${id} · from 2026-W50 · €99.00 net · VAT 20% · €118.80 gross`);
  expect(text).toContain("VAT treatment: oss (VAT ID invalid). VAT of 20% (France)");
});

test("dry run: does not call VIES, stores nothing and says so", async () => {
  const { id, key, account } = await quoting.owner();
  const input = { items: [{ product: "launch" as const, listing_id: id }], billing: business };
  const response = await sendTool(
    quoting.server,
    quoteOrder,
    input,
    { authorization: `Bearer ${key}` },
    { dry_run: "true" },
  );
  const body: any = await response.json();
  expect(body).toMatchObject({
    dry_run: true,
    tax: { treatment: "oss", vat_id_status: "not_checked" },
    not_tried: ["Confirming the VAT ID with VIES."],
  });
  expect(quoting.vies.requests).toEqual([]);
  expect(await quoteOfAccount(quoting.server.store.read, account.id, 1, body.quote_id)).toBeNull();
});

test("quote: valid only for its account and until it expires", async () => {
  const { id, key, account } = await quoting.owner();
  const input = { items: [{ product: "launch", listing_id: id, launch_week: "2027-W06" }], billing: inFrance };
  const { quote_id } = (await quoting.server.as(key).over("REST", "quote_order", input)).body;
  const site = { id: 1, key: "main", name: "Main", currency: "EUR" } as never;
  const as = (accountId: number, minutes: number) => ({
    ...contextFor(quoting.server.store, { kind: "key", accountId, scopes: [], via: "key:1", isTest: false }, site),
    now: new Date(testNow.getTime() + minutes * 60_000),
  });
  expect(await openQuote(quoting.server.store.read, as(account.id, 29), quote_id)).toMatchObject({ gross: 11880 });
  expect(openQuote(quoting.server.store.read, as(account.id, 30), quote_id)).rejects.toMatchObject({
    code: "state_conflict",
    nextActions: [{ tool: "quote_order", arguments: input }],
  });
  expect(openQuote(quoting.server.store.read, as(account.id + 1, 0), quote_id)).rejects.toMatchObject({
    code: "validation_failed",
    errors: [{ field: "quote_id", code: "unknown_quote" }],
  });
});

test("later VIES result: does not change an order from a quote", async () => {
  for (const [first, later, vat, status] of [
    ["valid", "invalid", 0, "valid"],
    [{ error: "MS_UNAVAILABLE" }, "valid", 1980, "unavailable"],
  ] as const) {
    quoting.forget();
    quoting.vies.script(first);
    const { id, key } = await quoting.owner();
    const as = quoting.server.as(key);
    const quote = (await as.over("REST", "quote_order", { ...launchOf(id), billing: business })).body;
    quoting.forget();
    quoting.vies.script(later);
    const { body } = await as.over("REST", "create_checkout", { quote_id: quote.quote_id });
    expect(body).toMatchObject({ vat, gross: quote.gross, tax: quote.tax });
    expect(body.tax.vat_id_status).toBe(status);
    expect(quoting.vies.requests).toEqual([]);
  }
});

test("sandbox key: quotes its own sandbox listing at the site's prices", async () => {
  const { key, account } = await keyFor(quoting.server.store, {
    email: "tester@example.test",
    scopes: [...orderScopes],
    isTest: true,
  });
  const id = await quoting.server.store.write(async (tx) => {
    const twin = await openSandbox(tx, (await allSites(tx))[0]!, testNow);
    const listing = await addListing(tx, twin, "hidden-try", { status: "draft", plan: "none" });
    const companyId = (await companyOfListing(tx, listing))!;
    await addOwner(tx, { companyId, accountId: account.id, via: "test" }, testNow);
    return listing;
  });
  const input = { items: [{ product: "launch", listing_id: id }], billing: inFrance };
  const { status, body } = await quoting.server.as(key).over("REST", "quote_order", input);
  expect([status, body.net]).toEqual([200, 9900]);
  expect(await quoteOfAccount(quoting.server.store.read, account.id, 1, body.quote_id)).toBeNull();
});

test("site with another currency: all amounts of a quote use it", async () => {
  await quoting.server.store.write(async (tx) => {
    await tx.update(sites).set({ currency: "JPY" }).where(eq(sites.key, "other"));
    await saveExchangeRate(tx, { currency: "JPY", day: "2026-11-17", rate: "162.5", source: "ECB" });
  });
  const { id, key } = await quoting.owner({ siteId: 2 });
  const response = await fetch(`http://localhost:${quoting.server.port}/api/v1/orders/quote`, {
    method: "POST",
    headers: { host: "other.localhost", authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ items: [{ product: "launch", listing_id: id }], billing: inFrance }),
  });
  expect(await response.json()).toMatchObject({ currency: "JPY", net: 9900, gross: 11880 });
});
