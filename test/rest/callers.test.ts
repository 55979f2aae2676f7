import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createRateLimiter, defaultQuotas } from "#tools/core/operations/rate-limit.ts";
import { fixtureTools } from "../support/fakes/fixture-tools.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

let server: TestServer;
const stops: (() => Promise<void>)[] = [];
async function start(...[options]: Parameters<typeof startTestServer>): Promise<TestServer> {
  const started = await startTestServer(options);
  stops.push(started.stop);
  return started;
}
beforeAll(async () => {
  server = await start({ tools: fixtureTools });
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

describe("request ids", () => {
  test("X-Request-Id of the caller: returned in responses and errors", async () => {
    for (const path of ["/numbers", "/numbers?page=0", "/nowhere"]) {
      const response = await server.get(path, { headers: { "x-request-id": "mine-1.a:b_c" } });
      expect(response.headers.get("x-request-id")).toBe("mine-1.a:b_c");
      if (!response.ok) expect(await response.json()).toMatchObject({ request_id: "mine-1.a:b_c" });
    }
  });

  test("missing or unloggable request id: the server generates one", async () => {
    for (const given of [undefined, "", "a b", "x".repeat(101), '{"level":50}']) {
      const response = await server.get("/nowhere", { headers: given === undefined ? {} : { "x-request-id": given } });
      const id = response.headers.get("x-request-id");
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(await response.json()).toMatchObject({ request_id: id });
    }
  });
});

describe("problems", () => {
  test("500: names the path and the documentation, but not the cause", async () => {
    const response = await server.get("/failure?token=abc");
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(JSON.parse(text)).toMatchObject({
      type: `${server.url}/docs/problems#internal`,
      code: "internal",
      instance: "/api/v1/failure",
      errors: [],
      next_actions: [],
    });
    expect(text).not.toMatch(/passwords|private|Error|\.ts|\babc\b/);
  });

  test("507: disk full, and reading still works", async () => {
    const full = await start({ tools: fixtureTools });
    const response = await full.get("/filling", { method: "POST" });
    expect([response.status, await response.json()]).toMatchObject([507, { code: "storage_full" }]);
    expect((await full.get("/numbers")).status).toBe(200);
  });

  test("401: the challenge names every scope, so that one consent is enough", async () => {
    const response = await server.get("/secret");
    expect([response.status, await response.json()]).toMatchObject([401, { code: "unauthenticated" }]);
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer resource_metadata="${new URL(response.url).origin}/.well-known/oauth-protected-resource/mcp", scope="account:read listings:write orders:write"`,
    );
  });

  test("invalid Host header: harmless", async () => {
    const production = await start({ tools: fixtureTools, isProduction: true });
    for (const host of ["[::", "a b", "<x>", "..", "x/y"]) {
      const response = await production.get("/nowhere", { headers: { host } });
      expect([400, 404]).toContain(response.status);
    }
  });
});

describe("sites", () => {
  test("Host header: selects the site regardless of port and case; an unknown host gets the default site", async () => {
    const sites = await start({ isProduction: true });
    const slugs = async (host: string) => {
      const response = await sites.get("/listings?per_page=3&sort=newest", { headers: { host } });
      const { items } = (await response.json()) as any;
      const pages: string[] = items.map(({ page_url }: any) => page_url);
      return { ids: items.map(({ id }: any) => id), pages, link: response.headers.get("link")!.split(">")[0] };
    };
    const main = await slugs("localhost");
    const dev = await slugs("dev.localhost");
    expect(dev.ids).not.toEqual(main.ids);
    expect(dev.link).toStartWith(`<http://dev.localhost:${new URL(sites.url).port}/api/v1/listings?`);
    const [base] = dev.link!.slice(1).split("/api/");
    expect(dev.pages.filter((page) => !page.startsWith(`${base}/listings/`))).toEqual([]);
    expect(await slugs("DEV.localhost:8443")).toEqual(dev);
    for (const host of ["unknown.example", "127.0.0.1:1", "dev.localhost.evil.example"])
      expect(await slugs(host)).toEqual(main);
  });
});

describe("rate limits", () => {
  const points = 2;
  const limited = (trustedProxies = 0) =>
    start({
      tools: fixtureTools,
      trustedProxies,
      limiter: createRateLimiter({ ...defaultQuotas, anonymous: { points, seconds: 60 } }),
    });
  const statuses = async (limitedServer: TestServer, forwarded: string[]) => {
    const found: number[] = [];
    for (const hops of forwarded)
      found.push((await limitedServer.get("/numbers", { headers: { "x-forwarded-for": hops } })).status);
    return found;
  };

  test("429: after responses that count down, with the time to retry", async () => {
    const small = await limited();
    const good = await small.get("/numbers");
    expect(good.headers.get("ratelimit-policy")).toBe('"anonymous";q=2;w=60');
    expect(good.headers.get("ratelimit")).toMatch(/^"anonymous";r=1;t=\d+$/);
    const bad = await small.get("/numbers?page=0");
    expect([bad.status, bad.headers.get("ratelimit")]).toEqual([422, expect.stringMatching(/;r=0;/)]);
    const refused = await small.get("/numbers");
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: "rate_limited" }]);
    expect(refused.headers.get("ratelimit")).toMatch(/^"anonymous";r=0;t=\d+$/);
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const overMcp = await small.mcp("list_numbers");
    const { code, retry_after } = overMcp.structuredContent;
    expect([code, overMcp.text]).toEqual(["rate_limited", expect.stringContaining(`${retry_after} s`)]);
    expect(retry_after).toBeWithin(1, 61);
  });

  test("malformed requests: count against the limit", async () => {
    const small = await limited();
    const send = () =>
      small.get("/notes/1", { method: "PUT", body: "{", headers: { "content-type": "application/json" } });
    expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([400, 400, 429]);
  });

  test("no proxy: X-Forwarded-For is ignored", async () => {
    expect(await statuses(await limited(0), ["1.1.1.1", "2.2.2.2", "3.3.3.3"])).toEqual([200, 200, 429]);
  });

  test("one proxy: the last X-Forwarded-For entry counts, with or without a port", async () => {
    const spoofed = ["9.9.9.9, 1.1.1.1", "8.8.8.8, 1.1.1.1:4711", "7.7.7.7,1.1.1.1", "1.1.1.1, 2.2.2.2"];
    expect(await statuses(await limited(1), spoofed)).toEqual([200, 200, 429, 200]);
  });

  test("two proxies: the entry before the last counts", async () => {
    const chains = [
      "9.9.9.9, 1.1.1.1, 5.5.5.5",
      "1.1.1.1, 6.6.6.6",
      "[2001:db8::1]:80, 5.5.5.5",
      "8.8.8.8, 1.1.1.1, 7.7.7.7",
    ];
    expect(await statuses(await limited(2), chains)).toEqual([200, 200, 200, 429]);
  });

  test("invalid X-Forwarded-For entry: counts as the proxy itself", async () => {
    expect(await statuses(await limited(1), ["nonsense", "unknown", "<x>"])).toEqual([200, 200, 429]);
  });
});
