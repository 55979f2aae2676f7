import puppeteer, { type Browser, type BrowserContext, type Page } from "puppeteer";
import { findChromium } from "#bridge/outbound/find-chromium.ts";
import type { Visitor } from "../support/clients/visitor.ts";

const path = findChromium(process.env.CHROMIUM_PATH);

if (!path && process.env.REQUIRE_BROWSER === "1")
  throw new Error("REQUIRE_BROWSER=1, but Chromium or Chrome was not found. Set CHROMIUM_PATH.");
if (!path) console.log("Browser tests are skipped because Chromium or Chrome was not found.");

export const hasChromium = path !== null;

/** Path of the browser; empty without `hasChromium`. */
export const chromiumPath = path ?? "";

const flags =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/** Starts the installed browser with a fresh profile. */
export const startChromium = (executablePath = chromiumPath): Promise<Browser> =>
  puppeteer.launch({ executablePath, headless: true, pipe: true, args: flags.split(" ") });

/** Opens a browser context with the session of a visitor. */
export async function openContext(browser: Browser, { cookies }: Pick<Visitor, "cookies">): Promise<BrowserContext> {
  const context = await browser.createBrowserContext();
  await context.setCookie(
    ...[...cookies].map(([name, value]) => ({ name, value, domain: "localhost", path: "/", httpOnly: true })),
  );
  return context;
}

/** Clicks an element and waits for the next page. */
export async function press(page: Page, selector: string): Promise<void> {
  // Focusing scrolls the element out from under a bar of buttons, as the keyboard does.
  await page.focus(selector);
  await Promise.all([page.waitForNavigation(), page.click(selector)]);
}
