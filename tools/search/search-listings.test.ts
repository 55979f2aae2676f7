import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { saveCompany } from "#db/queries/listings/save-company.ts";
import { saveListing } from "#db/queries/listings/write-listing.ts";
import { indexListing } from "#db/queries/search/search-index.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const search = async (input: Record<string, unknown>) => (await server.call("search_listings", input)).body;
const names = async (input: Record<string, unknown>): Promise<string[]> =>
  (await search(input)).items.map(({ name }: { name: string }) => name);
const column = (sql: string, ...params: (string | number)[]) =>
  server.store.read.$client
    .query<Record<string, string>, typeof params>(sql)
    .all(...params)
    .map((row) => Object.values(row)[0]!);

describe("words", () => {
  test("200: the listing with the name comes first, in any case and spacing", async () => {
    for (const q of ["Tallyglass", "tALLYGLASS", "tally glass", "Plinth Tasks", "plinthtasks"])
      expect((await names({ q }))[0]!.replace(" ", "").toLowerCase()).toBe(q.replace(" ", "").toLowerCase());
  });

  test("200: names that begin with the words come before others", async () => {
    expect((await names({ q: "lumen" }))[0]).toBe("Lumenroll");
    expect((await names({ q: "cardamom d" }))[0]).toBe("Cardamom Decks");
  });

  test("200: the beginning of the last word is enough", async () => {
    expect(await names({ q: "photo ba" })).toContain("Framevault");
    expect((await names({ q: "encrypted photo back" }))[0]).toBe("Framevault");
  });

  test("200: accents, plurals, verb forms and joined words make no difference", async () => {
    expect((await names({ q: "phötos BACKUPS" }))[0]).toBe("Framevault");
    expect(await names({ q: "invoice" })).toEqual(await names({ q: "invoices" }));
    expect(await names({ q: "encrypted photos" })).toContain("Framevault");
    expect(new Set(await names({ q: "selfhosted" }))).toEqual(new Set(await names({ q: "self-hosted" })));
  });

  test("200: a typo in a name is tolerated", async () => {
    for (const q of ["lumenrol", "lumenorll", "lumenrooll", "lumemroll"])
      expect((await names({ q }))[0]).toBe("Lumenroll");
  });

  test("200: a question finds the listings for its topic", async () => {
    expect((await names({ q: "what is the best tool for backing up my photos?" }))[0]).toBe("Framevault");
    expect((await names({ q: "open source alternative to an uptime monitor" }))[0]).toBe("Stillup");
  });

  test("200: if few listings have all words, those with the most specific words follow", async () => {
    expect(await names({ q: "photo gallery migraine" })).toContain("Lumenroll");
    const found = await names({ q: "photo migraine" });
    expect(found[0]).toBe("Migrail");
    expect(found).toContain("Framevault");
    expect(await names({ q: "uptime migraine", sort: "newest" })).toContain("Migrail");
  });

  test("200: nothing matches", async () => {
    for (const q of ["xylophonequartz", "!!!", "龍"])
      expect(await search({ q })).toMatchObject({ items: [], total: 0, has_more: false });
  });

  test("200: the query syntax of the index is treated as text", async () => {
    const wanted = await search({ q: "photo" });
    for (const q of ['"photo', "photo*", "(photo", "photo)", "-photo", "^photo", "photo'"])
      expect((await search({ q })).items).toEqual(wanted.items);
  });

  test("200: an empty q browses, most votes first", async () => {
    const wanted = column(
      "SELECT slug FROM listings WHERE site_id = 1 AND status = 'live' ORDER BY votes DESC, ifnull(rating, 0) DESC, id DESC",
    );
    const { items, total } = await search({ q: " ", per_page: 100 });
    expect(items.map(({ slug }: { slug: string }) => slug)).toEqual(wanted);
    expect(total).toBe(wanted.length);
  });
});

describe("what was used and what was not", () => {
  const textOf = async (input: Record<string, unknown>) => (await server.mcp("search_listings", input)).text;

  test("200: common words are never corrected, and unknown words are named", async () => {
    const { corrected, left_out, no_close_match } = await search({ q: "want to stop paying" });
    expect(corrected).toBeUndefined();
    expect(left_out.map(({ text }: { text: string }) => text)).toContain("paying");
    expect(no_close_match).toBeTrue();
  });

  test("200: a correction is shown, and a quoted word is not corrected", async () => {
    const { corrected, understood_as } = await search({ q: "lumenrol" });
    expect([corrected, understood_as]).toEqual([undefined, undefined]);
    expect(await search({ q: "lumenorll" })).toMatchObject({
      corrected: [{ from: "lumenorll", to: "lumenroll" }],
      understood_as: "lumenroll",
    });
    expect(await textOf({ q: "lumenorll" })).toContain("Corrected: lumenorll to lumenroll.");
    expect(await search({ q: '"lumenorll"' })).toMatchObject({ total: 0, no_close_match: true });
  });

  test("200: an added word never loses the best results", async () => {
    expect(await names({ q: "free podcast hosting" })).toEqual(await names({ q: "podcast hosting" }));
    expect((await search({ q: "free podcast hosting" })).relaxed).toEqual([
      { field: "pricing", value: "free", why: "no good match states it" },
    ]);
  });

  test("200: a requirement in words is applied as a filter", async () => {
    const { items, interpreted, understood_as } = await search({ q: "free photo gallery" });
    expect(items.length).toBeGreaterThan(0);
    expect(interpreted).toEqual([{ text: "free", field: "pricing", value: "free" }]);
    expect(understood_as).toEndWith(", free or with a free plan");
    for (const { pricing } of items) expect(["free", "freemium", "open-source"]).toContain(pricing);
  });

  test("200: a requirement that no good match meets is left out and named", async () => {
    const { items, relaxed, interpreted } = await search({ q: "self-hosted notes" });
    expect(items.length).toBeGreaterThan(0);
    expect([relaxed, interpreted]).toEqual([
      [{ field: "self_hosted", value: "yes", why: "no good match states it" }],
      undefined,
    ]);
    expect(await textOf({ q: "self-hosted notes" })).toContain("Left out: self-hosted (no good match states it).");
  });

  test("200: a sent filter is never left out, and an empty result gives the totals without each filter", async () => {
    const input = { q: "uptime", category: "photo-galleries", pricing: "open-source" };
    const { total, without, relaxed } = await search(input);
    expect([total, relaxed]).toEqual([0, undefined]);
    expect(without).toEqual([{ field: "category", total: 1 }]);
    expect(await textOf(input)).toContain("Matches if one filter is left out: without Category 1.");
  });

  test("200: listings with a small part of the words are no close match", async () => {
    for (const q of ["wedding photographer in Berlin", "garage door repair near me"])
      expect([q, (await search({ q })).no_close_match ?? (await search({ q })).total === 0]).toEqual([q, true]);
    expect(await textOf({ q: "wedding photographer in Berlin" })).toContain("No close match.");
    expect(await search({ q: "photo backup" })).not.toHaveProperty("no_close_match");
  });

  test("200: everyday words lead to the kind of product that they suggest", async () => {
    expect((await names({ q: "reminder for my grandmother to take her pills" }))[0]).toBe("Doselight");
    expect((await names({ q: "写真を自分のサーバーで管理できるもの" })).slice(0, 3)).toContain("Lumenroll");
    expect(await names({ q: "照片" })).toContain("Lumenroll");
  });

  test("200: the Japanese word for app finds no unrelated products", async () => {
    expect(await names({ q: "写真アプリ" })).toContain("Lumenroll");
    for (const q of ["アプリ", "料理アプリ", "薬を飲み忘れないためのアプリ"])
      expect(await search({ q })).toMatchObject({ total: 0, no_close_match: true });
  });

  test("200: a kind of product that is not listed here is named as such", async () => {
    expect(await textOf({ q: "knowledge base" })).toContain("Understood as: knowledge base, but no listing here fits.");
  });

  test("200: pages and other orders of a ranked list have the same listings", async () => {
    const q = "photo migraine recipes";
    const all = await names({ q });
    expect(all.length).toBeGreaterThan(3);
    for (const sort of ["newest", "votes", "dr"]) expect((await names({ q, sort })).toSorted()).toEqual(all.toSorted());
    const { total, facets } = await search({ q, facets: true });
    expect(total).toBe(all.length);
    expect(facets.pricing.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(all.length);
    const first = await search({ q, per_page: 2 });
    const second = await search({ q, per_page: 2, cursor: first.next_cursor });
    expect([...first.items, ...second.items].map(({ name }: { name: string }) => name)).toEqual(all.slice(0, 4));
  });
});

describe("filters", () => {
  const live =
    "SELECT l.slug FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.site_id = 1 AND l.status = 'live'";
  const inCategory = (...slugs: string[]) =>
    `l.id IN (SELECT lc.listing_id FROM listing_categories lc JOIN categories k ON k.id = lc.category_id
      WHERE k.slug IN (${slugs.map((slug) => `'${slug}'`).join()}))`;
  const cases: [Record<string, unknown>, string][] = [
    [{ category: "photo-galleries" }, inCategory("photo-galleries")],
    [{ category: "media" }, inCategory("media", "photo-galleries", "audio-podcasts", "video")],
    [{ tag: "Self hosted" }, "l.id IN (SELECT listing_id FROM listing_tags WHERE tag = 'self-hosted')"],
    [{ pricing: "open-source" }, "c.pricing = 'open-source'"],
    [{ platform: "docker" }, "c.platforms LIKE '%\"Docker\"%'"],
    [{ category: ["photo-galleries", "video"] }, inCategory("photo-galleries", "video")],
    [
      { tag: ["photos", "Self hosted"] },
      "l.id IN (SELECT listing_id FROM listing_tags WHERE tag IN ('photos', 'self-hosted'))",
    ],
    [{ pricing: ["free", "contact"] }, "c.pricing IN ('free', 'contact')"],
    [{ platform: ["docker", "CLI"] }, "(c.platforms LIKE '%\"Docker\"%' OR c.platforms LIKE '%\"CLI\"%')"],
    [
      { pricing: ["free", "open-source"], platform: ["CLI", "iOS"] },
      "c.pricing IN ('free', 'open-source') AND (c.platforms LIKE '%\"CLI\"%' OR c.platforms LIKE '%\"iOS\"%')",
    ],
    [{ verified: true }, "c.verified_method IS NOT NULL"],
    [{ verified: false }, "c.verified_method IS NULL"],
    [{ week: "current" }, "l.launch_week = '2026-W47'"],
    [{ week: "2026-W44" }, "l.launch_week = '2026-W44'"],
    [{ week: ["2026-W44", "2026-W47"] }, "l.launch_week IN ('2026-W44', '2026-W47')"],
    [{ from_week: "2026-W45", to_week: "current" }, "l.launch_week BETWEEN '2026-W45' AND '2026-W47'"],
    [{ to_week: "2026-W44" }, "l.launch_week <= '2026-W44'"],
    [{ launched_before: "2026-11-03T08:00:00Z" }, "l.launched_at < '2026-11-03T08:00:00.000Z'"],
    [{ min_dr: 47 }, "l.rating >= 47"],
    [{ min_dr: 0 }, "l.rating IS NOT NULL"],
    [{ updated_since: "2026-09-15T10:00:00Z" }, "l.updated_at >= '2026-09-15T10:00:00.000Z'"],
    [
      { category: "developer-tools", pricing: "open-source", platform: "CLI", min_dr: 40 },
      `${inCategory("developer-tools", "monitoring", "databases")} AND c.pricing = 'open-source' AND c.platforms LIKE '%"CLI"%' AND l.rating >= 40`,
    ],
  ];

  test.each(cases)("200: %o", async (input, condition) => {
    const wanted = column(`${live} AND ${condition} ORDER BY l.votes DESC, ifnull(l.rating, 0) DESC, l.id DESC`);
    const { items, total } = await search({ ...input, per_page: 100 });
    expect(wanted.length).toBeGreaterThan(0);
    expect(items.map(({ slug }: { slug: string }) => slug)).toEqual(wanted);
    expect(total).toBe(wanted.length);
  });

  test("200: a list of one value equals the value, and repeated values count once", async () => {
    const wanted = await search({ pricing: "free" });
    expect(await search({ pricing: ["free"] })).toEqual(wanted);
    expect(await search({ pricing: ["free", "free"] })).toEqual(wanted);
  });

  test("200: over REST a parameter is repeated, or its values are separated by commas", async () => {
    const wanted = await search({ pricing: ["free", "contact"] });
    for (const query of ["pricing=free,contact", "pricing=free&pricing=contact", "pricing=free&pricing=contact,free"])
      expect([query, await (await server.get(`/listings?${query}`)).json()]).toEqual([query, wanted]);
  });

  test("200: words and filters together", async () => {
    expect(await names({ q: "uptime", pricing: "open-source" })).toEqual(["Stillup"]);
    expect(await names({ q: "uptime", category: "photo-galleries" })).toEqual([]);
  });

  test("200: launched_since and launched_before limit a period", async () => {
    const all = (await search({ per_page: 100, sort: "newest" })).total;
    const before = (await search({ launched_before: "2026-11-16" })).total;
    const since = (await search({ launched_since: "2026-11-16" })).total;
    const launched = column(
      "SELECT slug FROM listings WHERE site_id = 1 AND status = 'live' AND launched_at IS NOT NULL",
    );
    expect(before + since).toBe(launched.length);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(all);
    expect((await search({ launched_since: "2026-11-16", launched_before: "2026-11-16" })).total).toBe(0);
  });

  test("200: facets count the values of all matches", async () => {
    const { facets, total } = await search({ q: "photo", facets: true, per_page: 1 });
    expect(total).toBeGreaterThan(1);
    const all = (await search({ q: "photo", per_page: 100 })).items;
    for (const { value, count } of facets.pricing)
      expect(all.filter(({ pricing }: { pricing: string }) => pricing === value)).toHaveLength(count);
    expect(facets.category.map(({ value }: { value: string }) => value)).toContain("photo-galleries");
    const everywhere = (await search({ facets: true, per_page: 1 })).facets.category;
    for (const { value, count } of everywhere)
      expect([value, (await search({ category: value, per_page: 1 })).total]).toEqual([value, count]);
    expect(facets.tag.map(({ value }: { value: string }) => value)).toContain("photos");
    expect(await search({ q: "photo" })).not.toHaveProperty("facets");
  });
});

test.each([
  ["newest", "l.created_at DESC, l.id DESC"],
  ["votes", "l.votes DESC, ifnull(l.rating, 0) DESC, l.id DESC"],
  ["dr", "l.rating DESC NULLS LAST, l.id"],
])("200: sorted by %s", async (sort, order) => {
  const wanted = column(`SELECT slug FROM listings l WHERE site_id = 1 AND status = 'live' ORDER BY ${order} LIMIT 30`);
  const slugs = (await search({ sort, per_page: 30 })).items.map(({ slug }: { slug: string }) => slug);
  expect(slugs).toEqual(wanted);
});

test("200: pages continue in order, report has_more, and end with an empty page", async () => {
  const whole = await names({ q: "photo", per_page: 100 });
  const first = await search({ q: "photo", per_page: 2 });
  const second = await search({ q: "photo", per_page: 2, page: 2 });
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(whole.slice(0, 4));
  expect(first).toMatchObject({ page: 1, per_page: 2, total: whole.length, has_more: true });
  const past = await search({ q: "photo", per_page: 2, page: 999 });
  expect(past).toMatchObject({ items: [], page: 999, total: whole.length, has_more: false });
});

describe("by cursor", () => {
  async function walk(input: Record<string, unknown>) {
    const pages = [await search(input)];
    while (pages.at(-1).has_more) pages.push(await search({ ...input, cursor: pages.at(-1).next_cursor }));
    return pages;
  }

  test.each([
    { sort: "relevance" },
    { sort: "votes" },
    { sort: "newest" },
    { sort: "dr" },
    { q: "photo" },
    { q: "photo migraine" },
    { q: "alternative to lumenroll" },
    { category: "media", sort: "newest" },
  ])("200: the pages are the whole, in its order: %o", async (input) => {
    const whole = await search({ ...input, per_page: 100 });
    const pages = await walk({ ...input, per_page: 7 });
    const found = pages.flatMap(({ items }) => items.map(({ slug }: { slug: string }) => slug));
    expect(found.slice(0, 100)).toEqual(whole.items.map(({ slug }: { slug: string }) => slug));
    expect(new Set(found).size).toBe(whole.total);
    expect(pages.map(({ page }) => page)).toEqual(pages.map((_, i) => i + 1));
    for (const { total } of pages) expect(total).toBe(whole.total);
    expect(pages.at(-1)).not.toHaveProperty("next_cursor");
  });

  test("200: cursors skip and repeat nothing while listings change", async () => {
    const first = await search({ sort: "votes", per_page: 5 });
    const [rest] = [(await walk({ sort: "votes", per_page: 100 }))[0].items.slice(5, 10)];
    const change = (set: string) =>
      server.store.write(async (tx) => {
        tx.$client.run(`UPDATE listings SET ${set} WHERE id = ?`, [first.items[1].id]);
        await indexListing(tx, first.items[1].id);
      });
    await change("status = 'suspended'");
    const { items } = await search({ sort: "votes", per_page: 5, cursor: first.next_cursor });
    expect(items).toEqual(rest);
    await change("status = 'live'");
  });

  test("200: links beyond the first pages use the cursor", async () => {
    const links = async (query: string) => (await server.get(`/listings?${query}`)).headers.get("link")!;
    expect(await links("per_page=2&page=2")).toContain('per_page=2&page=3>; rel="next"');
    const tenth = await links("per_page=2&page=10");
    const next = /<([^>]+)>; rel="next"/.exec(tenth)![1]!;
    expect(next).toMatch(/cursor=/);
    expect(next).not.toMatch(/[?&]page=/);
    const path = next.slice(next.indexOf("/listings"));
    expect(((await (await server.get(path)).json()) as any).items).toEqual(
      (await search({ per_page: 2, page: 11 })).items,
    );
    expect(await links(path.slice(path.indexOf("?") + 1))).toContain('page=10>; rel="prev"');
  });

  test("422: a truncated cursor, one of another search, or one of an outdated list", async () => {
    const { next_cursor: cursor } = await search({ sort: "votes", per_page: 5 });
    for (const input of [
      { sort: "votes", cursor: cursor.slice(0, -1) },
      { sort: "newest", cursor },
      { sort: "votes", q: "photo", cursor },
      { sort: "votes", cursor: "constructor" },
    ]) {
      const { status, body } = await server.call("search_listings", input);
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ field: "cursor", code: "invalid_cursor" }]);
    }
  });
});

test("200: only live listings of the site in the Host header", async () => {
  const onSite = async (host: string, q: string) => {
    const response = await server.get(`/listings?q=${q}&per_page=100`, { headers: { host } });
    return ((await response.json()) as any).items.map(({ slug }: { slug: string }) => slug);
  };
  expect(await onSite("dev.localhost", "regexaria")).toEqual(["regexaria"]);
  expect(await onSite("localhost", "regexaria")).not.toContain("regexaria");
  expect(await onSite("dev.localhost", "lumenroll")).not.toContain("lumenroll");
  for (const hidden of ["clipmason", "birdledger", "kitelist", "slotkeeper"])
    expect(await onSite("localhost", hidden)).not.toContain(hidden);
});

test("200: a change of status or votes appears in the next search", async () => {
  const change = (set: string) =>
    server.store.write(async (tx) => {
      tx.$client.run(`UPDATE listings SET ${set} WHERE site_id = 1 AND slug = 'mapmitten'`);
      await indexListing(tx, Number(column("SELECT id FROM listings WHERE site_id = 1 AND slug = 'mapmitten'")[0]));
    });
  await change("votes = 100000");
  expect((await names({ sort: "votes", per_page: 1 }))[0]).toBe("Mapmitten");
  await change("status = 'suspended'");
  expect(await names({ q: "mapmitten" })).not.toContain("Mapmitten");
  await change("status = 'live', votes = 19");
  expect((await names({ q: "mapmitten" }))[0]).toBe("Mapmitten");
  expect((await names({ sort: "votes", per_page: 1 }))[0]).not.toBe("Mapmitten");
});

test("200: total and facets are exact in a directory of this size, and pages continue", async () => {
  const large = await startTestServer({ store: await storeOf(1030) });
  const { body } = await large.call("search_listings", { q: "rope", per_page: 100, page: 10 });
  expect(body).toMatchObject({ total: 1030, total_is_capped: false, has_more: true });
  expect(body.items).toHaveLength(100);
  const last = await large.call("search_listings", { q: "rope", per_page: 100, page: 11 });
  expect(last.body.items).toHaveLength(30);
  expect(last.body.has_more).toBeFalse();
  expect((await large.mcp("search_listings", { q: "rope" })).text).toStartWith("1030 found.");
  await large.stop();
});

async function storeOf(count: number) {
  const store = emptyStore();
  const now = testNow.toISOString();
  await store.write(async (tx) => {
    tx.$client.run("INSERT INTO sites (id, key, name, created_at) VALUES (1, 'main', 'Ropes', ?)", [now]);
    const listing = { siteId: 1, headline: "A rope", summary: "", status: "live", plan: "free" } as const;
    const company = { pricing: null, platforms: [], socials: {} };
    for (let i = 0; i < count; i++) {
      const companyId = await saveCompany(tx, { ...company, name: `Rope ${i}`, url: `https://r${i}.example` }, now);
      await saveListing(tx, { ...listing, companyId, slug: `rope-${i}`, categoryIds: [], tags: [] }, now);
    }
  });
  return store;
}

test("422: a wrong tag or platform, with the nearest value that a listing of the site has", async () => {
  const fixOf = async (input: object) => (await server.call("search_listings", { ...input })).body.errors[0].fix;
  expect(await fixOf({ tag: "selfhosted" })).toStartWith("Did you mean self-hosted? ");
  expect(await fixOf({ tag: "opensource", q: "notes" })).toStartWith("Did you mean open-source? ");
  expect(await fixOf({ platform: "Androit" })).toStartWith("Did you mean android? ");
  expect(await fixOf({ platform: "Amiga" })).toStartWith("Send one of: ");
  // The spelling of case and spaces does not matter, and other conditions may leave nothing.
  for (const input of [
    { tag: "Self Hosted" },
    { platform: ["ios", "self_hosted"] },
    { tag: "self-hosted", min_dr: 100 },
  ])
    expect((await server.call("search_listings", input)).status).toBe(200);
});

test.each([
  [{ category: "no-such-category" }, "category", "unknown_category"],
  [{ pricing: "cheap" }, "pricing", "invalid_value"],
  [{ pricing: ["free", "cheap"] }, "pricing.1", "invalid_value"],
  [{ category: ["media", "no-such-category"] }, "category", "unknown_category"],
  [{ tag: "no-such-tag" }, "tag", "unknown_tag"],
  [{ tag: ["self-hosted", ""] }, "tag", "unknown_tag"],
  [{ platform: ["iOS", "Amiga"] }, "platform", "unknown_platform"],
  [{ tag: Array(21).fill("a") }, "tag", "too_big"],
  [{ sort: "oldest" }, "sort", "invalid_value"],
  [{ page: 0 }, "page", "too_small"],
  [{ per_page: 0 }, "per_page", "too_small"],
  [{ per_page: 101 }, "per_page", "too_big"],
  [{ q: "x".repeat(10_000) }, "q", "too_big"],
  [{ q: "pho\0to" }, "q", "nul_byte"],
  [{ week: "2025-W53" }, "week", "invalid_week"],
  [{ to_week: "2025-W53" }, "to_week", "invalid_week"],
  [{ from_week: "current", to_week: "2026-W44" }, "to_week", "before_start"],
  [{ launched_since: "2026-11-16", launched_before: "2026-11-03T08:00:00Z" }, "launched_before", "before_start"],
  [{ launched_since: "soon" }, "launched_since", "invalid_format"],
  [{ min_dr: 101 }, "min_dr", "too_big"],
  [{ updated_since: "yesterday" }, "updated_since", "invalid_format"],
  [{ verified: "maybe" }, "verified", "invalid_type"],
])("422: %o", async (input, field, code) => {
  const { status, body } = await server.call("search_listings", input);
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field, code }]);
});

test("other names of a platform are accepted", async () => {
  const totals: number[] = [];
  for (const platform of ["iOS", "iPhone", "ipad"]) totals.push((await search({ platform })).total);
  expect(totals[0]).toBeGreaterThan(0);
  expect(new Set(totals).size).toBe(1);
});

test("follow_url: encoded in the record, with the letters of other scripts in the text", async () => {
  const { structuredContent, text } = await server.mcp("search_listings", { q: "写真 バックアップ" });
  expect(structuredContent.follow_url).toContain("/search?q=%E5%86%99%E7%9C%9F+%E3%83%90");
  expect(text).toContain(
    `To get new matches by email, the user follows this search at ${server.url}/search?q=写真+バックアップ\nFrom `,
  );
});

test("follow_url opens the page of the search, on the first page of results only", async () => {
  const { follow_url } = await search({ q: "photo", pricing: ["free", "paid"] });
  expect(follow_url).toEndWith("/search?q=photo&pricing=free&pricing=paid");
  expect((await search({ q: "photo", page: 2 })).follow_url).toBeUndefined();
  const verified = await search({ category: "media", verified: true, sort: "newest" });
  expect(verified.follow_url).toEndWith("/search?category=media&verified=true");
});
