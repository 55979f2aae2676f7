import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { saveCompany } from "#db/queries/listings/save-company.ts";
import { saveListing } from "#db/queries/listings/write-listing.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import type { companies } from "#db/schema/companies.ts";
import { teamCaller, teamVisitor } from "#test/support/clients/team.ts";
import { transports } from "#test/support/clients/tool-caller.ts";
import { keyFor } from "#test/support/records/account.ts";
import { addListing } from "#test/support/records/records.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import restoreListing from "../../moderation/decisions/restore-listing.ts";
import suspendListing from "../../moderation/decisions/suspend-listing.ts";
import listSubjects from "./list-subjects.ts";
import saveSubject from "./save-subject.ts";

let server: TestServer;
let site: SiteRow;
beforeAll(async () => {
  server = await startTestServer();
  site = (await allSites(server.store.read))[0]!;
});
afterAll(() => server.stop());

const now = testNow.toISOString();
const save = (slug: string, facts: Partial<typeof companies.$inferInsert>, by?: "import" | "owner") =>
  server.store.write(async (tx) => {
    const row = tx.$client.query(
      "SELECT c.name, c.url FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.slug = ?",
    );
    await saveCompany(tx, { ...((await row.get(slug)) as { name: string; url: string }), ...facts, by }, now);
  });
const name = (slug: string, ...alternativeTo: string[]) => save(slug, { alternativeTo });
const read = async (slug: string, limit = 10) => (await server.call("get_alternatives", { slug, limit })).body;
const slugsOf = (body: any): string[] => body.items.map(({ slug }: { slug: string }) => slug);
const team = () => teamCaller(server.store, site);
const subjectsNow = async () => (await team()(listSubjects, {})).items;

describe("get_alternatives", () => {
  test("200: a product that is not listed: those that name it first, by votes, whatever their plan", async () => {
    await name("lumenroll", "Pixbox");
    await name("tallyglass", "pixbox");
    const paid = async (slug: string, plan: string) =>
      server.store.write(
        async (tx) => void tx.$client.run("UPDATE listings SET plan = ? WHERE slug = ?", [plan, slug]),
      );
    const orders = [];
    for (const [one, other] of [
      ["paid", "free"],
      ["free", "paid"],
    ]) {
      await paid("lumenroll", one!);
      await paid("tallyglass", other!);
      orders.push(slugsOf(await read("Pixbox")).slice(0, 2));
    }
    expect(orders[0]).toEqual(orders[1]!);
    expect(orders[0]!.toSorted()).toEqual(["lumenroll", "tallyglass"]);
    const body = await read("pixbox");
    expect(body.subject).toEqual({
      slug: "pixbox",
      name: "Pixbox",
      url: null,
      is_listed: false,
    });
    expect(body.page_url).toBe(`${server.url}/alternatives/pixbox`);
    expect(body.items[0].shared).toEqual(["says that it replaces Pixbox"]);
    // The others are similar to one of them.
    expect(slugsOf(body).slice(2)).toContain("framevault");
    expect(body.items[2].shared[0]).toMatch(/^similar to (?:Lumenroll|Tallyglass)$/);
  });

  for (const transport of transports)
    test(`200: over ${transport}, a name in any spelling, another name or a URL`, async () => {
      await name("framevault", "C++ Gallery", "https://www.plain-photos.example/");
      const anyone = server.over;
      for (const [written, slug] of [
        ["C++ Gallery", "c-plus-plus-gallery"],
        ["c++ gallery", "c-plus-plus-gallery"],
        ["plain-photos.example", "plain-photos-example"],
      ]) {
        const { status, body } = await anyone(transport, "get_alternatives", { slug: written });
        expect([status, body.subject?.slug]).toEqual([200, slug]);
        expect(slugsOf(body)[0]).toBe("framevault");
      }
    });

  test("200: the name of a listed product means the listing, and those that name it come first", async () => {
    await name("tallyglass", "Lumen-Roll", "Fernleaf");
    for (const slug of ["lumenroll", "Lumen Roll", "lumen-roll"]) {
      const body = await read(slug);
      expect(body.subject).toMatchObject({ slug: "lumenroll", is_listed: true });
      expect(body.items[0]).toMatchObject({ slug: "tallyglass" });
      expect(body.items[0].shared[0]).toBe("says that it replaces Lumenroll");
    }
    await name("tallyglass");
    expect(slugsOf(await read("lumenroll"))).not.toContain("tallyglass");
  });

  test("200: each alternative has its main facts, and unknown ones are null", async () => {
    const plans = [
      { name: "Home", price: 0, currency: "EUR", per: "month", free_limits: null, url: null },
      { name: "Team", price: 9600, currency: "EUR", per: "seat_year", free_limits: null, url: null },
    ] as const;
    await save("lumenroll", {
      alternativeTo: ["Pixbox"],
      plans: [...plans],
      license: "AGPL-3.0-only",
      selfHosted: "yes",
      apiUrl: null,
      sso: "paid",
    });
    const { items } = await read("pixbox");
    expect(items.find(({ slug }: any) => slug === "lumenroll").facts).toEqual({
      price: "free plan, from €8 a month",
      free_plan: true,
      license: "AGPL-3.0-only",
      self_hosted: "yes",
      api_url: null,
      sso: "paid",
    });
    const { text, structuredContent } = await server.mcp("get_alternatives", { slug: "Pixbox" });
    expect(structuredContent.items.find(({ slug }: any) => slug === "lumenroll").facts).toEqual({
      price: "free plan, from €8 a month",
      free_plan: true,
      license: "AGPL-3.0-only",
      self_hosted: "yes",
      sso: "paid",
    });
    expect(text).toContain(
      "Price: Free plan, from €8 a month; Licence: AGPL-3.0-only; Self-hosted: Yes; Single sign-on: Only in some plans",
    );
    expect(text).toContain("Alternatives to Pixbox, which is not listed here\n1. ");
  });

  for (const transport of transports)
    test(`200: over ${transport}, each fact has its sources`, async () => {
      const plans = [
        { name: "Home", price: 500, currency: "EUR", per: "month", free_limits: null, url: null } as const,
      ];
      const unknown = { plans: [], license: null, selfHosted: null, sso: null, factSources: {} };
      await save("lumenroll", { alternativeTo: ["Quillbox"], ...unknown });
      await save("lumenroll", { plans, sso: "paid" }, "owner");
      await save("lumenroll", { selfHosted: "yes", apiUrl: null }, "import");
      const { body } = await server.over(transport, "get_alternatives", { slug: "Quillbox", limit: 1 });
      const [{ sources }] = body.items;
      const words = (numbers: number[]) => numbers.map((number) => body.sources[number - 1]);
      const [stated, imported] = ["the owner", "an import"].map((by) => [`${by}, ${now.slice(0, 10)}`]);
      expect(Object.keys(sources)).toEqual(["plans", "self_hosted", "sso"]);
      expect(words(sources.plans)).toEqual(stated!);
      expect(words(sources.self_hosted)).toEqual(imported!);
      expect(words(sources.sso)).toEqual(stated!);
    });

  test("200: sources are in the text and on the page", async () => {
    const [first, second] = [`the owner, ${now.slice(0, 10)}`, `an import, ${now.slice(0, 10)}`];
    const { text } = await server.mcp("get_alternatives", { slug: "Quillbox", limit: 1 });
    expect(text).toContain("Price: From €5 a month [1]; Self-hosted: Yes [2]; Single sign-on: Only in some plans [1]");
    expect(text).toContain(`Sources: [1] ${first}; [2] ${second}`);
    const html = await (await fetch(`${server.url}/alternatives/quillbox`)).text();
    expect(html).toContain("<td>Only in some plans [1]</td>");
    expect(html).toContain(`[1] ${first}; [2] ${second}.`);
  });

  for (const transport of transports)
    test(`200: over ${transport}, a known product that no listing names: an empty list, and no page`, async () => {
      await team()(saveSubject, { name: "Harbinger", url: "https://harbinger.example/" });
      for (const [written, slug] of [
        ["Harbinger", "harbinger"],
        ["Notion", "notion"],
      ]) {
        const { status, body } = await server.over(transport, "get_alternatives", { slug: written });
        expect([status, body.items, body.subject]).toMatchObject([200, [], { slug, is_listed: false }]);
        const [next] = body.next_actions;
        expect(next).toMatchObject({ tool: "search_listings", arguments: { q: `alternatives to ${written}` } });
        expect((await server.call("search_listings", next.arguments)).status).toBe(200);
        expect((await fetch(body.page_url)).status).toBe(200);
        expect((await fetch(`${server.url}/alternatives/${slug}`)).status).toBe(404);
      }
      const { text } = await server.mcp("get_alternatives", { slug: "Notion" });
      expect(text).toContain("which is not listed here\nNo listing here says that it replaces it.");
    });

  test("404: the nearest is found among more products than a suggestion reads", async () => {
    await name("lumenroll", ...Array.from({ length: 600 }, (_, i) => `Aa ${i}`), "Zanzibar");
    const { body } = await server.call("get_alternatives", { slug: "Zanzibat" });
    expect(body.next_actions[0].arguments).toEqual({ slug: "zanzibar", limit: 10 });
  });

  test("404: an unknown product, with the nearest", async () => {
    await name("lumenroll", "Pixbox");
    const { status, body } = await server.call("get_alternatives", { slug: "Pixbx" });
    expect([status, body.next_actions[0]]).toEqual([
      404,
      expect.objectContaining({ tool: "get_alternatives", arguments: { slug: "pixbox", limit: 10 } }),
    ]);
  });
});

describe("search_listings", () => {
  for (const q of ["pixbox alternative", "alternatives to Pixbox", "alternative to pixbox", "replacement for pix box"])
    test(`200: "${q}" leads with the products that name it, whatever their plan`, async () => {
      await name("tallyglass", "Pixbox");
      await name("secretspoon", "PixBox");
      await name("lumenroll");
      const { body } = await server.call("search_listings", { q });
      expect(slugsOf(body).slice(0, 2).toSorted()).toEqual(["secretspoon", "tallyglass"]);
      expect(body.understood_as).toBe("alternatives to Pixbox");
      expect(body.interpreted).toEqual([{ text: q, field: "alternative_to", value: "Pixbox" }]);
      const html = await (await fetch(`${server.url}/search?${new URLSearchParams({ q })}`)).text();
      const saysSo = html.split("<li ").filter((row) => row.includes("Says that it replaces <bdi>Pixbox</bdi>"));
      expect(saysSo.map((row) => /\/listings\/([\w-]+)/.exec(row)![1]!).toSorted()).toEqual([
        "secretspoon",
        "tallyglass",
      ]);
    });

  test("200: a requirement narrows the products that name it, and a product without any is plain words", async () => {
    await save("tallyglass", { alternativeTo: ["Pixbox"], pricing: "paid" });
    await save("secretspoon", { alternativeTo: ["Pixbox"], pricing: "open-source" });
    const { body } = await server.call("search_listings", { q: "open source pixbox alternative" });
    expect(slugsOf(body)).toContain("secretspoon");
    expect(slugsOf(body)).not.toContain("tallyglass");
    expect(body.interpreted.map(({ field }: any) => field)).toEqual(["alternative_to", "pricing"]);
    const { body: unknown } = await server.call("search_listings", { q: "zzyzx alternative" });
    expect(unknown.interpreted).toBeUndefined();
  });
});

describe("pages and listings", () => {
  const get = (path: string, headers = {}) => fetch(`${server.url}${path}`, { redirect: "manual", headers });

  test("a subject has a page only while a live listing names it", async () => {
    await name("stillup", "Nagbird", "<b>Bold</b>");
    const sitemap = async () => (await get("/sitemaps/subjects-1.xml")).text();
    expect([(await get("/alternatives/nagbird")).status, await sitemap()]).toEqual([
      200,
      expect.stringContaining("/alternatives/nagbird<"),
    ]);
    const bold = await (await get("/alternatives/b-bold-b")).text();
    expect(bold).toContain("Alternatives to <bdi>&lt;b&gt;Bold&lt;/b&gt;</bdi>");
    const { account } = await keyFor(server.store, { email: "moderator@example.test" });
    const decide = teamCaller(server.store, site, { accountId: account.id });
    await decide(suspendListing, { slug: "stillup", ground: "harmful", reason: "Harmful." });
    expect((await get("/alternatives/nagbird")).status).toBe(404);
    expect(await sitemap()).not.toContain("nagbird");
    expect((await subjectsNow()).map(({ name }: any) => name)).not.toContain("Nagbird");
    await decide(restoreListing, { slug: "stillup" });
    expect((await get("/alternatives/nagbird")).status).toBe(200);
  });

  test("other spellings redirect to the page, and an unknown product is 404 with the nearest", async () => {
    await name("stillup", "Nagbird");
    const moved = await get("/alternatives/nag-bird?self_hosted=yes");
    expect([moved.status, moved.headers.get("location")]).toEqual([308, "/alternatives/nagbird?self_hosted=yes"]);
    expect((await get("/alternatives/Nag.Bird")).headers.get("location")).toBe("/alternatives/nagbird");
    const missing = await get("/alternatives/nagbirt");
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining("/alternatives/nagbird")]);
  });

  test("facts, filters, Markdown, structured data and feed", async () => {
    await save("watchkettle", { alternativeTo: ["Nagbird"], selfHosted: "yes", license: "MIT OR GPL-2.0-only" });
    await save("stillup", { alternativeTo: ["Nagbird"], selfHosted: null, license: null });
    const page = async (query = "") => (await get(`/alternatives/nagbird${query}`)).text();
    const row = (html: string, slug: string) =>
      html
        .split("<tr>")
        .find((one) => one.startsWith(`<th scope="row"><a href="/listings/${slug}"`))
        ?.replace(/<[^>]+>/g, "|");
    const all = await page();
    expect(row(all, "watchkettle")).toContain("MIT OR GPL-2.0-only||Yes|");
    expect(row(all, "stillup")).toContain("Unknown");
    expect(all).toContain('"@type":"ItemList"');
    expect(all).toContain('href="/alternatives/nagbird?license=GPL-2.0-only"');
    const filtered = await page("?license=MIT&self_hosted=yes");
    expect([row(filtered, "watchkettle"), row(filtered, "stillup")]).toEqual([expect.any(String), undefined]);
    expect(row(await page("?license=GPL-2.0"), "watchkettle")).toBeString();
    for (const query of ["?sso=yes", "?license=ISC", "?license=<b>"]) {
      const unmet = await page(query);
      expect([row(unmet, "watchkettle"), unmet.includes("<b>")]).toEqual([undefined, false]);
      expect(unmet).toContain("No product meets all of these conditions.");
      expect(unmet).toContain('aria-current="true"');
    }
    const markdown = await (await get("/alternatives/nagbird", { accept: "text/markdown" })).text();
    expect(markdown).toContain("Licence: MIT OR GPL-2.0-only; Self-hosted: Yes");
    const feed = await (await get("/alternatives/nagbird.atom")).text();
    expect(feed).toContain("<title>New alternatives to Nagbird</title>");
    expect(feed.match(/<entry>/g)).toHaveLength(2);
  });

  test("the slug of an old listing stays as it is in links", async () => {
    const slug = `mugs-vs-jugs-${"x".repeat(80)}-2`;
    await server.store.write((tx) => addListing(tx, site.id, slug, { status: "live", plan: "free" }));
    const html = await (await get(`/alternatives/${slug}`)).text();
    expect(html).toContain(`<link rel="canonical" href="${server.url}/alternatives/${slug}">`);
    expect(html).toContain(`href="/alternatives/${slug}.atom"`);
    expect((await get(`/alternatives/${slug}.atom`)).status).toBe(200);
  });

  test("a product that is listed later takes over the slug and the page", async () => {
    await name("stillup", "Nagbird");
    const listed = await server.store.write((tx) =>
      addListing(tx, site.id, "nagbird", { status: "live", plan: "free" }),
    );
    expect(listed).toBeNumber();
    expect((await read("Nagbird")).subject).toMatchObject({ slug: "nagbird", is_listed: true });
    const { items } = await read("nagbird");
    expect(items.find(({ slug }: any) => slug === "stillup").shared[0]).toBe("says that it replaces nagbird");
  });
});

describe("team", () => {
  test("save: another name or URL leads to the subject; the URL says which listing may take over its page", async () => {
    await name("fernleaf", "Jotpad");
    const { slug } = await team()(saveSubject, {
      name: "Jotpad",
      url: "https://jotpad.example/",
      also_known_as: ["Jot Pad Pro"],
    });
    expect(slug).toBe("jotpad");
    for (const written of ["Jot Pad Pro", "jotpad.example"])
      expect((await read(written)).subject).toMatchObject({ slug: "jotpad", url: "https://jotpad.example/" });
    // A stranger's product of this name does not get the page.
    const stranger = await server.store.write(async (tx) => {
      const id = await saveCompany(tx, { name: "Jotpad", url: "https://stranger.example" }, now);
      const texts = { headline: "Notes for strangers", summary: "It keeps notes, and it is not the other one." };
      const facts = { siteId: site.id, companyId: id, slug: "jotpad", status: "live", plan: "free" } as const;
      return saveListing(tx, { ...texts, ...facts, categoryIds: [], tags: [] }, now);
    });
    expect(stranger.outcome).toBe("created");
    expect((await read("Jotpad")).subject).toMatchObject({ slug: "jotpad", is_listed: false });
    expect((await server.call("get_listing", { slug: "jotpad" })).body.url).toBe("https://stranger.example");
    const { body: found } = await server.call("search_listings", { q: "jotpad alternative" });
    expect(slugsOf(found)[0]).toBe("fernleaf");
    const again = await team()(saveSubject, { name: "jot pad pro" });
    expect(again).toMatchObject({ slug: "jotpad", outcome: "unchanged" });
  });

  test("rename: the former name still leads to the subject, also for listings that name it later", async () => {
    await name("stillup", "Kitebox");
    await team()(saveSubject, { slug: "kitebox", name: "Kitebox Cloud" });
    await name("migrail", "kite box");
    const { subject, items } = await read("Kitebox");
    expect(subject).toMatchObject({ slug: "kitebox", name: "Kitebox Cloud" });
    expect(slugsOf({ items }).slice(0, 2).toSorted()).toEqual(["migrail", "stillup"]);
    const found = (await team()(listSubjects, { q: "kitebox" })).items;
    expect(found.map(({ also_known_as }: any) => also_known_as)).toEqual([["Kitebox"]]);
  });

  test("merge: the listings of both, and the old URL redirects", async () => {
    await name("fernleaf", "Jotpad");
    await name("quittance", "Jotpad Classic", "Jotpad");
    await name("migrail", "Jotpad Classic");
    const [before] = (await team()(listSubjects, { q: "CLASSIC" })).items;
    expect(before).toMatchObject({ slug: "jotpad-classic", listings: 2 });
    await team()(saveSubject, { slug: "jotpad", name: "Jotpad", also_known_as: ["Jotpad Classic"] });
    const { items } = await read("jotpad");
    expect(slugsOf({ items }).slice(0, 3).toSorted()).toEqual(["fernleaf", "migrail", "quittance"]);
    const moved = await fetch(`${server.url}/alternatives/jotpad-classic`, { redirect: "manual" });
    expect(moved.headers.get("location")).toBe("/alternatives/jotpad");
    const [subject] = (await team()(listSubjects, { q: "CLASSIC" })).items;
    expect(subject).toMatchObject({
      slug: "jotpad",
      also_known_as: expect.arrayContaining(["Jotpad Classic"]),
      listings: 3,
    });
  });

  test("merge: a later listing with the URL of a merged subject is the subject; one with only its name is not", async () => {
    const merged = { name: "Lanternly", url: "https://lantern.example/" };
    await team()(saveSubject, { name: "Lantern Desk", url: "https://lantern-desk.example/" });
    await team()(saveSubject, merged);
    await team()(saveSubject, { slug: "lantern-desk", name: "Lantern Desk", also_known_as: ["Lanternly"] });
    await name("stillup", "Lantern Desk");
    const list = (slug: string, url: string) =>
      server.store.write(async (tx) => {
        const companyId = await saveCompany(tx, { name: "Lanternly", url }, now);
        const texts = { headline: "Light for desks", summary: "A light for desks that need one." };
        const facts = { siteId: site.id, companyId, slug, status: "live", plan: "free" } as const;
        await saveListing(tx, { ...texts, ...facts, categoryIds: [], tags: [] }, now);
      });
    await list("lanternly", "https://stranger-lantern.example");
    expect((await read("Lantern Desk")).subject).toMatchObject({ slug: "lantern-desk", is_listed: false });
    await list("lanternly-2", merged.url);
    expect((await read("Lantern Desk")).subject).toMatchObject({ slug: "lanternly-2", is_listed: true });
  });

  test("the page: an editor adds, edits and merges; other roles get 404, and wrong values an error", async () => {
    await name("stillup", "Nagbird", "Nag & Bird");
    const editor = await teamVisitor(server, "editor@example.test", "editor");
    const path = "/team/subjects";
    const fields = { name: "Nagbird", url: "", also_known_as: "Nag & Bird\r\nNaggy, Inc." };
    const done = await editor.post(path, { do: "update", slug: "nagbird", ...fields });
    expect(done.headers.get("location")).toBe("/team/subjects?done=update");
    const { html } = await editor.get(`${path}?q=naggy`);
    expect(html).toContain("Also known as <bdi>Nag &amp; Bird, Naggy, Inc.</bdi>");
    const wrong = await editor.post(path, { do: "create", name: "!", url: "javascript:alert(1)", also_known_as: "" });
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining("must contain a letter or a digit")]);
    const moderator = await teamVisitor(server, "moderating@example.test", "moderator");
    expect((await moderator.get(path)).status).toBe(404);
  });
});
