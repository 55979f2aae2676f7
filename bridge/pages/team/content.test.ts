import { afterEach, beforeEach, expect, test } from "bun:test";
import { teamVisitor } from "#test/support/clients/team.ts";
import type { Visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
let editor: Visitor;
beforeEach(async () => {
  server = await startTestServer();
  editor = await teamVisitor(server, "editor@example.test", "editor");
});
afterEach(() => server.stop());

test("roles: editors see categories and awards, admins also products, moderators none of them", async () => {
  const admin = await teamVisitor(server, "admin@example.test");
  const moderator = await teamVisitor(server, "moderator@example.test", "moderator");
  const statuses = async (browser: Visitor) =>
    Promise.all(
      ["/team/categories", "/team/awards", "/team/products"].map(async (path) => (await browser.get(path)).status),
    );
  expect(await statuses(editor)).toEqual([200, 200, 404]);
  expect(await statuses(admin)).toEqual([200, 200, 200]);
  expect(await statuses(moderator)).toEqual([404, 404, 404]);
  expect((await editor.get("/team/categories")).html).not.toContain('href="/team/products"');
});

test("category: create, edit, move and delete, with errors beside the fields", async () => {
  const path = "/team/categories";
  const bare = await editor.post(path, { do: "create", name: "" });
  expect([bare.status, bare.html]).toEqual([422, expect.stringContaining('id="field-name-error"')]);
  const named = { name: "Harbours <b>", description: "By the sea.", parent: "media" };
  expect((await editor.post(path, { do: "create", slug: "harbours", ...named })).location).toStartWith(
    `${path}?done=create`,
  );
  const { html } = await editor.get(path);
  expect(html).toContain("media / Harbours &lt;b&gt;");
  const again = await editor.post(path, { do: "create", slug: "harbours", ...named });
  expect(again.html).toContain("already exists");
  expect((await editor.post(path, { do: "update", slug: "harbours", ...named, name: "" })).html).toContain(
    'id="field-name-harbours-error"',
  );
  await editor.post(path, { do: "update", slug: "harbours", name: "Ports", description: "", parent: "" });
  expect((await server.call("get_category", { slug: "harbours" })).body).toMatchObject({ name: "Ports", parent: null });
  expect((await editor.post(path, { do: "delete", slug: "media" })).html).toContain("has subcategories");
  expect((await editor.post(path, { do: "delete", slug: "harbours" })).location).toStartWith(`${path}?done=delete`);
  expect((await server.call("get_category", { slug: "harbours" })).status).toBe(404);
});

test("product: an admin changes price and texts, and a bad price is refused", async () => {
  const admin = await teamVisitor(server, "admin@example.test");
  const texts = { product: "launch", name: "Launch <i>", description: "A launch." };
  for (const price of ["", "a lot", "-5", "1.234", "1e3"]) {
    const bad = await admin.post("/team/products", { ...texts, price });
    expect([bad.status, bad.html]).toEqual([422, expect.stringContaining('id="field-price-launch-error"')]);
  }
  expect((await admin.post("/team/products", { ...texts, price: "129.5" })).location).toBe("/team/products?done=saved");
  const [launch] = (await server.call("list_products")).body.items.filter((one: any) => one.product === "launch");
  expect(launch).toMatchObject({ price: 12_950, name: "Launch <i>", description: "A launch." });
  expect((await editor.post("/team/products", { ...texts, price: "1" })).status).toBe(404);
});
