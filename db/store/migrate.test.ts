import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { temporary } from "#test/support/server/temporary.ts";
import { accountById, apiKeyById } from "../queries/accounts/accounts.ts";
import { addApprovalRequest, approvalRequestsOfAccount } from "../queries/accounts/approval-requests.ts";
import { changesOf } from "../queries/common/audit-log.ts";
import { eraseAccount } from "../queries/erasure/erase-account.ts";
import { formerAddresses } from "../queries/erasure/forget-changes.ts";
import { flagsOf } from "../queries/moderation/text-flags.ts";
import { spentBy } from "../queries/orders/spent.ts";
import { openStore } from "./file-store.ts";
import { journalEntry, journalTable } from "./migrate.ts";

const at = "2026-11-18T12:00:00.000Z";

const migrationsFolder = join(import.meta.dir, "../migrations");
const { entries } = await Bun.file(join(migrationsFolder, "meta/_journal.json")).json();

/** A database as a build before this migration left it. */
function databaseBefore(path: string, name: string): Database {
  const db = new Database(path, { create: true, strict: true });
  db.run(journalTable);
  const count = entries.findIndex(({ tag }: { tag: string }) => tag.endsWith(`_${name}`));
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder }).slice(0, count)) {
    for (const statement of sql) db.run(statement);
    db.run(journalEntry, [hash, folderMillis]);
  }
  return db;
}

const account = (id: number, email: string) =>
  `INSERT INTO accounts (id, email, created_at, updated_at) VALUES (${id}, '${email}', '${at}', '${at}')`;
const mainSite = `INSERT INTO sites (id, key, name, created_at) VALUES (1, 'main', 'Main', '${at}')`;
const kelpListing = `
  INSERT INTO listings (id, site_id, company_id, slug, headline, summary, status, status_changed_at, created_at, updated_at)
  VALUES (1, 1, 1, 'kelp', 'h', 's', 'live', '${at}', '${at}', '${at}')`;

test("tables without row ids keep rows, column order, counts, keys and triggers", async () => {
  const path = join(temporary, "migrated.db");
  const old = databaseBefore(path, "rowless_links");
  for (const statement of [
    mainSite,
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

test("earlier mailed links still work", async () => {
  const path = join(temporary, "links.db");
  const old = databaseBefore(path, "address_changes");
  old.run(account(1, "ann@example.org"));
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

test("earlier owners: founders stay, others are asked, and entries without access end", async () => {
  const path = join(temporary, "founders.db");
  const old = databaseBefore(path, "founder_choice");
  const bio = "x".repeat(60);
  for (const statement of [
    mainSite,
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
    // This founder has no account.
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

test("URL keys lose empty path segments, and all names are compared", async () => {
  const path = join(temporary, "keys.db");
  const old = databaseBefore(path, "name_keys");
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
  for (const statement of [mainSite, kelpListing, "DELETE FROM texts_to_check"]) old.run(statement);
  old.close();
  const store = openStore(path);
  const { $client } = store.read;
  expect($client.query("SELECT url_key FROM companies ORDER BY id").values().flat()).toEqual([
    "a.example",
    "b.example/apps/kelp",
    "c.example?q=http://x",
    "d.example",
    // The company before it has this key.
    "d.example/",
    "e.example/apps",
  ]);
  expect($client.query("SELECT source, source_id FROM texts_to_check").values()).toEqual([["listing", 1]]);
  await store.close();
});

/** Actions as the log had them, and their names since. */
const renamedActions = {
  "account.create": "create_account",
  "account.confirm_address": "confirm_address",
  "account.request_address": "request_address_change",
  "account.approve_address": "approve_address_change",
  "account.cancel_address": "cancel_address_change",
  "account.change_address": "change_address",
  "account.stop_address": "stop_address_change",
  "account.request_deletion": "request_account_deletion",
  "account.set_password": "set_account_password",
  "account.link_identity": "link_identity",
  "app.connect": "connect_app",
  "app.revoke": "disconnect_app",
  "session.start": "start_session",
  "session.end": "end_session",
  "session.end_others": "end_other_sessions",
  tell_team: "send_team_digest",
  mark_texts: "flag_texts",
  decide_mark: "decide_flag",
  settle_badge: "apply_badge_check",
  settle_votes: "count_waiting_votes",
  settle_claim: "apply_proof_result",
  settle_answer: "decide_answer",
  settle_draft_logo: "apply_draft_logo",
  settle_draft_screenshot: "apply_draft_screenshot",
};

test("older audit log: gets the present action names, so erasure finds former emails", async () => {
  const path = join(temporary, "actions.db");
  const old = databaseBefore(path, "action_names");
  for (const statement of [
    account(1, "now@example.org"),
    ...Object.keys(renamedActions).map(
      (action, i) => `INSERT INTO changes (id, at, action, account_id, via, before, after)
        VALUES (${i + 1}, '${at}', '${action}', 1, 'browser', '{"email":"before-${action}@example.org"}', '{"new_email":"after-${action}@example.org"}')`,
    ),
    `INSERT INTO changes (id, at, action, via, before) VALUES (99, '${at}', 'suspend_listing', 'admin', '{"facts":"Wrote as before-account.change_address@example.org"}')`,
    "INSERT INTO change_subjects (change_id, subject, position) VALUES (99, 'listing:1', 0), (99, 'account:1', 1)",
    `UPDATE changes SET before = '{"marked":[{"field":"Headline"}],"reason":"x"}', after = '{}' WHERE action = 'decide_mark'`,
    mainSite,
    `INSERT INTO companies (id, name, url, url_key, created_at, updated_at)
      VALUES (1, 'Kelp', 'https://kelp.example', 'kelp.example', '${at}', '${at}')`,
    kelpListing,
    `INSERT INTO text_marks (id, site_id, listing_id, kind, field, sentence, found_at) VALUES (7, 1, 1, 'votes', 'Headline', 'Vote!', '${at}')`,
  ])
    old.run(statement);
  old.close();
  const store = openStore(path);
  const { $client } = store.read;
  const actions = $client.query("SELECT action FROM changes WHERE id < 99 ORDER BY id").values().flat();
  expect(actions).toEqual(Object.values(renamedActions));
  expect($client.query("SELECT before, after FROM changes WHERE action = 'decide_flag'").values()).toEqual([
    ['{"reason":"x","flagged":[{"field":"Headline"}]}', "{}"],
  ]);
  expect(await flagsOf(store.read, "listing", 1)).toEqual([
    { id: 7, kind: "votes", field: "Headline", sentence: "Vote!", outcome: null },
  ]);
  expect((await store.write((tx) => formerAddresses(tx, 1))).sort()).toEqual([
    "after-account.request_address@example.org",
    "before-account.change_address@example.org",
    "before-account.stop_address@example.org",
  ]);
  const erased = (await accountById(store.read, 1))!;
  const plan = { listings: [], runningVotes: 0, closedVotes: 0, openOrders: [], payingOrders: [], invoices: 0 };
  await store.write((tx) => eraseAccount(tx, erased, plan, new Date(at)));
  expect($client.query("SELECT before FROM changes WHERE id = 99").values()).toEqual([
    ['{"facts":"Wrote as (erased)"}'],
  ]);
  await store.close();
});

test("order waiting for its owner: canceled; order approved by its owner: counts for no limit", async () => {
  const path = join(temporary, "orders.db");
  const old = databaseBefore(path, "daily_order_limit");
  old.run(account(7, "ann@example.org"));
  const orders = [
    [1, "pending", 1, null],
    [2, "pending", 1, at],
    [3, "pending", 0, null],
    [4, "expired", 1, null],
  ] as const;
  for (const [id, status, needsApproval, approvedAt] of orders) {
    old.run(
      `INSERT INTO orders (id, number, year, sequence, site_id, account_id, email, status, via, needs_approval, approved_at, currency, net, link_secret, provider, created_at, expires_at)
        VALUES (?1, 'SW-' || ?1, 2026, ?1, 1, 7, 'ann@example.org', ?2, 'key:3', ?3, ?4, 'EUR', ?1 * 100, 'x', 'sandbox', '${at}', '${at}')`,
      [id, status, needsApproval, approvedAt],
    );
    old.run(
      `INSERT INTO order_lines (order_id, position, product, name, listing_id, quantity, net) VALUES (${id}, 0, 'launch', 'Launch', 5, 1, 100)`,
    );
    old.run(
      `INSERT INTO changes (id, at, action, account_id, via) VALUES (${id}, '${at}', 'create_checkout', 7, 'key:3')`,
    );
    old.run(`INSERT INTO change_subjects (subject, change_id) VALUES ('order:SW-${id}', ${id})`);
  }
  old.close();
  const store = openStore(path);
  expect(store.read.$client.query("SELECT status, ended_at IS NULL FROM orders ORDER BY id").values()).toEqual([
    ["canceled", 0],
    ["pending", 1],
    ["pending", 1],
    ["expired", 1],
  ]);
  expect(await changesOf(store.read, "order:SW-1", 1)).toMatchObject([
    { action: "cancel_order", accountId: 7, via: "admin", subjects: ["order:SW-1", "listing:5"] },
  ]);
  const ordered = await spentBy(store.read, { accountId: 7, via: "key:3", isTest: false }, at);
  expect(ordered).toEqual([{ currency: "EUR", net: 300, total: 300 }]);
  await store.close();
});

test("approval requests, policies and audit entries get their new names", async () => {
  const path = join(temporary, "approvals.db");
  const old = databaseBefore(path, "approval_requests");
  const policy = '{"allowed":["publish"],"listings":null,"monthly":null,"until":null}';
  old.run(mainSite);
  old.run(account(7, "ann@example.org"));
  old.run(
    `INSERT INTO api_keys (id, account_id, name, key_hash, ending, scopes, mandate, created_at) VALUES (3, 7, 'k', 'h', 'abcd', '[]', '${policy}', '${at}')`,
  );
  for (const id of [8, 9])
    old.run(
      `INSERT INTO proposals (id, account_id, site_id, credential_kind, credential_id, operation, input, input_hash, reason, before, after, created_at, expires_at)
        VALUES (${id}, 7, 1, 'key', 3, 'update_my_listing', '{}', 'hash', 'It has to ask.', '{}', '{}', '${at}', '${at}')`,
    );
  old.run("DELETE FROM proposals WHERE id = 9");
  const actions = ["set_mandate", "propose_call", "refuse_proposal", "update_my_listing"];
  for (const [id, action] of actions.entries()) {
    old.run(`INSERT INTO changes (id, at, action, via) VALUES (${id + 1}, '${at}', '${action}', 'browser')`);
    old.run(`INSERT INTO change_subjects (subject, change_id) VALUES ('proposal:8', ${id + 1})`);
  }
  old.close();
  const store = openStore(path);
  expect((await apiKeyById(store.read, 3))!.approvalPolicy).toEqual(JSON.parse(policy));
  expect(await approvalRequestsOfAccount(store.read, 7)).toMatchObject([{ id: 8, operation: "update_my_listing" }]);
  expect((await changesOf(store.read, "approval_request:8", 9)).map(({ action }) => action)).toEqual([
    "update_my_listing",
    "refuse_approval_request",
    "request_approval",
    "set_approval_policy",
  ]);
  const [kept] = await approvalRequestsOfAccount(store.read, 7);
  const { id, createdAt, decision, decidedAt, answer, ...again } = kept!;
  expect(await store.write((tx) => addApprovalRequest(tx, again, new Date(at)))).toBe(10);
  await store.close();
});

test("only the last schema snapshot is kept, and drizzle-kit generates the next migration from it", async () => {
  const last = `${entries.at(-1).tag.slice(0, 4)}_snapshot.json`;
  expect(readdirSync(join(migrationsFolder, "meta")).filter((name) => name.endsWith("_snapshot.json"))).toEqual([last]);
});
