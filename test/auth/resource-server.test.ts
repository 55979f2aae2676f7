import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { revokeApiKey } from "#db/queries/accounts/credentials.ts";
import { modernMeta } from "../support/clients/tool-caller.ts";
import { keyFor } from "../support/records/account.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

let server: TestServer;
let clock = testNow;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
});
afterAll(() => server.stop());

const invalidToken =
  /^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="[^"]+\/mcp", scope="account:read listings:write orders:write"$/;

describe("401: invalid token or key, on public tools too", () => {
  test.each([["unknown"], ["lk_unknown"], ["slat_unknown"], [`lk_${"x".repeat(1000)}`]])("%s", async (bearer) => {
    for (const tool of ["get_site_info", "get_account"]) {
      const { status, challenge } = await server.as(bearer).call(tool);
      expect(status).toBe(401);
      expect(challenge).toMatch(invalidToken);
    }
  });

  test.each([["Basic YTpi"], ["Bearer"], ["Bearer a b"], ["Token abc"]])("Authorization: %s", async (authorization) => {
    const response = await server.get("/site", { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toMatch(invalidToken);
  });

  test("revoked key", async () => {
    const { key, id, account } = await keyFor(server.store, { email: "revoked@example.test" });
    expect((await server.as(key).call("get_account")).status).toBe(200);
    await server.store.write((tx) => revokeApiKey(tx, account.id, id, clock));
    expect((await server.as(key).call("get_account")).status).toBe(401);
  });

  test("expired key", async () => {
    const { key } = await keyFor(server.store, { expiresAt: "2026-11-18T12:30:00.000Z" });
    expect((await server.as(key).call("get_account")).status).toBe(200);
    clock = new Date("2026-11-18T12:30:00.000Z");
    expect((await server.as(key).call("get_account")).status).toBe(401);
    clock = testNow;
  });

  test("key of a suspended account", async () => {
    const { key, account } = await keyFor(server.store, { email: "suspended@example.test" });
    await server.store.write((tx) => updateAccount(tx, account.id, { suspendedAt: clock.toISOString() }, clock));
    expect((await server.as(key).call("get_account")).status).toBe(401);
  });
});

test("caching: responses to a key are private, anonymous ones are public", async () => {
  const { key } = await keyFor(server.store);
  const signedIn = await server.get("/site", { headers: { authorization: `Bearer ${key}` } });
  expect(signedIn.headers.get("cache-control")).toBe("private, no-store");
  expect((await server.get("/site")).headers.get("cache-control")).toStartWith("public");
});

test("401: key in the query instead of the header", async () => {
  const { key } = await keyFor(server.store);
  expect((await server.get(`/me?access_token=${key}`)).status).toBe(401);
});

const post = (message: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(message),
  });

test("MCP: an invalid token is 401 for every method, and tools/list needs no token", async () => {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: modernMeta } };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
  expect((await post(message, headers)).status).toBe(200);
  expect((await post(message, { ...headers, authorization: "Bearer nonsense" })).status).toBe(401);
});

test("401: batch of an older MCP version with one call that needs an account", async () => {
  const call = (id: number, name: string) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name, arguments: {} },
  });
  const response = await post([call(1, "get_site_info"), call(2, "get_account")], {
    "mcp-protocol-version": "2025-03-26",
  });
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toContain('scope="account:read listings:write orders:write"');
});

test("last use of a key: written later, not by the request", async () => {
  const { key, id } = await keyFor(server.store, { email: "used@example.test" });
  const lastUsed = () =>
    server.store.read.$client
      .query<{ at: string | null }, [number]>("SELECT last_used_at AS at FROM api_keys WHERE id = ?")
      .get(id)!.at;
  await server.as(key).call("get_account");
  expect(lastUsed()).toBeNull();
  await server.runtime.lastUsed.flush();
  expect(lastUsed()).toBe(clock.toISOString());
});
