import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, KeyInput, Page } from "puppeteer";
import { type BrowserRenderer, createRenderer } from "#bridge/outbound/browser.ts";
import { teamVisitor } from "../support/clients/team.ts";
import { signUpAs } from "../support/clients/visitor.ts";
import { type ClaimTown, publish, startClaimTown } from "../support/records/claims.ts";
import { pageFaults } from "./axe.ts";
import { chromiumPath, hasChromium, openContext, startChromium } from "./chromium.ts";

describe.skipIf(!hasChromium)("claims in a browser", () => {
  let town: ClaimTown;
  let browser: Browser;
  let renderer: BrowserRenderer;
  beforeAll(async () => {
    town = await startClaimTown({ drafting: { renderer: { render: (url, more) => renderer.render(url, more) } } });
    const guard = { allowNetworks: ["127.0.0.0/8"], dnsServers: [town.dns.address], userAgent: "slipway-test" };
    renderer = createRenderer({ ...guard, chromiumPath });
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await renderer?.close();
    await town.stop();
  });

  const claim = async (who: Awaited<ReturnType<ClaimTown["person"]>>, slug: string, method: string, more = {}) =>
    (await who.over("REST", "claim_listing", { slug, method, ...more })).body;

  describe("without scripts, with the keyboard", () => {
    async function tabTo(page: Page, selector: string): Promise<void> {
      for (let count = 0; count < 150; count++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
      }
      throw new Error(`${page.url()}: Tab never reaches ${selector}`);
    }
    const leadOn = (page: Page, key: KeyInput = "Enter") =>
      Promise.all([page.waitForNavigation(), page.keyboard.press(key)]);
    async function follow(page: Page, selector: string): Promise<void> {
      await tabTo(page, selector);
      await leadOn(page);
    }

    test("from the search result to the verified listing, by file", async () => {
      await town.list("quayside");
      const person = await openContext(browser, await signUpAs(town.server, "ada@people.test"));
      const page = await person.newPage();
      await page.setJavaScriptEnabled(false);
      await page.goto(`${town.server.url}/search`);
      await tabTo(page, "#search");
      await page.keyboard.type("quayside");
      await leadOn(page);
      await follow(page, '#results a[href="/listings/quayside"]');
      await follow(page, 'a[href="/listings/quayside/claim"]');
      await tabTo(page, 'input[name="method"]');
      await page.keyboard.press("Space");
      const chosen = () => page.$eval('input[name="method"]:checked', (radio) => radio.getAttribute("value"));
      while ((await chosen()) !== "file") await page.keyboard.press("ArrowDown");
      await follow(page, "main .primary");
      expect(new URL(page.url()).pathname).toBe("/listings/quayside/claim");
      await follow(page, "section .primary");
      expect(await page.$eval("section .error", (element) => element.textContent)).toContain("There is nothing at");

      const [name, value] = await page.$$eval(".copied code", (codes) => codes.map((code) => code.textContent));
      publish(town, { slug: "quayside", method: "file", instructions: { name: name!, value: value! } });
      await follow(page, "section .primary");
      expect(await page.$eval("main .tag", (element) => element.textContent)).toBe("Verified");
      await page.goto(`${town.server.url}/search?q=quayside&verified=true`);
      await follow(page, '#results a[href="/listings/quayside"]');
      expect(await page.$('a[href="/listings/quayside/claim"]')).toBeNull();
      expect(await page.$eval("main", (main) => main.textContent)).toContain("Verified");
      await person.close();
    }, 180_000);
  });

  test("claim pages: axe finds no faults, light and dark, narrow and wide, and no page is too wide", async () => {
    await town.list("pier");
    await town.list("jetty");
    const visitor = await signUpAs(town.server, "look@people.test");
    const [look, eve] = [await town.person("look@people.test"), await town.person("eve@people.test")];
    const proof = await claim(eve, "pier", "file");
    publish(town, proof);
    await eve.over("REST", "verify_claim", { claim_id: proof.claim_id });
    for (const method of ["dns", "meta", "file"]) await claim(look, "pier", method);
    const { claim_id } = await claim(look, "jetty", "dns");
    await look.over("REST", "verify_claim", { claim_id });
    await claim(look, "jetty", "email", { email: "info@jetty.test" });
    const mails = await town.server.mails();
    const [link] = /\/claim\?token=\S+/.exec(mails.find((mail) => mail.recipient === "info@jetty.test")!.textBody)!;

    const people = await openContext(browser, visitor);
    const team = await openContext(browser, await teamVisitor(town.server, "tess@people.test"));
    const strangers = await browser.createBrowserContext();
    for (const [context, paths] of [
      [strangers, ["/listings/jetty/claim", link, "/claim?token=x"]],
      [people, ["/listings/jetty/claim", "/listings/pier/claim", "/listings/lumenroll/claim", "/account/claims"]],
      [team, ["/team/claims", "/account/claims"]],
    ] as const) {
      const page = await context.newPage();
      for (const path of paths) {
        await page.goto(town.server.url + path);
        for (const scheme of ["light", "dark"])
          for (const width of [360, 1440]) {
            await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
            await page.setViewport({ width, height: 900 });
            const faults = await pageFaults(page, { isStrict: true });
            expect({ path, scheme, width, faults }).toEqual({ path, scheme, width, faults: [] });
          }
      }
      await context.close();
    }
  }, 120_000);

  describe("a home page rendered by scripts", () => {
    const words = "Quay counts every container once and tells you where it is. ".repeat(5);
    /** Returns status and error of a meta tag claim for a page with this script. */
    async function outcome(slug: string, script: (name: string, content: string) => string) {
      await town.list(slug);
      const ada = await town.person(`${slug}@people.test`);
      const { claim_id, instructions } = await claim(ada, slug, "meta");
      const { name, value } = instructions;
      town.pages.set(
        `${slug}.test/`,
        `<!doctype html><html><head><title>Quay</title></head><body><p>${words}</p><script type="module">${script(name, value)}</script></body></html>`,
      );
      let seen: any;
      do seen = (await ada.over("REST", "verify_claim", { claim_id })).body;
      while (seen.poll_after_ms !== null);
      return [seen.status, seen.last_error?.code ?? null];
    }
    const put = (name: string, content: string, where = "head") =>
      `document.${where}.append(Object.assign(document.createElement("meta"), ${JSON.stringify({ name, content })}));`;

    test("verified: the script adds the meta tag", async () => {
      town.pages.set("spa.test/content", "from the site itself");
      expect(
        await outcome("spa", (name, value) => `await (await fetch("/content")).text(); ${put(name, value)}`),
      ).toEqual(["verified", null]);
    }, 180_000);

    test("pending: wrong content, a tag in the body, or a redirect to another domain", async () => {
      expect(await outcome("spa-wrong", (name) => put(name, "another"))).toEqual(["pending", "wrong_value"]);
      expect(await outcome("spa-body", (name, value) => put(name, value, "body"))).toEqual(["pending", "not_in_head"]);
      town.dns.zones.set("elsewhere.test", { a: ["127.0.0.1"] });
      const away = await outcome("spa-away", (name, value) => {
        town.pages.set("elsewhere.test/", `<head><meta name="${name}" content="${value}"></head><p>${words}</p>`);
        return `location.replace("${town.at("elsewhere.test")}/");`;
      });
      expect(away).toEqual(["pending", "no_tag"]);
    }, 180_000);
  });
});
