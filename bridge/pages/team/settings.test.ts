import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { allSites } from "#db/queries/sites/sites.ts";
import { createSite } from "#db/queries/sites/write-site.ts";
import { teamVisitor } from "#test/support/clients/team.ts";
import { type Visitor, visitor } from "#test/support/clients/visitor.ts";
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

test("colours of emails: in every mail, also a sign-in link; refused without contrast", async () => {
  const look = { name: "Harbour", tagline: "All about piers" };
  const save = (accent: string, mail_background: string) =>
    team.post(path, { do: "look", ...look, accent, mail_background });
  expect((await save("#7a0b4f", "#F6F1E7")).location).toBe(`${path}?done=look`);
  expect((await site()).settings.look).toMatchObject({ accent: "#7a0b4f", mailBackground: "#f6f1e7" });
  await visitor(server).post("/sign-in", { email: "team@example.test", do: "link" });
  const [mail] = await server.mails();
  for (const part of ["background:#f6f1e7;color:#14201f", "background:#7a0b4f;color:#ffffff"])
    expect(mail!.htmlBody).toContain(part);
  for (const [accent, background, reason] of [
    ["", "#808080", "use the background #f0f0f0 or a lighter one"],
    ["#000000", "#101010", "contrast ratio of 4.5:1"],
    ["", "red;background:url(x)", "must be a colour"],
  ] as const) {
    const wrong = await save(accent, background);
    expect([wrong.status, wrong.html.includes('id="field-mail_background-error"')]).toEqual([422, true]);
    expect(wrong.html).toContain(reason);
  }
  await save("#000000", "#d5d5d5");
  const clash = await team.post(path, { do: "look", ...look, accent: "#0b7a6f" });
  expect([clash.status, clash.html.includes('id="field-accent-error"')]).toEqual([422, true]);
  await save("", "");
  expect((await site()).settings.look).toEqual({});
});

const links = async (part: "header" | "footer", host?: string) => {
  const response = await fetch(`${server.url}/about`, { headers: host ? { host } : {} });
  const text = new RegExp(`<nav[^>]*aria-label="${part === "header" ? "Site" : "More"}"[\\s\\S]*?</nav>`).exec(
    await response.text(),
  )![0];
  return [...text.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to, label]) => `${label} > ${to}`);
};

test("links: replace ours in their order, keep legal pages, and an empty text restores ours", async () => {
  const [header, footer] = [await links("header"), await links("footer")];
  const { html } = await team.get(path);
  for (const line of [header[0]!, footer.at(-1)!]) expect(html).toContain(line.replace(">", "&gt;"));
  const save = (name: string, text: string) => team.post(path, { do: name, [`${name}_links`]: text });
  await save("header", "<b>Forum</b> > https://forum.example.org/?a=1&b=2\nLaunches > /launches");
  await save("footer", "Rules > /rules\nImprint & contact > /imprint");
  expect(await links("header")).toEqual([
    "&lt;b&gt;Forum&lt;/b&gt; > https://forum.example.org/?a=1&amp;b=2",
    "Launches > /launches",
  ]);
  expect(await links("footer")).toEqual([
    ...["Rules > /rules", "Imprint &amp; contact > /imprint", "Terms > /terms", "Privacy > /privacy"],
  ]);
  expect(await links("header", "other.example")).toEqual(header);
  for (const wrong of ["x > javascript:alert(1)", "x > /pages/none", "x > /a\n".repeat(31)]) {
    const refused = await save("footer", wrong);
    expect([refused.status, refused.html.includes('id="field-footer_links-error"')]).toEqual([422, true]);
  }
  await save("header", "");
  await save("footer", "");
  expect([await links("header"), await links("footer")]).toEqual([header, footer]);
});

describe("own pages", () => {
  const save = (name: string, text: string, step = "") =>
    team.post(`${path}?page=${encodeURIComponent(name)}`, {
      do: `pages/${name}${step}`,
      [`texts.pages/${name}`]: text,
    });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(server.url + path, { headers });
    return { status: response.status, text: await response.text() };
  };
  const text =
    "# Our <i>FAQ</i>\r\n\r\n# Who?\n\nWe are **{{site}}**.\n\n<script>alert(1)</script>[x](javascript:alert(1))";

  test("the slug opens an empty form; a preview saves nothing", async () => {
    const form = await team.get(`${path}?page=Our+FAQ`);
    expect(form.html).toContain('name="texts.pages/our-faq"');
    expect(form.html).not.toContain("Settings saved.");
    expect((await team.get(`${path}?page=../x`)).html).toContain('id="field-page-error"');
    const preview = await save("our-faq", text, ".preview");
    expect(preview.html).toContain("<strong>");
    expect(preview.html).not.toMatch(/<script>alert|href="javascript/);
    expect((await get("/pages/our-faq")).status).toBe(404);
  });

  test("published as HTML and Markdown, in the sitemap and llms.txt, on this site only", async () => {
    expect((await save("our-faq", text)).location).toBe(`${path}?done=pages/our-faq`);
    const page = await get("/pages/our-faq");
    expect(page.text).toContain("<h1>Our &lt;i&gt;FAQ&lt;/i&gt;</h1>");
    expect(page.text).toMatch(/<h2>Who\?<\/h2>\s*<p>We are <strong>Harbour<\/strong>/);
    expect(page.text).not.toMatch(/<script>alert|href="javascript/);
    expect((await get("/pages/our-faq", { accept: "text/markdown" })).text).toStartWith(
      "# Our <i>FAQ</i>\n\nLast changed",
    );
    expect((await get("/sitemaps/pages.xml")).text).toContain(`<loc>${server.url}/pages/our-faq</loc>`);
    expect((await get("/llms.txt")).text).toContain(`](${server.url}/pages/our-faq)`);
    const other = { host: "other.example" };
    expect((await get("/pages/our-faq", other)).status).toBe(404);
    expect((await get("/sitemaps/pages.xml", other)).text).not.toContain("our-faq");
  });

  test("refused: no title, an unknown placeholder, a wrong name, more pages than allowed", async () => {
    for (const wrong of ["No title", "# \n\nText", "# {{site}}", `# ${"x".repeat(101)}`, "# FAQ\n\n{{nothing}}"]) {
      const refused = await save("faq", wrong);
      expect([wrong, refused.status, refused.html.includes('id="field-texts.pages/faq-error"')]).toEqual([
        wrong,
        422,
        true,
      ]);
    }
    for (const name of ["", "A", "a/b", "../about", "constructor/", "-a"])
      expect((await save(name, "# FAQ")).status).toBe(400);
    for (let i = 1; i < 20; i++) expect((await save(`p${i}`, "# P")).status).toBe(303);
    expect((await save("p20", "# P")).html).toContain("one page too many");
    for (let i = 1; i < 20; i++) await save(`p${i}`, "");
  });

  test("a linked page cannot be removed before its link; removed, it is a 404", async () => {
    await team.post(path, { do: "footer", footer_links: "FAQ > /pages/our-faq#who" });
    expect(await links("footer")).toContain("FAQ > /pages/our-faq#who");
    const refused = await save("our-faq", "");
    expect([refused.status, refused.html.includes("remove the link first")]).toEqual([422, true]);
    await team.post(path, { do: "footer", footer_links: "" });
    const removed = await save("our-faq", "");
    expect((await team.get(removed.location!)).html).toContain("Settings saved.");
    expect((await get("/pages/our-faq")).status).toBe(404);
    expect((await get("/sitemaps/pages.xml")).text).not.toContain("our-faq");
  });
});
