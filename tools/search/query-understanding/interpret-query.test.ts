import { afterAll, beforeAll, expect, test } from "bun:test";
import { ndjson, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let admin: TestAdmin;
let server: TestServer;

const product = (name: string, headline: string, category: string, more: Record<string, unknown> = {}) => ({
  name,
  url: `https://${name.toLowerCase().replaceAll(" ", "-")}.example/`,
  headline,
  summary: headline,
  categories: [category],
  ...more,
});

const products = [
  product("Cardwall", "Kanban board for small teams.", "Task Management", { stars: 900 }),
  product("Lanely", "Simple task board, an alternative to Trello.", "Task Management", { stars: 20 }),
  product("Swimlane", "Visual task board with swim lanes.", "Task Management", { stars: 40_000 }),
  product("Passbox", "Password manager for families.", "Password Managers", { pricing: "open-source", stars: 500 }),
  product("Keyring", "Password store for your logins, encrypted.", "Password Managers", {
    pricing: "open-source",
    stars: 90,
  }),
  product("Vaulty", "Passwords in your browser.", "Password Managers", { pricing: "paid", stars: 70_000 }),
  product("Lockit", "Password vault on your own machine (fork of Passbox).", "Password Managers", {
    pricing: "open-source",
  }),
  product("Feedwell", "Reader for RSS and Atom.", "Feed Readers", { stars: 12 }),
  product("Dishes", "Recipe manager with meal plans.", "Cooking", { stars: 100 }),
  product("Teahouse", "Talks about alternatives to coffee.", "Cooking", { stars: 100_000 }),
  product("Photo Prism Viewer", "Shows prisms.", "Optics"),
];

beforeAll(async () => {
  admin = newAdmin();
  await admin.run("site", "create", "main", "--name", "Main");
  await admin.run("import", "listings", await admin.file("products.ndjson", ndjson(products)));
  server = await startTestServer({ store: admin.openStore() });
});
afterAll(() => server.stop());

async function search(q: string, more: Record<string, unknown> = {}) {
  const { body } = await server.call("search_listings", { q, ...more });
  return { names: body.items.map(({ name }: { name: string }) => name), understood: body.understood_as, ...body };
}

test("alternatives to a listed product never include the product", async () => {
  for (const q of ["passbox alternative", "Alternative zu Passbox", "apps like Passbox", "alternativa ao passbox"]) {
    const { names, understood } = await search(q);
    expect(understood).toBe("alternatives to Passbox");
    expect(names[0]).toBe("Lockit");
    expect(names).not.toContain("Passbox");
    expect(new Set(names)).toEqual(new Set(["Lockit", "Keyring", "Vaulty"]));
  }
});

test("a well-known unlisted product: listings that call themselves alternatives first, then its kind", async () => {
  const { names, understood, total } = await search("trello alternative");
  expect(understood).toBe("alternatives to Trello: kanban");
  expect(names).toEqual(["Lanely", "Swimlane", "Cardwall"]);
  expect(total).toBe(3);
  expect((await search("self-hosted trello")).names).toEqual(names);
});

test("an unknown product: only listings that mention it", async () => {
  expect((await search("alternative to coffee")).names).toEqual(["Teahouse"]);
  expect((await search("alternative to qwortle")).names).toEqual([]);
});

test("a requirement that no listing meets is ignored, also on later pages", async () => {
  const first = await search("self-hosted board", { per_page: 1 });
  expect(first.total).toBe(3);
  const second = await search("self-hosted board", { per_page: 1, cursor: first.next_cursor });
  expect(second.items).toHaveLength(1);
  expect(second.names).not.toEqual(first.names);
});

test("a kind is recognised by separate words in any order", async () => {
  const { names } = await search("task board");
  for (const q of ["which board shows all of my tasks", "tasks on one board"])
    expect((await search(q)).names.slice(0, names.length).toSorted()).toEqual(names.toSorted());
});

test("a kind without listings, and its products, find nothing or matches of some words", async () => {
  for (const q of [
    "web analytics",
    "web analytics qwortle",
    "shopify alternative",
    "shopify or wix",
    "trello vs shopify",
  ])
    expect((await server.call("search_listings", { q })).status).toBe(200);
  expect((await search("shopify alternative")).names).toEqual([]);
  expect((await search("pasword managr")).names).toContain("Passbox");
});

test("a category is found by name, singular and names in five languages, best known first", async () => {
  for (const q of ["password managers", "password manager", "Passwort-Manager", "gestionnaire de mots de passe"])
    expect((await search(q)).names.toSorted()).toEqual(["Keyring", "Lockit", "Passbox", "Vaulty"]);
  for (const q of ["gestor de contraseñas", "gerenciador de senhas"]) expect((await search(q)).names.length).toBe(4);
  const { names, understood } = await search("password managers");
  expect(names[0]).toBe("Vaulty");
  expect(understood).toBe("password manager");
});

test("all names of a kind find its listings", async () => {
  expect((await search("kanban")).names).toEqual(["Swimlane", "Cardwall", "Lanely"]);
  expect((await search("tableau kanban")).names.toSorted()).toEqual(["Cardwall", "Lanely", "Swimlane"]);
});

test("two typos in a long word, split and joined words; the response says how q was read", async () => {
  const { names, understood } = await search("recepie manager");
  expect([names, understood]).toEqual([["Dishes"], "recipe manager"]);
  expect((await search("pasword mangaer")).names.length).toBe(4);
  expect((await search("passwordmanager")).names.length).toBe(4);
  expect((await search("feed well")).names[0]).toBe("Feedwell");
});

test("the requirement open source is a filter if enough listings meet it", async () => {
  expect((await search("open source password manager")).names.toSorted()).toEqual(["Keyring", "Lockit", "Passbox"]);
  expect((await search("open source kanban")).names.length).toBe(3);
});

test("two products and their alternatives", async () => {
  const { names, understood } = await search("Passbox vs Vaulty");
  expect(names.slice(0, 2)).toEqual(["Passbox", "Vaulty"]);
  expect(names.toSorted()).toEqual(["Keyring", "Lockit", "Passbox", "Vaulty"]);
  expect(understood).toBe("Passbox and Vaulty, and their alternatives");
});

test("filters, totals and pages also apply to understood queries", async () => {
  const all = await search("passbox alternative", { facets: true });
  expect(all.facets.pricing).toEqual([
    { value: "open-source", count: 2 },
    { value: "paid", count: 1 },
  ]);
  expect(all.total).toBe(3);
  const pages = await Promise.all([1, 2, 3].map((page) => search("passbox alternative", { page, per_page: 1 })));
  expect(pages.flatMap(({ names }) => names)).toEqual(all.names);
  expect((await search("passbox alternative", { pricing: "paid" })).names).toEqual(["Vaulty"]);
  expect((await search("passbox alternative", { sort: "newest" })).total).toBe(3);
});

test("an operator's kinds apply immediately, and an invalid line is refused with its number", async () => {
  expect((await search("trinkgefäß")).names).toEqual([]);
  const file = await admin.file("kinds.txt", "# ours\nprism: trinkgefäß > Glassworks\n");
  expect((await admin.run("site", "update", "main", "--kinds", file)).exitCode).toBe(0);
  expect((await search("trinkgefäß")).names).toEqual(["Photo Prism Viewer"]);
  expect((await search("glassworks alternative")).understood).toBe("alternatives to Glassworks: prism");
  const wrong = await admin.run("site", "update", "main", "--kinds", await admin.file("wrong.txt", "prism\n"));
  expect(wrong.exitCode).not.toBe(0);
  expect(wrong.err).toContain("line 1");
  await admin.run("site", "update", "main", "--kinds", "default");
  expect((await search("trinkgefäß")).names).toEqual([]);
});
