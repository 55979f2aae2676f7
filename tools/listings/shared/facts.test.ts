import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { allSites } from "#db/queries/sites/sites.ts";
import { listingFields } from "#db/schema/listing-fields.ts";
import { operationCaller } from "#test/support/clients/operation-caller.ts";
import { keyFor } from "#test/support/records/account.ts";
import { ownedProduct } from "#test/support/records/owned-product.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import createListing from "../team/create-listing.ts";
import importListings from "./import-listings.ts";
import { profileText } from "./profile-text.ts";

let server: TestServer;
let now: Date;
beforeEach(async () => {
  now = testNow;
  server = await startTestServer({ now: () => now });
});
afterEach(() => server.stop());

const dayAfter = (days: number) => {
  now = new Date(testNow.getTime() + days * 86_400_000);
  return now.toISOString();
};
const stated = (by: string, checked_at: string) => ({ url: null, quote: null, checked_at, by, confirmed: true });

async function product() {
  const { key, account } = await keyFor(server.store, { scopes: ["account:read", "listings:write"] });
  const as = server.as(key);
  const { main, slug, companyId } = await ownedProduct(server.store, account.id);
  const update = (input: object) => as.over("REST", "update_my_listing", { listing_id: main, ...input });
  const edit = (fields: object) => update({ fields });
  const read = async () => (await as.over("REST", "get_my_listing", { listing_id: main })).body;
  const shown = async () => (await as.over("REST", "get_listing", { slug })).body;
  return { as, main, slug, companyId, update, edit, read, shown };
}

const team = { name: "Team", price: 1200, currency: "EUR", per: "seat_month" };
const solo = { name: "Solo", price: 0, currency: "EUR", per: "month", free_limits: "3 boats" };

describe("sources", () => {
  test("an unknown fact is null or empty, and has no source", async () => {
    const { shown } = await product();
    expect(await shown()).toMatchObject({
      ...{ plans: [], license: null, repository: null, self_hosted: null, api_url: null, mcp_url: null, sso: null },
      ...{ data_regions: [], languages: [], certifications: [], alternative_to: [] },
      ...{ fact_sources: {}, price_history: [] },
    });
  });

  test("an edit sets the source of changed facts only, and an emptied fact loses its source", async () => {
    const { edit, shown } = await product();
    const first = dayAfter(1);
    await edit({
      license: "gpl-3.0 or MIT",
      self_hosted: "yes",
      plans: [team, solo],
      languages: ["en", "EN", "pt-br"],
    });
    const listing = await shown();
    expect(listing).toMatchObject({
      ...{ license: "GPL-3.0-only OR MIT", self_hosted: "yes", languages: ["en", "pt-BR"] },
      plans: [
        { ...team, free_limits: null, url: null, source: stated("owner", first) },
        { ...solo, url: null, source: stated("owner", first) },
      ],
    });
    const own = stated("owner", first);
    expect(listing.fact_sources).toEqual({ license: own, self_hosted: own, languages: own });

    const second = dayAfter(2);
    await edit({
      license: null,
      self_hosted: "no",
      languages: ["en", "pt-BR"],
      plans: [{ ...team, price: 1500 }, solo],
    });
    const changed = await shown();
    expect(changed.fact_sources).toEqual({ self_hosted: stated("owner", second), languages: own });
    expect(changed.plans.map(({ source }: { source: unknown }) => source)).toEqual([stated("owner", second), own]);
  });

  test("the owner confirms a fact whose quote is gone by sending it again", async () => {
    const { edit, shown, companyId } = await product();
    await edit({ license: "MIT", sso: "no", plans: [team, solo] });
    const { source, ...gone } = (await shown()).plans[0];
    const read = { ...source, url: "https://kelp.example", quote: "MIT", by: "site", confirmed: false };
    await server.store.write(async (tx) =>
      tx.$client.run("UPDATE companies SET fact_sources = json_patch(fact_sources, ?) WHERE id = ?", [
        JSON.stringify({ license: read, sso: read, "plans.Team": read }),
        companyId,
      ]),
    );
    const at = dayAfter(1);
    await edit({ license: "MIT", plans: [gone, solo], headline: "Kelp farming, by the book" });
    const listing = await shown();
    expect(listing.fact_sources).toEqual({ license: stated("owner", at), sso: read });
    expect(listing.plans.map(({ source }: { source: unknown }) => source)).toEqual([stated("owner", at), source]);
    expect(listing.price_history).toEqual([]);
  });

  test("revert_to restores facts, stated by the owner", async () => {
    const { edit, update, shown } = await product();
    await edit({ sso: "paid" });
    await edit({ sso: "yes" });
    const at = dayAfter(3);
    expect((await update({ revert_to: 2 })).status).toBe(200);
    expect(await shown()).toMatchObject({ sso: "paid", fact_sources: { sso: stated("owner", at) } });
  });

  test("the team and an import are the sources of what they state; a repeated import changes nothing", async () => {
    const [site] = await allSites(server.store.read);
    const call = operationCaller(server);
    const texts = {
      name: "Quay Planner",
      headline: "Plans for small quays",
      summary: "Plans the berths and the visitors of small quays.",
    };
    const fields = { ...texts, license: "MIT" };
    await call({ accountId: 0, role: "editor" }, site!, createListing, { url: "https://quay.example", fields });
    const created = (await server.call("get_listing", { slug: "quay-planner" })).body;
    expect(created.fact_sources).toEqual({ license: stated("team", testNow.toISOString()) });

    const at = dayAfter(1);
    const record = {
      ...fields,
      url: "https://quay.example",
      sso: "yes" as const,
      categories: [],
      tags: [],
      platforms: [],
    };
    const load = (more: object) =>
      call({ accountId: 0, role: "admin" }, site!, importListings, {
        records: [{ ...record, ...more }],
        is_strict: false,
      });
    expect((await load({ plans: [{ ...team, free_limits: null, url: null }] })).outcomes).toEqual(["updated"]);
    dayAfter(2);
    expect((await load({})).outcomes).toEqual(["unchanged"]);
    await load({ plans: [] });
    const imported = (await server.call("get_listing", { slug: "quay-planner" })).body;
    expect(imported.fact_sources).toEqual({
      license: stated("team", testNow.toISOString()),
      sso: stated("import", at),
    });
    expect(imported.price_history).toEqual([]);
  });
});

describe("price history", () => {
  test("former prices are kept if a price changes or a plan is removed, newest first", async () => {
    const { edit, shown } = await product();
    const [first, second, third] = [dayAfter(1), dayAfter(2), dayAfter(3)];
    now = new Date(first);
    await edit({ plans: [team, solo] });
    now = new Date(second);
    await edit({ plans: [{ ...team, price: 1500, url: "https://kelp.example/prices" }, solo] });
    now = new Date(third);
    await edit({ plans: [{ ...solo, free_limits: "5 boats" }] });
    const { name: plan, price, currency, per } = team;
    expect((await shown()).price_history).toEqual([
      { plan, price: 1500, currency, per, from: second, until: third },
      { plan, price, currency, per, from: first, until: second },
    ]);
  });

  test("a price that was stated for less than 24 hours is not a former price, and a restored one is none", async () => {
    const { edit, shown } = await product();
    const first = dayAfter(1);
    const history = async () =>
      (await shown()).price_history.map(({ price, from, until }: any) => [price, from, until]);
    const state = async (price: number, days: number, more: object = {}) => {
      const at = dayAfter(days);
      await edit({ plans: [{ ...team, price, ...more }] });
      return at;
    };
    await state(120000, 1);
    await state(1200, 1.1);
    expect(await history()).toEqual([]);
    const typo = await state(12, 5);
    const [, from] = (await history())[0];
    expect(await history()).toEqual([[1200, from, typo]]);
    await state(1200, 5.5);
    expect(await history()).toEqual([]);
    // Neither the short restoration nor a change of another column hides the price that applied before.
    await state(1200, 5.6, { url: "https://kelp.example/prices" });
    const raised = await state(1500, 5.7);
    expect(await history()).toEqual([[1200, from, raised]]);
    expect(from > first).toBe(true);
    await state(1600, 5.8);
    expect(await history()).toEqual([[1200, from, raised]]);
    const removed = dayAfter(9);
    await edit({ plans: [] });
    expect(await history()).toEqual([
      [1600, raised, removed],
      [1200, from, raised],
    ]);
  });

  test("at most 50 former prices", async () => {
    const { edit, shown } = await product();
    const plans = (price: number) => Array.from({ length: 24 }, (_, i) => ({ ...team, name: `Plan ${i}`, price }));
    for (const price of [1, 2, 3, 4]) {
      dayAfter(price);
      await edit({ plans: plans(price) });
    }
    const { price_history: history } = await shown();
    expect(history.length).toBe(50);
    expect(history.map(({ price }: { price: number }) => price).toSorted((a: number, b: number) => b - a)).toEqual(
      history.map(({ price }: { price: number }) => price),
    );
  });
});

test("the text has each known fact with its source", async () => {
  const { edit, shown } = await product();
  await edit({
    plans: [team, solo],
    ...{ license: "MIT", self_hosted: "yes", languages: ["de"], data_regions: ["eu"] },
    certifications: [{ name: "ISO 27001", url: "https://kelp.example/iso" }],
  });
  const single = profileText(await shown()).split("\n");
  expect(single).toContain(
    `Plan Team: €12 per person and month · Plan Solo: Free (3 boats) · Licence: MIT · Self-hosted: Yes · Data regions: European Union · Languages: German · Certifications: ISO 27001 (https://kelp.example/iso) (source: the submitter, ${now.toISOString().slice(0, 10)})`,
  );
  dayAfter(1);
  await edit({ plans: [{ ...team, price: 1250 }, solo] });
  const text = profileText(await shown());
  const [made, changed] = [testNow, now].map((time) => time.toISOString().slice(0, 10));
  for (const line of [
    `Plan Team: €12.50 per person and month (source: the submitter, ${changed})`,
    `Plan Solo: Free (3 boats) · Licence: MIT · Self-hosted: Yes · Data regions: European Union · Languages: German · Certifications: ISO 27001 (https://kelp.example/iso) (source: the submitter, ${made})`,
    `Former prices: Team: €12 per person and month until ${changed}`,
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).not.toContain(listingFields.sso.label);
});

test("a dry run shows every column that changes, and one text for each entry", async () => {
  const { as, main, edit } = await product();
  const url = "https://kelp.example/prices";
  await edit({ plans: [{ ...team, url }, solo], platforms: [] });
  const tryOut = async (fields: object) =>
    (await as.mcp("update_my_listing", { listing_id: main, fields, dry_run: true })).text;
  expect(await tryOut({ plans: [team, { ...solo, currency: "USD", per: "year" }] })).toContain(
    `plans: "Team: €12 per person and month (${url}); Solo: €0 per month (3 boats)" → "Team: €12 per person and month; Solo: US$0 per year (3 boats)"`,
  );
  const certifications = [
    { name: "ISO 27001", url: `${url}/iso` },
    { name: "SOC 2", url: null },
  ];
  const added = await tryOut({ certifications, platforms: ["Web", "iOS"] });
  expect(added).toContain(`certifications, added: "ISO 27001 (${url}/iso); SOC 2"`);
  expect(added).toContain('platforms, added: "Web; iOS"');
  const all = Array.from({ length: 24 }, (_, i) => ({ ...team, name: `Plan ${i}`, url: `${url}/${i}` }));
  expect(await tryOut({ plans: all })).toContain(`Plan 23: €12 per person and month (${url}/23)"`);
  // A rewrite of what the text shows keeps the URL.
  expect((await as.mcp("get_my_listing", { listing_id: main })).text).toContain(
    `Plan Team: €12 per person and month (${url})`,
  );
});

test.each([
  [{ plans: [{ ...team, price: -1 }] }, "fields.plans.0.price", "at least 0"],
  [{ plans: [{ ...team, price: 1.5 }] }, "fields.plans.0.price", "integer"],
  [{ plans: [{ ...team, currency: "EUX" }] }, "fields.plans.0.currency", "did you mean"],
  [{ plans: [{ ...team, per: "week" }] }, "fields.plans.0.per", "seat_month"],
  [{ plans: [{ ...team, url: "javascript:alert(1)" }] }, "fields.plans.0.url", "http"],
  [{ plans: [team, { ...team, name: "TEAM" }] }, "fields.plans.1.name", "must differ"],
  [{ plans: Array.from({ length: 25 }, (_, i) => ({ ...team, name: `P${i}` })) }, "fields.plans", "24"],
  [{ license: "Apache 2" }, "fields.license", "did you mean Apache-2.0?"],
  [{ license: "GPL" }, "fields.license", "did you mean GPL-3.0-only?"],
  [{ license: "agpl" }, "fields.license", "did you mean AGPL-3.0-only?"],
  [{ license: "BSL" }, "fields.license", "did you mean BSL-1.0 or BUSL-1.1?"],
  [{ license: "proprietary OR MIT" }, "fields.license", "alone"],
  [{ plans: [{ ...team, currency: "XXX" }] }, "fields.plans.0.currency", "ISO 4217"],
  [{ plans: [{ ...team, currency: "XAU" }] }, "fields.plans.0.currency", "ISO 4217"],
  [{ data_regions: ["ZZ"] }, "fields.data_regions.0", "ISO 3166"],
  [{ data_regions: ["QO"] }, "fields.data_regions.0", "ISO 3166"],
  [{ repository: "https://127.0.0.1/kelp" }, "fields.repository", "public IP address"],
  [{ api_url: "https://10.0.0.8:8443/api" }, "fields.api_url", "public IP address"],
  [{ mcp_url: "http://[::1]/mcp" }, "fields.mcp_url", "public IP address"],
  [{ plans: [team, { ...solo, url: "http://localhost:3000" }] }, "fields.plans.1.url", "public IP address"],
  [
    { certifications: [{ name: "ISO", url: "http://169.254.169.254/" }] },
    "fields.certifications.0.url",
    "public IP address",
  ],
  [{ alternative_to: ["Notion", "…"] }, "fields.alternative_to.1", "letter or digit"],
  [{ name: "Notion", alternative_to: ["notion!"] }, "fields.alternative_to.0", "another product"],
  [{ repository: "ftp://kelp.example" }, "fields.repository", "begins with https://"],
  [{ license: "Apache-2" }, "fields.license", "did you mean Apache-2.0?"],
  [{ repository: "github.com/kelp" }, "fields.repository", "URL"],
  [{ languages: ["klingonese"] }, "fields.languages.0", "BCP 47"],
  [{ data_regions: ["Europe"] }, "fields.data_regions.0", "ISO 3166"],
  [{ self_hosted: "maybe" }, "fields.self_hosted", "yes"],
  [{ alternative_to: Array.from({ length: 11 }, (_, i) => `P${i}`) }, "fields.alternative_to", "10"],
])("422: bad fact %#", async (fields, field, message) => {
  const { edit, shown } = await product();
  const { status, body } = await edit(fields);
  expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
  expect(JSON.stringify(body.errors)).toContain(message);
  expect((await shown()).plans).toEqual([]);
});

test("a URL of a fact may have any port, and direction marks are removed", async () => {
  const { edit, shown } = await product();
  const api_url = "https://kelp.example:8443/api";
  const alternative_to = ["\u202eNotion\u2066"];
  const plans = [{ ...team, name: "Te\u202eam", free_limits: "\u202d3 boats" }];
  expect((await edit({ api_url, alternative_to, plans })).status).toBe(200);
  expect(await shown()).toMatchObject({
    ...{ api_url, alternative_to: ["Notion"] },
    plans: [{ name: "Team", free_limits: "3 boats" }],
  });
});

test("links named like a plan's columns are links", async () => {
  const { update, shown } = await product();
  const socials = { price: "https://kelp.example/price", currency: "https://kelp.example/currency" };
  expect((await update({ socials })).status).toBe(200);
  expect((await shown()).socials).toEqual(socials);
});
