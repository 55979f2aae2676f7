import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import sharp from "sharp";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { saveHidden } from "#db/queries/moderation/hidden-listings.ts";
import type { ListingStatus, Plan } from "#db/schema/vocabulary.ts";
import { teamVisitor } from "#test/support/clients/team.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

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
  const texts = { do: "saved", product: "launch", name: "Launch <i>", description: "A launch." };
  for (const price of ["", "a lot", "-5", "1.234", "1e3"]) {
    const bad = await admin.post("/team/products", { ...texts, price });
    expect([bad.status, bad.html]).toEqual([422, expect.stringContaining('id="field-price-launch-error"')]);
  }
  expect((await admin.post("/team/products", { ...texts, price: "129.5" })).location).toBe("/team/products?done=saved");
  const [launch] = (await server.call("list_products")).body.items.filter((one: any) => one.product === "launch");
  expect(launch).toMatchObject({ price: 12_950, name: "Launch <i>", description: "A launch." });
  expect((await editor.post("/team/products", { ...texts, price: "1" })).status).toBe(404);
});

test("errors: beside their field on every page with forms, and what was chosen and typed stays", async () => {
  const admin = await teamVisitor(server, "admin@example.test");
  const { id } = (await accountByEmail(server.store.read, "editor@example.test"))!;
  const kept = "Kept <i>text</i>";
  const sent: [path: string, field: string, form: Record<string, string>][] = [
    [`/team/accounts/${id}`, "role_sites", { do: "role", role: "moderator", role_sites: kept }],
    ["/team/categories", "name", { do: "create", name: "", description: kept, parent: "media" }],
    ["/team/categories", "name-media", { do: "update", slug: "media", name: "", description: kept }],
    ["/team/products", "price-launch", { do: "saved", product: "launch", name: kept, price: "a" }],
    ["/team/posts/edit", "title", { do: "saved", title: "", excerpt: kept }],
    ["/team/rules", "value", { do: "add", kind: "network", value: "x", note: kept, effect: "allow" }],
    ["/team/listings/tidepad/people", "reason", { do: "assign", email: kept, reason: "" }],
    ["/team/settings", "accent", { do: "look", name: "Name", accent: "red", tagline: kept }],
  ];
  for (const [path, field, form] of sent) {
    const { status, html } = await admin.post(path, form);
    expect([path, status, html.includes(`id="field-${field}-error"`)]).toEqual([path, 422, true]);
    expect([path, html.includes("Kept &lt;i&gt;text")]).toEqual([path, true]);
    const takesFiles = ["/team/posts/edit", "/team/settings"].includes(path);
    expect([path, html.includes('enctype="multipart/form-data"')]).toEqual([path, takesFiles]);
    for (const chosen of [form.role, form.parent, form.kind, form.effect])
      if (chosen) expect([path, html.includes(`<option value="${chosen}" selected>`)]).toEqual([path, true]);
  }
  for (const [path, field] of [
    ["/team/accounts?since=soon&role=editor&q=Kept+%3Ci%3Etext", "since"],
    ["/team/audit?action=nothing&by=Kept+%3Ci%3Etext", "action"],
  ] as const) {
    const { status, html } = await admin.get(path);
    expect([path, status, html.includes(`id="field-${field}-filter-error"`)]).toEqual([path, 422, true]);
    expect([path, html.includes("Kept &lt;i&gt;text")]).toEqual([path, true]);
  }
  const gone = await admin.post("/team/categories", { do: "update", slug: "no-such", name: "Any", description: "" });
  expect([gone.status, gone.html.includes("no-such")]).toEqual([404, true]);
  expect((await admin.post("/team/rules", { do: "delete", id: "<b>" })).status).toBe(422);
});

describe("posts", () => {
  const edit = "/team/posts/edit";
  const texts = {
    title: "Low <b>water",
    excerpt: "Mind the keel.",
    body_markdown: "It is **low**.",
    tags: "tides, keels",
    published_at: "",
  };

  test("write, edit and delete", async () => {
    const bare = await editor.post(edit, { ...texts, do: "saved", title: "" });
    expect([bare.status, bare.html]).toEqual([422, expect.stringContaining("It is **low**.")]);
    expect((await editor.post(edit, { ...texts, do: "saved", slug: "low-water" })).location).toBe(
      "/team/posts?done=saved",
    );
    expect((await editor.post(edit, { ...texts, do: "saved", slug: "low-water" })).html).toContain("already exists");
    expect((await editor.get("/team/posts")).html).toContain("Low &lt;b&gt;water");
    const { body } = await server.call("get_blog_post", { slug: "low-water" });
    expect(body).toMatchObject({ tags: ["tides", "keels"], body_html: "<p>It is <strong>low</strong>.</p>" });
    const path = `${edit}?slug=low-water`;
    expect((await editor.post(path, { ...texts, do: "saved", published_at: "soon" })).status).toBe(422);
    const later = { ...texts, do: "saved", published_at: "2099-01-01", body_markdown: "    code" };
    expect((await editor.post(path, later)).location).toBe("/team/posts?done=saved");
    expect((await server.call("get_blog_post", { slug: "low-water" })).status).toBe(404);
    expect((await editor.get("/team/posts")).html).toContain("Scheduled");
    expect((await editor.get(path)).html).toContain("\n    code</textarea>");
    expect((await editor.post(path, { do: "deleted" })).location).toBe("/team/posts?done=deleted");
    expect((await editor.get(path)).status).toBe(404);
    expect((await editor.post(path, later)).status).toBe(404);
    expect((await editor.post(edit, { do: "deleted" })).status).toBe(400);
  });

  test("preview: renders without saving, and removes scripts", async () => {
    const { html } = await editor.post(edit, {
      ...texts,
      do: "preview",
      body_markdown: "**Tide**<script>alert(1)</script>",
    });
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
    expect(html).toMatch(/It is \*\*low\*\*\.\n\n!\[A quay\]\(\/media\/[0-9a-f]{64}#40x30\)/);
    const foreign = await editor.post(edit, { ...texts, do: "saved", body_markdown: "![x](https://other.test/x.png)" });
    expect([foreign.status, foreign.html]).toEqual([422, expect.stringContaining("upload it and use its new path")]);
  });
});

describe("listings", () => {
  const edit = "/team/edit-listing";
  /** Returns the fields that the first form of a page contains, as a browser would send them. */
  const shown = async (path: string) => {
    const { html } = await editor.get(path);
    return Object.fromEntries(
      [...html.matchAll(/name="(shown\.\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
    );
  };
  const texts = {
    name: "Quay Planner",
    headline: "Plans for small <b>quays",
    summary: "Plans the berths and the visitors of small quays.",
  };
  const add = async () => {
    const sent = {
      ...(await shown(edit)),
      ...texts,
      do: "save",
      url: "https://quay-planner.example/",
      categories: "media",
    };
    return editor.post(edit, sent);
  };

  test("add: errors keep what was typed, and the listing is live", async () => {
    const bare = await editor.post(edit, { ...(await shown(edit)), ...texts, do: "save", url: "" });
    expect([bare.status, bare.html]).toEqual([422, expect.stringContaining("Plans for small &lt;b&gt;quays")]);
    expect((await add()).location).toBe("/team/listings/quay-planner?done=created");
    const { html } = await editor.get("/team/listings/quay-planner");
    expect(html).toContain('href="/listings/quay-planner"');
    expect(html).toContain("Plans for small &lt;b&gt;quays");
    expect(html).toContain("Free launch");
    expect((await add()).html).toContain("already has this URL");
    expect((await editor.get(`${edit}?slug=no-such`)).status).toBe(404);
  });

  test("edit: changes texts and URL, unless someone else changed the same text", async () => {
    await add();
    const path = `${edit}?slug=quay-planner`;
    const seen = await shown(path);
    const sent = { ...seen, ...texts, do: "save", url: "https://berths.example/", categories: "media" };
    expect((await editor.post(path, { ...sent, name: "Berths" })).location).toBe(
      "/team/listings/quay-planner?done=edited",
    );
    const { body } = await server.call("get_listing", { slug: "quay-planner" });
    expect(body).toMatchObject({ name: "Berths", url: "https://berths.example/", headline: texts.headline });
    expect((await editor.post(path, { ...sent, name: "Moorings" })).status).toBe(409);
  });

  test("owner: an editor assigns one by email, then edits only name and URL, with a reason", async () => {
    await add();
    const owner = await signUpAs(server, "owner@example.test");
    const people = "/team/listings/quay-planner/people";
    const unknown = await editor.post(people, { do: "assign", email: "x@example.test", reason: "Theirs." });
    expect([unknown.status, unknown.html]).toEqual([404, expect.stringContaining("x@example.test")]);
    const sent = { do: "assign", email: "owner@example.test", reason: "Theirs." };
    expect((await editor.post(people, { ...sent, reason: "" })).status).toBe(422);
    expect((await editor.post(people, sent)).location).toBe(`${people}?done=assign`);
    expect((await owner.get("/account/listings")).html).toContain("Quay Planner");
    expect((await editor.get(people)).html).not.toContain("owner@example.test");
    const seen = await shown(`${edit}?slug=quay-planner`);
    expect(Object.keys(seen)).toEqual(["shown.name"]);
    const url = "https://quay-planner.example/";
    const renamed = { ...seen, do: "save", name: "Berths", url, headline: "Theirs no more" };
    expect((await editor.post(`${edit}?slug=quay-planner`, renamed)).html).toContain('id="field-reason-error"');
    await editor.post(`${edit}?slug=quay-planner`, { ...renamed, reason: "It is its name." });
    const { body } = await server.call("get_listing", { slug: "quay-planner" });
    expect(body).toMatchObject({ name: "Berths", headline: texts.headline });
  });

  test("filters: owner, domain, day and order", async () => {
    await add();
    const found = async (query: string) => {
      const { html } = await editor.get(`/team/listings?${query}`);
      return [...html.matchAll(/<strong><a href="\/team\/listings\/([\w-]+)"/g)].map(([, slug]) => slug);
    };
    expect((await found(""))[0]).toBe("quay-planner");
    expect(await found("sort=oldest")).not.toContain("quay-planner");
    expect(await found("domain=Quay-Planner.example")).toEqual(["quay-planner"]);
    expect(await found("domain=planner.example")).toEqual([]);
    expect((await found("domain=example")).length).toBeGreaterThan(1);
    expect(await found("owner=with")).toEqual([]);
    expect(await found("owner=without&q=quay")).toEqual(["quay-planner"]);
    expect(await found("since=2026-11-18")).toEqual(["quay-planner"]);
    const wrong = await editor.get("/team/listings?domain=a*b&since=soon");
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining("must be a domain")]);
  });

  test("restoring: the page says what will happen to each hidden or rejected listing", async () => {
    const moderator = await teamVisitor(server, "moderator@example.test", "moderator");
    const shownFor = async (slug: string, before: ListingStatus, plan: Plan, now: ListingStatus = "suspended") => {
      const { id } = await ownedListing(server.store, slug, { status: before, plan, launchWeek: "2026-W50" });
      await server.store.write(async (tx) => {
        if (now === "suspended") await saveHidden(tx, [id], testNow);
        tx.$client.run("UPDATE listings SET status = ? WHERE id = ?", [now, id]);
      });
      const { html } = await moderator.get(`/team/listings/${slug}`);
      return /<h2 id="restore">Restore<\/h2>\n<p>([^<]*)</.exec(html)?.[1];
    };
    expect(await shownFor("kelp-live", "live", "free")).toContain("public again immediately");
    expect(await shownFor("kelp-queued", "awaiting_badge", "free")).toContain("get the next free place");
    expect(await shownFor("kelp-paid", "scheduled", "paid")).toContain("next week if that week has passed");
    expect(await shownFor("kelp-no", "scheduled", "paid", "rejected")).toContain("immediately if that week has begun");
    expect(await shownFor("kelp-not", "awaiting_badge", "free", "rejected")).toContain("become a draft");
    expect((await editor.get("/team/listings/kelp-live")).html).not.toContain('value="restore"');
  });

  test("moderators see the listing's texts, but cannot edit, add or assign", async () => {
    await add();
    const moderator = await teamVisitor(server, "moderator@example.test", "moderator");
    const { html } = await moderator.get("/team/listings/quay-planner");
    expect(html).toContain("Plans the berths");
    expect(html).not.toContain(edit);
    expect((await moderator.get(edit)).status).toBe(404);
    const people = "/team/listings/quay-planner/people";
    expect((await moderator.get(people)).html).not.toContain("Assign an owner");
    const forced = await moderator.post(people, { do: "assign", account_id: "1", reason: "Mine." });
    expect(forced.status).toBe(403);
  });
});
