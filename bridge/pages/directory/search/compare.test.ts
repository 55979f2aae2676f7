import { afterAll, beforeAll, expect, test } from "bun:test";
import { saveCompany } from "#db/queries/listings/save-company.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import type { companies } from "#db/schema/companies.ts";
import { teamCaller } from "#test/support/clients/team.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import mergeListings from "#tools/listings/team/merge-listings.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const get = async (path: string, accept = "text/html") => {
  const response = await fetch(server.url + path, { redirect: "manual", headers: { accept } });
  return {
    status: response.status,
    text: await response.text(),
    location: response.headers.get("location"),
    link: response.headers.get("link"),
  };
};
const save = (slug: string, facts: Partial<typeof companies.$inferInsert>) =>
  server.store.write(async (tx) => {
    const row = tx.$client.query(
      "SELECT c.name, c.url FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.slug = ?",
    );
    const known = (await row.get(slug)) as { name: string; url: string };
    await saveCompany(tx, { ...known, ...facts }, testNow.toISOString());
  });
const rename = (slug: string, to: string) =>
  server.store.write(async (tx) => void tx.$client.run("UPDATE listings SET slug = ? WHERE slug = ?", [to, slug]));
const canonicalOf = (text: string) => /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
const checked = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`name="${name}" value="([^"]+)" checked`, "g"))].map(([, value]) => value);
const pairsInSitemap = async () =>
  [...(await get("/sitemaps/pairs-1.xml")).text.matchAll(/<loc>[^<]*\/compare\/([^<]+)/g)].map(([, pair]) => pair);

test("conditions: words and a sign for met, not met and unknown, and sources as links", async () => {
  await save("framevault", {
    sso: "no",
    factSources: {
      sso: {
        url: "https://framevault.example/security",
        quote: `No "SSO" yet`,
        checked_at: "2026-11-01T00:00:00.000Z",
        by: "site",
        confirmed: true,
      },
    },
  });
  const { text } = await get("/compare?slugs=tidepad,framevault,lumenroll&must=sso:is:yes&must=Sso:is:yes");
  const row = /<tr><th scope="row">Condition: with single sign-on<\/th>.*?<\/tr>/s.exec(text)![0];
  expect(row).toMatch(/✓<\/span> Met.*✗<\/span> Not met.*\?<\/span> Unknown/s);
  expect(row).toContain('<span title="No &quot;SSO&quot; yet"><a href="https://framevault.example/security"');
  expect(checked(text, "must")).toEqual(["sso:is:yes"]);
  expect(checked(text, "slugs")).toEqual(["tidepad", "framevault", "lumenroll"]);
  expect(text).toContain('href="/compare?slugs=tidepad,lumenroll&amp;must=sso%3Ais%3Ayes"');
  expect(canonicalOf(text)).toBe(`${server.url}/compare?slugs=tidepad,framevault,lumenroll`);
  const wrong = await get("/compare?slugs=tidepad,framevault&must=ssso:is:yes");
  expect([wrong.status, wrong.text.includes("Did you mean sso?")]).toEqual([404, true]);
});

test("a product is added by its name, and a name with several meanings offers them", async () => {
  const added = await get("/compare?slugs=tidepad&add=lumenROLL&must=sso:is:yes");
  expect(added.text).toContain("<title>Compare Tidepad and Lumenroll");
  const offered = await get("/compare?slugs=tidepad&add=lumen&must=sso:is:yes");
  expect(offered.text).toContain('href="/compare?slugs=tidepad,lumenroll&amp;must=sso%3Ais%3Ayes">Lumenroll</a>');
  const unknown = await get(`/compare?add=${encodeURIComponent('"><script>x')}`);
  expect(unknown.status).toBe(200);
  expect(unknown.text).toContain("<q>&quot;&gt;&lt;script&gt;x</q>");
});

test("fewer than two or more than five: the page explains, and the form keeps the products", async () => {
  const one = await get("/compare?slugs=tidepad&must=sso:is:yes");
  expect(one.text).toContain("Add at least one more product");
  expect(one.text).toContain("<bdi>Tidepad</bdi>");
  expect([checked(one.text, "slugs"), checked(one.text, "must")]).toEqual([["tidepad"], ["sso:is:yes"]]);
  const six = ["tidepad", "lumenroll", "framevault", "halfhour", "stillup", "pingmoor"];
  const many = await get(`/compare?${six.map((slug) => `slugs=${slug}`).join("&")}`);
  expect(many.text).toContain("You chose 6 products, but you can compare at most 5.");
  expect(checked(many.text, "slugs")).toEqual(six);
  expect(many.text).not.toContain('name="add"');
  expect((await get("/compare")).text).toContain("Choose two to five products");
  expect((await get("/compare?slugs=tidepad,tidepad")).text).toContain("Add at least one more");
});

test("lists have checkboxes of one form, which no other form contains", async () => {
  for (const path of ["/search?q=photo", "/categories/media", "/alternatives/lumenroll"]) {
    const { text } = await get(path);
    expect([path, text.match(/name="slugs" value="[\w-]+" form="compare"/g)!.length > 1]).toEqual([path, true]);
    const before = text.slice(0, text.indexOf('id="compare"'));
    expect(before.match(/<form/g)!.length - before.match(/<\/form>/g)!.length).toBe(1);
  }
});

test("a pair has one URL: in the order of slugs, in the sitemap with five facts on both, with Markdown", async () => {
  const facts = { license: "MIT", selfHosted: "yes", sso: "yes", languages: ["en"] } as const;
  await save("stillup", { ...facts, languages: ["en"], alternativeTo: ["Pingmoor"] });
  await save("pingmoor", { ...facts, languages: ["en"], alternativeTo: ["Half-hour"] });
  const query = "/compare?slugs=stillup,pingmoor";
  const pair = "/compare/pingmoor-vs-stillup";
  expect(canonicalOf((await get(query)).text)).toBe(server.url + query);
  // The path also works for other products, but it is not their canonical URL.
  expect(canonicalOf((await get(pair)).text)).toBe(`${server.url}/compare?slugs=pingmoor,stillup`);
  expect(await pairsInSitemap()).toEqual([]);

  await save("pingmoor", { alternativeTo: ["Still-up"] });
  for (const path of [query, `${query}&must=sso:is:yes`, pair]) {
    const { status, text } = await get(path);
    expect([status, canonicalOf(text)]).toEqual([200, server.url + pair]);
  }
  expect(await pairsInSitemap()).toEqual(["pingmoor-vs-stillup"]);
  for (const other of ["stillup-vs-pingmoor", "Pingmoor-vs-Stillup"]) {
    const { status, location } = await get(`/compare/${other}?must=sso:is:yes`);
    expect([status, location]).toEqual([308, `${pair}?must=sso:is:yes`]);
  }
  const markdown = await get(pair, "text/markdown");
  expect(markdown.text).toStartWith("Comparing Pingmoor (pingmoor) | Stillup (stillup)");
  expect(markdown.link).toBe(`<${server.url}${pair}>; rel="canonical"`);

  await save("stillup", { license: null });
  expect(await pairsInSitemap()).toEqual([]);
  await save("stillup", { license: "MIT" });
  expect(await pairsInSitemap()).toEqual(["pingmoor-vs-stillup"]);
});

test("a pair that does not exist is 404, and an old slug with -vs- is found by trying each split", async () => {
  for (const path of ["pingmoor", "pingmoor-vs-no-such", "pingmoor-vs-pingmoor", "-vs-", `a${"-vs-a".repeat(500)}`])
    expect([path.slice(0, 20), (await get(`/compare/${path}`)).status]).toEqual([path.slice(0, 20), 404]);
  await rename("halfhour", "half-vs-hour");
  await rename("tidepad", "vs-tide");
  for (const [path, status, title] of [
    ["half-vs-hour-vs-lumenroll", 200, "Halfhour and Lumenroll"],
    ["half-vs-hour-vs-vs-tide", 200, "Halfhour and Tidepad"],
  ] as const) {
    const { status: is, text } = await get(`/compare/${path}`);
    expect([path, is, text.includes(title)]).toEqual([path, status, true]);
  }
  const { location } = await get("/compare/lumenroll-vs-half-vs-hour");
  expect(location).toBe("/compare/half-vs-hour-vs-lumenroll");
});

test("a pair with a numbered slug is in the sitemap, and one with a merged listing redirects", async () => {
  await rename("pingmoor", "pingmoor-2");
  expect(await pairsInSitemap()).toEqual(["pingmoor-2-vs-stillup"]);
  const [site] = await allSites(server.store.read);
  const reason = "The same product.";
  await teamCaller(server.store, site!)(mergeListings, { slug: "stillup", merged: "watchkettle", reason });
  const merged = await get("/compare/pingmoor-2-vs-watchkettle?must=sso:is:yes");
  expect([merged.status, merged.location]).toEqual([308, "/compare/pingmoor-2-vs-stillup?must=sso:is:yes"]);
  expect((await get("/compare/stillup-vs-watchkettle")).status).toBe(404);
  const { body } = await server.call("compare_listings", { slugs: ["watchkettle", "pingmoor-2"] });
  expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual(["stillup", "pingmoor-2"]);
});
