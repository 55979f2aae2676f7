import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const slugs = async (input: Record<string, unknown>) =>
  (await server.call("list_founders", input)).body.items.map((item: any) => item.slug);

test("200: founders by name, with their live listings here", async () => {
  const { status, body } = await server.call("list_founders", { per_page: 100 });
  expect(status).toBe(200);
  const names = body.items.map((item: any) => item.name);
  expect(names).toEqual([...names].sort());
  expect(body).toMatchObject({ total: names.length, has_more: false });
  const robin = body.items.find((item: any) => item.slug === "demo-founder");
  expect(robin.companies.map((company: any) => company.listing_slug)).toEqual(["tidepad", "harbourlist"]);
  expect(robin.photo_url).toStartWith(`${server.url}/media/`);
});

test("pages have no gaps or repeats", async () => {
  const all = await slugs({ per_page: 100 });
  const first = await slugs({ per_page: 30 });
  const second = await slugs({ per_page: 30, page: 2 });
  expect([...first, ...second]).toEqual(all);
});

test("a cursor continues after the previous page, with or without q, and works only for its own list", async () => {
  for (const asked of [{}, { q: "a" }]) {
    const all = await slugs({ ...asked, per_page: 100 });
    const walked: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { body } = await server.call("list_founders", { ...asked, per_page: 7, ...(cursor && { cursor }) });
      expect(body).toMatchObject({ page: walked.length / 7 + 1, total: all.length });
      walked.push(...body.items.map((item: any) => item.slug));
      cursor = body.next_cursor;
      if (!cursor) break;
    }
    expect(walked).toEqual(all);
  }
  const { next_cursor } = (await server.call("list_founders", { per_page: 7 })).body;
  const { status, body } = await server.call("list_founders", { q: "a", cursor: next_cursor });
  expect([status, body.errors[0].code]).toEqual([422, "invalid_cursor"]);
});

test("a founder whose listings are not live is not listed", async () => {
  expect(await slugs({ q: "McCluskey" })).toEqual([]);
});

test("q finds the beginnings of words in any order and case", async () => {
  expect(await slugs({ q: "tide ROB" })).toEqual(["demo-founder"]);
  expect(await slugs({ q: "idewell" })).toEqual([]);
  expect(await slugs({ q: '"*)' })).toEqual([]);
});

test("q finds names with diacritics by plain letters", async () => {
  await server.store.write(async (tx) =>
    tx.$client.run("UPDATE founders SET name = 'Søren Żółtowski-Émile' WHERE slug = 'amara-okonjo'"),
  );
  for (const q of ["soren zoltowski", "SØREN", "emile", "Émile"]) expect(await slugs({ q })).toEqual(["amara-okonjo"]);
  expect(await slugs({ q: "okonjo" })).toEqual([]);
});

test("422: a page below one", async () => {
  const { status, body } = await server.call("list_founders", { page: 0 });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field: "page", code: "too_small" }]);
});

describe("changes of listings and founders", () => {
  const run = (sql: string) => server.store.write(async (tx) => tx.$client.run(sql));
  const ofSlug = (slug: string) => `(SELECT id FROM founders WHERE slug = '${slug}')`;
  const all = async () => {
    const { items, total } = (await server.call("list_founders", { per_page: 100 })).body;
    expect(total).toBe(items.length);
    return items.map((item: any) => item.slug);
  };

  test("a founder without a live listing is not listed until one is live again", async () => {
    const before = await all();
    await run("UPDATE listings SET status = 'suspended' WHERE slug = 'tidepad'");
    expect(await all()).toEqual(before);
    await run("UPDATE listings SET status = 'archived' WHERE slug = 'harbourlist'");
    expect(await all()).toEqual(before.filter((slug: string) => slug !== "demo-founder"));
    expect(await slugs({ q: "tidewell" })).toEqual([]);
    await run("UPDATE listings SET status = 'live' WHERE slug = 'tidepad'");
    expect(await all()).toEqual(before);
  });

  test("the first live listing adds its founder, and its deletion removes them", async () => {
    expect(await slugs({ q: "tara" })).toEqual([]);
    await run("UPDATE listings SET status = 'live' WHERE slug = 'pawlog'");
    expect(await slugs({ q: "tara" })).toEqual(["tara-mccluskey"]);
    await run("DELETE FROM listings WHERE slug = 'pawlog'");
    expect(await slugs({ q: "tara" })).toEqual([]);
  });

  test("a founder who joins or leaves a company is listed according to its listings", async () => {
    const company = "(SELECT company_id FROM listings WHERE slug = 'lumenroll')";
    await run(
      `INSERT INTO company_founders (company_id, founder_id) VALUES (${company}, ${ofSlug("tara-mccluskey")}) ON CONFLICT DO NOTHING`,
    );
    expect(await slugs({ q: "tara" })).toEqual(["tara-mccluskey"]);
    await run(`DELETE FROM company_founders WHERE company_id = ${company}`);
    expect(await slugs({ q: "tara" })).toEqual([]);
    expect(await slugs({ q: "lindqvist" })).toEqual([]);
  });

  test("a deleted founder is removed from list, search and count", async () => {
    await run("DELETE FROM founders WHERE slug = 'yusuf-demirel'");
    expect(await slugs({ q: "demirel" })).toEqual([]);
    expect(await all()).not.toContain("yusuf-demirel");
  });
});
