import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { failed, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

const seller = { SELLER_NAME: "Harbour GmbH", SELLER_ADDRESS: "1 Quay, 20457 Hamburg", TEAM_EMAIL: "hi@harbour.test" };
const legal = ["terms", "privacy", "imprint"];

let admin: TestAdmin;
let production: TestServer;
let development: TestServer;
beforeAll(async () => {
  admin = newAdmin(seller);
  await admin.run("site", "create", "main", "--name", "Harbour Tools", "--tagline", "Tools for harbours");
  production = await startTestServer({ store: admin.openStore(), isProduction: true, teamEmail: seller.TEAM_EMAIL });
  development = await startTestServer({ store: admin.openStore() });
});
afterAll(async () => {
  await production.stop();
  await development.stop();
});

const get = async (server: TestServer, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(server.url + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const markdown = { accept: "text/markdown" };
const update = (...args: string[]) => admin.run("site", "update", "main", ...args);

/** The legal pages that each place links to. */
async function linked(server: TestServer) {
  const places = {
    footer: "/about",
    signUp: "/sign-up",
    rules: "/rules",
    sitemap: "/sitemaps/pages.xml",
    llms: "/llms.txt",
  };
  const links = async (path: string, part = /[\s\S]*/) => {
    const text = part.exec((await get(server, path)).text)?.[0] ?? "";
    return legal.filter((name) => new RegExp(`[">(/]/${name}[")<]|${server.url}/${name}[)<]`).test(text));
  };
  return {
    footer: await links(places.footer, /<footer[\s\S]*/),
    signUp: await links(places.signUp, /<main[\s\S]*<\/main>/),
    rules: await links(places.rules, /<main[\s\S]*<\/main>/),
    sitemap: await links(places.sitemap),
    llms: await links(places.llms),
  };
}

describe("texts that the operator has not accepted", () => {
  test("production: 404, and no page mentions them", async () => {
    for (const name of legal) {
      expect((await get(production, `/${name}`)).status).toBe(404);
      expect((await get(production, `/${name}`, markdown)).status).toBe(404);
    }
    expect(await linked(production)).toEqual({ footer: [], signUp: [], rules: [], sitemap: [], llms: [] });
    expect((await get(production, "/rules")).text).not.toContain("terms of");
    expect((await get(production, "/sign-up")).text).not.toContain("By creating an account");
  });

  test("elsewhere: the default text with a notice and the points to check", async () => {
    for (const name of legal) {
      const { status, text } = await get(development, `/${name}`);
      expect([status, text.includes("has not accepted"), text.includes(`--accept ${name}</code>`)]).toEqual([
        ...[200, true, true],
      ]);
      expect((await get(development, `/${name}`, markdown)).text).toContain("> This text is a draft");
    }
    expect((await get(development, "/imprint")).text).toContain("register and the registration number");
    expect((await linked(development)).footer).toEqual(legal);
  });

  test("site text: prints the text with the settings and the points to check, or its source", async () => {
    const { out } = await admin.run("site", "text", "main", "terms");
    expect(out).toStartWith("## 1. Scope");
    expect(out).toContain("Harbour GmbH, 1 Quay, 20457 Hamburg, Germany (“we”) provides Harbour Tools");
    expect(out).toContain("Check before you accept this text:\n- Provider:");
    const source = (await admin.run("site", "text", "main", "terms", "--source")).out;
    expect(source).toContain("{{operator}}, {{address}}, {{country}} (“we”) provides {{site}}");
    expect(source).not.toContain("Check before");
  });
});

describe("a text cannot be accepted", () => {
  test("without the settings that it shows", async () => {
    const bare = newAdmin();
    await bare.run("site", "create", "main", "--name", "Bare");
    const { exitCode, err } = await bare.run("site", "update", "main", "--accept", "imprint");
    expect(exitCode).toBe(1);
    expect(err).toContain("without SELLER_NAME and SELLER_ADDRESS and TEAM_EMAIL");
    expect(err).toContain("Set SELLER_NAME");
  });

  test("of a page without a default text", async () => {
    const reason = 'There is no default text "about". Use one of: contact, terms, privacy, imprint.';
    expect(await update("--accept", "terms,about")).toMatchObject(failed(reason));
    expect((await get(production, "/terms")).status).toBe(404);
  });

  test("with a placeholder that has no meaning", async () => {
    const file = await admin.file("wrong.md", "Call {{phone}}.");
    const { exitCode, err } = await update("--text", `imprint=${file}`);
    expect([exitCode, err]).toEqual([1, expect.stringContaining("unknown placeholder {{phone}}")]);
    expect((await get(production, "/imprint")).status).toBe(404);
  });
});

describe("accepted texts", () => {
  beforeAll(async () => {
    expect((await update("--accept", "terms,privacy,imprint")).exitCode).toBe(0);
  });

  test("production: shown with the settings and the date, without the notice, for caches and as Markdown", async () => {
    const { status, headers, text } = await get(production, "/imprint");
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    for (const part of [
      "Last changed on 18 November 2026.",
      "Tidewell<br />1 Quay<br />Germany",
      "hi@harbour.test</a>",
    ])
      expect(text).toContain(part);
    for (const part of ["has not accepted", "registration number", "noindex"]) expect(text).not.toContain(part);
    const again = await get(production, "/imprint", { "if-none-match": headers.get("etag")! });
    expect(again.status).toBe(304);
    const plain = await get(production, "/imprint", markdown);
    expect(plain.headers.get("content-type")).toStartWith("text/markdown");
    expect(plain.text).toStartWith("# Imprint\n\nLast changed on 18 November 2026.\n\n## Provider\n\nTidewell\n1 Quay");
  });

  test("the footer, sign-up, rules, sitemap and llms.txt link to them", async () => {
    expect(await linked(production)).toEqual({
      ...{ footer: legal, signUp: ["terms", "privacy"], rules: ["terms"], sitemap: legal, llms: legal },
    });
    expect((await get(production, "/sign-up")).text).toContain(
      'By creating an account, you accept the <a href="/terms">Terms</a> and confirm that you have read the <a href="/privacy">Privacy policy</a>.',
    );
  });

  test("another postal address appears without a new acceptance", async () => {
    const moved = { ...production.runtime.seller, address: "9 Pier" };
    const server = await startTestServer({ store: admin.openStore(), isProduction: true, seller: moved });
    expect((await get(server, "/imprint")).text).toContain("Tidewell<br />9 Pier<br />Germany");
    await server.stop();
  });

  test("the same text again keeps its date; a text of the operator's own changes only its own date", async () => {
    admin.setNow(new Date("2026-12-24T00:00:00Z"));
    const file = await admin.file("terms.md", "Be kind at {{site}}.\n\n<script>alert(1)</script>");
    expect((await update("--accept", "privacy", "--text", `terms=${file}`)).exitCode).toBe(0);
    admin.setNow(testNow);
    const { text } = await get(production, "/terms");
    for (const part of ["Last changed on 24 December 2026.", "<p>Be kind at Harbour Tools.</p>"])
      expect(text).toContain(part);
    expect(text).not.toContain("alert(1)");
    expect((await get(production, "/privacy")).text).toContain("Last changed on 18 November 2026.");
    expect((await admin.run("site", "text", "main", "terms")).out).toStartWith("Be kind at Harbour Tools.");
  });

  test("one page alone: the sentence at sign-up names only that page", async () => {
    await update("--text", "terms=default");
    expect((await get(production, "/terms")).status).toBe(404);
    expect((await get(production, "/sign-up")).text).toContain(
      'By creating an account, you confirm that you have read the <a href="/privacy">Privacy policy</a>.',
    );
    await update("--text", "privacy=default");
    expect((await linked(production)).signUp).toEqual([]);
  });
});

test("contact: says how to reach the operator, with or without an email address", async () => {
  const { status, text } = await get(production, "/contact");
  expect([status, text.includes('<a href="mailto:hi@harbour.test">hi@harbour.test</a>')]).toEqual([200, true]);
  expect((await get(development, "/contact")).text).toContain("We have not published an email address yet.");
  for (const path of ["/rules", "/contact", "/docs"]) expect(text).toContain(`<li><a href="${path}">`);
});
