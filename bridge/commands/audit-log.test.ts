import { beforeEach, expect, test } from "bun:test";
import { changesOf, type Subject } from "#db/queries/common/audit-log.ts";
import { ndjson, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";

let admin: TestAdmin;
beforeEach(async () => {
  admin = newAdmin();
  await admin.run("site", "create", "main", "--name", "Main");
});

const product = (name: string, more: object = {}) => ({
  name,
  url: `https://${name.toLowerCase()}.example`,
  headline: "A product",
  summary: "A product",
  categories: ["Writing"],
  ...more,
});
const importing = async (noun: string, records: object[]) =>
  admin.run("import", noun, await admin.file(`${noun}.ndjson`, ndjson(records)));

/** All entries except the first one, which is for the site; oldest first. */
async function entries(): Promise<object[]> {
  const store = admin.openStore();
  const rows = store.read.$client
    .query<Record<string, string>, []>(
      "SELECT via, action, site_id, before, after FROM changes ORDER BY id LIMIT -1 OFFSET 1",
    )
    .all();
  await store.close();
  return rows.map(({ before, after, ...row }) => ({ ...row, before: JSON.parse(before!), after: JSON.parse(after!) }));
}

const history = async (subject: Subject) => {
  const store = admin.openStore();
  const found = await changesOf(store.read, subject, 50);
  await store.close();
  return found.map(({ action, before, after }) => ({ action, before, after }));
};

type Case = [command: string[], entry: { action: string; before: object; after: object }];
const listed = { via: "admin:ops", site_id: 1 };
const cases: Case[] = [
  [
    ["category", "update", "writing", "--name", "Pens"],
    { action: "update_category", before: { name: "Writing" }, after: { name: "Pens" } },
  ],
  [
    ["product", "set", "launch", "--price", "1"],
    { action: "update_product", before: { price: 9900 }, after: { price: 1 } },
  ],
  [
    ["site", "update", "main", "--set", "drafts.per_day=3"],
    { action: "update_site", before: { settings: {} }, after: { settings: { drafts: { perDay: 3 } } } },
  ],
  [
    ["listing", "suspend", "quill", "--ground", "no_product", "--reason", "Spam."],
    {
      action: "suspend_listing",
      before: { status: "live" },
      after: { status: "suspended", status_message: "Spam.", ground: "no_product" },
    },
  ],
];

test.each(cases)("%j: one entry with the changed values", async (command, entry) => {
  await importing("listings", [product("Quill")]);
  expect(await admin.run(...command)).toMatchObject({ exitCode: 0 });
  expect((await entries()).slice(1)).toEqual([{ ...listed, ...entry }]);
});

test("--as: the log keeps the system's user and the given name", async () => {
  const update = ["site", "update", "main", "--name"];
  await admin.run("--as", "Ada L", ...update, "Harbour");
  await admin.run(...update, "Quay", "--as", "Bo");
  expect((await entries()).map((entry) => (entry as { via: string }).via)).toEqual(["admin:ops/Ada L", "admin:ops/Bo"]);
  expect(await admin.run("--as", "", ...update, "Pier")).toMatchObject({ exitCode: 2 });
});

test("commands that change nothing: no entry", async () => {
  await importing("listings", [product("Quill")]);
  await admin.run("user", "create", "--email", "ada@example.test");
  const before = await entries();
  for (const command of [
    ["category", "update", "writing", "--name", "Writing"],
    ["product", "set", "launch", "--price", "9900"],
    ["site", "update", "main", "--name", "Main", "--set", "drafts.per_day=default"],
    ["user", "role", "ada@example.test", "member"],
  ])
    expect(await admin.run(...command)).toMatchObject({ exitCode: 0 });
  await importing("listings", [product("Quill")]);
  expect(await entries()).toEqual(before);
});

test("import: one entry per batch, found by each changed listing", async () => {
  await importing("listings", [product("Quill"), product("Reed"), product("Ink", { categories: ["A - B"] })]);
  await importing("listings", [product("Quill"), product("Reed", { headline: "New" })]);
  const none = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  const first = { ...none, created: 3, categories_made: ["writing", "a", "a-b"] };
  const second = { ...none, updated: 1, unchanged: 1, categories_made: [] };
  expect(await entries()).toMatchObject([{ after: first }, { after: second }]);
  expect(await history("listing:1")).toMatchObject([{ after: first }]);
  expect(await history("listing:2")).toMatchObject([{ after: second }, { after: first }]);
});

test("import: a created parent is reported even if its subcategory is refused", async () => {
  await importing("categories", [
    { name: "Audio", slug: "media-audio" },
    { name: "Tape", slug: "tape", parent: "media-audio" },
  ]);
  const answer = await importing("categories", [{ name: "Media - Audio", description: "To hear" }]);
  expect(answer).toMatchObject({ exitCode: 1, out: expect.stringContaining("Created missing categories: media.") });
  expect(await history("site:1")).toMatchObject([{ after: { refused: 1, categories_made: ["media"] } }, {}, {}]);
});

test("ratings import: the entry is found by the changed domain", async () => {
  await importing("listings", [product("Quill")]);
  await admin.run(
    "ratings",
    "import",
    await admin.file("ranks", "1,quill.example\n1000,last.example\n"),
    "--source",
    "tranco",
  );
  expect(await history("rating:quill.example")).toMatchObject([{ after: { source: "tranco", created: 1 } }]);
});

test("deleted records: the log keeps their values, but no secrets and no personal data", async () => {
  const password = "seven grey herons";
  await admin.run("user", "create", "--email", "ada@example.test", "--name", "Ada", "--password", password);
  const key = await admin.run("key", "create", "--email", "ada@example.test", "--scopes", "account:read", "--json");
  await admin.run("key", "delete", String(key.json.id));
  expect(await history(`key:${key.json.id}`)).toMatchObject([{ before: { scopes: ["account:read"] } }, {}]);
  const all = JSON.stringify(await entries());
  expect(all).not.toContain(key.json.key);
  expect(all).not.toContain("argon2");
  await admin.run("user", "delete", "ada@example.test");
  expect(await history("account:1")).toMatchObject([{ before: { role: "member" } }, {}, {}, {}]);
  const left = JSON.stringify(await entries());
  for (const personal of ["ada@example.test", "Ada"]) expect(left).not.toContain(personal);
});

test("an input error: one line with its fix", async () => {
  expect(await admin.run("site", "update", "main", "--set", "drafts.per_day=100001")).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(/^error: settings.drafts.per_day: must be at most 100000[^\n]*\.\n$/),
  });
  expect(await admin.run("product", "set", "launch")).toMatchObject({
    err: expect.stringContaining("error: --price: is missing"),
  });
});
