import { existsSync } from "node:fs";

const usualPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

export function findChromium(configuredPath?: string): string | null {
  // If the configured path is wrong, falling back to another browser would hide the mistake.
  if (configuredPath) return existsSync(configuredPath) ? configuredPath : null;
  return usualPaths.find((path) => existsSync(path)) ?? null;
}
