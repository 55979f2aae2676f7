import { beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openText } from "#db/keys/sealed-text.ts";
import { tableNames } from "#db/queries/data/all-records.ts";
import { feedHead } from "#db/queries/data/feed.ts";
import { leftOut } from "#db/queries/data/left-out.ts";
import { personCaller } from "#test/support/clients/person-caller.ts";
import { wholePerson } from "#test/support/clients/whole-person.ts";
import { failed, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { startTestServer } from "#test/support/server/harness.ts";
import deleteOwnAccount from "#tools/account/delete-own-account.ts";

const passphrase = { BACKUP_PASSPHRASE: "a-long-passphrase-without-spaces" };

/** The demo directory, with a person who has every kind of record, or with what the deletion of that person leaves. */
const kinds = {
  demo: async () => {},
  person: async (server) => void (await wholePerson(server)),
  erased: async (server) => {
    const { account } = await wholePerson(server);
    await personCaller(server, account.id)(deleteOwnAccount, {});
    await server.drainJobs();
  },
} satisfies Record<string, (server: Awaited<ReturnType<typeof startTestServer>>) => Promise<void>>;

async function directoryOf(kind: keyof typeof kinds) {
  const admin = newAdmin(passphrase);
  await admin.run("seed", "demo");
  const server = await startTestServer({ store: admin.openStore() });
  await kinds[kind](server);
  await server.stop();
  const folder = join(admin.dataDir, "export");
  const secrets = join(admin.dataDir, "secrets.age");
  const exported = await admin.run("export", "all", folder, "--with-secrets", secrets);
  return { admin, folder, secrets, exported };
}

const contentOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => statSync(join(folder, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(folder, name)).toString("latin1")]),
  );
const withoutTime = (folder: string) => {
  const { "manifest.json": manifest, ...files } = contentOf(folder);
  return { ...files, manifest: manifest!.replace(/"exported_at": ".*"/, "") };
};

async function stateOf(admin: TestAdmin, sql: string): Promise<unknown[]> {
  const store = admin.openStore();
  const rows = store.read.$client.query(sql).all();
  await store.close();
  return rows;
}
const headOf = async (admin: TestAdmin) => {
  const store = admin.openStore();
  const head = (await feedHead(store.read))!;
  await store.close();
  return head;
};

const directories = {} as Record<keyof typeof kinds, Awaited<ReturnType<typeof directoryOf>>>;
beforeAll(async () => {
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) directories[kind] = await directoryOf(kind);
});

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])("a directory of the kind %s", (kind) => {
  test("export, import into an empty folder and export again: the same files, and a sound database", async () => {
    const { admin, folder, exported } = directories[kind];
    expect(exported.exitCode).toBe(0);
    const other = newAdmin();
    const { out } = await other.run("import", "all", folder);
    expect(out).toStartWith("Imported ");
    const again = join(other.dataDir, "again");
    expect((await other.run("export", "all", again)).exitCode).toBe(0);
    expect(withoutTime(again)).toEqual(withoutTime(folder));
    expect((await other.run("db", "check", "--json")).json).toEqual({ sound: true, faults: [] });
    const triggers = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name";
    expect(await stateOf(other, triggers)).toEqual(await stateOf(admin, triggers));
    const [before, after] = [await headOf(admin), await headOf(other)];
    expect(after.seq).toBe(before.seq);
    expect(after.epoch).toMatch(/^[0-9a-f]{16}$/);
    expect(after.epoch).not.toBe(before.epoch);
  });
});

test("search finds imported listings and founders", async () => {
  const other = newAdmin();
  await other.run("import", "all", directories.demo.folder);
  const server = await startTestServer({ store: other.openStore() });
  expect((await server.call("search_listings", { q: "tallyglass" })).body.total).toBe(1);
  const count = (admin: TestAdmin) => stateOf(admin, "SELECT count(*) AS count FROM founder_search");
  await server.stop();
  expect(await count(other)).toEqual(await count(directories.demo.admin));
});

test("a second run changes nothing, and a database with other records is refused", async () => {
  const { folder } = directories.person;
  const other = newAdmin();
  await other.run("import", "all", folder);
  const before = await headOf(other);
  const second = await other.run("import", "all", folder);
  expect(second).toMatchObject({ exitCode: 0, out: expect.stringContaining("Nothing was changed") });
  expect(await headOf(other)).toEqual(before);
  expect(await other.run("import", "all", directories.demo.folder)).toMatchObject(failed("The database is not empty"));
});

test("no file has a password, key, link or token, and only its owner can read it", async () => {
  const { admin, folder, secrets } = directories.person;
  const everything = JSON.stringify(contentOf(folder));
  const hidden = [
    ...(await stateOf(admin, "SELECT password_hash AS it FROM accounts WHERE password_hash IS NOT NULL")),
    ...(await stateOf(admin, "SELECT key_hash AS it FROM api_keys")),
    ...(await stateOf(admin, "SELECT link_secret AS it FROM orders")),
    ...(await stateOf(admin, "SELECT token_hash AS it FROM draft_invites")),
  ].map((row) => (row as { it: string }).it);
  expect(hidden.length).toBeGreaterThan(4);
  for (const one of hidden) expect(everything).not.toContain(one);
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const { mode } = statSync(join(folder, path));
    expect(mode & 0o777).toBe(statSync(join(folder, path)).isDirectory() ? 0o700 : 0o600);
  }
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(secrets).mode & 0o777).toBe(0o600);
});

test("without secrets: what is left out is named, and its columns have no valid secret", async () => {
  const { admin, folder } = directories.person;
  const exported = await admin.run("export", "all", join(admin.dataDir, "without"));
  expect(exported.err).toContain("Left out: 3 of api_keys (API keys; people make new ones).\n");
  expect(exported.err).toContain("Left out: 1 of accounts.password_hash (");
  const other = newAdmin();
  const { err } = await other.run("import", "all", folder);
  expect(err).toContain("Not imported: api_keys (API keys; people make new ones).\nNot imported: oauth_clients");
  expect(await stateOf(other, "SELECT count(*) AS n FROM accounts WHERE password_hash IS NOT NULL")).toEqual([
    { n: 0 },
  ]);
  expect(await stateOf(other, "SELECT count(*) AS n FROM api_keys")).toEqual([{ n: 0 }]);
  expect(await stateOf(other, "SELECT token_hash FROM draft_invites")).toEqual([{ token_hash: "left out 1" }]);
});

test("with secrets: passwords, keys and links work as before", async () => {
  const { admin, folder, secrets } = directories.person;
  const other = newAdmin(passphrase);
  const { exitCode, err } = await other.run("import", "all", folder, "--with-secrets", secrets);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: expect.stringContaining("Not imported: sessions (sign-ins)") });
  expect(err).not.toContain("api_keys");
  for (const table of ["accounts", "api_keys", "oauth_clients", "oauth_grants", "orders", "draft_invites"]) {
    const rows = `SELECT * FROM ${table} ORDER BY 1`;
    expect(await stateOf(other, rows)).toEqual(await stateOf(admin, rows));
  }
  const [order] = (await stateOf(other, "SELECT number, link_secret AS sealed FROM orders")) as any;
  expect(openText({ path: other.databasePath }, order.sealed, `order:${order.number}`)).not.toBeNull();
  const pem = (one: TestAdmin) => readFileSync(`${one.databasePath}.signing.pem`, "utf8");
  expect(pem(other)).toBe(pem(admin));

  const wrong = newAdmin({ BACKUP_PASSPHRASE: "another-passphrase-without-spaces" });
  expect(await wrong.run("import", "all", folder, "--with-secrets", secrets)).toMatchObject(
    failed("cannot be decrypted"),
  );
  const mixed = await newAdmin(passphrase).run("import", "all", directories.demo.folder, "--with-secrets", secrets);
  expect(mixed).toMatchObject(failed("belongs to another export"));
  const keyed = newAdmin(passphrase);
  writeFileSync(`${keyed.databasePath}.signing.pem`, "another");
  expect(await keyed.run("import", "all", folder, "--with-secrets", secrets)).toMatchObject(failed("is another key"));
  expect(await stateOf(keyed, "SELECT count(*) AS n FROM sites")).toEqual([{ n: 0 }]);
  expect(existsSync(`${keyed.databasePath}.key`)).toBe(false);
});

test("a secrets file needs BACKUP_PASSPHRASE and a name that ends in .age; an existing folder is refused", async () => {
  const admin = newAdmin();
  const folder = join(admin.dataDir, "export");
  const named = (name: string) => admin.run("export", "all", folder, "--with-secrets", join(admin.dataDir, name));
  expect(await named("secrets.age")).toMatchObject(failed("Set BACKUP_PASSPHRASE"));
  expect(await named("secrets.txt")).toMatchObject(failed("must end in .age"));
  expect(readdirSync(admin.dataDir)).not.toContain("export");
  expect((await admin.run("export", "all", folder)).exitCode).toBe(0);
  expect(await admin.run("export", "all", folder)).toMatchObject(failed("already exists"));
});

describe("a damaged export is refused, and nothing is imported", () => {
  test.each([
    [
      "a changed record",
      (folder: string) => change(join(folder, "listings.ndjson")),
      "is not the file that the manifest names",
    ],
    ["a missing table", (folder: string) => rmSync(join(folder, "sites.ndjson")), "is missing, or is not"],
    ["a changed file", (folder: string) => change(join(folder, "files", filesOf(folder)[0]!)), "is missing or damaged"],
    ["a missing file", (folder: string) => rmSync(join(folder, "files", filesOf(folder)[0]!)), "is missing or damaged"],
    ["no manifest", (folder: string) => rmSync(join(folder, "manifest.json")), "Cannot read"],
    ["not a manifest", (folder: string) => writeFileSync(join(folder, "manifest.json"), "{}"), "is not the manifest"],
    ["another version", (folder: string) => manifestOf(folder, { migration: 1 }), "Another version of Slipway"],
    ["other tables", (folder: string) => manifestOf(folder, { tables: {} }), "does not name the tables"],
  ])("%s", async (_, damage, reason) => {
    const other = newAdmin();
    const folder = join(other.dataDir, "export");
    cpSync(directories.demo.folder, folder, { recursive: true });
    damage(folder);
    const { err, exitCode } = await other.run("import", "all", folder);
    expect({ err, exitCode }).toEqual({ err: expect.stringContaining(reason), exitCode: 1 });
    expect(await stateOf(other, "SELECT count(*) AS n FROM sites")).toEqual([{ n: 0 }]);
    expect(await stateOf(other, "SELECT count(*) > 90 AS has FROM sqlite_schema WHERE type = 'trigger'")).toEqual([
      { has: 1 },
    ]);
  });
  const filesOf = (folder: string) => readdirSync(join(folder, "files"));
  const change = (path: string) => writeFileSync(path, `${readFileSync(path, "latin1")} `);
  const manifestOf = (folder: string, changes: object) => {
    const path = join(folder, "manifest.json");
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...changes }));
  };
});

describe("the list of what is left out", () => {
  // Hashes and tokens that are no secrets: names of files, checksums, and proofs that owners publish.
  const noSecrets = [
    "approval_requests.input_hash",
    "assets.hash",
    "ballot_snapshots.public_key",
    "claims.token",
    "companies.logo_hash",
    "companies.screenshot_hash",
    "companies.url_key",
    "drafts.arrived_key",
    "drafts.logo_hash",
    "drafts.screenshot_hash",
    "drafts.url_key",
    "founders.photo_hash",
    "listing_pictures.hash",
  ];

  test("each table is exported or on the list, and nothing else is", async () => {
    const { admin, folder } = directories.demo;
    const store = admin.openStore();
    const names = tableNames(store.read.$client);
    await store.close();
    const exported = readdirSync(folder).flatMap((name) => name.match(/^(.*)\.ndjson$/)?.[1] ?? []);
    const absent = leftOut.flatMap(({ table, columns }) => (columns ? [] : [table]));
    expect([...exported, ...absent].sort()).toEqual([...names].sort());
  });

  test("each column that looks like a secret is on the list or known as none", async () => {
    const looksSecret = /hash|token|secret|password|seal|private|_key$/;
    const columns = (await stateOf(
      directories.demo.admin,
      "SELECT t.name AS 'table', c.name AS 'column' FROM pragma_table_list t, pragma_table_info(t.name) c WHERE t.type = 'table' AND t.schema = 'main'",
    )) as { table: string; column: string }[];
    const carried = columns.filter(
      ({ table, column }) =>
        looksSecret.test(column) &&
        !leftOut.some((one) => one.table === table && (!one.columns || one.columns.includes(column))),
    );
    expect(carried.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(noSecrets);
  });

  test("no exported table refers to one that is left out", async () => {
    const references = (await stateOf(
      directories.demo.admin,
      "SELECT t.name AS 'from', f.\"table\" AS 'to' FROM pragma_table_list t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'",
    )) as { from: string; to: string }[];
    const isAbsent = (name: string) => leftOut.some(({ table, columns }) => table === name && !columns);
    expect(references.filter(({ from, to }) => !isAbsent(from) && isAbsent(to))).toEqual([]);
  });
});
