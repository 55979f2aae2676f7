import puppeteer, { type Browser } from "puppeteer";
import { findChromium } from "#bridge/outbound/find-chromium.ts";

const path = findChromium(process.env.CHROMIUM_PATH);

if (!path && process.env.REQUIRE_BROWSER === "1")
  throw new Error("REQUIRE_BROWSER=1, but there is neither chromium nor Chrome; set CHROMIUM_PATH");
if (!path) console.log("browser tests are skipped: there is neither chromium nor Chrome");

/** Whether tests in a browser can run here. */
export const hasChromium = path !== null;

/** For what starts one itself; only where `hasChromium`. */
export const chromiumPath = path ?? "";

const flags =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/** Starts the system's browser with a fresh profile. */
export const startChromium = (executablePath = chromiumPath): Promise<Browser> =>
  puppeteer.launch({ executablePath, headless: true, pipe: true, args: flags.split(" ") });
