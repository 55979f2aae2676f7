import { afterAll, beforeAll, expect, test } from "bun:test";
import sharp from "sharp";
import { accentShades, contrast } from "#db/values/accent.ts";
import { newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let admin: TestAdmin;
let server: TestServer;
beforeAll(async () => {
  admin = newAdmin();
  await admin.run("site", "create", "main", "--name", "Harbour Tools", "--tagline", "Tools for harbours");
  server = await startTestServer({ store: admin.openStore(), isProduction: true });
});
afterAll(() => server.stop());

const get = async (path: string) => {
  const response = await fetch(server.url + path);
  return { status: response.status, text: await response.text() };
};
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test('--accent, --logo and --text: shown on all pages; "default" removes them', async () => {
  const logo = await admin.file("logo.png", png);
  const imprint = await admin.file(
    "imprint.txt",
    "## Harbour Tools\n\n<b>Quay 1</b>\n20457 Hamburg\n\n[Write](mailto:hi@example.org)",
  );
  const set = ["--accent", "#a02c6d", "--logo", logo, "--text", `imprint=${imprint}`];
  expect((await admin.run("site", "update", "main", ...set)).exitCode).toBe(0);
  const { text } = await get("/");
  const [, sheet] = /href="(\/assets\/accent\/a02c6d\.css)"/.exec(text)!;
  expect((await get(sheet!)).text).toContain(":root{--accent:#a02c6d;");
  const [, image] = /<a class="brand" href="\/"><img src="([^"]+)"/.exec(text)!;
  expect((await fetch(server.url + image)).headers.get("content-type")).toBe("image/webp");
  expect(text).toContain('<a href="/imprint">Imprint</a>');
  expect((await get("/favicon.svg")).text).toContain('href="data:image/png;base64,');
  expect((await get("/imprint")).text).toMatch(
    /<h2>Harbour Tools<\/h2>\s*<p>Quay 1<br \/>\s*20457 Hamburg<\/p>\s*<p><a href="mailto:hi@example.org">Write/,
  );
  expect((await get("/docs")).text).toContain(sheet!);

  await admin.run("site", "update", "main", "--accent", "default", "--logo", "default", "--text", "imprint=default");
  const plain = (await get("/")).text;
  expect(plain).not.toMatch(/assets\/accent|href="\/imprint"|class="brand" href="\/"><img/);
  expect((await get("/imprint")).status).toBe(404);
  expect((await get("/favicon.svg")).text).toContain("#4fd1bd");
});

test("--mail-background, --header-links and own pages: set by file, printed and removed", async () => {
  const links = await admin.file("links.txt", "FAQ > /pages/faq\nForum > https://forum.example.org/");
  const faq = await admin.file("faq.md", "# FAQ\n\nAsk {{site}}.");
  const set = (...args: string[]) => admin.run("site", "update", "main", ...args);
  expect((await set("--header-links", links)).err).toContain("to a page that does not exist: /pages/faq");
  const look = ["--mail-background", "#f6f1e7", "--header-links", links, "--text", `pages/faq=${faq}`];
  expect((await set(...look)).exitCode).toBe(0);
  expect((await get("/")).text).toContain(
    '<li><a href="/pages/faq">FAQ</a></li><li><a href="https://forum.example.org/">',
  );
  expect((await get("/pages/faq")).text).toContain("<p>Ask Harbour Tools.</p>");
  expect((await set("--text", "pages/faq=default")).err).toContain("leaves a link in the header");
  expect((await set("--text", `pages/FAQ=${faq}`)).err).toContain("or a path such as pages/faq");
  expect((await set("--header-links", "default", "--text", "pages/faq=default")).exitCode).toBe(0);
  expect((await get("/pages/faq")).status).toBe(404);
});

test("icons and manifest: in all sizes, with a white background for Apple's devices", async () => {
  const { text } = await get("/site.webmanifest");
  const { name, icons } = JSON.parse(text);
  expect([name, icons.map(({ sizes }: { sizes: string }) => sizes)]).toEqual([
    "Harbour Tools",
    ["32x32", "180x180", "192x192", "512x512"],
  ]);
  expect((await get("/")).text).toContain('<link rel="manifest" href="/site.webmanifest">');
  const paths = [...icons.map(({ src }: { src: string }) => src), "/favicon.ico"];
  const measured = paths.map(async (path) => {
    const { width, height, hasAlpha } = await sharp(await (await fetch(server.url + path)).arrayBuffer()).metadata();
    return [width, height, hasAlpha];
  });
  expect(await Promise.all(measured)).toEqual([
    [32, 32, true],
    [180, 180, false],
    [192, 192, true],
    [512, 512, true],
    [32, 32, true],
  ]);
});

test("an accent that is too light, an invalid logo or an unknown page: exit code 1 with the reason", async () => {
  const pale = await admin.run("site", "update", "main", "--accent", "#ffe600");
  expect([pale.exitCode, pale.err]).toEqual([1, expect.stringMatching(/too light for text/)]);
  for (const wrong of [
    ["--accent", "red"],
    ["--logo", await admin.file("logo.txt", "no image")],
    ["--logo", "/nowhere.png"],
    ["--text", "constructor=x"],
  ])
    expect([wrong, (await admin.run("site", "update", "main", ...wrong)).exitCode]).toEqual([wrong, 1]);
});

test("accentShades: readable contrast in light and dark for any colour", () => {
  for (const colour of ["#000000", "#ffffff", "#ffe600", "#0b7a6f", "#1a1aff", "#808080", "#e60023"]) {
    const { light, dark } = accentShades(colour);
    for (const [{ accent, on, tint }, document] of [
      [light, "#fcfcfa"],
      [dark, "#151d1c"],
    ] as const)
      for (const other of [document, tint, on])
        expect([colour, other, contrast(accent, other) >= 4.5]).toEqual([colour, other, true]);
  }
});

test("/about without own text: shows the tagline and links to /ranking", async () => {
  const { status, text } = await get("/about");
  expect([status, text.includes("Tools for harbours"), text.includes('href="/ranking"')]).toEqual([200, true, true]);
  expect((await get("/terms")).status).toBe(404);
});
