import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "puppeteer";
import { dayMs } from "#db/values/week.ts";
import { signUpAs } from "../support/clients/visitor.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { pageFaults } from "./axe.ts";
import { hasChromium, startChromium } from "./chromium.ts";

describe.skipIf(!hasChromium)("votes in a browser", () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  let clock = testNow;
  const messages: string[] = [];

  beforeAll(async () => {
    server = await startTestServer({ now: () => clock });
    browser = await startChromium();
    page = await browser.newPage();
    page.on("console", (message) => messages.push(message.text()));
    page.on("pageerror", (error) => messages.push(String(error)));
    await page.setViewport({ width: 1440, height: 900 });
    const person = await signUpAs(server, "ada@example.org");
    for (const [name, value] of person.cookies)
      await browser.setCookie({ name, value, domain: "localhost", path: "/" });
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
  });

  const first = ".launch [data-vote]";
  const count = (on = page) => on.$eval(`${first} strong`, (number) => Number(number.textContent));
  const button = (value: string) => `${first} button[value="${value}"]`;
  /** Presses a button and checks that the page was not reloaded. */
  async function pressInPlace(value: string, next: string): Promise<void> {
    await page.evaluate("window.stays = true");
    await page.click(button(value));
    // Only the first row, because other rows have such a button too.
    await page.waitForFunction(`document.querySelector('${first} button').value === '${next}'`);
    expect(await page.evaluate("window.stays")).toBe(true);
  }

  test("home, week and leaderboard: a vote is cast and removed in place, and the focus stays", async () => {
    clock = new Date(testNow.getTime() + dayMs);
    for (const path of ["/", "/launches/current", "/leaderboards/community-weekly"]) {
      await page.goto(server.url + path);
      const before = await count();
      await pressInPlace("vote", "take-back");
      expect([path, await count()]).toEqual([path, before + 1]);
      expect(await page.evaluate("document.activeElement.value")).toBe("take-back");
      expect(await pageFaults(page)).toEqual([]);
      await pressInPlace("take-back", "vote");
      expect([path, await count()]).toEqual([path, before]);
      expect(page.url()).toBe(server.url + path);
    }
    expect(messages).toEqual([]);
  });

  test("a vote that does not count yet: the reason is shown beside the button", async () => {
    clock = testNow;
    await page.goto(`${server.url}/launches/current`);
    const before = await count();
    const box = () =>
      page.$eval(".launch:has([data-vote])", (row) =>
        [row, row.querySelector("[data-vote] button")!].map((part) => JSON.stringify(part.getBoundingClientRect())),
      );
    const unvoted = await box();
    await pressInPlace("vote", "take-back");
    expect(await box()).toEqual(unvoted);
    expect(await count()).toBe(before);
    expect(await page.$eval(`${first} .vote-why`, (note) => note.textContent)).toStartWith(
      "Not yet counted. Your vote counts from 19 Nov 2026, 12:00 UTC, because new accounts wait 24 hours.",
    );
    expect(await pageFaults(page)).toEqual([]);
    await pressInPlace("take-back", "vote");
    expect(messages).toEqual([]);
  });

  test("without scripts the form returns to the list; without a session it leads to the sign-in", async () => {
    clock = new Date(testNow.getTime() + dayMs);
    const bare = await browser.newPage();
    await bare.setJavaScriptEnabled(false);
    await bare.goto(`${server.url}/launches/current`);
    const before = await count(bare);
    await Promise.all([bare.waitForNavigation(), bare.click(button("vote"))]);
    expect([bare.url(), await count(bare)]).toEqual([`${server.url}/launches/current`, before + 1]);
    await Promise.all([bare.waitForNavigation(), bare.click(button("take-back"))]);
    await bare.close();

    await page.goto(`${server.url}/launches/current`);
    const cookies = await browser.cookies();
    await browser.deleteCookie(...cookies);
    await Promise.all([page.waitForNavigation(), page.click(button("vote"))]);
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    await browser.setCookie(...cookies);
  });
});
