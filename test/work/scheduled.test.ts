import { afterAll, beforeAll, expect, test } from "bun:test";
import { saveAccountInvite } from "#db/queries/accounts/account-invites.ts";
import { createAccount } from "#db/queries/accounts/accounts.ts";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import { keepDraftPage, pagesOfDraft } from "#db/queries/drafts/draft-pages.ts";
import { draftById } from "#db/queries/drafts/drafts.ts";
import { indexListing } from "#db/queries/search/search-index.ts";
import type { Store } from "#db/store/store.ts";
import { draftFor } from "../support/records/draft.ts";
import { demoStore, testNow } from "../support/server/harness.ts";
import { startTestJobs } from "../support/server/jobs.ts";
import { scheduled } from "../support/server/scheduled.ts";

let store: Store;
let clock = testNow;
let run: () => Promise<void>;
let stop: () => Promise<void>;

beforeAll(async () => {
  store = await demoStore();
  const jobs = startTestJobs({ store, now: () => clock, jobs: scheduled() });
  run = jobs.drain;
  stop = jobs.stop;
});
afterAll(async () => {
  await stop();
  await store.close();
});

const rows = <Row>(sql: string) => store.read.$client.query<Row, []>(sql).all();
const awarded = (period: string) =>
  rows<{ rank: number; slug: string }>(
    `SELECT a.rank, l.slug FROM awards a JOIN listings l ON l.id = a.listing_id
     WHERE a.site_id = 1 AND a.period = '${period}' ORDER BY a.rank`,
  );

test("a closed week gets its awards and snapshots once, on the first run of the next week", async () => {
  await run();
  expect(awarded("2026-W47")).toEqual([]);
  const leaders = rows<{ slug: string }>(
    `SELECT l.slug FROM vote_counts v JOIN listings l ON l.id = v.listing_id WHERE v.site_id = 1
     AND v.period = '2026-W47' AND l.status = 'live' ORDER BY v.votes DESC, v.voted_at, l.id LIMIT 3`,
  ).map(({ slug }) => slug);
  clock = new Date("2026-11-23T00:00:00.000Z");
  await run();
  await run();
  expect(awarded("2026-W47")).toEqual(leaders.map((slug, i) => ({ rank: i + 1, slug })));
  expect(rows("SELECT 1 FROM board_snapshots WHERE week = '2026-W47' LIMIT 1")).toHaveLength(1);
});

test("a closed month gets its awards", async () => {
  expect(awarded("2026-11")).toEqual([]);
  clock = new Date("2026-12-01T00:00:00.000Z");
  await run();
  expect(awarded("2026-11").map(({ rank }) => rank)).toEqual([1, 2, 3]);
});

test("expired sessions are deleted, others stay", async () => {
  const { id } = await store.write((tx) => createAccount(tx, { email: "a@example.test", name: "A" }, clock));
  const add = (hash: string, expires: string) =>
    store.write(async (tx) => {
      tx.$client.run(
        "INSERT INTO sessions (token_hash, account_id, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?)",
        [hash, id, expires, expires, expires],
      );
    });
  await add("old", "2026-11-01T00:00:00.000Z");
  await add("new", "2027-01-01T00:00:00.000Z");
  clock = new Date("2026-12-02T00:00:00.000Z");
  await run();
  expect(rows("SELECT token_hash AS hash FROM sessions")).toEqual([{ hash: "new" }]);
});

test("the networks of sign-ups are deleted after thirty days, and invitations when they expire", async () => {
  const day = (days: number) => new Date(clock.getTime() + days * 86_400_000);
  const person = (email: string, at: Date) =>
    store.write((tx) => createAccount(tx, { email, name: "", signUpNetwork: "203.0.113.0/24" }, at));
  await person("month@example.org", day(-29.1));
  await person("later@example.org", day(-28.9));
  await store.write((tx) => saveAccountInvite(tx, "old@example.org", day(-30), day(-0.01)));
  await store.write((tx) => saveAccountInvite(tx, "open@example.org", clock, day(30)));
  clock = day(1);
  await run();
  expect(rows("SELECT email FROM accounts WHERE sign_up_network IS NOT NULL")).toEqual([
    { email: "later@example.org" },
  ]);
  expect(rows("SELECT email FROM account_invites")).toEqual([{ email: "open@example.org" }]);
});

test("drafts expire after thirty days; their pages are deleted at once, their texts a month later", async () => {
  const { id } = await store.write((tx) => createAccount(tx, { email: "b@example.test", name: "B" }, clock));
  const passage = { id: "p1", url: "https://kelp.example/", quote: "Kelp", fetched_at: "2026-11-18T12:00:00.000Z" };
  const draft = await draftFor(store, id, { passages: [{ ...passage, for: ["name"] }], suggestedCategories: ["crm"] });
  await store.write((tx) => keepDraftPage(tx, draft.id, draft.url, { title: "Harbour Ledger" }));
  const state = async () => {
    const { status, fields, passages, suggestedCategories } = (await draftById(store.read, draft.id))!;
    const isEmpty = Bun.deepEquals([fields, passages, suggestedCategories], [{}, [], []]);
    return { status, pages: (await pagesOfDraft(store.read, draft.id)).length, isEmpty };
  };
  await run();
  expect(await state()).toEqual({ status: "ready", pages: 1, isEmpty: false });
  clock = new Date("2026-12-19T00:00:00.000Z");
  await run();
  expect(await state()).toEqual({ status: "expired", pages: 0, isEmpty: false });
  clock = new Date("2027-01-19T00:00:00.000Z");
  await run();
  expect(await state()).toEqual({ status: "expired", pages: 0, isEmpty: true });
});

test("edits add segments to the search index, and the nightly job merges them", async () => {
  const segments = () => rows<{ id: number }>("SELECT DISTINCT segid AS id FROM listing_search_idx").length;
  const before = segments();
  for (const { id } of rows<{ id: number }>("SELECT id FROM listings WHERE status = 'live' LIMIT 2"))
    await store.write((tx) => indexListing(tx, id));
  expect(segments()).toBe(before + 2);
  clock = new Date("2027-01-20T00:00:00.000Z");
  await run();
  expect(segments()).toBeLessThan(before + 2);
});

test("unused images are deleted after a day, others stay", async () => {
  const add = (name: string) =>
    store.write((tx) => saveAsset(tx, "image/png", new TextEncoder().encode(name), clock.toISOString()));
  const [replaced, logo] = [await add("replaced"), await add("logo")];
  await store.write(async (tx) => {
    await tx.$client.run("UPDATE sites SET settings = json_set(settings, '$.look.logo', ?) WHERE key = 'main'", [logo]);
  });
  clock = new Date(clock.getTime() + 25 * 3_600_000);
  await add("new");
  const hashes = () => rows<{ hash: string }>("SELECT hash FROM assets").map(({ hash }) => hash);
  const before = hashes();
  await run();
  const remaining = hashes();
  expect(before.filter((hash) => !remaining.includes(hash))).toEqual([replaced]);
});
