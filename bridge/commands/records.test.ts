import { beforeEach, describe, expect, test } from "bun:test";
import { addOwner } from "#db/queries/accounts/owners.ts";
import { judgedListing } from "#db/queries/sites/team-lists.ts";
import { keyFor } from "#test/support/records/account.ts";
import { failed, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { startTestServer, testNow } from "#test/support/server/harness.ts";

let admin: TestAdmin;
beforeEach(async () => {
  admin = newAdmin();
  await admin.run("site", "create", "main", "--name", "Main");
});

describe("site", () => {
  test("create: the default site first, then sites by host; list shows both", async () => {
    await admin.run("site", "create", "dev", "--name", "Dev", "--host", "dev.example", "--currency", "USD");
    const { json } = await admin.run("site", "list", "--json");
    expect(json).toMatchObject([
      { key: "main", name: "Main", host: null, currency: "EUR" },
      { key: "dev", name: "Dev", host: "dev.example", currency: "USD" },
    ]);
    expect((await admin.run("site", "list")).out).toMatch(/^key +name +host .*\nmain +Main +- /);
  });

  test("a currency that cannot be charged: refused with the reason", async () => {
    for (const [currency, reason] of [
      ["KWD", "KWD has 3 decimal places"],
      ["EUX", "EUX is not an ISO 4217 currency"],
    ])
      for (const args of [
        ["create", "dev", "--name", "Dev", "--host", "dev.example"],
        ["update", "main"],
      ])
        expect(await admin.run("site", ...args, "--currency", currency!)).toMatchObject(failed(reason!));
    expect((await admin.run("site", "list", "--json")).json).toMatchObject([{ key: "main", currency: "EUR" }]);
  });

  test("create: the site has the standard products", async () => {
    const { json } = await admin.run("product", "list", "--json");
    expect(json.map((row: any) => row.product)).toEqual(["launch", "billboard", "sections"]);
  });

  test("a key, a host or a default site that exists: refused", async () => {
    await admin.run("site", "create", "dev", "--name", "Dev", "--host", "dev.example");
    expect(await admin.run("site", "create", "main", "--name", "X", "--host", "x.example")).toMatchObject(
      failed('the site "main" already exists'),
    );
    expect(await admin.run("site", "create", "x", "--name", "X", "--host", "dev.example")).toMatchObject(
      failed('belongs to the site "dev"'),
    );
    expect(await admin.run("site", "create", "x", "--name", "X")).toMatchObject(failed("already the default site"));
  });

  test("update: changes the given fields and keeps the others, including settings", async () => {
    await admin.run("site", "update", "main", "--tagline", "New", "--set", "queue.places_per_week=10");
    await admin.run("site", "update", "main", "--set", "story.min_words=200");
    const [site] = (await admin.run("site", "list", "--json")).json;
    expect(site).toMatchObject({
      name: "Main",
      tagline: "New",
      settings: { freeQueue: { placesPerWeek: 10 }, storyRules: { minWords: 200 } },
    });
    await admin.run("site", "update", "main", "--set", "queue.places_per_week=default");
    expect((await admin.run("site", "list", "--json")).json[0].settings.freeQueue).toEqual({});
  });

  test("an unknown setting, or one that is not a number: refused", async () => {
    expect(await admin.run("site", "update", "main", "--set", "queue.size=1")).toMatchObject(failed("no setting"));
    expect(await admin.run("site", "update", "main", "--set", "story.min_words=many")).toMatchObject(
      failed("whole number"),
    );
  });
});

describe("category", () => {
  test("create: makes the slug from the name; list shows the tree", async () => {
    await admin.run("category", "create", "Media & Music", "--description", "To see and hear");
    await admin.run("category", "create", "Podcasts", "--parent", "media-and-music");
    expect((await admin.run("category", "list", "--json")).json).toMatchObject([
      { slug: "media-and-music", parent: null, description: "To see and hear" },
      { slug: "podcasts", parent: "media-and-music" },
    ]);
  });

  test("a third level, or a category as its own parent: refused", async () => {
    await admin.run("category", "create", "A");
    await admin.run("category", "create", "B", "--parent", "a");
    expect(await admin.run("category", "create", "C", "--parent", "b")).toMatchObject(failed("two levels"));
    await admin.run("category", "create", "D");
    expect(await admin.run("category", "update", "a", "--parent", "d")).toMatchObject(failed("has subcategories"));
    expect(await admin.run("category", "update", "d", "--parent", "d")).toMatchObject(failed("own parent"));
  });

  test("update: the new name and parent are found by search immediately", async () => {
    const file = await admin.file(
      "a.ndjson",
      `${JSON.stringify({ name: "Quill", url: "https://quill.example", headline: "Write", summary: "Write", categories: ["Pens"] })}\n`,
    );
    await admin.run("import", "listings", file);
    await admin.run("category", "create", "Stationery");
    await admin.run("category", "update", "pens", "--name", "Fountain pens", "--parent", "stationery");
    const server = await startTestServer({ store: admin.openStore() });
    expect((await server.call("search_listings", { q: "fountain" })).body.total).toBe(1);
    expect((await server.call("search_listings", { category: "stationery" })).body.total).toBe(1);
    await server.stop();
  });

  test("an existing slug, or an unknown category: refused", async () => {
    await admin.run("category", "create", "A");
    expect(await admin.run("category", "create", "A")).toMatchObject(failed("already"));
    expect(await admin.run("category", "update", "b", "--name", "B")).toMatchObject(failed("no category"));
  });
});

describe("post", () => {
  const text = "# How we *work*\n\nWe meet [weekly](https://x.example).\n\nMore.\n";

  test("create: takes title, slug and excerpt from the file", async () => {
    const file = await admin.file("post.md", text);
    const { json } = await admin.run("post", "create", file, "--tags", "team, work", "--date", "2026-11-01", "--json");
    expect(json).toEqual({ slug: "how-we-work" });
    expect((await admin.run("post", "list", "--json")).json).toEqual([
      {
        slug: "how-we-work",
        title: "How we *work*",
        excerpt: "We meet weekly.",
        author: "Main",
        tags: ["team", "work"],
        published_at: "2026-11-01T00:00:00.000Z",
        page_url: "http://localhost:3000/blog/how-we-work",
      },
    ]);
  });

  test("update: changes the given fields; delete removes the post", async () => {
    await admin.run("post", "create", await admin.file("post.md", text));
    await admin.run("post", "update", "how-we-work", await admin.file("new.md", "New text."), "--author", "Ann");
    const [post] = (await admin.run("post", "list", "--json")).json;
    expect(post).toMatchObject({ title: "How we *work*", author: "Ann" });
    const store = admin.openStore();
    expect(store.read.$client.query("SELECT body_markdown, search_text FROM posts").values()).toEqual([
      ["New text.", expect.stringContaining("new text.")],
    ]);
    await store.close();
    await admin.run("post", "delete", "how-we-work");
    expect((await admin.run("post", "list", "--json")).json).toEqual([]);
    expect(await admin.run("post", "delete", "how-we-work")).toMatchObject(failed("no post"));
  });

  test("no title, an existing slug, an invalid date or a missing file: refused", async () => {
    const bare = await admin.file("bare.md", "Only text.");
    expect(await admin.run("post", "create", bare)).toMatchObject(failed("--title"));
    expect(await admin.run("post", "create", bare, "--title", "T")).toMatchObject({ exitCode: 0 });
    expect(await admin.run("post", "create", bare, "--title", "T")).toMatchObject(failed("already"));
    expect(await admin.run("post", "create", bare, "--title", "U", "--date", "soon")).toMatchObject(failed("--date"));
    expect(await admin.run("post", "create", "/nowhere.md", "--title", "U")).toMatchObject(failed("Cannot read"));
  });
});

test("product set: changes the price in minor units", async () => {
  await admin.run("product", "set", "launch", "--price", "12900");
  expect((await admin.run("product", "list", "--json")).json[0]).toMatchObject({
    product: "launch",
    name: "Paid launch",
    price: 12900,
    currency: "EUR",
  });
  expect(await admin.run("product", "set", "gift", "--price", "1")).toMatchObject(failed("no product"));
});

test("--dry-run: shows the result and changes nothing; commands that only read do not take it", async () => {
  const add = ["rule", "add", "word", "casino"];
  expect(JSON.parse((await admin.run(...add, "--dry-run")).out).matched.listings.matched).toBe(0);
  expect((await admin.run("rule", "list", "--json")).json).toEqual([]);
  expect((await admin.run("rule", "list", "--dry-run")).exitCode).toBe(2);
  expect((await admin.run(...add)).exitCode).toBe(0);
  expect((await admin.run("rule", "list", "--json")).json).toHaveLength(1);
});

describe("on the demo directory", () => {
  beforeEach(async () => {
    admin = newAdmin();
    await admin.run("seed", "demo");
  });

  test("listing suspend: hidden from the public, with the reason; restore: public again", async () => {
    const server = await startTestServer({ store: admin.openStore() });
    const status = async () => (await server.call("get_listing", { slug: "tallyglass" })).status;
    expect(await status()).toBe(200);
    await admin.run("listing", "suspend", "tallyglass", "--ground", "dead", "--reason", "The address is for sale.");
    expect(await status()).toBe(404);
    expect((await server.call("search_listings", { q: "tallyglass" })).body.items).toEqual([]);
    expect((await admin.run("listing", "show", "tallyglass", "--json")).json).toMatchObject({
      status: "suspended",
      status_message: "The address is for sale.",
      status_changed_at: "2026-11-18T12:00:00.000Z",
    });
    await admin.run("listing", "restore", "tallyglass");
    expect(await status()).toBe(200);
    expect((await server.call("search_listings", { q: "tallyglass" })).body.items[0].slug).toBe("tallyglass");
    await server.stop();
  });

  test("listing suspend by domain, owner and day: all live listings that match, in steps", async () => {
    const live = async (): Promise<string[]> => {
      const { json } = await admin.run("listing", "list", "--status", "live", "--limit", "100", "--json");
      return json.map(({ slug }: { slug: string }) => slug);
    };
    const suspend = (...choice: string[]) =>
      admin.run("listing", "suspend-all", ...choice, "--ground", "dead", "--reason", "Spam.");
    const before = await live();
    expect((await suspend("--domain", "Tallyglass.example")).out).toBe("Suspended listings: 1.\n");
    expect(await live()).toEqual(before.filter((slug) => slug !== "tallyglass"));
    const store = admin.openStore();
    const { account } = await keyFor(store, { email: "bo@example.test" });
    const { companyId } = (await judgedListing(store.read, 1, "tidepad"))!;
    await store.write((tx) => addOwner(tx, { companyId, accountId: account.id, via: "test" }, testNow));
    await store.close();
    const owner = ["--owner", "bo@example.test"];
    expect((await suspend(...owner, "--since", "2999-01-01")).out).toBe("Suspended listings: 0.\n");
    expect((await suspend(...owner)).out).toBe("Suspended listings: 1.\n");
    expect(await live()).toEqual(before.filter((slug) => !["tallyglass", "tidepad"].includes(slug)));
    expect(await suspend("--owner", "nobody@example.test")).toMatchObject(failed("no account"));
    expect(await suspend("--since", "soon")).toMatchObject({ exitCode: 1 });
    expect(await suspend()).toMatchObject(failed("--owner: is missing"));
    const all = await suspend("--since", "2020-01-01");
    expect(all).toMatchObject({ out: `Suspended listings: ${before.length - 2}.\n`, exitCode: 0 });
    expect(await live()).toEqual([]);
    expect((await suspend("--since", "2020-01-01")).out).toBe("Suspended listings: 0.\n");
  });

  test("listing suspend and restore in the wrong status: refused", async () => {
    expect(await admin.run("listing", "restore", "tallyglass")).toMatchObject(
      failed("only a suspended or rejected listing"),
    );
    const [draft] = (await admin.run("listing", "list", "--status", "draft", "--json")).json;
    expect(await admin.run("listing", "suspend", draft.slug, "--ground", "dead", "--reason", "x")).toMatchObject(
      failed("has the status draft"),
    );
    expect(await admin.run("listing", "suspend", "no-such", "--ground", "dead", "--reason", "x")).toMatchObject(
      failed("no listing"),
    );
  });

  test("listing list: pages and filters", async () => {
    const pageOf = async (page: number) =>
      (await admin.run("listing", "list", "--limit", "2", "--page", String(page), "--json")).json;
    expect([...(await pageOf(1)), ...(await pageOf(2))].length).toBe(4);
    expect((await pageOf(2))[0].id).toBeLessThan((await pageOf(1))[1].id);
    const live = (await admin.run("listing", "list", "--status", "live", "--json")).json;
    expect(new Set(live.map((row: any) => row.status))).toEqual(new Set(["live"]));
  });

  test("founder list and award list: the demo records", async () => {
    const founders = (await admin.run("founder", "list", "--json")).json;
    expect(founders[0]).toEqual({ slug: expect.any(String), name: expect.any(String), companies: expect.any(Number) });
    const awards = (await admin.run("award", "list", "--period", "2026-W46", "--json")).json;
    expect(awards.map((row: any) => row.rank).sort()).toEqual([1, 2, 3]);
  });

  test("seed demo on a database with records: refused", async () => {
    expect(await admin.run("seed", "demo")).toMatchObject(failed("not empty"));
  });
});
