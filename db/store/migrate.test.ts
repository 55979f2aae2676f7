import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { temporary } from "#test/support/server/temporary.ts";
import { openStore } from "./file-store.ts";

const at = "2026-11-18T12:00:00.000Z";

/** A database as a build with only the first `count` migrations left it. */
function databaseBefore(path: string, count: number): Database {
  const db = new Database(path, { create: true, strict: true });
  db.run("CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)");
  for (const migration of readMigrationFiles({ migrationsFolder: join(import.meta.dir, "../migrations") }).slice(
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

test("owners of before are founders where they were, are asked elsewhere, and keep no entry without access", async () => {
  const path = join(temporary, "founders.db");
  const migrations = readMigrationFiles({ migrationsFolder: join(import.meta.dir, "../migrations") });
  const before = migrations.findIndex(({ sql }) => sql.some((statement) => statement.includes("`appears`")));
  const old = databaseBefore(path, before);
  const bio = "x".repeat(60);
  for (const statement of [
    `INSERT INTO sites (id, key, name, created_at) VALUES (1, 'main', 'Main', '${at}')`,
    `INSERT INTO assets (hash, content_type, bytes, created_at) VALUES ('p', 'image/png', x'00', '${at}')`,
    // Each company has the number of its owner; 5 is also owned by account 1.
    ...[1, 2, 3, 4, 5].flatMap((id) => [
      `INSERT INTO companies (id, name, url, url_key, created_at, updated_at)
        VALUES (${id}, 'C${id}', 'https://c${id}.example', 'c${id}.example', '${at}', '${at}')`,
      `INSERT INTO listings (id, site_id, company_id, slug, headline, summary, status, status_changed_at, launched_at, created_at, updated_at)
        VALUES (${id}, 1, ${id}, 'c${id}', 'h', 's', '${id === 2 ? "scheduled" : "live"}', '${at}', ${id === 2 ? "NULL" : `'${at}'`}, '${at}', '${at}')`,
      `INSERT INTO founders (id, slug, name, photo_hash, bio, links, created_at, updated_at) VALUES
        (${id}, 'f${id}', 'F${id}', 'p', '${id === 4 ? "short" : bio}', '{"website":"https://f.example"}', '${at}', '${at}')`,
    ]),
    ...[1, 2, 3, 4].flatMap((id) => [
      `INSERT INTO accounts (id, email, name, founder_id, created_at, updated_at)
        VALUES (${id}, 'a${id}@example.org', '${id === 2 ? "" : "Ann"}', ${id}, '${at}', '${at}')`,
      `INSERT INTO company_owners (company_id, account_id, via, read_only_since, created_at)
        VALUES (${id}, ${id}, 'test', ${id === 3 ? `'${at}'` : "NULL"}, '${at}')`,
      `INSERT INTO company_founders (company_id, founder_id) VALUES (${id}, ${id})`,
    ]),
    `INSERT INTO company_owners (company_id, account_id, via, created_at) VALUES (5, 1, 'claim:1', '${at}')`,
    // Of a person without an account.
    "INSERT INTO company_founders (company_id, founder_id) VALUES (5, 5)",
    `INSERT INTO stories (listing_id, published_at, updated_at) VALUES (1, '${at}', '${at}'), (2, '${at}', '${at}'), (4, NULL, '${at}')`,
  ])
    old.run(statement);
  old.close();
  const store = openStore(path);
  const rows = (sql: string) => store.read.$client.query(sql).values();
  expect(rows("SELECT company_id, account_id, appears, asked_at FROM company_owners ORDER BY 1, 2")).toEqual([
    [1, 1, 1, null],
    [2, 2, 1, null],
    [3, 3, 1, null],
    [4, 4, 1, null],
    [5, 1, null, null],
  ]);
  expect(rows("SELECT company_id, founder_id FROM company_founders ORDER BY 1")).toEqual([
    [1, 1],
    [2, 2],
    [5, 5],
  ]);
  expect(rows("SELECT founder_id FROM site_founders ORDER BY 1").flat()).toEqual([1, 5]);
  expect(rows("SELECT listing_id, is_whole, published_at FROM stories ORDER BY 1")).toEqual([
    [1, 1, at],
    [2, 1, null],
    [4, 0, null],
  ]);
  expect(rows("SELECT name FROM accounts ORDER BY id").flat()).toEqual(["Ann", "F2", "Ann", "Ann"]);
  await store.close();
});

test("keys of addresses lose empty path segments, and the names of all listings are compared", async () => {
  const path = join(temporary, "keys.db");
  const { entries } = await Bun.file(join(import.meta.dir, "../migrations/meta/_journal.json")).json();
  const old = databaseBefore(
    path,
    entries.findIndex(({ tag }: { tag: string }) => tag.endsWith("_name_keys")),
  );
  const keys = [
    "a.example/",
    "b.example//apps///kelp",
    "c.example/?q=http://x",
    "d.example",
    "d.example/",
    "e.example/apps",
  ];
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
    "c.example?q=http://x",
    "d.example",
    // Taken by the company before it.
    "d.example/",
    "e.example/apps",
  ]);
  expect($client.query("SELECT source, source_id FROM texts_to_check").values()).toEqual([["listing", 1]]);
  await store.close();
});

test("only the last snapshot of the schema is kept, from which drizzle-kit makes the next migration", async () => {
  const folder = join(import.meta.dir, "../migrations/meta");
  const { entries } = await Bun.file(join(folder, "_journal.json")).json();
  const last = `${entries.at(-1).tag.slice(0, 4)}_snapshot.json`;
  expect(readdirSync(folder).filter((name) => name.endsWith("_snapshot.json"))).toEqual([last]);
});
