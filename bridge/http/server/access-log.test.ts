import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import pino from "pino";
import { createOAuthLimits } from "#auth/oauth/attempt-limit.ts";
import { createSignInLimiter, signInQuotas } from "#auth/sign-in-limiter.ts";
import { signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";
import { createRateLimiter, defaultQuotas } from "#tools/core/operations/rate-limit.ts";
import { logged } from "./access-log.ts";
import { safePath } from "./request-notes.ts";

let server: TestServer;
let person: Visitor;
let key: Awaited<ReturnType<typeof keyFor>>;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const log = pino({ level: "info", base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  server = await startTestServer({
    log,
    trustedProxies: 1,
    limiter: createRateLimiter({ ...defaultQuotas, anonymous: { points: 1, seconds: 60 } }),
    slowDown: createSignInLimiter({ ...signInQuotas, few: { points: 3, seconds: 60 } }),
    oauthLimits: createOAuthLimits({ registrations: { points: 1, seconds: 60 } }),
  });
  person = await signUpAs(server, "ada@example.org");
  key = await keyFor(server.store);
});
afterAll(() => server.stop());
beforeEach(() => void lines.splice(0));

const api = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/v1${path}`, { headers: { "x-forwarded-for": "203.0.113.77", ...headers } });

test("a request: one line with its route, path, account, API key and shortened network", async () => {
  await api("/listings/tidepad?canary=1", { authorization: `Bearer ${key.key}`, "x-request-id": "mine" });
  expect(lines).toEqual([
    {
      level: 30,
      time: expect.anything(),
      request_id: "mine",
      method: "GET",
      path: "/api/v1/listings/tidepad",
      operation: "get_listing",
      route: "/api/v1/listings/:slug",
      status: 200,
      account: key.account.id,
      client: expect.stringMatching(/^key:\d+$/),
      network: "203.0.113.0/24",
      ms: expect.any(Number),
      msg: "request completed",
    },
  ]);
});

test("a page of a signed-in person: the account, without a client", async () => {
  await person.get("/account", { "x-forwarded-for": "2001:db8:1:2::3" });
  expect(lines).toEqual([expect.objectContaining({ route: "/account", network: "2001:db8:1::/48" })]);
  expect(lines[0]).toHaveProperty("account");
  expect(lines[0]).not.toHaveProperty("client");
});

test("an MCP call: its operation and the account; a name that is not a tool's is left out", async () => {
  const call = (name: string) =>
    fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key.key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } }),
    });
  await call("get_listing");
  await call("canary@example.org");
  expect(lines).toMatchObject([
    { protocol: "mcp", operation: "get_listing", code: "validation_failed", account: key.account.id },
    { protocol: "mcp", operation: "mcp", account: key.account.id },
  ]);
  expect(JSON.stringify(lines)).not.toContain("canary");
});

test("refused forms: the reason, with the expected and the given origin", async () => {
  const post = (headers: Record<string, string>, form_token?: string) =>
    person.post("/account", { do: "name", name: "Ada", ...(form_token && { form_token }) }, headers);
  await post({ origin: "https://user:canary@directory.example/canary?canary" });
  await post({ "sec-fetch-site": "cross-site" });
  await post({}, "canary");
  const noCookie = visitor(server);
  await noCookie.post("/sign-in", { email: "a@b.example", form_token: "canary" });
  const refused = lines.filter(({ status }) => status === 403);
  expect(refused).toMatchObject([
    { reason: "origin does not match", expected: server.url, given: "https://directory.example" },
    { reason: "the form is from another site" },
    { reason: "the token of the form is wrong" },
    { reason: "the cookie of the form is missing" },
  ]);
  expect(JSON.stringify(lines)).not.toContain("canary");
});

test("an MCP request from a foreign origin: both origins", async () => {
  await fetch(`${server.url}/mcp`, { method: "POST", headers: { origin: "https://evil.example" }, body: "{}" });
  expect(lines).toMatchObject([
    { status: 403, reason: "origin does not match", expected: server.url, given: "https://evil.example" },
  ]);
});

test("refused by a rate limit: its name", async () => {
  for (let i = 0; i < 2; i++) await api("/listings");
  for (let i = 0; i < 5; i++) await person.post("/sign-in", { email: "b@example.org", password: "canary" });
  const register = () =>
    fetch(`${server.url}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
  for (let i = 0; i < 2; i++) await register();
  const limits = lines.filter(({ status }) => status === 429).map(({ limit }) => limit);
  expect([...new Set(limits)]).toEqual(["anonymous", "sign_in", "registrations"]);
});

test("canaries in tokens, emails, queries, paths and bodies: none is in the log", async () => {
  const canary = "CanaryCanaryCanary0123456789Canary";
  await api(`/listings?search=${canary}`, { authorization: `Bearer ${canary}` });
  await api(`/${canary}/canary%40example.org/x@canary.example`);
  await api("/listings/canary%20canary", { cookie: `slipway=${canary}`, referer: canary, "user-agent": canary });
  await person.get(`/link?token=${canary}`);
  await person.get(`/unsubscribe?token=${canary}`);
  await person.get("/oauth/authorize?client_id=canary&redirect_uri=https://canary.example");
  await person.post("/sign-in", { email: "canary@example.org", password: canary });
  await person.post("/sign-up", { email: "canary@example.org", name: canary });
  await fetch(`${server.url}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "authorization_code", code: canary, client_id: canary }),
  });
  expect(lines.length).toBeGreaterThan(8);
  expect(JSON.stringify(lines).toLowerCase()).not.toContain("canary");
});

test.each([
  ["/listings/tidepad.atom", "/listings/tidepad.atom"],
  ["/launches/2026-W47", "/launches/2026-W47"],
  ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource"],
  ["/x/Zq3v0Yw8PbX1sT5uK7mN2cR4dF6gH9jL", "/x/*"],
  ["/x/0123456789abcdef0123456789abcdef", "/x/*"],
  ["/x/ada@example.org/%61", "/x/*/*"],
])("safePath: %s", (path, safe) => {
  expect(safePath(path)).toBe(safe);
});

test.each([
  ["returns its secrets", async () => ({ metricsToken: "secret" })],
  ["returns nothing", async () => undefined],
  ["throws", async () => Promise.reject(new Error("secret"))],
])("500: a handler %s: the response contains only a request ID", async (_, handle) => {
  const answer = logged(server.runtime, "faulty", "/", handle as never);
  const response = await answer(new Request("http://localhost/", { headers: { "x-request-id": "mine" } }));
  expect(response.status).toBe(500);
  expect(Object.fromEntries(response.headers)).toEqual({
    "cache-control": "no-store",
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "x-request-id": "mine",
  });
  expect(await response.text()).toBe("Something went wrong on our side. Include request ID mine in your report.\n");
});
