import { afterEach, beforeEach, expect, test } from "bun:test";
import { verifyBearer } from "#auth/verify.ts";
import { type Account, accountByEmail, keysOfAccount } from "#db/queries/accounts/accounts.ts";
import { sessionsOfAccount } from "#db/queries/accounts/credentials.ts";
import { changesBy } from "#db/queries/common/audit-log.ts";
import { signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { createRateLimiter, defaultQuotas } from "#tools/core/operations/rate-limit.ts";

let server: TestServer;
let person: Visitor;
const password = "four unrelated words";

beforeEach(async () => {
  server = await startTestServer();
  person = await signUpAs(server, "ada@example.org");
});
afterEach(() => server.stop());

const account = async (email = "ada@example.org"): Promise<Account | undefined> =>
  accountByEmail(server.store.read, email);
const latestMail = async () => (await server.mails())[0]!;
const actions = async () => (await changesBy(server.store.read, (await account())!.id, 50)).map(({ action }) => action);
const setPassword = () => person.post("/account", { do: "password", new_password: password });
const signInElsewhere = async (): Promise<Visitor> => {
  const other = visitor(server);
  await other.post("/sign-in", { do: "password", email: "ada@example.org", password });
  return other;
};

test("429: too many changes in a minute, with a page that says how long to wait", async () => {
  await server.stop();
  const quotas = { ...defaultQuotas, write: { points: 1, seconds: 60 } };
  server = await startTestServer({ limiter: createRateLimiter(quotas) });
  person = await signUpAs(server, "ada@example.org");
  expect((await person.post("/account", { do: "name", name: "Ada L." })).status).toBe(303);
  const { status, headers, html } = await person.post("/account", { do: "name", name: "Ada M." });
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(html).toContain("<h1>Too many requests</h1>");
  expect((await account())!.name).toBe("Ada L.");
});

test("signed-out visitors are sent to sign in, with the page as return_to", async () => {
  for (const path of ["/account", "/account/profile", "/account/keys?a=1", "/account/apps"])
    expect((await visitor(server).get(path)).location).toBe(`/sign-in?${new URLSearchParams({ return_to: path })}`);
});

test("name: a valid one is saved, an empty or too long one is refused", async () => {
  expect((await person.post("/account", { do: "name", name: "Ada L." })).location).toBe("/account?done=name");
  expect((await account())!.name).toBe("Ada L.");
  for (const name of ["", "   ", "a".repeat(101)])
    expect((await person.post("/account", { do: "name", name })).status).toBe(422);
  expect((await account())!.name).toBe("Ada L.");
  expect(await actions()).toContain("rename_account");
});

test("accounts with a password: a change of email or password needs the current one", async () => {
  await setPassword();
  const address = { do: "address", email: "new@example.org" };
  const change = { do: "password", new_password: "another long password" };
  for (const given of ["", "wrong password"]) {
    expect((await person.post("/account", { ...address, address_password: given })).status).toBe(422);
    expect((await person.post("/account", { ...change, current_password: given })).status).toBe(422);
  }
  expect((await person.post("/account", { ...address, address_password: password })).status).toBe(303);
  expect((await person.post("/account", { ...change, current_password: password })).status).toBe(303);
});

test("weak password: refused with the reason", async () => {
  for (const [weak, reason] of [
    ["short", "at least 10"],
    ["aaaaaaaaaaaa", "three different"],
    ["ada@example.org", "Do not use your name"],
    ["x".repeat(201), "at most 200"],
  ] as const) {
    const { status, html } = await person.post("/account", { do: "password", new_password: weak });
    expect(status).toBe(422);
    expect(html).toContain(reason);
    expect(html).not.toMatch(/type="password" value="[^"]/);
  }
});

test("new password: every other browser is signed out", async () => {
  await setPassword();
  const other = await signInElsewhere();
  await person.post("/account", { do: "password", current_password: password, new_password: "another long password" });
  expect((await other.get("/account")).status).toBe(303);
  expect((await person.get("/account")).status).toBe(200);
});

test("browsers are listed, and signed out one by one or all others at once", async () => {
  await setPassword();
  const [one, two] = [await signInElsewhere(), await signInElsewhere()];
  const { id } = (await account())!;
  const sessions = () => sessionsOfAccount(server.store.read, id, testNow);
  expect((await person.get("/account")).html.match(/This browser/g)).toHaveLength(1);
  const theirs = (await sessions()).map((session) => session.id).sort((a, b) => a - b);
  await person.post("/account", { do: "session", id: String(theirs[1]) });
  expect((await one.get("/account")).status).toBe(303);
  expect((await two.get("/account")).status).toBe(200);
  await person.post("/account", { do: "sessions" });
  expect((await two.get("/account")).status).toBe(303);
  expect(await sessions()).toHaveLength(1);
});

test("sessions and API keys of another account cannot be ended", async () => {
  await person.post("/account/keys", { do: "create", name: "K", scope: "account:read", expiry: "30", kind: "live" });
  const { id } = (await account())!;
  const [key] = await keysOfAccount(server.store.read, id);
  const [session] = await sessionsOfAccount(server.store.read, id, testNow);
  const eve = await signUpAs(server, "eve@example.org");
  await eve.post("/account", { do: "session", id: String(session!.id) });
  await eve.post("/account/keys", { do: "revoke", id: String(key!.id) });
  expect((await person.get("/account")).status).toBe(200);
  expect(await keysOfAccount(server.store.read, id)).toHaveLength(1);
  const done = await changesBy(server.store.read, (await account("eve@example.org"))!.id, 50);
  expect(done.map(({ action }) => action)).not.toContain("end_session");
});

test("new API key: shown once, works as requested, ends when revoked", async () => {
  const wanted = { do: "create", name: "Release script", scope: ["account:read", "listings:write"], kind: "test" };
  const form = { ...wanted, expiry: "30", once: "release" };
  const made = await person.post("/account/keys", form);
  expect([made.status, made.location]).toEqual([303, "/account/keys?done=created"]);
  // A second press of the button creates no second key and leads to the same page.
  expect((await person.post("/account/keys", form)).location).toBe(made.location);
  const [cookie] = [...person.cookies].filter(([name]) => name.endsWith("new_key"));
  const shown = (await person.get(made.location!)).html;
  const key = /<pre class="snippet copied"[^>]*><code>(lk_test_[\w-]{43})<\/code>/.exec(shown)![1]!;
  expect(shown).toContain("Key created.");
  expect(cookie![1]).not.toContain(key);
  const kept = JSON.stringify(server.store.read.$client.query("SELECT * FROM idempotency_keys").all());
  expect([kept.includes("create_api_key"), kept.includes(key)]).toEqual([true, false]);
  const { id } = (await account())!;
  const bearer = () => verifyBearer(server.store.read, key, `${server.url}/mcp`, testNow);
  expect(await bearer()).toMatchObject({ accountId: id, isTest: true, scopes: ["account:read", "listings:write"] });
  const [row, ...others] = await keysOfAccount(server.store.read, id);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ ending: key.slice(-4), expiresAt: "2026-12-18T12:00:00.000Z" });

  const list = await person.get(made.location!);
  for (const text of [key, "Key created."]) expect(list.html).not.toContain(text);
  // Another account cannot open the cookie.
  const eve = await signUpAs(server, "eve@example.org");
  eve.cookies.set(...cookie!);
  expect((await eve.get("/account/keys")).html).not.toContain(key);
  expect(list.html).toContain(`lk_test_…${key.slice(-4)}`);
  await person.post("/account/keys", { do: "revoke", id: String(row!.id) });
  expect(await bearer()).toBeNull();
  expect((await actions()).slice(0, 2)).toEqual(["revoke_api_key", "create_api_key"]);
});

test("invalid API key form: each field has its error and no key is created", async () => {
  const { status, html } = await person.post("/account/keys", { do: "create", name: "", expiry: "7", kind: "root" });
  expect(status).toBe(422);
  for (const field of ["name", "scope", "expiry", "kind"]) expect(html).toContain(`href="#field-${field}"`);
  const unknown = { do: "create", name: "K", scope: "admin", expiry: "30", kind: "live" };
  expect((await person.post("/account/keys", unknown)).status).toBe(422);
  expect(await keysOfAccount(server.store.read, (await account())!.id)).toEqual([]);
});

test("API keys: only a key that can change something has an approval policy", async () => {
  const create = (name: string, scope: string) =>
    person.post("/account/keys", {
      do: "create",
      name,
      scope,
      expiry: "30",
      kind: "live",
      leave: "limits",
      monthly: "x",
    });
  expect((await create("Reader", "account:read")).status).toBe(303);
  expect((await person.get("/account/keys")).html).not.toContain('name="holder"');
  expect((await create("Writer", "listings:write")).status).toBe(422);
  await person.post("/account/keys", { do: "create", name: "W", scope: "listings:write", expiry: "30", kind: "live" });
  expect((await person.get("/account/keys")).html).toContain("Never asks you for approval.");
});

test("new API key: the owner gets a mail without the key", async () => {
  const wanted = { do: "create", name: "Release script", scope: "listings:write", kind: "live", expiry: "30" };
  const { location } = await person.post("/account/keys", wanted);
  const { html } = await person.get(location!);
  const mail = await latestMail();
  expect(mail).toMatchObject({ recipient: "ada@example.org", subject: "New API key for your account (Slipway)" });
  expect(mail.textBody).toContain("“Release script”");
  expect(mail.textBody).toContain("Submit, edit and claim listings");
  expect(mail.textBody).not.toContain(/<code>(lk_[\w-]{43})<\/code>/.exec(html)![1]!);
});

test("new password: the mail lists other access, and one button revokes all of it", async () => {
  for (const name of ["First", "Second"])
    await person.post("/account/keys", { do: "create", name, scope: "account:read", expiry: "30", kind: "live" });
  await setPassword();
  const mail = await latestMail();
  expect(mail.textBody).toContain("do not need the password: the API key “Second”, the API key “First”.");
  expect((await person.get("/account?done=password")).html).toContain(
    "Revoke all keys, disconnect all apps and delete all webhooks",
  );
  expect((await person.post("/account", { do: "access" })).location).toBe("/account?done=access");
  expect(await keysOfAccount(server.store.read, (await account())!.id)).toEqual([]);
  expect((await person.get("/account")).html).not.toContain(
    "Revoke all keys, disconnect all apps and delete all webhooks",
  );
  expect(await actions()).toContain("end_access");
});

test("403: review account, whose email and password nobody can change", async () => {
  await setPassword();
  const { id } = (await account())!;
  await server.store.write(async (tx) => tx.$client.run("UPDATE accounts SET is_review = 1 WHERE id = ?", [id]));
  const changes: Record<string, string>[] = [
    { do: "password", current_password: password, new_password: "another long password" },
    { do: "address", email: "new@example.org", address_password: password },
  ];
  for (const change of changes) expect((await person.post("/account", change)).status).toBe(403);
  expect((await (await signInElsewhere()).get("/account")).status).toBe(200);
});
