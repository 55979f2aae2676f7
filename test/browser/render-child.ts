import { createRenderer } from "#bridge/outbound/browser.ts";

// Renders one page until the process is killed.
const { CHROMIUM, PAGE } = process.env;

const renderer = createRenderer({
  chromiumPath: CHROMIUM!,
  allowNetworks: ["127.0.0.1/32"],
  dnsServers: [],
  userAgent: "SlipwayBot/0.1",
});
await renderer.render(PAGE!, { timeoutMs: 60_000, maxBytes: 1_000_000 });
