import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { allTeamScopes, type Scope, teamScopesOf } from "#auth/scopes.ts";
import { pages } from "#bridge/pages/pages.ts";
import { createAccount, updateAccount } from "#db/queries/accounts/accounts.ts";
import { registerClient } from "#db/queries/accounts/oauth.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { type Role, roles } from "#db/schema/vocabulary.ts";
import { openStore } from "#db/store/file-store.ts";
import setAccountRole from "#tools/account/set-account-role.ts";
import { isTeamTool } from "#tools/core/operations/team-tool.ts";
import { allTools } from "#tools/registry.ts";
import { json, post } from "../support/clients/mcp-wire.ts";
import { teamCaller, teamVisitor } from "../support/clients/team.ts";
import { signUpAs, type Visitor, visitor } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { isOnNodes } from "../support/server/nodes.ts";

const teamTools = allTools.filter(isTeamTool);
const refusals = ["unauthenticated", "forbidden", "insufficient_scope"];

let server: TestServer;
const keys = new Map<string, string>();
const everything: Scope[] = ["account:read", ...allTeamScopes];

async function keyOf(name: string, role: Role, scopes: Scope[], more: object = {}): Promise<void> {
  const email = `${name.replaceAll(" ", ".")}@example.test`;
  const { id } = await server.store.write((tx) => createAccount(tx, { email, name, role, isVerified: true }, testNow));
  const { key } = await keyFor(server.store, { email, scopes });
  await server.store.write((tx) => updateAccount(tx, id, more, testNow));
  keys.set(name, key);
}

beforeAll(async () => {
  server = await startTestServer();
  for (const role of roles) await keyOf(role, role, everything);
  await keyOf("without scope", "admin", ["account:read"]);
  await keyOf("lost role", "admin", everything, { role: "member" });
  await keyOf("other site", "moderator", everything, { roleSites: [999] });
  await keyOf("suspended", "admin", everything, { suspendedAt: testNow.toISOString() });
});
afterAll(() => server.stop());

/** Who calls, and the team scopes that they have. Null: the server does not know them. */
const callers: [name: string, role: Role | null][] = [
  ["nobody", null],
  ["suspended", null],
  ...roles.map((role): [string, Role] => [role, role]),
  ["without scope", "member"],
  ["lost role", "member"],
  ["other site", "member"],
];

const bearer = (name: string): Record<string, string> =>
  keys.has(name) ? { authorization: `Bearer ${keys.get(name)}` } : {};

/** An unknown field makes every input invalid, so that no allowed call runs. */
const invalidInput = { no_such_field: "x" };

describe.each(callers)("%s", (name, role) => {
  const scopes = role === null ? [] : teamScopesOf({ role, roleSites: null }, 1);
  const isAllowed = (tool: (typeof teamTools)[number]) =>
    tool.scopes.some((scope) => (scopes as readonly string[]).includes(scope));

  test("REST: exactly the operations of the scopes", async () => {
    const wrong: string[] = [];
    for (const tool of teamTools) {
      const { method, path } = tool.rest;
      const url = `${path.replace(/\{\w+\}/g, "999999")}?no_such_field=x`;
      const body = method === "GET" ? undefined : JSON.stringify(invalidInput);
      const response = await server.get(url, { method, headers: { ...json, ...bearer(name) }, body });
      const expected = role === null ? 401 : isAllowed(tool) ? null : 403;
      const isRight =
        expected === null
          ? ![401, 403].includes(response.status) && response.status < 500
          : response.status === expected;
      if (!isRight) wrong.push(`${tool.name} ${response.status}`);
    }
    expect(wrong).toEqual([]);
  });

  test("MCP: exactly the operations of the scopes", async () => {
    const wrong: string[] = [];
    for (const tool of teamTools) {
      const call = {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: tool.name, arguments: invalidInput },
      };
      const response = await fetch(`${server.url}/mcp?profile=team`, {
        method: "POST",
        headers: { ...json, ...bearer(name) },
        body: JSON.stringify(call),
      });
      const text = await response.text();
      const isRefused =
        response.status === 401 ||
        response.status === 403 ||
        refusals.some((code) => text.includes(`"${code}"`) || text.includes(`for the team`));
      if (isRefused === (role !== null && isAllowed(tool)))
        wrong.push(`${tool.name} ${response.status} ${text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("an app of an admin", () => {
  const redirect_uri = "http://127.0.0.1:49152/callback";
  const code_verifier = "v".repeat(43);
  let admin: Visitor;
  const requestOf = (scope: string) =>
    `${new URLSearchParams({
      ...{ response_type: "code", client_id: "quay", redirect_uri, scope, state: "s", code_challenge_method: "S256" },
      code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
    })}`;
  beforeAll(async () => {
    admin = await teamVisitor(server, "app.admin@example.test");
    const metadata = {
      ...{ client_name: "Quay", redirect_uris: [redirect_uri], token_endpoint_auth_method: "none" as const },
      ...{ grant_types: ["authorization_code"], response_types: ["code"] },
    };
    await server.store.write((tx) => registerClient(tx, { id: "quay", secretHash: null, metadata }, testNow));
  });

  /** Allows more scopes than the consent page offers. */
  async function tokenFor(query: string): Promise<{ access_token: string; scope: string }> {
    const answer = { query, decision: "allow", scope: everything };
    const code = new URL((await admin.post("/oauth/authorize", answer)).location!).searchParams.get("code")!;
    const body = { grant_type: "authorization_code", client_id: "quay", code, code_verifier, redirect_uri };
    const response = await fetch(`${server.url}/oauth/token`, { method: "POST", body: new URLSearchParams(body) });
    return response.json() as Promise<{ access_token: string; scope: string }>;
  }

  test("consent: a request for team scopes is refused, and none is given", async () => {
    const asked = await admin.get(`/oauth/authorize?${requestOf(everything.join(" "))}`);
    expect(asked.status).toBe(400);
    expect((await tokenFor(requestOf("account:read"))).scope).toBe("account:read");
  });

  test("REST and MCP: no team operation, even if the stored grant has the scopes", async () => {
    const { access_token } = await tokenFor(requestOf("account:read"));
    await server.store.write(async (tx) =>
      tx.$client.run("UPDATE oauth_grants SET scopes = ?", [JSON.stringify(everything)]),
    );
    const authorization = `Bearer ${access_token}`;
    expect((await server.get("/me", { headers: { authorization } })).status).toBe(200);
    const allowed: string[] = [];
    for (const { name, rest } of teamTools) {
      const url = rest.path.replace(/\{\w+\}/g, "999999");
      const body = rest.method === "GET" ? undefined : "{}";
      const response = await server.get(url, { method: rest.method, headers: { ...json, authorization }, body });
      if (response.status !== 403) allowed.push(`${name} ${response.status}`);
      for (const query of ["?profile=team", ""]) {
        const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } };
        const sent = { method: "POST", headers: { ...json, authorization }, body: JSON.stringify(call) };
        const text = await (await fetch(`${server.url}/mcp${query}`, sent)).text();
        if (!text.includes(query ? "is for the team" : name) || text.includes('"isError":false'))
          allowed.push(`${name} ${text}`);
      }
    }
    expect(allowed).toEqual([]);
  });
});

test("keys: the team scopes follow the role at once, in every process", async () => {
  // Another server on the same file acts like another process, if there is a file.
  const other = isOnNodes ? server : await startTestServer({ store: openStore(server.store.read.path) });
  const email = "leaver@example.test";
  await keyOf("leaver", "admin", everything);
  const [site] = await allSites(server.store.read);
  const team = teamCaller(server.store, site!);
  const statusAt = async (one: TestServer) => (await one.get("/team/rules", { headers: bearer("leaver") })).status;
  for (const [role, expected] of [
    ["moderator", 200],
    ["editor", 403],
    ["member", 403],
    ["admin", 200],
  ] as const) {
    await team(setAccountRole, { email, role });
    expect([role, await statusAt(server), await statusAt(other)]).toEqual([role, expected, expected]);
  }
  if (other !== server) await other.stop();
});

test("pages: 404 without the role, for every role", async () => {
  const teamPages = pages.flatMap((page) => ("scopes" in page && page.audience === "team" ? [page] : []));
  expect(teamPages.length).toBeGreaterThan(10);
  const browsers = [{ scopes: [] as readonly string[], browser: await signUpAs(server, "page.member@example.test") }];
  for (const role of ["moderator", "editor", "admin"] as const)
    browsers.push({
      scopes: teamScopesOf({ role, roleSites: null }, 1),
      browser: await teamVisitor(server, `page.${role}@example.test`, role),
    });
  for (const { scopes, browser } of browsers)
    for (const page of teamPages) {
      const isAllowed = page.scopes.some((scope) => scopes.includes(scope));
      const { status, html } = await browser.get(page.path.replace(/:\w+/g, "999999"));
      const isMissing = status === 404 && html.includes("<h1>Page not found</h1>");
      expect(isMissing, `${page.path} ${status}`).toBe(!isAllowed);
    }
  const anonymous = await visitor(server).get("/team/accounts");
  expect(anonymous.location).toContain("/sign-in");
});

test("public documents contain nothing of the team", async () => {
  const { body } = await post(server, JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }));
  const documents = [
    JSON.stringify(body),
    await (await server.get("/openapi.json")).text(),
    await (await fetch(`${server.url}/.well-known/oauth-protected-resource/mcp`)).text(),
    await (await fetch(`${server.url}/.well-known/oauth-authorization-server`)).text(),
  ];
  for (const text of documents) {
    expect(text.length).toBeGreaterThan(100);
    for (const scope of allTeamScopes) expect(text).not.toContain(scope);
    for (const { name } of teamTools) expect(text).not.toContain(`"${name}"`);
  }
});

test("the team's tools are committed", async () => {
  const list = teamTools.map(({ name, scopes, rest, isAlwaysApproved = false }) => ({
    name,
    scopes,
    route: `${rest.method} ${rest.path}`,
    ...(isAlwaysApproved && { isAlwaysApproved }),
  }));
  const text = `${JSON.stringify(list, null, 2)}\n`;
  const file = Bun.file(join(import.meta.dir, "../snapshots/team-tools.json"));
  if (process.env.UPDATE_SNAPSHOTS) await file.write(text);
  expect(
    await file.text(),
    "If the change is meant: UPDATE_SNAPSHOTS=1 npx -y bun test test/calls/team-access.test.ts",
  ).toBe(text);
});
