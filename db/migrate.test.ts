import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { temporary } from "../test/support/temporary.ts";
import { openStore } from "./file-store.ts";

const at = "2026-11-18T12:00:00.000Z";

/** A database as a build with only the first `count` migrations left it. */
function databaseBefore(path: string, count: number): Database {
  const db = new Database(path, { create: true, strict: true });
  db.run("CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)");
  for (const migration of readMigrationFiles({ migrationsFolder: join(import.meta.dir, "migrations") }).slice(
    0,
    count,
  )) {
    for (const statement of migration.sql) db.run(statement);
    db.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)", [
      migration.hash,
      migration.folderMillis,
    ]);
  }
  return db;
}

test("tables that lose their row ids keep rows, order of columns, counts, keys and triggers", async () => {
  const path = join(temporary, "migrated.db");
  const old = databaseBefore(path, 6);
  for (const statement of [
    `INSERT INTO sites (id, key, name, created_at) VALUES (1, 'main', 'Main', '${at}')`,
    `INSERT INTO sites (id, key, name, host, created_at) VALUES (2, 'dev', 'Dev', 'dev.localhost', '${at}')`,
    "INSERT INTO categories (id, site_id, slug, name) VALUES (1, 1, 'media', 'Media'), (2, 1, 'photos', 'Photos'), (3, 2, 'code', 'Code')",
    `INSERT INTO companies (id, name, url, url_key, domain, created_at, updated_at)
      VALUES (1, 'Pictor', 'https://pictor.example', 'pictor.example', 'pictor.example', '${at}', '${at}')`,
    `INSERT INTO domain_ratings (domain, value, source, checked_at, previous_value) VALUES ('pictor.example', 61, 'Tranco', '${at}', 60)`,
    `INSERT INTO listings (id, site_id, company_id, slug, headline, summary, status, status_changed_at, created_at, updated_at)
      VALUES (1, 1, 1, 'pictor', 'h', 's', 'live', '${at}', '${at}', '${at}')`,
    `INSERT INTO founders (id, slug, name, created_at, updated_at) VALUES (1, 'ann', 'Ann', '${at}', '${at}'), (2, 'bob', 'Bob', '${at}', '${at}')`,
    "INSERT INTO listing_categories (listing_id, category_id, position) VALUES (1, 2, 0), (1, 1, 1)",
    "INSERT INTO listing_tags (listing_id, tag) VALUES (1, 'photos'), (1, 'backup')",
    "INSERT INTO company_founders (company_id, founder_id, position) VALUES (1, 2, 0)",
  ])
    old.run(statement);
  const tables = ["listing_categories", "listing_tags", "company_founders", "domain_ratings"];
  const counted = "SELECT listing_count AS n FROM categories ORDER BY id";
  const rowsOf = (db: Database) => [
    ...tables.map((table) => db.query(`SELECT * FROM ${table} ORDER BY 1, 2`).all()),
    db.query(counted).all(),
    db.query("SELECT founder_id, listing_count FROM site_founders").all(),
  ];
  const before = rowsOf(old);
  old.close();

  const store = openStore(path);
  const db = store.read.$client;
  expect(rowsOf(db)).toEqual(before);
  expect(() => db.query("SELECT rowid FROM listing_categories").all()).toThrow("no such column: rowid");
  await store.write(async ({ $client }) => {
    $client.run("DELETE FROM listing_categories WHERE category_id = 1");
    $client.run("INSERT INTO company_founders (company_id, founder_id) VALUES (1, 1)");
  });
  expect(db.query(counted).values()).toEqual([[0], [1], [0]]);
  expect(db.query("SELECT founder_id FROM site_founders ORDER BY 1").values()).toEqual([[1], [2]]);
  for (const [wrong, message] of [
    ["INSERT INTO listing_categories (listing_id, category_id) VALUES (1, 3)", "belongs to another site"],
    ["INSERT INTO listing_tags (listing_id, tag) VALUES (1, 'photos')", "UNIQUE constraint failed"],
    ["INSERT INTO listing_tags (listing_id, tag) VALUES (9, 'photos')", "FOREIGN KEY constraint failed"],
    ["UPDATE domain_ratings SET value = 101", "CHECK constraint failed"],
  ] as const)
    await expect(store.write(async ({ $client }) => void $client.run(wrong))).rejects.toThrow(message);
  await store.close();
});

test("links that were mailed before still work", async () => {
  const path = join(temporary, "links.db");
  const old = databaseBefore(path, 8);
  old.run(`INSERT INTO accounts (id, email, created_at, updated_at) VALUES (1, 'ann@example.org', '${at}', '${at}')`);
  old.run(
    `INSERT INTO email_links (token_hash, purpose, account_id, email, created_at, expires_at) VALUES ('h', 'change', 1, 'new@example.org', '${at}', '${at}')`,
  );
  old.close();
  const store = openStore(path);
  expect(store.read.$client.query("SELECT purpose, email, new_email, used_at FROM email_links").values()).toEqual([
    ["change", "new@example.org", null, null],
  ]);
  await store.close();
});

test("keys of addresses lose empty path segments, and the names of all listings are compared", async () => {
  const path = join(temporary, "keys.db");
  const { entries } = await Bun.file(join(import.meta.dir, "migrations/meta/_journal.json")).json();
  const old = databaseBefore(
    path,
    entries.findIndex(({ tag }: { tag: string }) => tag.endsWith("_name_keys")),
  );
  const keys = ["a.example/", "b.example//apps///kelp", "c.example/?q=1", "d.example", "d.example/", "e.example/apps"];
  for (const [i, key] of keys.entries())
    old.run(
      `INSERT INTO companies (id, name, url, url_key, created_at, updated_at) VALUES (${i + 1}, 'Kelp', 'https://x.example', '${key}', '${at}', '${at}')`,
    );
  old.run(`INSERT INTO sites (id, key, name, created_at) VALUES (1, 'main', 'Main', '${at}')`);
  old.run(
    `INSERT INTO listings (id, site_id, company_id, slug, headline, summary, status, plan, status_changed_at, created_at, updated_at)
      VALUES (1, 1, 1, 'kelp', 'h', 's', 'live', 'free', '${at}', '${at}', '${at}')`,
  );
  old.run("DELETE FROM texts_to_check");
  old.close();
  const store = openStore(path);
  const { $client } = store.read;
  expect($client.query("SELECT url_key FROM companies ORDER BY id").values().flat()).toEqual([
    "a.example",
    "b.example/apps/kelp",
    "c.example?q=1",
    "d.example",
    // Taken by the company before it.
    "d.example/",
    "e.example/apps",
  ]);
  expect($client.query("SELECT source, source_id FROM texts_to_check").values()).toEqual([["listing", 1]]);
  await store.close();
});
