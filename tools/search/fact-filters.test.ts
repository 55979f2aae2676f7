import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { saveExchangeRate } from "#db/queries/common/exchange-rates.ts";
import { type CompanyFacts, saveCompany } from "#db/queries/listings/save-company.ts";
import { saveListing } from "#db/queries/listings/write-listing.ts";
import { indexMissing } from "#db/queries/sites/check.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import type { CallContext } from "../core/operations/context.ts";
import { findByMeaning } from "./search.ts";

type Plans = NonNullable<CompanyFacts["plans"]>;
const plan = (price: number, currency: string, per: Plans[number]["per"] = "month"): Plans[number] => ({
  name: `${price} ${currency} ${per}`,
  price,
  currency,
  per,
  free_limits: null,
  url: null,
});

const products: [name: string, headline: string, facts: Partial<CompanyFacts>][] = [
  ["Pageloft", "Notes and wiki, an alternative to Notion", { selfHosted: "yes", license: "AGPL-3.0-only" }],
  ["Papercloud", "Notes and wiki, an alternative to Notion", { selfHosted: "no", languages: ["en", "de-AT"] }],
  ["Clientry", "CRM for small firms", { pricing: "open-source", apiUrl: "https://clientry.example/api" }],
  ["Dealbook", "CRM for large firms", { pricing: "open-source", license: "MIT OR GPL-2.0-only", selfHosted: "no" }],
  [
    "Ringsafe",
    "Password manager for families",
    { alternativeTo: ["Basecamp"], plans: [plan(0, "EUR"), plan(4800, "EUR", "year")] },
  ],
  ["Keybarn", "Password manager for teams", { sso: "no", plans: [plan(500, "USD", "seat_month")] }],
  [
    "Vaultary",
    "Password manager for firms",
    { sso: "paid", plans: [plan(900, "EUR")], mcpUrl: "https://vaultary.example/mcp" },
  ],
  [
    "Lockhouse",
    "Password manager bought once",
    { alternativeTo: ["Basecamp"], plans: [plan(100, "EUR", "once"), plan(1, "EUR", "usage")] },
  ],
];

let server: TestServer;
beforeAll(async () => {
  const store = emptyStore();
  await store.write(async (tx) => {
    const siteId = await addSite(tx);
    for (const [name, headline, facts] of products) {
      const slug = name.toLowerCase();
      const company = { name, url: `https://${slug}.example`, pricing: null, platforms: [], socials: {}, ...facts };
      const companyId = await saveCompany(tx, company, testNow.toISOString());
      const listing = { siteId, companyId, slug, headline, summary: headline, categoryIds: [], tags: [] };
      await saveListing(tx, { ...listing, status: "live", plan: "free" }, testNow.toISOString());
    }
  });
  server = await startTestServer({ store });
});
afterAll(() => server.stop());

/** Calls the tool over REST and MCP, which must agree. */
const search = async (input: Record<string, unknown>) => {
  const { status, body } = await server.call("search_listings", input);
  return { status, ...body, names: body.items?.map(({ name }: { name: string }) => name).toSorted() };
};

describe("filters", () => {
  test.each([
    [{ license: "AGPL-3.0" }, ["Pageloft"]],
    [{ license: ["mit", "agpl-3.0-only"] }, ["Dealbook", "Pageloft"]],
    [{ license: "GPL" }, ["Dealbook"]],
    [{ license: "MIT+" }, ["Dealbook"]],
    [{ license: "AGPL-3.0-or-later" }, []],
    [{ self_hosted: "yes" }, ["Pageloft"]],
    [{ self_hosted: "no" }, ["Dealbook", "Papercloud"]],
    [{ has_api: true }, ["Clientry"]],
    [{ has_mcp: true }, ["Vaultary"]],
    [{ has_api: false }, []],
    [{ sso: true }, ["Vaultary"]],
    [{ sso: false }, ["Keybarn"]],
    [{ free_plan: true }, ["Ringsafe"]],
    [{ free_plan: false }, ["Keybarn", "Lockhouse", "Vaultary"]],
    [{ language: "de" }, ["Papercloud"]],
    [{ language: "Deutsch" }, ["Papercloud"]],
    [{ language: "de-at" }, ["Papercloud"]],
    [{ language: ["de-DE", "fr"] }, []],
    [{ price_max: 400 }, ["Ringsafe"]],
    [{ price_max: 399, currency: "EUR" }, []],
    [{ price_max: 900, currency: "eur" }, ["Ringsafe", "Vaultary"]],
    [{ price_max: 500, currency: "USD" }, ["Keybarn"]],
    [{ price_max: 900, has_mcp: true }, ["Vaultary"]],
  ])("%j finds %j", async (input, found) => {
    expect((await search(input)).names).toEqual(found);
  });

  test("a sent filter is never relaxed: the list is empty, and the total without each filter is given", async () => {
    const found = await search({ q: "password manager", price_max: 100, free_plan: true });
    expect([found.total, found.relaxed, found.without]).toEqual([0, undefined, [{ field: "price_max", total: 1 }]]);
    const { without } = await search({ license: "MIT", pricing: "paid" });
    expect(without).toEqual([{ field: "pricing", total: 1 }]);
  });

  test("facets count the facts of the matches", async () => {
    const { facets } = await search({ facets: true });
    expect(facets).toMatchObject({
      license: ["AGPL-3.0-only", "GPL-2.0-only", "MIT"].map((value) => ({ value, count: 1 })),
      self_hosted: [
        { value: "no", count: 2 },
        { value: "yes", count: 1 },
      ],
      has_api: [{ value: "true", count: 1 }],
      has_mcp: [{ value: "true", count: 1 }],
      sso: [{ value: "true", count: 1 }],
      free_plan: [{ value: "true", count: 1 }],
      language: ["de", "en"].map((value) => ({ value, count: 1 })),
    });
    expect((await search({ q: "crm", facets: true })).facets).toMatchObject({ has_mcp: [], free_plan: [] });
  });

  test.each([
    [{ license: "MTI" }, "license", "did you mean MIT?"],
    [{ license: ["MIT", "nonsense"] }, "license", "must be an SPDX expression"],
    [{ self_hosted: "maybe" }, "self_hosted", "yes"],
    [{ price_max: -1 }, "price_max", "1"],
    [{ price_max: 4.5 }, "price_max", ""],
    [{ price_max: 500, currency: "EUX" }, "currency", "must be an ISO 4217 currency"],
    [{ currency: "EUR" }, "currency", "is only for price_max"],
    [{ language: "xx" }, "language", "must be a language code"],
  ])("422: %j", async (input, field, message) => {
    const { status, errors } = await search(input);
    expect([status, errors[0].field, errors[0].message]).toEqual([422, field, expect.stringContaining(message)]);
  });
});

describe("words", () => {
  test("notion alternative self-hosted", async () => {
    const found = await search({ q: "notion alternative self-hosted" });
    expect(found.names).toEqual(["Pageloft"]);
    expect(found.interpreted).toEqual([
      { text: "notion alternative", field: "alternative_to", value: "Notion" },
      { text: "self-hosted", field: "self_hosted", value: "yes" },
    ]);
    expect(found.relaxed).toBeUndefined();
    expect(found.understood_as).toContain("alternatives to Notion");
    expect(found.understood_as).toEndWith(", self-hosted");
  });

  test("the text names the products that say that they replace another", async () => {
    expect((await search({ q: "notion alternative" })).replacing.toSorted()).toEqual(["Pageloft", "Papercloud"]);
    const { text } = await server.mcp("search_listings", { q: "notion alternative" });
    expect(text).toMatch(/the following say that they replace Notion: \w+, \w+\./);
    // The other tool agrees, though only their texts say so. Without a fact, there is no page.
    const { items, page_url } = (await server.call("get_alternatives", { slug: "Notion" })).body;
    const saying = items.filter(({ shared }: any) => shared[0] === "says that it replaces Notion");
    expect(saying.map(({ name }: any) => name).toSorted()).toEqual(["Pageloft", "Papercloud"]);
    expect(page_url).toEndWith("/search?q=alternatives+to+Notion");
    await server.store.write(async (tx) => {
      tx.$client.run("UPDATE companies SET verified_method = 'dns' WHERE name = 'Lockhouse'");
    });
    // Verified products that name another in a fact come first.
    expect((await search({ q: "basecamp alternative" })).replacing).toEqual(["Lockhouse", "Ringsafe"]);
  });

  test("open source crm with api", async () => {
    const found = await search({ q: "open source crm with api" });
    expect(found.names).toEqual(["Clientry"]);
    expect(found.interpreted).toEqual([
      { text: "with api", field: "has_api", value: "true" },
      { text: "open source", field: "pricing", value: "open-source" },
    ]);
    expect(found.understood_as).toBe("crm, with an API, open-source");
  });

  test.each([
    ["password manager with SSO", "with sso"],
    ["password manager SAML", "saml"],
    ["password manager with SAML single sign-on", "with saml single sign-on"],
    ["password manager single sign-on", "single sign-on"],
  ])("%s", async (q, text) => {
    const found = await search({ q });
    expect([found.names, found.left_out]).toEqual([["Vaultary"], undefined]);
    expect(found.interpreted).toEqual([{ text, field: "sso", value: "true" }]);
    expect(found.understood_as).toBe("password manager, with single sign-on");
  });

  test("negated conditions become their opposite, or are left out", async () => {
    const hosted = await search({ q: "wiki that is not self-hosted" });
    expect([hosted.names, hosted.understood_as]).toEqual([["Papercloud"], "wiki, not self-hosted"]);
    expect((await search({ q: "password manager without SSO" })).names).toEqual(["Keybarn"]);
    const { names, left_out } = await search({ q: "crm without an API" });
    expect(names).toEqual(["Clientry", "Dealbook"]);
    expect(left_out).toEqual([{ text: "without an api", why: "search has no filter for this" }]);
  });

  test("single sign-on alone is the product that is looked for", async () => {
    for (const q of ["single sign-on", "best SSO", "open source SSO"])
      expect((await search({ q })).interpreted?.some(({ field }: { field: string }) => field === "sso") ?? false).toBe(
        false,
      );
  });

  test("password manager under 5 euros", async () => {
    const found = await search({ q: "password manager under 5 euros" });
    expect(found.names).toEqual(["Ringsafe"]);
    expect(found.interpreted).toEqual([{ text: "under 5 euros", field: "price_max", value: "500 EUR" }]);
    expect(found.price_note).toBe("Prices in USD are not compared, because there is no exchange rate.");
  });

  test("conditions of words that no good match meets are relaxed, and the texts say so", async () => {
    const q = "password manager under 1 euro with an API";
    const found = await search({ q });
    expect(found.names).toEqual(["Keybarn", "Lockhouse", "Ringsafe", "Vaultary"]);
    expect(found.interpreted).toBeUndefined();
    expect(found.relaxed).toEqual([
      { field: "price_max", value: "100 EUR", why: "no good match states it" },
      { field: "has_api", value: "true", why: "no good match states it" },
    ]);
    const { text } = await server.mcp("search_listings", { q });
    expect(text).toContain("Left out: at most €1 a month, with an API (no good match states it).");
    // One of three conditions is met.
    const some = await search({ q: "free plan password manager under 1 euro with api" });
    expect([some.names, some.interpreted.length, some.relaxed.length]).toEqual([["Ringsafe"], 1, 2]);
  });

  test("products that contradict a relaxed condition are listed only if there are no others", async () => {
    // Dealbook says that it is not self-hosted, and Clientry says nothing.
    const unknown = await search({ q: "self-hosted crm" });
    const why = "no good match states it";
    expect([unknown.names, unknown.relaxed]).toEqual([["Clientry"], [{ field: "self_hosted", value: "yes", why }]]);
    const free = await search({ q: "password manager under 1 euro with SSO" });
    expect([free.names, free.relaxed.map(({ field }: { field: string }) => field)]).toEqual([
      ["Vaultary"],
      ["price_max"],
    ]);
    const otherwise = await search({ q: "free plan password manager", sso: true });
    expect([otherwise.names, otherwise.relaxed]).toEqual([
      ["Vaultary"],
      [{ field: "free_plan", value: "true", why: "the good matches say otherwise" }],
    ]);
    // Keybarn says that it has no single sign-on.
    const silent = await search({ q: "password manager with SSO", price_max: 500, currency: "USD" });
    expect(silent.relaxed[0].why).toBe("the good matches say otherwise");
    expect((await search({ q: "password manager with SSO", free_plan: true })).relaxed[0].why).toBe(
      "no good match states it",
    );
  });

  test("words that name only a condition that no product meets find nothing", async () => {
    const found = await search({ q: "tool in French" });
    expect([found.total, found.relaxed, found.understood_as]).toEqual([0, undefined, "in French"]);
  });

  test("unknown words are named once, and whole in scripts without spaces", async () => {
    const unknown = await search({ q: "url shortener" });
    expect([unknown.total, unknown.understood_as, unknown.left_out]).toEqual([0, "link shortener", undefined]);
    expect((await search({ q: "crossword" })).left_out).toEqual([
      { text: "crossword", why: "no listing has this word" },
    ]);
    expect((await search({ q: "フリーランス CRM" })).left_out).toEqual([
      { text: "フリーランス", why: "no listing has this word" },
    ]);
  });

  test("the link to follow a search keeps filters that are false", async () => {
    const { follow_url } = await search({ has_api: false, free_plan: false });
    expect(new URL(follow_url).search).toBe("?has_api=false&free_plan=false");
  });

  test("a sent filter replaces the same condition of the words", async () => {
    const found = await search({ q: "password manager under 1 euro", price_max: 400 });
    expect([found.names, found.interpreted, found.relaxed]).toEqual([["Ringsafe"], undefined, undefined]);
    expect((await search({ q: "self-hosted wiki", self_hosted: "no" })).names).toEqual(["Papercloud"]);
  });

  test.each([
    ["CRM hosted in the EU", "hosted in the eu", ["Clientry", "Dealbook"]],
    ["CRM not MIT licensed", "not mit licensed", ["Clientry", "Dealbook"]],
    ["password manager not under 5 euros", "not under 5 euros", ["Keybarn", "Lockhouse", "Ringsafe", "Vaultary"]],
  ])("%p: a condition without a filter is left out, and the response says so", async (q, text, names) => {
    const found = await search({ q });
    expect(found.left_out).toEqual([{ text, why: "search has no filter for this" }]);
    expect([found.names, found.interpreted, found.relaxed]).toEqual([names, undefined, undefined]);
  });

  test("words that name only facts show the products that have them", async () => {
    for (const q of ["AGPL licensed software", "AGPL", "under the AGPL 3 license"])
      expect((await search({ q })).names).toEqual(["Pageloft"]);
    expect((await search({ q: "tools in German" })).names).toEqual(["Papercloud"]);
  });
});

test("a start adds a listing that the index lacks, with its facts", async () => {
  await server.store.write(async (tx) => {
    const key = "(SELECT search_key FROM listings WHERE slug = 'vaultary')";
    tx.$client.run(`DELETE FROM listing_search WHERE rowid = ${key}`);
    tx.$client.run("UPDATE listings SET search_key = NULL WHERE slug = 'vaultary'");
  });
  expect((await search({ sso: true })).names).toEqual([]);
  expect([await indexMissing(server.store), await indexMissing(server.store)]).toEqual([1, 0]);
  expect((await search({ sso: true })).names).toEqual(["Vaultary"]);
});

test("prices in other currencies are compared at the imported rate, and the response gives its date", async () => {
  const rate = { currency: "USD", day: "2026-11-17", rate: "1.25", source: "ECB" };
  await server.store.write((tx) => saveExchangeRate(tx, rate));
  const found = await search({ price_max: 400, currency: "EUR" });
  expect(found.names).toEqual(["Keybarn", "Ringsafe"]);
  expect(found.price_note).toBe("Prices in USD are converted at the reference rates of 2026-11-17.");
  expect((await search({ price_max: 399 })).names).toEqual([]);
  const { price_note } = await search({ price_max: 400, currency: "CHF" });
  expect(price_note).toBe("Prices in EUR, USD are not compared, because there is no exchange rate.");
});

test("large directory: matches of words with filters are counted to the end of the page", async () => {
  const { store } = server;
  const name = "Crate";
  await store.write(async (tx) => {
    const { id: siteId } = (await allSites(tx))[0]!;
    for (let i = 0; i < 30; i++) {
      const company = { name, url: `https://crate-${i}.example`, license: i < 25 ? "MIT" : "ISC" };
      const companyId = await saveCompany(tx, company, testNow.toISOString());
      const texts = { headline: "Boxes for fruit", summary: "Boxes for fruit and other goods." };
      const listing = { siteId, companyId, slug: `crate-${i}`, ...texts, categoryIds: [], tags: [] };
      await saveListing(tx, { ...listing, status: "live", plan: "free" }, testNow.toISOString());
    }
  });
  const site = { ...(await allSites(store.read))[0]!, listingCount: 200_000 } as CallContext["site"];
  const totals = async (asked: object, offset: number) => {
    const where = { read: store.read, site, now: testNow };
    const hits = await findByMeaning(where, { sort: "relevance", limit: 20, offset, ...asked });
    return [hits.total, hits.isCapped, hits.ids.length, hits.hasMore];
  };
  const facts = { license: ["MIT"] };
  for (const q of ["crate", "fruit boxes"]) {
    expect(await totals({ q, facts }, 0)).toEqual([20, true, 20, true]);
    expect(await totals({ q, facts }, 20)).toEqual([25, false, 5, false]);
    expect(await totals({ q }, 0)).toEqual([30, false, 20, true]);
  }
  expect(await totals({ facts: { license: ["ISC"] }, q: "crate" }, 0)).toEqual([5, false, 5, false]);
});
