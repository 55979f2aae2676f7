import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "puppeteer";
import { type Visitor, visitor } from "../support/clients/visitor.ts";
import { ownedProduct } from "../support/records/owned-product.ts";
import { demoFounder, type Founder } from "../support/server/demo.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";
import { pageFaults } from "./axe.ts";
import { hasChromium, startChromium } from "./chromium.ts";

describe.skipIf(!hasChromium)("an owner's pages in a browser", () => {
  let server: TestServer;
  let browser: Browser;
  let founder: Founder;
  let person: Visitor;
  beforeAll(async () => {
    server = await startTestServer();
    founder = await demoFounder(server.store);
    person = visitor(server);
    await person.post("/sign-in", { email: founder.email, password: founder.password, do: "password" });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
  });

  /** A browser of its own in which the founder is signed in. */
  async function openContext(): Promise<BrowserContext> {
    const context = await browser.createBrowserContext();
    await context.setCookie(
      ...[...person.cookies].map(([name, value]) => ({ name, value, domain: "localhost", path: "/", httpOnly: true })),
    );
    return context;
  }
  async function press(page: Page, selector: string): Promise<void> {
    await Promise.all([page.waitForNavigation(), page.click(selector)]);
  }
  async function write(page: Page, name: string, text: string): Promise<void> {
    await page.$eval(`[name="${name}"]`, (field) => {
      (field as unknown as { value: string }).value = "";
    });
    await page.type(`[name="${name}"]`, text);
  }
  const textOf = (page: Page) => page.$eval("main", (main) => main.textContent ?? "");

  test("two browsers and an assistant edit the same listing at once: nothing is overwritten unseen", async () => {
    const { main } = await ownedProduct(server.store, founder.accountId);
    const path = `${server.url}/account/listings/${main}/edit`;
    const read = async () => (await server.as(founder.key).call("get_my_listing", { listing_id: main })).body;
    const contexts = await Promise.all([openContext(), openContext()]);
    const [first, second] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page];
    for (const page of [first, second]) {
      await page.setJavaScriptEnabled(false);
      await page.goto(path);
    }
    const { version } = await read();

    // All three have read the same version; the assistant is the quickest.
    const assistant = await server.as(founder.key).over("MCP", "update_my_listing", {
      listing_id: main,
      fields: { headline: "Kelp, said by the assistant", seo_title: "Kelp for search engines" },
      if_version: version,
    });
    expect(assistant.status).toBeLessThan(300);

    await write(first, "headline", "Kelp, said in the first browser");
    await write(first, "summary", "What the first browser says of kelp, in forty characters and more.");
    await press(first, 'button[value="save"]');
    expect(await read()).toMatchObject({ version: version + 1, headline: "Kelp, said by the assistant" });
    const shown = await textOf(first);
    expect(shown).toContain("Headline: changed by you and elsewhere.");
    expect(shown).toContain("Kelp, said by the assistant");
    expect(await first.$eval('[name="headline"]', (field) => field.getAttribute("value"))).toBe(
      "Kelp, said in the first browser",
    );
    await first.click("#taken-headline");
    await press(first, 'button[value="save"]');
    expect(await read()).toMatchObject({
      version: version + 2,
      headline: "Kelp, said by the assistant",
      summary: "What the first browser says of kelp, in forty characters and more.",
      seo_title: "Kelp for search engines",
    });

    // The second knows of neither, and keeps its own headline having seen theirs.
    await write(second, "headline", "Kelp, said in the second browser");
    await press(second, 'button[value="save"]');
    expect((await read()).version).toBe(version + 2);
    expect(await textOf(second)).toContain("Summary: the form now shows the current value.");
    await press(second, 'button[value="save"]');
    expect(await read()).toMatchObject({
      version: version + 3,
      headline: "Kelp, said in the second browser",
      summary: "What the first browser says of kelp, in forty characters and more.",
      seo_title: "Kelp for search engines",
    });

    // And an assistant that still holds what it read at first is told.
    const late = await server.as(founder.key).over("REST", "update_my_listing", {
      listing_id: main,
      fields: { headline: "Kelp, said too late" },
      if_version: version,
    });
    expect(late.body.code).toBe("version_conflict");
    await Promise.all(contexts.map((context) => context.close()));
  }, 180_000);

  test("axe finds nothing serious on them, light and dark, at every width, and nothing runs over the side", async () => {
    const say = (headline: string) =>
      server.as(founder.key).over("REST", "update_my_listing", { listing_id: 3, fields: { headline } });
    await say("Tide tables and berth notes in one pad");
    const waiting = await ownedProduct(server.store, founder.accountId, "awaiting_badge");
    const context = await openContext();
    const page = await context.newPage();
    const ends = ["", "/edit", "/updates", "/milestones", "/story", "/versions", "/people", "/archive"];
    const paths = ["", `/${waiting.main}`, ...ends.map((end) => `/3${end}`)].map((end) => `/account/listings${end}`);
    // Pages that have more to show once a form has come back: what others changed meanwhile, faults.
    const acts = new Map<string, () => Promise<void>>([
      [
        "/account/listings/3/edit",
        async () => {
          await say("Tide tables, as somebody else puts it");
          await write(page, "headline", "Tide tables, as the person puts it");
          await press(page, 'button[value="save"]');
        },
      ],
      ["/account/listings/3/updates", () => press(page, "main .primary")],
    ]);
    for (const path of paths) {
      const answer = await page.goto(server.url + path);
      expect([path, answer!.status()]).toEqual([path, 200]);
      await acts.get(path)?.();
      for (const scheme of ["light", "dark"])
        for (const width of [360, 768, 1440]) {
          await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
          await page.setViewport({ width, height: 900 });
          expect({ path, scheme, width, faults: await pageFaults(page) }).toEqual({ path, scheme, width, faults: [] });
        }
    }
    await context.close();
  }, 180_000);
});
