import { expect, test } from "bun:test";
import { newEpoch } from "#db/queries/data/feed.ts";
import { canTransition, changeStatus, statusBySlug } from "#db/queries/listings/listing-status.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import deleteAccount from "#tools/account/delete-account.ts";
import updateBlogPost from "#tools/blog/update-blog-post.ts";
import updateCategory from "#tools/categories/update-category.ts";
import { callTool } from "#tools/core/calls/call.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import type { Operation } from "#tools/core/operations/define.ts";
import deleteFounder from "#tools/founders/delete-founder.ts";
import editListing from "#tools/listings/team/edit-listing.ts";
import mergeListings from "#tools/listings/team/merge-listings.ts";
import restoreListing from "#tools/moderation/decisions/restore-listing.ts";
import suspendListing from "#tools/moderation/decisions/suspend-listing.ts";
import { addListing } from "../support/records/records.ts";
import { contextFor } from "../support/server/call.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

type Json = Record<string, any>;

/** A copy of the directory that reads nothing except the change feed and the records that it names. */
class Mirror {
  readonly records = new Map<string, Json>();
  next = "";
  constructor(private readonly url: string) {}

  private async read(path: string): Promise<Json> {
    const response = await fetch(this.url + path);
    const body = (await response.json()) as Json;
    if (response.status === 409) {
      this.records.clear();
      this.next = /since=(.*)$/.exec(body.next_actions[0].url)![1]!;
      return this.read(`/data/changes?since=${this.next}&limit=7`);
    }
    expect(response.status).toBe(200);
    return body;
  }

  async follow(): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const since = this.next && `&since=${this.next}`;
      const { items, next, has_more } = await this.read(`/data/changes?limit=7${since}`);
      const names = items.map((item: Json) => `${item.kind}:${item.id ?? item.feed_id}`);
      for (const name of names) this.records.delete(name);
      const public_ = names.filter((_: string, i: number) => items[i].type === "upsert");
      if (public_.length > 0)
        for (const { kind, id, feed_id, record } of (await this.read(`/data/records?ids=${public_}`)).items)
          this.records.set(`${kind}:${id ?? feed_id}`, record);
      this.next = next;
      hasMore = has_more;
    }
  }
}

/** The directory as the public operations show it. */
async function directory(server: TestServer): Promise<Json[]> {
  const pages = async (path: string) => {
    const found: Json[] = [];
    for (let page = 1, more = true; more; page++) {
      const body = (await (await server.get(`${path}?per_page=100&page=${page}`)).json()) as Json;
      found.push(...body.items);
      more = body.has_more;
    }
    return found;
  };
  const whole = async (path: string) =>
    Promise.all(
      (await pages(path)).map(async ({ slug }) => (await (await server.get(`${path}/${slug}`)).json()) as Json),
    );
  const categories = (await pages("/categories")).map(({ listing_count, page_url, ...category }) => category);
  const records = [await whole("/listings"), await whole("/founders"), await whole("/blog"), categories].flat();
  return sorted(records);
}

const sorted = (records: Iterable<Json>) =>
  [...records].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

test("a copy that follows only the feed: equal after random changes, also after a restore", async () => {
  const server = await startTestServer();
  const { store } = server;
  const [site] = await allSites(store.read);
  const admin = { kind: "admin", via: "admin" } as const;
  const policy = { limiter: null, checkOutput: "always", write: store.write } as const;
  const call = (operation: Operation<any, any>, input: Json) =>
    callTool(operation, contextFor(store, admin, site), () => input, policy).catch((error) => {
      // A rule may forbid a change that was chosen at random.
      if (!(error instanceof Problem)) throw error;
    });
  let state = 7;
  const random = (below: number) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  const sql = (text: string, ...values: (string | number)[]) =>
    store.write(async (tx) => void (await tx.$client.run(text, values)));
  const slugs = async (status: string, table = "listings") =>
    ((await store.read.$client.prepare(`SELECT slug FROM ${table} WHERE ${status}`).all()) as { slug: string }[]).map(
      ({ slug }) => slug,
    );
  const pick = async (status = "status = 'live'", table = "listings") => {
    const found = await slugs(status, table);
    return found[random(found.length)]!;
  };
  const move = (slug: string | undefined, status: "archived" | "live") =>
    store.write(async (tx) => {
      const row = slug && (await statusBySlug(tx, site!.id, slug));
      if (row && canTransition(row.status, status)) await changeStatus(tx, row, status, "", testNow);
    });
  const ofSlug = "(SELECT id FROM listings WHERE slug = ?)";
  const companyOf = "(SELECT company_id FROM listings WHERE slug = ?)";

  let n = 0;
  const changes: (() => Promise<unknown>)[] = [
    async () => call(editListing, { slug: await pick(), fields: { headline: `Headline number ${++n}` } }),
    async () => call(suspendListing, { slug: await pick(), ground: "dead", reason: "It is gone." }),
    async () => {
      const slug = await pick("status = 'suspended'");
      return slug && call(restoreListing, { slug });
    },
    async () => {
      const [slug, merged] = [await pick(), await pick()];
      return slug !== merged && n++ % 3 === 0 && call(mergeListings, { slug, merged, reason: "They are the same." });
    },
    async () => call(updateCategory, { slug: await pick("1", "categories"), name: `Category ${++n}` }),
    async () => call(updateBlogPost, { slug: await pick("1", "posts"), title: `Post ${++n}` }),
    async () => n++ % 5 === 0 && call(deleteFounder, { slug: await pick("1", "founders") }),
    async () => store.write((tx) => addListing(tx, site!.id, `new-${++n}`)),
    async () => sql("UPDATE founders SET bio = ? WHERE slug = ?", `Bio ${++n}`, await pick("1", "founders")),
    async () => sql("UPDATE founders SET name = ? WHERE slug = ?", `Name ${++n}`, await pick("1", "founders")),
    async () => sql(`UPDATE companies SET description = ? WHERE id = ${companyOf}`, `Text ${++n}`, await pick()),
    async () => sql(`INSERT INTO listing_tags (listing_id, tag) VALUES (${ofSlug}, ?)`, await pick(), `tag-${++n}`),
    async () => sql(`DELETE FROM listing_tags WHERE listing_id = ${ofSlug}`, await pick()),
    async () =>
      sql(
        `INSERT INTO listing_updates (listing_id, title, body, created_at) VALUES (${ofSlug}, 'Update', ?, '2026-11-18T12:00:00.000Z')`,
        await pick("status = 'live' AND plan = 'paid'"),
        `Body ${++n}`,
      ),
    async () =>
      sql(
        `INSERT INTO milestones (listing_id, date, title, created_at) VALUES (${ofSlug}, '2026-11-01', ?, '2026-11-18T12:00:00.000Z')`,
        await pick("status = 'live' AND plan = 'paid'"),
        `Milestone ${++n}`,
      ),
    async () =>
      sql(
        `DELETE FROM milestones WHERE listing_id IN (SELECT id FROM listings WHERE plan = 'paid' AND id % 2 = ?)`,
        n % 2,
      ),
    async () => sql(`DELETE FROM listing_categories WHERE listing_id = ${ofSlug}`, await pick()),
    async () =>
      sql(
        `INSERT OR IGNORE INTO listing_categories (listing_id, category_id) SELECT id, (SELECT max(id) FROM categories WHERE site_id = listings.site_id) FROM listings WHERE slug = ?`,
        await pick(),
      ),
    async () =>
      sql("UPDATE stories SET published_at = NULL WHERE published_at IS NOT NULL AND listing_id % 3 = ?", n++ % 3),
    async () => sql("UPDATE interview_answers SET answer = ?", `Answer ${++n}`),
    async () => sql("DELETE FROM interview_answers WHERE founder_id % 4 = ?", n++ % 4),
    async () => sql("UPDATE listings SET votes = votes + 1, week_rank = 3 WHERE slug = ?", await pick()),
    async () =>
      sql(
        "INSERT INTO ballots (listing_id, site_id, week, cast_at, excluded) SELECT id, site_id, '2026-W47', '2026-11-18T12:00:00.000Z', 'account_new' FROM listings WHERE slug = ?",
        await pick(),
      ),
    async () =>
      sql("UPDATE ballots SET excluded = 'address_unproved' WHERE excluded = 'account_new' AND id % 2 = ?", n++ % 2),
    async () => sql("DELETE FROM ballots WHERE excluded = 'address_unproved' AND account_id IS NULL"),
    async () => sql(`DELETE FROM company_founders WHERE company_id = ${companyOf}`, await pick()),
    async () => sql("UPDATE domain_ratings SET value = ? WHERE domain LIKE 'q%' OR domain LIKE 'l%'", ++n % 100),
    async () => move(await pick(), "archived"),
    async () => move(await pick("status = 'archived' AND merged_into IS NULL"), "live"),
  ];

  const mirror = new Mirror(server.url);
  await mirror.follow();
  const same = async () => expect(sorted(mirror.records.values())).toEqual(await directory(server));
  await same();
  for (let day = 0; day < 30; day++) {
    for (let i = 0; i < 6; i++) await changes[random(changes.length)]!();
    await mirror.follow();
    if (day % 10 === 9) await same();
  }
  await call(deleteAccount, { email: "founder@demo.test" });
  for (const change of changes) {
    await change();
    await mirror.follow();
    await same();
  }

  const before = mirror.next;
  await store.write(newEpoch);
  await mirror.follow();
  expect(mirror.next.split(".")[0]).not.toBe(before.split(".")[0]);
  await same();
  await server.stop();
}, 120_000);

test("the feed: pages, tombstones without content, merged listings, errors and caching", async () => {
  const server = await startTestServer();
  const read = async (path: string, init?: RequestInit) => {
    const response = await fetch(server.url + path, init);
    return { response, status: response.status, body: (init?.method ? {} : await response.json()) as Json };
  };
  const first = await read("/data/changes?limit=2");
  expect(first.body.items).toHaveLength(2);
  expect(first.body.has_more).toBe(true);
  expect(Object.keys(first.body.items[0])).toEqual(["seq", "at", "type", "kind", "id", "slug", "url", "version"]);
  const etag = first.response.headers.get("etag")!;
  expect(first.response.headers.get("cache-control")).toBe("public, max-age=10");
  const again = await fetch(`${server.url}/data/changes?limit=2`, { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
  const head = await read("/data/changes?limit=2", { method: "HEAD" });
  expect([head.status, head.response.headers.get("etag")]).toEqual([200, etag]);

  const [{ id }, { id: other, slug }] = ((await (await server.get("/listings?per_page=2")).json()) as Json).items;
  await server.store.write(async (tx) => {
    await tx.$client.run("UPDATE listings SET status = 'archived', merged_into = ? WHERE id = ?", [other, id]);
    await tx.$client.run("UPDATE founders SET name = 'Erased Person' WHERE id = 1", []);
    await tx.$client.run("DELETE FROM founders WHERE id = 1", []);
  });
  const { body } = await read(`/data/changes?since=${first.body.next}&limit=1000`);
  const merged = body.items.find((item: Json) => item.kind === "listing" && item.id === id);
  expect(merged).toEqual({
    seq: merged.seq,
    at: merged.at,
    type: "gone",
    kind: "listing",
    id,
    reason: "merged",
    merged_into: { id: other, slug, url: `${server.url}/listings/${slug}` },
  });
  const erased = body.items.find((item: Json) => item.kind === "founder" && item.type === "gone");
  expect(Object.keys(erased)).toEqual(["seq", "at", "type", "kind", "feed_id", "reason"]);
  expect(JSON.stringify(body)).not.toContain("Erased");

  const epoch = body.next.split(".")[0];
  for (const since of ["0000.1", `${epoch}.999999999`]) {
    const { status, body: problem } = await read(`/data/changes?since=${since}`);
    expect([status, problem.code, problem.errors[0].field]).toEqual([409, "conflict", "since"]);
    expect(problem.next_actions[0].url).toBe(`${server.url}/data/changes?since=${epoch}.0`);
  }
  for (const query of ["since=yesterday", "limit=0", "limit=1001", "limit=x"])
    expect((await read(`/data/changes?${query}`)).status).toBe(422);

  const records = await read(`/data/records?ids=listing:${other},listing:${id},listing:999999&ids=founder:1`);
  expect(records.body.items.map((item: Json) => item.id)).toEqual([other]);
  expect(records.body.items[0].record).toEqual(await (await server.get(`/listings/${slug}`)).json());
  expect(records.body.missing).toEqual([`listing:${id}`, "listing:999999", "founder:1"]);
  const many = Array.from({ length: 101 }, (_, i) => `listing:${i}`).join();
  for (const query of ["", "?ids=", "?ids=lumenroll", "?ids=draft:1", `?ids=${many}`])
    expect((await read(`/data/records${query}`)).status).toBe(422);
  expect((await read("/data/changes", { method: "POST" })).status).toBe(405);
  await server.stop();
});
