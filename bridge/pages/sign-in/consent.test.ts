import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { registerClient } from "#db/queries/accounts/oauth.ts";
import { changesBy } from "#db/queries/common/audit-log.ts";
import { backLink, linkIn, openLinkOf, signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
let person: Visitor;
const verifier = "v".repeat(43);
const code_challenge = createHash("sha256").update(verifier).digest("base64url");
const redirect_uri = "http://127.0.0.1:49152/callback";

beforeAll(async () => {
  server = await startTestServer();
  person = await signUpAs(server, "ada@example.org");
  const metadata = {
    client_name: "Quay <b>Assistant</b>",
    client_uri: "https://quay.example/about",
    redirect_uris: [
      "http://127.0.0.1/callback",
      "https://quay.example/back",
      "com.quay-app://done",
      "http://[::1]/callback",
    ],
    grant_types: ["authorization_code"],
    response_types: ["code"],
    token_endpoint_auth_method: "none" as const,
  };
  await server.store.write((tx) => registerClient(tx, { id: "quay", secretHash: null, metadata }, testNow));
});
afterAll(() => server.stop());

const query = (more: Record<string, string> = {}) =>
  new URLSearchParams({
    response_type: "code",
    client_id: "quay",
    redirect_uri,
    code_challenge,
    code_challenge_method: "S256",
    state: "xyz",
    ...more,
  }).toString();
const ask = (more?: Record<string, string>) => person.get(`/oauth/authorize?${query(more)}`);
const decide = (fields: Record<string, string | string[]>, more?: Record<string, string>) =>
  person.post("/oauth/authorize", { query: query(more), ...fields });
const back = (location: string | null) => {
  const url = new URL(location!);
  return { to: url.origin + url.pathname, ...Object.fromEntries(url.searchParams) };
};
const both = ["account:read", "listings:write"];

async function exchange(code: string): Promise<any> {
  const body = { grant_type: "authorization_code", client_id: "quay", code, code_verifier: verifier, redirect_uri };
  const response = await fetch(`${server.url}/oauth/token`, { method: "POST", body: new URLSearchParams(body) });
  return response.json();
}

test("consent page: shows the app, its redirect and the permissions as text", async () => {
  const { status, html, headers } = await ask({ scope: both.join(" ") });
  expect(status).toBe(200);
  expect(html).toContain("Quay &lt;b&gt;Assistant&lt;/b&gt;");
  expect(html).toContain("<code>quay.example</code>");
  expect(html).toContain("we have not checked its name or website");
  expect(html).toContain("<code>127.0.0.1:49152</code>");
  expect(html).toContain("an app on this computer");
  expect(html).toContain("Submit, edit and claim listings");
  expect(html).not.toContain("checkout links");
  expect(html).toContain("ada@example.org");
  expect(headers.get("content-security-policy")).toContain("form-action 'self' http://127.0.0.1:49152;");
});

test("content security policy: the form may redirect only to the app", async () => {
  const policy = async (uri: string) => (await ask({ redirect_uri: uri })).headers.get("content-security-policy")!;
  expect(await policy("https://quay.example/back")).toContain("form-action 'self' https://quay.example;");
  expect(await policy("com.quay-app://done")).toContain("form-action 'self' com.quay-app:;");
  expect(await policy("http://[::1]:5000/callback")).toContain("form-action 'self' http:;");
});

test("allowed: a code for the chosen scopes, with state and iss", async () => {
  const answer = back((await decide({ decision: "allow", scope: ["listings:write"] })).location);
  expect(answer).toMatchObject({ to: redirect_uri, state: "xyz", iss: server.url });
  expect(await exchange((answer as any).code)).toMatchObject({ token_type: "Bearer", scope: "listings:write" });
});

test("not allowed: access_denied is returned to the app", async () => {
  for (const decision of ["deny", "", "anything"])
    expect(back((await decide({ decision, scope: both })).location)).toMatchObject({
      to: redirect_uri,
      error: "access_denied",
      state: "xyz",
      iss: server.url,
    });
});

test("422: no scope chosen; scopes beyond the request are ignored", async () => {
  expect((await decide({ decision: "allow" })).status).toBe(422);
  expect((await decide({ decision: "allow", scope: ["orders:write"] }, { scope: "account:read" })).status).toBe(422);
  const answer = back(
    (await decide({ decision: "allow", scope: ["account:read", "orders:write"] }, { scope: "account:read" })).location,
  );
  expect((await exchange((answer as any).code)).scope).toBe("account:read");
});

test("400: the request in the form was changed", async () => {
  const tampered = await decide({ decision: "allow", scope: both }, { redirect_uri: "https://evil.example/" });
  expect(tampered).toMatchObject({ status: 400, location: null });
  expect((await person.post("/oauth/authorize", { decision: "allow", scope: both })).status).toBe(400);
});

test("400: an untrusted redirect gets only a page, other errors a link back to the app", async () => {
  const hopeless: Record<string, string>[] = [
    { client_id: "nobody" },
    { redirect_uri: "https://evil.example/back" },
    { client_id: "" },
  ];
  for (const more of hopeless) {
    const { status, html, location } = await ask(more);
    expect({ status, location }).toEqual({ status: 400, location: null });
    expect(html).toContain("This app cannot be connected");
  }
  const faulty: [Record<string, string>, string][] = [
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ scope: "bogus" }, "invalid_scope"],
  ];
  for (const [more, error] of faulty)
    for (const browser of [person, visitor(server)]) {
      const page = await browser.get(`/oauth/authorize?${query(more)}`);
      expect(page).toMatchObject({ status: 400, location: null });
      expect(page.html).toContain("Go back to 127.0.0.1:49152");
      expect(back(backLink(page.html))).toMatchObject({ to: redirect_uri, error, state: "xyz", iss: server.url });
    }
});

test("400: a registered redirect URI that is no longer allowed", async () => {
  const metadata = {
    client_name: "Old",
    redirect_uris: ["calculator://back"],
    grant_types: ["authorization_code"],
    response_types: ["code"],
    token_endpoint_auth_method: "none" as const,
  };
  await server.store.write((tx) => registerClient(tx, { id: "old", secretHash: null, metadata }, testNow));
  for (const more of [{ redirect_uri: "calculator://back" }, { redirect_uri: "" }]) {
    const { status, html } = await ask({ client_id: "old", ...more });
    expect(status).toBe(400);
    expect(html).not.toContain('href="calculator:');
  }
});

test("403: form from another site or another browser", async () => {
  const fields = { decision: "allow", scope: both };
  const sent = { query: query(), ...fields, form_token: await visitor(server).token() };
  expect((await person.post("/oauth/authorize", sent)).status).toBe(403);
  expect(
    (await person.post("/oauth/authorize", { query: query(), ...fields }, { origin: "https://evil.example" })).status,
  ).toBe(403);
});

test("new user: signs up and returns to the consent page", async () => {
  const newcomer = visitor(server);
  const path = `/oauth/authorize?${query()}`;
  const asked = await newcomer.get(path);
  expect(asked.location).toBe(`/sign-in?${new URLSearchParams({ return_to: path })}`);
  const signIn = await newcomer.get(asked.location!);
  expect(signIn.html).toContain("An app is asking for access to your account");
  await newcomer.post("/sign-up", { name: "Nia", email: "nia@example.org", return_to: path });
  const [mail] = await server.mails();
  expect((await openLinkOf(newcomer, linkIn(mail!))).location).toBe(path);
  expect((await newcomer.get(path)).status).toBe(200);
});

test("new app: the owner gets one mail, and can revoke the access on the account page", async () => {
  const owner = await signUpAs(server, "una@example.org");
  const allow = async () => {
    const answer = await owner.post("/oauth/authorize", { query: query(), decision: "allow", scope: ["account:read"] });
    return exchange((back(answer.location) as any).code);
  };
  await allow();
  const tokens = await allow();
  const told = (await server.mails()).filter(
    ({ recipient, subject }) => recipient === "una@example.org" && /app/.test(subject),
  );
  expect(told.map(({ subject }) => subject)).toEqual(["An app was connected to your account (Slipway)"]);
  expect(told[0]!.textBody).toContain("Quay <b>Assistant</b> now has access to your account");
  expect((await owner.get("/account")).html).toContain("the app Quay &lt;b&gt;Assistant&lt;/b&gt;");
  await owner.post("/account", { do: "access" });
  const me = await fetch(`${server.url}/api/v1/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  expect(me.status).toBe(401);
});

test("approval policy: set at consent, kept at the next one, and changed later", async () => {
  const limits = { leave: "limits", may: ["publish"], until: "2026-12-31" };
  await decide({ decision: "allow", scope: both, ...limits });
  const apps = async () => (await person.get("/account/apps")).html;
  expect(await apps()).toContain(
    "Can publish without asking, until 31 December 2026. Everything else needs your approval.",
  );
  expect((await decide({ decision: "allow", scope: both, ...limits, until: "2020-01-01" })).status).toBe(422);
  const { html } = await ask({ scope: both.join(" ") });
  expect(html).toMatch(/value="limits" checked/);
  const holder = /name="holder" value="(\d+)"/.exec(await apps())![1]!;
  expect((await person.post("/account/apps", { do: "policy", holder, leave: "ask" })).location).toBe(
    "/account/apps?done=policy",
  );
  expect(await apps()).toContain("Asks you before it publishes, orders, invites or deletes.");
});

test("second consent: replaces the first, and keeps the policy if the page does not ask for one", async () => {
  const apps = async () => (await person.get("/account/apps")).html;
  await decide({ decision: "allow", scope: both, leave: "ask" });
  expect((await apps()).match(/name="holder"/g)).toHaveLength(1);
  await decide({ decision: "allow", scope: ["account:read"] }, { scope: "account:read" });
  const { html } = await person.get("/account/apps");
  expect(html.match(/aria-label="Disconnect/g)).toHaveLength(1);
  expect(html).not.toContain("Submit, edit and claim listings");
  expect((await ask({ scope: both.join(" ") })).html).toMatch(/value="ask" checked/);
});

test("connected apps: listed, and can be disconnected only by their account", async () => {
  const answer = back((await decide({ decision: "allow", scope: both })).location);
  const tokens = await exchange((answer as any).code);
  const eve = await signUpAs(server, "eve@example.org");
  const id = /name="id" value="(\d+)"/.exec((await person.get("/account/apps")).html)![1]!;
  await eve.post("/account/apps", { id });
  const refresh = () => {
    const body = { grant_type: "refresh_token", client_id: "quay", refresh_token: tokens.refresh_token };
    return fetch(`${server.url}/oauth/token`, { method: "POST", body: new URLSearchParams(body) });
  };
  for (const [, each] of (await person.get("/account/apps")).html.matchAll(/name="id" value="(\d+)"/g))
    expect((await person.post("/account/apps", { id: each! })).location).toBe("/account/apps?done=disconnected");
  expect((await refresh()).status).toBe(400);
  expect((await person.get("/account/apps")).html).toContain("There are no connected apps");
  const { id: accountId } = (await accountByEmail(server.store.read, "ada@example.org"))!;
  const actions = (await changesBy(server.store.read, accountId, 50)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["connect_app", "disconnect_app"]));
});
