import { afterAll, beforeAll, expect, test } from "bun:test";
import { fillCards, storedCardsOf } from "#db/queries/search/stored-cards.ts";
import { checkDatabase, repairDatabase } from "#db/queries/sites/check.ts";
import type { Store } from "#db/store/store.ts";
import { bareCard, cardColumns, joined, type Row } from "#test/bench/bare-card.ts";
import { demoStore } from "#test/support/server/harness.ts";
import { cardJson } from "../listings/shared/records.ts";

let store: Store;
let ids: number[];
beforeAll(async () => {
  store = await demoStore();
  ids = numbers("SELECT id FROM listings WHERE status = 'live' ORDER BY id");
});
afterAll(() => store.close());

const urls = { base: "https://example.org", api: "", mcp: "", docs: "" };
const numbers = (sql: string) =>
  store.read.$client
    .query<{ id: number }, []>(sql)
    .all()
    .map(({ id }) => id);
const stored = () => numbers("SELECT listing_id AS id FROM listing_cards").length;
const change = (sql: string) => store.write(async (tx) => tx.$client.run(sql));
const asJson = async () => (await storedCardsOf(store.read, ids)).map((card) => cardJson(card, urls));
const asRead = async () =>
  store.read.$client
    .query<Row, []>(`SELECT ${cardColumns} FROM listings l ${joined} WHERE l.status = 'live' ORDER BY l.id`)
    .all()
    .map((row) => JSON.stringify(bareCard(row, urls.base)));

async function fill(): Promise<void> {
  for (let last: number | null = 0; last !== null; ) {
    const from: number = last;
    last = await store.write((tx) => fillCards(tx, from));
  }
}

test("every indexed live listing has a stored card with the bytes of its row", async () => {
  expect(stored()).toBe(ids.length);
  expect(await asJson()).toEqual(await asRead());
});

test("a card shows every kind of change immediately", async () => {
  const odd = `'a "b" \\ <é> ' || char(1, 8, 10, 127, 8232, 128512)`;
  const changes = [
    `INSERT INTO assets (hash, content_type, bytes, created_at) VALUES ('abc', 'image/png', x'00', '')`,
    `UPDATE listings SET headline = ${odd}, summary = ${odd} WHERE id % 2 = 0`,
    "UPDATE listings SET slug = slug || 'x', plan = 'paid', launch_week = NULL WHERE id % 3 = 0",
    "UPDATE listings SET rating = NULL WHERE id % 5 = 0",
    "UPDATE listings SET updated_at = '2026-11-21T00:00:00.000Z' WHERE id % 2 = 1",
    `UPDATE companies SET name = name || ${odd}, pricing = NULL, logo_hash = (SELECT min(hash) FROM assets), platforms = '["iOS", "Web"]'`,
    "UPDATE companies SET verified_method = 'dns', verified_until = '2027-01-01T00:00:00.000Z' WHERE id % 2 = 0",
    "UPDATE companies SET domain = 'elsewhere.example' WHERE id % 4 = 0",
    `UPDATE categories SET name = name || ${odd}`,
    "UPDATE listing_categories SET position = -category_id",
    "DELETE FROM listing_categories WHERE listing_id % 3 = 0",
    "INSERT OR IGNORE INTO listing_categories SELECT l.id, k.id, 9 FROM listings l JOIN categories k ON k.site_id = l.site_id WHERE l.id % 3 = 1",
    "INSERT INTO listing_tags SELECT id, 'a \"tag\"' FROM listings WHERE id % 2 = 0",
    "DELETE FROM listing_tags WHERE listing_id % 3 = 0",
    "INSERT INTO domain_ratings (domain, value, source, checked_at) VALUES ('elsewhere.example', 7, 'here', '2026-11-20T00:00:00.000Z')",
    "UPDATE domain_ratings SET checked_at = '2026-11-22T00:00:00.000Z', value = 9",
    "DELETE FROM domain_ratings WHERE domain = 'elsewhere.example'",
  ];
  for (const sql of changes) {
    await fill();
    const before = await asJson();
    await change(sql);
    const after = await asJson();
    expect(after).toEqual(await asRead());
    if (sql.startsWith("UPDATE") || sql.includes("listing_tags")) expect(after).not.toEqual(before);
  }
});

test("votes and ranks change without replacing the stored card", async () => {
  await fill();
  await change("UPDATE listings SET votes = votes + 1, week_rank = 77");
  expect(stored()).toBe(ids.length);
  expect(await asJson()).toEqual(await asRead());
});

test("a repair rebuilds cards that no trigger has updated", async () => {
  await fill();
  await change("UPDATE listing_cards SET offer = '{}'");
  expect(await asJson()).not.toEqual(await asRead());
  expect(await checkDatabase(store.read)).toContain(`the stored card does not match ${ids.length - 20} more listings`);
  await repairDatabase(store);
  await change(`UPDATE listing_cards SET votes = votes + 1 WHERE listing_id = ${ids[0]}`);
  expect(await checkDatabase(store.read)).toEqual([
    expect.stringContaining("the stored card does not match the listing"),
  ]);
  await repairDatabase(store);
  expect(await checkDatabase(store.read)).toEqual([]);
  expect(await asJson()).toEqual(await asRead());
  expect(stored()).toBe(ids.length);
});

test("only live listings have a stored card", async () => {
  await change(`UPDATE listings SET status = 'suspended' WHERE id = ${ids[0]}`);
  await fill();
  expect(stored()).toBe(ids.length - 1);
  await change(`UPDATE listings SET status = 'live' WHERE id = ${ids[0]}`);
  await fill();
  expect(stored()).toBe(ids.length);
});
