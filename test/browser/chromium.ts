import { existsSync } from "node:fs";
import puppeteer, { type Browser } from "puppeteer";

const candidates = [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/google-chrome"];
const path = candidates.find((candidate) => candidate && existsSync(candidate));

if (!path && process.env.REQUIRE_BROWSER === "1")
  throw new Error("REQUIRE_BROWSER=1, but there is neither chromium nor Chrome; set CHROMIUM_PATH");
if (!path) console.log("browser tests are skipped: there is neither chromium nor Chrome");

/** Whether tests in a browser can run here. */
export const hasChromium = path !== undefined;

const flags =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/** Starts the system's browser with a fresh profile. */
export const startChromium = (): Promise<Browser> =>
  puppeteer.launch({ executablePath: path, headless: true, pipe: true, args: flags.split(" ") });
