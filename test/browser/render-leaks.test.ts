import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRenderer } from "#bridge/outbound/browser.ts";
import { launchChromium } from "#bridge/outbound/chromium.ts";
import { createGuard } from "#bridge/outbound/create-outbound.ts";
import { startProxy } from "#bridge/outbound/proxy.ts";
import { chromiumPath, hasChromium, startChromium } from "./chromium.ts";
import { type Probes, peerConnection, startProbes } from "./probes.ts";

// 127.0.0.3 is allowed and stands for a public server. 127.0.0.1 is private. Both are secure contexts.
const guarded = { allowNetworks: ["127.0.0.3/32"], dnsServers: ["127.0.0.1:9"] };
const text = "Quay counts every container once. ".repeat(10);

describe.skipIf(!hasChromium)("a page that tries to reach private servers", () => {
  let probes: Probes;
  let site: ReturnType<typeof Bun.serve>;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "slipway-leaks-"));
    probes = await startProbes();
    site = Bun.serve({
      port: 0,
      hostname: "127.0.0.3",
      fetch({ url }) {
        const { pathname, search } = new URL(url);
        if (pathname === "/service-worker")
          return new Response(probes.serviceWorker(search.slice(1)), {
            headers: { "content-type": "text/javascript" },
          });
        if (pathname === "/favicon.ico") return new Response(null, { status: 404 });
        const names =
          '<link rel="dns-prefetch" href="//prefetched.test"><link rel="preconnect" href="//connected.test">';
        return new Response(
          `<!doctype html><body>${names}<p>${text}</p><script>${probes.script};${peerConnection("stun:relay.test")}</script>`,
          {
            headers: {
              "content-type": "text/html",
              // Tries to send a report as well.
              "content-security-policy-report-only": `object-src 'none'; report-uri /report`,
            },
          },
        );
      },
    });
  });
  afterAll(async () => {
    probes.stop();
    await site.stop(true);
    rmSync(folder, { recursive: true, force: true });
  });
  const address = () => `http://127.0.0.3:${site.port}/`;

  test("control: without protection, every probe reaches its listener", async () => {
    const log = join(folder, "net-free.json");
    const browser = await startChromium(logging(log));
    // Not in a separate context, because those make no early connections.
    const page = await browser.newPage();
    await page.goto(address());
    const reached = new Set<string>();
    for (let tries = 0; tries < 50 && reached.size < probes.names.length; tries++) {
      for (const name of probes.reached()) reached.add(name);
      await Bun.sleep(100);
    }
    await browser.close();
    expect([...reached].sort()).toEqual(probes.names.toSorted());
    const names = ["http://prefetched.test", "http://connected.test"];
    expect(await hostsLookedUp(log)).toEqual(expect.arrayContaining(names));
  });

  test("rendered: no probe reaches its listener, and no host name is looked up", async () => {
    probes.reached();
    const log = join(folder, "net.json");
    const renderer = createRenderer({ ...guarded, chromiumPath: logging(log), userAgent: "test" });
    const { html } = await renderer.render(address(), { timeoutMs: 25_000, maxBytes: 1_000_000 });
    expect(html).toContain(text);
    expect(probes.reached()).toEqual([]);
    await renderer.close();
    expect(await hostsLookedUp(log)).toEqual([]);
    expect(probes.reached()).toEqual([]);
  });

  test("flags and proxy alone: no probe reaches its listener, and no host name is looked up", async () => {
    const log = join(folder, "net-bare.json");
    const proxy = await startProxy(createGuard(guarded));
    const { browser, close } = await launchChromium({ path: logging(log), proxyPort: proxy.port });
    const lease = proxy.lease({ maxBytes: 1_000_000, maxConnections: 500 });
    const page = await browser.newPage();
    await page.authenticate(lease.credentials);
    await page.goto(address());
    expect(await page.content()).toContain(text);
    await Bun.sleep(3000);
    await close();
    proxy.close();
    expect(probes.reached()).toEqual([]);
    expect(await hostsLookedUp(log)).toEqual([]);
  });

  /** Returns the path of a browser that logs its network events. */
  function logging(file: string): string {
    const path = `${file}.sh`;
    writeFileSync(path, `#!/bin/sh\nexec ${chromiumPath} --log-net-log=${file} "$@"\n`);
    chmodSync(path, 0o755);
    return path;
  }

  /** Returns the net log. Chromium may still be writing it when the browser has closed. */
  async function netLog(file: string): Promise<any> {
    for (let tries = 0; tries < 100; tries++) {
      const log = await Bun.file(file)
        .json()
        .catch(() => null);
      if (log) return log;
      await Bun.sleep(100);
    }
    throw new Error(`Chromium did not finish ${file} within 10 seconds.`);
  }

  async function hostsLookedUp(file: string): Promise<string[]> {
    const { constants, events } = await netLog(file);
    const { HOST_RESOLVER_MANAGER_JOB, DNS_TRANSACTION } = constants.logEventTypes;
    return events
      .filter(({ type }: any) => type === HOST_RESOLVER_MANAGER_JOB || type === DNS_TRANSACTION)
      .flatMap(({ params }: any) => params?.host ?? params?.hostname ?? []);
  }
});
