import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { issueApiKey } from "#auth/api-keys.ts";
import { hashSecret, newSecret } from "#auth/secrets.ts";
import { type Account, accountByEmail } from "#db/queries/accounts/accounts.ts";
import { linkIdentity } from "#db/queries/accounts/credentials.ts";
import { pendingChange } from "#db/queries/accounts/email-links.ts";
import { createGrant, registerClient, saveTokens } from "#db/queries/accounts/oauth.ts";
import { changesBy } from "#db/queries/common/audit-log.ts";
import { dayMs } from "#db/values/week.ts";
import { linkIn, openLinkOf, signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
let person: Visitor;
let now: Date;
const password = "four unrelated words";
const [email, newEmail] = ["ada@example.org", "ada@new.example"];

beforeEach(async () => {
  now = new Date(testNow);
  server = await startTestServer({ now: () => now });
  person = await signUpAs(server, email);
});
afterEach(() => server.stop());

const account = async (at = email): Promise<Account | undefined> => accountByEmail(server.store.read, at);
const mailTo = async (recipient: string) => (await server.mails()).find((mail) => mail.recipient === recipient)!;
const setPassword = () => person.post("/account", { do: "password", new_password: password });
const ask = (to = newEmail) => person.post("/account", { do: "address", email: to, address_password: password });
const reset = async () => {
  const owner = visitor(server);
  await owner.post("/reset-password", { email });
  const answer = await openLinkOf(owner, linkIn(await mailTo(email)), { new_password: "another long password" });
  expect(answer.location).toBe("/account?done=password");
  return owner;
};

async function accessTo(accountId: number): Promise<[string, string]> {
  const stamp = { accountId, scopes: ["account:read" as const] };
  return server.store.write(async (tx) => {
    const { key } = await issueApiKey(tx, { ...stamp, name: "backup", isTest: false, expiresAt: null }, now);
    const clientId = crypto.randomUUID();
    const metadata = {
      client_name: "App",
      redirect_uris: ["http://127.0.0.1/"],
      grant_types: [],
      response_types: [],
      token_endpoint_auth_method: "none" as const,
    };
    await registerClient(tx, { id: clientId, secretHash: null, metadata }, now);
    const expiresAt = new Date(now.getTime() + dayMs).toISOString();
    const code = { codeHash: clientId, redirectUri: "", codeChallenge: "", expiresAt };
    const grantId = await createGrant(tx, { ...stamp, clientId, resource: `${server.url}/mcp` }, code, now);
    const token = newSecret("slat_");
    await saveTokens(
      tx,
      [{ tokenHash: hashSecret(token), kind: "access", grantId, scopes: stamp.scopes, expiresAt }],
      now,
    );
    return [key, token];
  });
}

describe("with a password", () => {
  beforeEach(async () => {
    expect((await setPassword()).location).toBe("/account?done=password");
  });

  test("the new email is confirmed; the current one is notified of the request and of the change", async () => {
    expect((await ask("Ada@New.example")).location).toBe("/account?done=mailed");
    expect(await account(newEmail)).toBeUndefined();
    expect((await mailTo(email)).subject).toContain("about to change");
    expect((await mailTo(email)).textBody).toContain(newEmail);
    expect((await mailTo(email)).textBody).toStartWith("Hello Ada Quill,");
    expect((await mailTo(newEmail)).textBody).toStartWith("Hello,\n");
    // The link confirms the email, but does not sign in.
    const elsewhere = visitor(server);
    expect((await openLinkOf(elsewhere, linkIn(await mailTo(newEmail)))).location).toBe("/sign-in?done=address");
    expect((await elsewhere.get("/account")).status).toBe(303);
    expect(await account(newEmail)).toBeDefined();
    expect(await account()).toBeUndefined();
    expect((await mailTo(email)).subject).toContain("has changed");
  });

  test("pending change: a reset or new password ends it", async () => {
    await ask();
    const afterReset = linkIn(await mailTo(newEmail));
    person = await reset();
    expect((await openLinkOf(visitor(server), afterReset)).status).toBe(410);

    const change = { do: "address", email: newEmail, address_password: "another long password" };
    expect((await person.post("/account", change)).location).toBe("/account?done=mailed");
    const afterChange = linkIn(await mailTo(newEmail));
    const fields = { do: "password", current_password: "another long password", new_password: password };
    expect((await person.post("/account", fields)).location).toBe("/account?done=password");
    expect((await openLinkOf(visitor(server), afterChange)).status).toBe(410);
    expect(await account()).toBeDefined();
  });

  test("password reset: all other mailed links stop working", async () => {
    const links: string[] = [];
    for (const [path, fields] of [
      ["/sign-in", { do: "link" }],
      ["/reset-password", {}],
    ] as const) {
      await visitor(server).post(path, { ...fields, email });
      links.push(linkIn(await mailTo(email)));
    }
    await reset();
    for (const link of links) expect((await visitor(server).get(link)).status).toBe(410);
  });

  test("pending change: shown on the account page and can be cancelled", async () => {
    expect((await person.get("/account")).html).not.toContain("Cancel change");
    await ask();
    const { html } = await person.get("/account");
    expect(html).toContain(newEmail);
    expect(html).toContain("Cancel change");
    expect((await person.post("/account", { do: "cancel_address" })).location).toBe("/account?done=cancelled");
    expect((await person.get("/account")).html).not.toContain("Cancel change");
    expect((await openLinkOf(person, linkIn(await mailTo(newEmail)))).status).toBe(410);
  });

  test("second request: the link of the first one stops working", async () => {
    await ask("first@new.example");
    await ask();
    expect((await openLinkOf(person, linkIn(await mailTo("first@new.example")))).status).toBe(410);
    expect((await openLinkOf(person, linkIn(await mailTo(newEmail)))).location).toBe("/account?done=address");
  });

  test.each([false, true])("the previous owner stops the change (already made: %p)", async (isDone) => {
    await ask();
    const toNew = linkIn(await mailTo(newEmail));
    const asked = linkIn(await mailTo(email));
    const thief = visitor(server);
    await thief.post("/sign-in", { do: "password", email, password });
    const { id } = (await account())!;
    if (isDone) {
      await openLinkOf(thief, toNew);
      const change = { do: "password", current_password: password, new_password: "the thief's own words" };
      expect((await thief.post("/account", change)).location).toBe("/account?done=password");
      await server.store.write((tx) => linkIdentity(tx, "https://id.test", "t", id, now));
      await visitor(server).post("/sign-up", { name: "Squatter", email });
      await server.mails();
    }
    const owner = visitor(server);
    const page = await owner.get(asked);
    expect(page.html).toContain("Stop change and sign in");
    expect((await openLinkOf(owner, asked)).location).toBe("/account?done=stopped");
    expect(await account()).toMatchObject({ id, email, passwordHash: null });
    expect((await owner.get("/account")).html).toContain(email);
    expect((await thief.get("/account")).location).toStartWith("/sign-in");
    expect((await openLinkOf(thief, toNew)).status).toBe(410);
    expect(server.store.read.$client.query("SELECT * FROM identities").all()).toEqual([]);
    const actions = (await changesBy(server.store.read, id, 50)).map(({ action }) => action);
    expect(actions).toContain("stop_address_change");
  });

  test.each(["the first mail", "the second mail"])(
    "change stopped through %s: keys and apps added since the request end, older ones remain",
    async (which) => {
      const { id } = (await account())!;
      const [ownKey, ownApp] = await accessTo(id);
      now = new Date(now.getTime() + 60_000);
      const thief = visitor(server);
      await thief.post("/sign-in", { do: "password", email, password });
      const change = { do: "address", email: newEmail, address_password: password };
      await thief.post("/account", change);
      const first = linkIn(await mailTo(email));
      now = new Date(now.getTime() + 60_000);
      const between = await accessTo(id);
      now = new Date(now.getTime() + 60_000);
      // A second request must not move the start of the revoked period.
      await thief.post("/account", change);
      await openLinkOf(thief, linkIn(await mailTo(newEmail)));
      now = new Date(now.getTime() + 60_000);
      const after = await accessTo(id);
      const works = async (bearer: string) =>
        (await server.get("/me", { headers: { authorization: `Bearer ${bearer}` } })).status;
      expect(await works(after[0])).toBe(200);

      const owner = visitor(server);
      const link = which === "the first mail" ? first : linkIn(await mailTo(email));
      expect((await owner.get(link)).html).toContain("API keys, apps and webhooks added since the request");
      const stopped = await openLinkOf(owner, link);
      expect((await owner.get(stopped.location!)).html).toContain(
        "API keys, apps and webhooks added since the change was requested no longer have access",
      );
      for (const bearer of [...between, ...after]) expect(await works(bearer)).toBe(401);
      for (const bearer of [ownKey, ownApp]) expect(await works(bearer)).toBe(200);
      const [entry] = (await changesBy(server.store.read, id, 50)).filter(
        ({ action }) => action === "stop_address_change",
      );
      expect(entry!.subjects.filter((subject) => subject.startsWith("key:"))).toHaveLength(2);
    },
  );

  test("the link that changes the email back works for a week", async () => {
    await ask();
    await openLinkOf(person, linkIn(await mailTo(newEmail)));
    const back = linkIn(await mailTo(email));
    now = new Date(testNow.getTime() + 6 * dayMs);
    expect((await visitor(server).get(back)).status).toBe(200);
    now = new Date(testNow.getTime() + 8 * dayMs);
    expect((await visitor(server).get(back)).status).toBe(410);
  });

  test("new email has an account: the requester sees no difference", async () => {
    await signUpAs(server, "eve@example.org");
    expect((await ask("eve@example.org")).location).toBe("/account?done=mailed");
    expect((await person.get("/account")).html).toContain("eve@example.org");
    const mail = await mailTo("eve@example.org");
    expect(mail.subject).toContain("This email address already has an account");
    expect(mail.textBody).not.toContain("/link?token=");
  });
});

test("account without a password: the current email approves the change first", async () => {
  expect((await ask()).location).toBe("/account?done=approve");
  expect(await mailTo(newEmail)).toBeUndefined();
  expect((await person.get("/account")).html).toContain(newEmail);
  const mail = await mailTo(email);
  expect(mail.textBody).toContain(newEmail);
  const elsewhere = visitor(server);
  expect((await openLinkOf(elsewhere, linkIn(mail))).location).toBe("/check-mail");
  expect((await elsewhere.get("/account")).location).toStartWith("/sign-in");
  expect((await openLinkOf(elsewhere, linkIn(await mailTo(newEmail)))).location).toBe("/sign-in?done=address");
  const changed = (await account(newEmail))!;
  expect((await mailTo(email)).subject).toContain("has changed");
  expect(await pendingChange(server.store.read, changed.id, now)).toBeUndefined();
});

test("account without a password: access added since the approved request is revoked", async () => {
  const { id } = (await account())!;
  await ask();
  const pass = () => {
    now = new Date(now.getTime() + 60_000);
  };
  pass();
  const bearers = await accessTo(id);
  pass();
  await openLinkOf(visitor(server), linkIn(await mailTo(email)));
  pass();
  await openLinkOf(visitor(server), linkIn(await mailTo(newEmail)));
  pass();
  await openLinkOf(visitor(server), linkIn(await mailTo(email)));
  for (const bearer of bearers)
    expect((await server.get("/me", { headers: { authorization: `Bearer ${bearer}` } })).status).toBe(401);
});

test("first password: refused when the sign-in is not recent", async () => {
  const form = await person.get("/account");
  expect(form.html).toContain('name="new_password"');
  now = new Date(testNow.getTime() + dayMs);
  const { status, html } = await setPassword();
  expect([status, html.includes('href="/reset-password"')]).toEqual([422, true]);
  expect((await account())!.passwordHash).toBeNull();
  person = await reset();
  expect((await account())!.passwordHash).not.toBeNull();
});
