import { expect, test } from "bun:test";
import { browserName } from "./browser-name.ts";

test("browsers have their own name, not the ones in their user agent", () => {
  const names: Record<string, string> = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on Linux",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0":
      "Edge on Windows",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15":
      "Safari on macOS",
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36":
      "Chrome on Android",
    "": "Unknown browser",
  };
  for (const [userAgent, name] of Object.entries(names)) expect(browserName(userAgent)).toBe(name);
});
