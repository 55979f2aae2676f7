import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { demoStore } from "#test/support/server/harness.ts";
import type { Store } from "./store.ts";

let store: Store;
beforeAll(async () => {
  store = await demoStore();
});
afterAll(() => store.close());

/** Each statement would succeed but for the one rule it breaks. */
const broken: [rule: string, sql: string, message: string][] = [
  ["a listing belongs to a site", "UPDATE listings SET site_id = 999 WHERE id = 1", "FOREIGN KEY"],
  ["a listing belongs to a company", "UPDATE listings SET company_id = 99999 WHERE id = 1", "FOREIGN KEY"],
  [
    "a company with listings stays",
    "DELETE FROM companies WHERE id = (SELECT company_id FROM listings WHERE id = 1)",
    "FOREIGN KEY",
  ],
  [
    "a category with listings stays",
    "DELETE FROM categories WHERE id = (SELECT category_id FROM listing_categories LIMIT 1)",
    "FOREIGN KEY",
  ],
  ["a logo is an image we have", "UPDATE companies SET logo_hash = 'none' WHERE id = 1", "FOREIGN KEY"],
  [
    "a slug is one listing's on its site",
    "UPDATE listings SET slug = (SELECT slug FROM listings WHERE id = 2) WHERE id = 1",
    "UNIQUE",
  ],
  [
    "a company has one listing on a site",
    "UPDATE listings SET company_id = (SELECT company_id FROM listings WHERE id = 2) WHERE id = 1 AND site_id = (SELECT site_id FROM listings WHERE id = 2)",
    "UNIQUE",
  ],
  [
    "an address is one company's",
    "UPDATE companies SET url_key = (SELECT url_key FROM companies WHERE id = 2) WHERE id = 1",
    "UNIQUE",
  ],
  ["a site's key is its own", "UPDATE sites SET key = 'main' WHERE key = 'dev'", "UNIQUE"],
  [
    "a host selects one site",
    "INSERT INTO sites (key, name, host, created_at) VALUES ('x', 'X', 'dev.localhost', '')",
    "UNIQUE",
  ],
  ["there is one default site", "UPDATE sites SET host = NULL WHERE key = 'dev'", "UNIQUE"],
  [
    "a category's slug is one on its site",
    "UPDATE categories SET slug = (SELECT slug FROM categories WHERE id = 2) WHERE id = 1",
    "UNIQUE",
  ],
  [
    "a listing is in a category once",
    "INSERT INTO listing_categories (listing_id, category_id) SELECT listing_id, category_id FROM listing_categories LIMIT 1",
    "UNIQUE",
  ],
  [
    "a place of a board is awarded once",
    "INSERT INTO awards (site_id, kind, label, board, period, rank, listing_id, created_at) SELECT site_id, kind, label, board, period, rank, listing_id, created_at FROM awards LIMIT 1",
    "UNIQUE",
  ],
  ["a status is one of the known ones", "UPDATE listings SET status = 'gone' WHERE id = 1", "CHECK"],
  ["a plan is one of the known ones", "UPDATE listings SET plan = 'gold' WHERE id = 1", "CHECK"],
  ["votes are not negative", "UPDATE listings SET votes = -1 WHERE id = 1", "CHECK"],
  ["a rating ends at 100", "UPDATE listings SET rating = 101 WHERE id = 1", "CHECK"],
  ["a domain's rating ends at 100", "UPDATE domain_ratings SET value = 101", "CHECK"],
  ["a launch week is a week", "UPDATE listings SET launch_week = '2026-47' WHERE id = 1", "CHECK"],
  ["a pricing model is one of the known ones", "UPDATE companies SET pricing = 'cheap' WHERE id = 1", "CHECK"],
  ["an address is http or https", "UPDATE companies SET url = 'javascript:alert(1)' WHERE id = 1", "CHECK"],
  ["a milestone links to https", "UPDATE milestones SET url = 'http://x.example'", "CHECK"],
  ["a milestone has a day", "UPDATE milestones SET date = 'today'", "CHECK"],
  ["a price is not negative", "UPDATE products SET price = -1", "CHECK"],
  ["a product is one of the known ones", "UPDATE products SET product = 'gift' WHERE product = 'launch'", "CHECK"],
  ["a currency is three capitals", "UPDATE sites SET currency = 'eur'", "CHECK"],
  ["a category is not its own parent", "UPDATE categories SET parent_id = id WHERE id = 1", "CHECK"],
  ["an interview answer says something", "UPDATE interview_answers SET answer = ''", "CHECK"],
  [
    "a listing is no alternative to itself",
    "INSERT INTO listing_alternatives (listing_id, alternative_id) VALUES (1, 1)",
    "CHECK",
  ],
  [
    "a listing is filed under categories of its own site",
    "INSERT INTO listing_categories (listing_id, category_id) SELECT l.id, k.id FROM listings l JOIN categories k ON k.site_id <> l.site_id LIMIT 1",
    "another site",
  ],
];

describe("the database rejects a violated rule", () => {
  for (const [rule, sql, message] of broken)
    test(rule, async () => {
      await expect(store.write(async (tx) => void tx.$client.run(sql))).rejects.toThrow(message);
    });
});

test("deleted listing: its own records are deleted with it", async () => {
  const rowsOf = (table: string) =>
    store.read.$client.query(`SELECT count(*) FROM ${table} WHERE listing_id = 1`).values()[0]![0];
  const own = ["listing_categories", "listing_tags", "vote_counts"];
  for (const table of own) expect(rowsOf(table)).toBeGreaterThan(0);
  await store.write(async (tx) => void tx.$client.run("DELETE FROM listings WHERE id = 1"));
  for (const table of own) expect(rowsOf(table)).toBe(0);
});
