import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import sharp from "sharp";
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
      ["/team/categories", "/team/awards", "/team/posts", "/team/products"].map(
        async (path) => (await browser.get(path)).status,
      ),
    );
  expect(await statuses(editor)).toEqual([200, 200, 200, 404]);
  expect(await statuses(admin)).toEqual([200, 200, 200, 200]);
  expect(await statuses(moderator)).toEqual([404, 404, 404, 404]);
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

describe("posts", () => {
  const edit = "/team/posts/edit";
  const texts = {
    title: "Low <b>water",
    excerpt: "Mind the keel.",
    body: "It is **low**.",
    tags: "tides, keels",
    date: "",
  };

  test("write, edit and delete", async () => {
    const bare = await editor.post(edit, { ...texts, do: "save", title: "" });
    expect([bare.status, bare.html]).toEqual([422, expect.stringContaining("It is **low**.")]);
    expect((await editor.post(edit, { ...texts, do: "save", slug: "low-water" })).location).toBe(
      "/team/posts?done=saved",
    );
    expect((await editor.post(edit, { ...texts, do: "save", slug: "low-water" })).html).toContain("already exists");
    expect((await editor.get("/team/posts")).html).toContain("Low &lt;b&gt;water");
    const { body } = await server.call("get_blog_post", { slug: "low-water" });
    expect(body).toMatchObject({ tags: ["tides", "keels"], body_html: "<p>It is <strong>low</strong>.</p>" });
    const path = `${edit}?slug=low-water`;
    expect((await editor.post(path, { ...texts, do: "save", date: "soon" })).status).toBe(422);
    const later = { ...texts, do: "save", date: "2099-01-01", body: "    code" };
    expect((await editor.post(path, later)).location).toBe("/team/posts?done=saved");
    expect((await server.call("get_blog_post", { slug: "low-water" })).status).toBe(404);
    expect((await editor.get("/team/posts")).html).toContain("Scheduled");
    expect((await editor.get(path)).html).toContain("\n    code</textarea>");
    expect((await editor.post(path, { do: "delete" })).location).toBe("/team/posts?done=deleted");
    expect((await editor.get(path)).status).toBe(404);
  });

  test("preview: renders without saving, and removes scripts", async () => {
    const { html } = await editor.post(edit, { ...texts, do: "preview", body: "**Tide**<script>alert(1)</script>" });
    expect(html).toContain("<strong>Tide</strong>");
    expect(html).not.toContain("<script>alert");
    expect((await editor.get("/team/posts")).html).not.toContain("Low &lt;b&gt;water");
  });

  test("pictures: an upload keeps the typed texts and adds a line; a foreign image is refused with the remedy", async () => {
    const sent = async (file: Uint8Array<ArrayBuffer> | null) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...texts, do: "upload", alt: "A quay" })) form.set(name, value);
      if (file) form.set("picture", new Blob([file]));
      return editor.post(edit, form);
    };
    expect((await sent(null)).html).toContain("Choose a picture.");
    expect((await sent(new Uint8Array([1, 2, 3]))).html).toContain("Picture is not a PNG, JPEG or WebP image");
    const create = { width: 40, height: 30, channels: 3, background: "red" } as const;
    const { html } = await sent(new Uint8Array(await sharp({ create }).png().toBuffer()));
    expect(html).toMatch(/It is \*\*low\*\*\.\n\n!\[A quay\]\(\/media\/[0-9a-f]{64}\)/);
    const foreign = await editor.post(edit, { ...texts, do: "save", body: "![x](https://other.test/x.png)" });
    expect([foreign.status, foreign.html]).toEqual([422, expect.stringContaining("upload it and use its new path")]);
  });
});
