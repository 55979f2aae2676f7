import { afterAll, beforeAll, expect, test } from "bun:test";
import { allSites } from "#db/queries/sites/sites.ts";
import { createSite } from "#db/queries/sites/write-site.ts";
import { teamVisitor } from "#test/support/clients/team.ts";
import type { Visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";
import { settingNames } from "#tools/site/settings.ts";

let server: TestServer;
let team: Visitor;
const path = "/team/settings";
beforeAll(async () => {
  server = await startTestServer();
  team = await teamVisitor(server);
  const other = { key: "other", name: "Other <i>site</i>", host: "other.example", settings: {} };
  await server.store.write((tx) => createSite(tx, other, "2026-01-01T00:00:00.000Z"));
});
afterAll(() => server.stop());

const site = async () => (await allSites(server.store.read))[0]!;

test("page: every number has a field; other sites are linked; for admins only", async () => {
  const { html } = await team.get(path);
  for (const name of settingNames) expect(html).toContain(`name="settings.${name}"`);
  expect(html).toContain("Other &lt;i&gt;site&lt;/i&gt;");
  expect((await (await teamVisitor(server, "ed@example.test", "editor")).get(path)).status).toBe(404);
});

test("look: saved; a colour without contrast is refused beside its field", async () => {
  const look = { do: "look", name: "Harbour", tagline: "All about piers" };
  expect((await team.post(path, { ...look, accent: "#00606A" })).location).toBe(`${path}?done=look`);
  expect(await site()).toMatchObject({ name: "Harbour", settings: { look: { accent: "#00606a" } } });
  const light = await team.post(path, { ...look, accent: "#ffff00" });
  expect([light.status, light.html.includes('href="#field-accent"')]).toEqual([422, true]);
});

test("numbers: saved, an empty one restores the default, and a wrong one keeps what was typed", async () => {
  const typed = Object.fromEntries(settingNames.map((name) => [`settings.${name}`, ""]));
  const save = (more: object) => team.post(path, { do: "numbers", ...typed, ...more });
  await save({ "settings.drafts.per_day": "7" });
  expect((await site()).settings.drafts).toEqual({ perDay: 7 });
  const wrong = await save({ "settings.drafts.per_day": "many" });
  expect([wrong.status, wrong.html.includes('value="many"')]).toEqual([422, true]);
  await save({});
  expect((await site()).settings.drafts?.perDay).toBeUndefined();
});

test("host and currency: checked, and the page leads to the new host", async () => {
  const { id } = await site();
  const save = (host: string, currency: string) => team.post(path, { do: "place", host, currency });
  for (const [host, currency, field] of [
    ["https://x.example", "EUR", "host"],
    ["", "EUX", "currency"],
  ]) {
    const wrong = await save(host!, currency!);
    expect([wrong.status, wrong.html.includes(`id="field-${field}-error"`)]).toEqual([422, true]);
    expect(wrong.html).toContain(`value="${host || currency}"`);
  }
  expect((await save("other.example", "EUR")).html).toContain("belongs to the site");
  const moved = await save("harbour.example", "USD");
  expect([moved.status, /href="http:..harbour.example[:0-9]*.team.settings"/.test(moved.html)]).toEqual([200, true]);
  const sites = await allSites(server.store.read);
  expect(sites.find((one) => one.id === id)).toMatchObject({ host: "harbour.example", currency: "USD" });
  await server.store.write(async (tx) => tx.$client.run("UPDATE sites SET host = NULL WHERE id = ?", [id]));
});

test("kinds and review: saved, and a line that cannot be read is refused", async () => {
  expect((await team.post(path, { do: "kinds", kinds: "no colon" })).html).toContain('id="field-kinds-error"');
  await team.post(path, { do: "kinds", kinds: "genealogy: family tree > MyHeritage" });
  await team.post(path, { do: "numbers", review: "first" });
  expect((await site()).settings).toMatchObject({
    kinds: "genealogy: family tree > MyHeritage",
    review: { mode: "first" },
  });
});

test("access: closes submissions with a sentence", async () => {
  const access = {
    "access.registration": "open",
    "access.registration_sentence": "",
    "access.submissions": "closed",
    "access.submissions_sentence": "Back in May.",
  };
  expect((await team.post(path, { do: "access", ...access })).status).toBe(303);
  expect((await site()).settings.access).toMatchObject({ submissions: "closed", submissionsSentence: "Back in May." });
});

test("texts: a preview saves nothing and is sanitised; saving publishes the text", async () => {
  const text = { "texts.about": "# Piers\n\n<script>alert(1)</script>\n\nWe *count*." };
  const preview = await team.post(path, { do: "about.preview", ...text });
  expect(preview.html).toContain("<em>count</em>");
  expect(preview.html).not.toContain("<script>alert");
  expect((await site()).settings.texts).toBeUndefined();
  expect((await team.post(path, { do: "about", ...text })).status).toBe(303);
  expect((await site()).settings.texts?.about).toContain("Piers");
  expect((await team.post(path, { do: "about", "texts.about": "{{nothing}}" })).html).toContain("unknown placeholder");
  expect((await team.post(path, { do: "constructor" })).status).toBe(400);
});
