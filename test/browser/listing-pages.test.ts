import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "puppeteer";
import sharp from "sharp";
import { type Visitor, visitor } from "../support/clients/visitor.ts";
import { addCounts, daysAgo } from "../support/records/insights.ts";
import { ownedProduct } from "../support/records/owned-product.ts";
import { demoFounder, type Founder } from "../support/server/demo.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";
import { pageFaults } from "./axe.ts";
import { hasChromium, openContext, press, startChromium } from "./chromium.ts";

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

  async function write(page: Page, name: string, text: string): Promise<void> {
    await page.$eval(`[name="${name}"]`, (field) => {
      (field as unknown as { value: string }).value = "";
    });
    await page.type(`[name="${name}"]`, text);
  }
  const textOf = (page: Page) => page.$eval("main", (main) => main.textContent ?? "");

  test("two browsers and an assistant edit one listing: no edit is overwritten unseen", async () => {
    const { main } = await ownedProduct(server.store, founder.accountId);
    const path = `${server.url}/account/listings/${main}/edit`;
    const read = async () => (await server.as(founder.key).call("get_my_listing", { listing_id: main })).body;
    const contexts = await Promise.all([openContext(browser, person), openContext(browser, person)]);
    const [first, second] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page];
    for (const page of [first, second]) {
      await page.setJavaScriptEnabled(false);
      await page.goto(path);
    }
    const { version } = await read();

    // All three have read the same version, and the assistant saves first.
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
    expect(shown).toContain("Headline: changed both by you and elsewhere.");
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

    // The second browser sees both edits and keeps its own headline.
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

    // An assistant with the first version gets a conflict.
    const late = await server.as(founder.key).over("REST", "update_my_listing", {
      listing_id: main,
      fields: { headline: "Kelp, said too late" },
      if_version: version,
    });
    expect(late.body.code).toBe("version_conflict");
    await Promise.all(contexts.map((context) => context.close()));
  }, 180_000);

  test("axe finds no serious faults, light and dark, at every width, and no page is too wide", async () => {
    const edit = (headline: string) =>
      server.as(founder.key).over("REST", "update_my_listing", { listing_id: 3, fields: { headline } });
    await edit("Tide tables and berth notes in one pad");
    const picture = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "teal" } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set("picture", new File([new Uint8Array(picture)], "start.png"));
    const fields = { alt: "The start page", do: "upload", form_token: await person.token() };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    await person.post("/account/listings/3/pictures", form);
    const waiting = await ownedProduct(server.store, founder.accountId, "awaiting_badge");
    const context = await openContext(browser, person);
    const page = await context.newPage();
    await addCounts(server.store, 3, [[daysAgo(2), "page_views", "page", 12]]);
    const ends = [
      "",
      "/insights",
      "/edit",
      "/pictures",
      "/updates",
      "/milestones",
      "/story",
      "/versions",
      "/people",
      "/archive",
    ];
    const paths = ["", `/${waiting.main}`, `/${waiting.main}/preview`, ...ends.map((end) => `/3${end}`)].map(
      (end) => `/account/listings${end}`,
    );
    paths.push("/listings/tidepad");
    // These pages show more after a submit: conflicts and errors.
    const acts = new Map<string, () => Promise<void>>([
      [
        "/account/listings/3/edit",
        async () => {
          await edit("Tide tables, as somebody else puts it");
          await write(page, "headline", "Tide tables, as the person puts it");
          await press(page, 'button[value="save"]');
        },
      ],
      ["/account/listings/3/pictures", () => press(page, "main .primary")],
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
