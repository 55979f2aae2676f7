import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { Elysia } from "elysia";
import { signUpAs } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

describe("paths that cannot be decoded", () => {
  let server: TestServer;
  let cookie: string;
  let paths: string[];

  beforeAll(async () => {
    const spies = (["all", "get", "post"] as const).map((method) => spyOn(Elysia.prototype, method));
    server = await startTestServer();
    paths = [...new Set(spies.flatMap(({ mock }) => mock.calls.map(([path]) => String(path))))];
    for (const spy of spies) spy.mockRestore();
    const person = await signUpAs(server, "ada@example.org");
    cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  });
  afterAll(() => server.stop());

  /** Replaces each parameter of a path, or appends a segment if it has none. */
  const spoilt = (path: string, by: string) => {
    const filled = path.replaceAll(/:\w+|\*/g, by);
    return filled === path ? `${path.replace(/\/$/, "")}/${by}` : filled;
  };

  test("404: every page, file and operation, for any caller and method", async () => {
    for (const known of [
      "/checkout/:number",
      "/listings/:slug",
      "/api/v1/drafts/:id",
      "/mcp",
      "/account/orders/:number",
    ])
      expect(paths).toContain(known);
    for (const path of paths)
      for (const by of ["%E0%A4%A", "%", "a%zz", "%FF", "%C3%28"])
        for (const init of [{}, { headers: { cookie } }, { method: "POST" }, { method: "PUT", body: "{" }]) {
          const response = await fetch(server.url + spoilt(path, by), { ...init, redirect: "manual" });
          expect([path, by, init, response.status]).toEqual([path, by, init, 404]);
          await response.body?.cancel();
        }
  });

  test("404: a page outside the API, a problem inside it", async () => {
    const page = await fetch(`${server.url}/checkout/%E0%A4%A`);
    expect(await page.text()).toContain("<h1>Page not found</h1>");
    const problem = await server.get("/listings/%E0%A4%A", { headers: { origin: "https://app.example" } });
    expect(problem.headers.get("access-control-allow-origin")).toBe("*");
    expect(await problem.json()).toMatchObject({
      status: 404,
      code: "not_found",
      instance: "/api/v1/listings/%E0%A4%A",
    });
    const preflight = await server.get("/listings/%E0%A4%A", {
      method: "OPTIONS",
      headers: { origin: "https://app.example", "access-control-request-method": "GET" },
    });
    expect(preflight.status).toBe(204);
  });

  test("200: a path with valid percent-encoding", async () => {
    expect((await server.get("/listings/tide%70ad")).status).toBe(200);
    expect((await fetch(`${server.url}/listings/tide%70ad?x=%zz`)).status).toBe(200);
    expect((await server.get("/listings?q=%zz")).status).toBe(400);
  });
});

describe("Strict-Transport-Security", () => {
  const header = "strict-transport-security";
  const requests: [string, RequestInit?][] = [
    ["/"],
    ["/", { method: "HEAD" }],
    ["/listings/tidepad", { headers: { accept: "text/markdown" } }],
    ["/account"],
    ["/nowhere"],
    ["/checkout/%zz"],
    ["/sign-in", { method: "POST", body: "x" }],
    ["/launches.atom"],
    ["/sitemap.xml"],
    ["/robots.txt"],
    ["/llms.txt"],
    ["/healthz"],
    ["/metrics"],
    ["/docs"],
    ["/badges/tidepad.svg"],
    ["/media/none"],
    ["/api/v1/openapi.json"],
    ["/api/v1/listings"],
    ["/api/v1/listings", { method: "OPTIONS", headers: { "access-control-request-method": "GET" } }],
    ["/api/v1/listings", { method: "DELETE" }],
    ["/api/v1/me"],
    ["/api/v1/none"],
    ["/oauth/token", { method: "POST" }],
    ["/.well-known/oauth-authorization-server"],
    ["/mcp"],
    ["/mcp", { headers: { accept: "text/html" } }],
    ["/mcp", { method: "POST", body: "{" }],
    [
      "/mcp",
      {
        method: "POST",
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      },
    ],
  ];

  test.each([true, false])(
    "an https BASE_URL: every response has the header (in production: %p)",
    async (isProduction) => {
      const server = await startTestServer({ baseUrl: "https://slipway.example", isProduction });
      try {
        const statuses = new Set<number>();
        for (const [path, init] of requests) {
          const response = await fetch(server.url + path, { ...init, redirect: "manual" });
          statuses.add(response.status);
          expect([path, init, response.headers.get(header)]).toEqual([path, init, "max-age=31536000"]);
          const etag = response.headers.get("etag");
          if (etag === null) continue;
          const again = await fetch(server.url + path, { headers: { ...init?.headers, "if-none-match": etag } });
          expect([path, again.status, again.headers.get(header)]).toEqual([path, 304, "max-age=31536000"]);
        }
        for (const status of [200, 204, 303, 401, 404, 405]) expect([...statuses]).toContain(status);
        const foreign = await fetch(server.url, { headers: { host: "rebound.example" } });
        expect([foreign.status, foreign.headers.get(header)]).toEqual([isProduction ? 200 : 421, "max-age=31536000"]);
      } finally {
        await server.stop();
      }
    },
  );

  test("an http BASE_URL: no response has the header", async () => {
    const server = await startTestServer();
    try {
      for (const [path, init] of requests)
        expect((await fetch(server.url + path, init)).headers.has(header)).toBeFalse();
    } finally {
      await server.stop();
    }
  });
});
