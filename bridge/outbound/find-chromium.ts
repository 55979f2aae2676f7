import { existsSync } from "node:fs";

const usualPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Path of a browser: the configured one, else one at a usual place; null where there is none. */
export function findChromium(configuredPath?: string): string | null {
  // Who names a browser wants that one: another in its place would hide that the path is wrong.
  if (configuredPath) return existsSync(configuredPath) ? configuredPath : null;
  return usualPaths.find((path) => existsSync(path)) ?? null;
}
