import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createSignInLimiter } from "#auth/sign-in-limiter.ts";
import { accountByEmail, sweepAccounts, updateAccount } from "#db/queries/accounts/accounts.ts";
import { changesBy } from "#db/queries/common/audit-log.ts";
import { type Credential, createCredential, signChallenge } from "#test/support/clients/authenticator.ts";
import { linkIn, openLinkOf, type PageVisit, signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

const minuteMs = 60_000;
const email = "ada@example.org";
let server: TestServer;
let ada: Visitor;
let clock: Date;

beforeEach(async () => {
  clock = testNow;
  server = await startTestServer({ now: () => clock });
  ada = await signUpAs(server, email);
});
afterEach(() => server.stop());

const wait = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * minuteMs);
};
/** Returns the options of the passkey form on a page, or null if the page has no such form. */
async function optionsOn(person: Visitor, path: string): Promise<any> {
  const [, json] = /data-options="([^"]+)"/.exec((await person.get(path)).html) ?? [];
  return json === undefined ? null : JSON.parse(json.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
}
const add = (person: Visitor, credential: string, name = "Phone") =>
  person.post("/account", { do: "add_passkey", passkey_name: name, credential });
/** Adds a passkey to a person's account. */
async function addPasskey(person = ada, changes: Partial<Credential> = {}, name = "Phone"): Promise<Credential> {
  const { credential, json } = createCredential(await optionsOn(person, "/account"), server.url, changes);
  expect((await add(person, json, name)).location).toBe("/account?done=passkey");
  return credential;
}
const send = (person: Visitor, credential: string, more = {}) =>
  person.post("/sign-in", { do: "passkey", credential, ...more });
async function signIn(credential: Credential, person = visitor(server)): Promise<PageVisit> {
  return send(person, signChallenge(await optionsOn(person, "/sign-in"), credential));
}
const whoIs = async (person: Visitor) =>
  /You sign in as <strong>([^<]+)/.exec((await person.get("/account")).html)?.[1];
const account = async () => (await accountByEmail(server.store.read, email))!;
const passkeyRows = () => server.store.read.$client.query<any, []>("SELECT * FROM passkeys ORDER BY id").all();
const remove = (person: Visitor, id: number) => person.post("/account", { do: "remove_passkey", id: String(id) });
const actions = async () =>
  (await changesBy(server.store.read, (await account()).id, 50)).map(({ action, after }) => [action, after]);

describe("adding a passkey", () => {
  test("options: a discoverable credential with user verification, for the host of BASE_URL", async () => {
    const options = await optionsOn(ada, "/account");
    expect(options).toMatchObject({
      rp: { id: "localhost", name: "Slipway" },
      user: { name: email, displayName: "Ada Quill" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      excludeCredentials: [],
    });
    expect(Buffer.from(options.user.id, "base64url")).toHaveLength(32);
    const { id } = await addPasskey();
    const next = await optionsOn(ada, "/account");
    expect(next.excludeCredentials).toEqual([{ type: "public-key", id }]);
    expect(next.user.id).toBe(options.user.id);
    expect(next.challenge).not.toBe(options.challenge);
  });

  test("listed with its name, and the owner gets an email", async () => {
    await addPasskey(ada, {}, "Phone <b>");
    const { html } = await ada.get("/account?done=passkey");
    expect(html).toContain("Passkey added.");
    expect(html).toContain("<strong>Phone &lt;b&gt;</strong>");
    expect(html).toContain("Not used yet.");
    expect(html).toContain("<li>the passkey “Phone &lt;b&gt;”</li>");
    expect(html).not.toContain("Revoke all keys");
    const [mail] = await server.mails();
    expect(mail).toMatchObject({ recipient: email, subject: "Your passkeys have changed (Slipway)" });
    expect(mail!.textBody).toContain("The passkey “Phone <b>” can now sign in to your account.");
    expect(await actions()).toContainEqual(["add_passkey", { name: "Phone <b>" }]);
  });

  test("422: no name, or not the response of a browser", async () => {
    const { json } = createCredential(await optionsOn(ada, "/account"), server.url);
    expect((await add(ada, json, " ")).html).toContain("Enter a short name for the passkey");
    for (const wrong of ["", "x", "null", "[]", "{}", '{"id":"x","response":{}}', '{"id":"__proto__","response":null}'])
      expect((await add(ada, wrong)).status).toBe(422);
    expect(passkeyRows()).toEqual([]);
  });

  test.each<[string, Partial<Credential>]>([
    ["another origin", { origin: "https://evil.example" }],
    ["another relying party", { rpId: "evil.example" }],
    ["no user verification", { isUserVerified: false }],
  ])("422: %s", async (_, changes) => {
    const { json } = createCredential(await optionsOn(ada, "/account"), server.url, changes);
    const { status, html } = await add(ada, json);
    expect(status).toBe(422);
    expect(html).toContain("We did not add this passkey.");
    expect(passkeyRows()).toEqual([]);
  });

  test("422: a challenge of another session, of the sign-in page, invented or too old", async () => {
    const options = await optionsOn(ada, "/account");
    const elsewhere = await optionsOn(await signUpAs(server, "eve@example.org"), "/account");
    const signedOut = await optionsOn(visitor(server), "/sign-in");
    const invented = Buffer.from(`${clock.getTime() + minuteMs}.secret.mark`).toString("base64url");
    for (const challenge of [elsewhere.challenge, signedOut.challenge, invented, ""])
      expect((await add(ada, createCredential({ ...options, challenge }, server.url).json)).status).toBe(422);
    wait(10);
    expect((await add(ada, createCredential(options, server.url).json)).status).toBe(422);
    expect(passkeyRows()).toEqual([]);
  });

  test("422: the same response again, even after the passkey was removed", async () => {
    const { json } = createCredential(await optionsOn(ada, "/account"), server.url);
    expect((await add(ada, json)).status).toBe(303);
    expect((await add(ada, json)).status).toBe(422);
    await remove(ada, 1);
    expect((await add(ada, json)).status).toBe(422);
    expect(passkeyRows()).toEqual([]);
  });

  test("422: a credential that another account has", async () => {
    const { id } = await addPasskey();
    const eve = await signUpAs(server, "eve@example.org");
    const { json } = createCredential(await optionsOn(eve, "/account"), server.url, { id });
    expect((await add(eve, json)).status).toBe(422);
    expect(passkeyRows()).toMatchObject([{ credential_id: id }]);
  });

  test("422: at most 20 passkeys", async () => {
    for (let i = 0; i < 20; i++) await addPasskey();
    const { json } = createCredential(await optionsOn(ada, "/account"), server.url);
    expect((await add(ada, json)).status).toBe(422);
    expect(passkeyRows()).toHaveLength(20);
  });

  test("422: a sign-in that is not recent; the page offers to sign in again", async () => {
    const { json } = createCredential(await optionsOn(ada, "/account"), server.url);
    await addPasskey();
    wait(20);
    expect(await optionsOn(ada, "/account")).toBeNull();
    const { html } = await ada.get("/account");
    expect(html).toContain("You signed in too long ago to add or remove passkeys.");
    expect(html).not.toContain("remove_passkey");
    expect((await add(ada, json)).status).toBe(422);
    expect((await remove(ada, 1)).status).toBe(422);
    expect(passkeyRows()).toHaveLength(1);
    const { location } = await ada.post("/sign-out", { return_to: "/account" });
    expect(location).toBe("/sign-in?return_to=%2Faccount");
  });

  test("403: a review account", async () => {
    const options = await optionsOn(ada, "/account");
    const { id } = await account();
    await server.store.write(async (tx) => tx.$client.run("UPDATE accounts SET is_review = 1 WHERE id = ?", [id]));
    expect((await add(ada, createCredential(options, server.url).json)).status).toBe(403);
  });
});

describe("signing in with a passkey", () => {
  test("signs in and returns to the page that asked for sign-in; the account shows the last use", async () => {
    const credential = await addPasskey();
    wait(60);
    const person = visitor(server);
    const options = await optionsOn(person, "/sign-in");
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(options).not.toHaveProperty("allowCredentials");
    const { location } = await send(person, signChallenge(options, credential), { return_to: "/account/keys" });
    expect(location).toBe("/account/keys");
    expect(await whoIs(person)).toBe(email);
    expect((await person.get("/account")).html).toContain("Last used on");
    expect(await actions()).toContainEqual(["start_session", { how: "passkey" }]);
    expect((await signIn(credential)).location).toBe("/account");
  });

  test("422: the same response again, in the same browser or with all of its cookies", async () => {
    const credential = await addPasskey();
    const person = visitor(server);
    const response = signChallenge(await optionsOn(person, "/sign-in"), credential);
    const [cookies, form_token] = [new Map(person.cookies), await person.token()];
    expect((await send(person, response)).status).toBe(303);
    await person.post("/sign-out", {});
    expect((await send(person, response)).status).toBe(422);
    const thief = visitor(server);
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    expect((await send(thief, response, { form_token })).status).toBe(422);
    expect(await whoIs(thief)).toBeUndefined();
  });

  test("422: another origin, relying party or browser, no user verification, or a challenge that is too old", async () => {
    const credential = await addPasskey();
    const person = visitor(server);
    const options = await optionsOn(person, "/sign-in");
    for (const changes of [
      { origin: "https://evil.example" },
      { origin: server.url.replace("localhost", "app.localhost") },
      { rpId: "evil.example" },
      { isUserVerified: false },
    ])
      expect((await send(person, signChallenge(options, { ...credential, ...changes }))).status).toBe(422);
    const elsewhere = await optionsOn(visitor(server), "/sign-in");
    expect((await send(person, signChallenge(elsewhere, credential))).status).toBe(422);
    wait(10);
    expect((await send(person, signChallenge(options, credential))).status).toBe(422);
    expect(await whoIs(person)).toBeUndefined();
  });

  test("422: a passkey that names another account, or another key with its ID", async () => {
    const credential = await addPasskey();
    const eve = await addPasskey(await signUpAs(server, "eve@example.org"));
    expect((await signIn({ ...eve, userHandle: credential.userHandle })).status).toBe(422);
    expect((await signIn({ ...eve, id: credential.id, userHandle: credential.userHandle })).status).toBe(422);
    const person = visitor(server);
    expect((await signIn(eve, person)).status).toBe(303);
    expect(await whoIs(person)).toBe("eve@example.org");
  });

  test("422: a counter that does not grow, which a copied authenticator would send", async () => {
    const credential = await addPasskey(ada, { signCount: 4 });
    expect((await signIn({ ...credential, signCount: 5 })).status).toBe(303);
    for (const signCount of [5, 4, 0]) expect((await signIn({ ...credential, signCount })).status).toBe(422);
    expect((await signIn({ ...credential, signCount: 6 })).status).toBe(303);
  });

  test("422: a removed or unknown passkey, a suspended account, or no passkey at all", async () => {
    const [removed, kept] = [await addPasskey(), await addPasskey()];
    expect((await remove(ada, 1)).location).toBe("/account?done=passkey_removed");
    const [mail] = await server.mails();
    expect(mail!.textBody).toContain("The passkey “Phone” can no longer sign in to your account.");
    const { status, html } = await signIn(removed);
    expect(status).toBe(422);
    expect(html).toContain("We did not accept this passkey.");
    expect((await signIn({ ...kept, id: "unknown" })).status).toBe(422);
    for (const wrong of ["", "{}", '{"id":1}']) expect((await send(visitor(server), wrong)).status).toBe(422);
    expect((await signIn(kept)).status).toBe(303);
    const { id } = await account();
    await server.store.write((tx) => updateAccount(tx, id, { suspendedAt: clock.toISOString() }, clock));
    expect((await signIn(kept)).status).toBe(422);
  });

  test("403: without the form's token", async () => {
    const credential = await addPasskey();
    const person = visitor(server);
    const response = signChallenge(await optionsOn(person, "/sign-in"), credential);
    expect((await send(person, response, { form_token: "guessed" })).status).toBe(403);
  });

  test("429: too many failed attempts from one network", async () => {
    await server.stop();
    server = await startTestServer({ slowDown: createSignInLimiter() });
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await send(visitor(server), "{}")).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });
});

test("someone else's passkey: neither listed nor removed", async () => {
  await addPasskey(ada, {}, "Ada's phone");
  const eve = await signUpAs(server, "eve@example.org");
  expect((await eve.get("/account")).html).not.toContain("Ada's phone");
  await remove(eve, 1);
  expect(passkeyRows()).toHaveLength(1);
});

test("new password: passkeys stay, and the email names them", async () => {
  const credential = await addPasskey();
  await ada.post("/account", { do: "password", new_password: "four unrelated words" });
  const [mail] = await server.mails();
  expect(mail!.textBody).toContain(
    "still have access to your account and do not need the password: the passkey “Phone”",
  );
  expect((await signIn(credential)).status).toBe(303);
});

test("a stopped change of email removes the passkeys added since the request", async () => {
  const before = await addPasskey();
  wait(1);
  await ada.post("/account", { do: "password", new_password: "four unrelated words" });
  await ada.post("/account", { do: "address", email: "mallory@example.org", address_password: "four unrelated words" });
  const after = await addPasskey();
  const stop = (await server.mails()).find(({ subject }) =>
    subject.startsWith("Your email address is about to change"),
  );
  await openLinkOf(visitor(server), linkIn(stop!));
  expect((await signIn(after)).status).toBe(422);
  expect((await signIn(before)).status).toBe(303);
});

test("account data contains the passkeys, and deletion removes them", async () => {
  const credential = await addPasskey();
  await signIn(credential);
  const { html } = await ada.get("/account/data.json");
  expect(JSON.parse(html).account.passkeys).toEqual([
    { name: "Phone", created_at: clock.toISOString(), last_used_at: clock.toISOString() },
  ]);
  expect(html).not.toContain(passkeyRows()[0].public_key);
  await ada.post("/account", { do: "password", new_password: "four unrelated words" });
  await ada.post("/account/delete", { password: "four unrelated words" });
  expect(passkeyRows()).toEqual([]);
  expect((await signIn(credential)).status).toBe(422);
  const logged = server.store.read.$client.query("SELECT after FROM changes WHERE action = 'add_passkey'").all();
  expect(logged).toEqual([{ after: "{}" }]);
});

test("spent challenges are deleted after they have expired", async () => {
  await addPasskey();
  const count = () => server.store.read.$client.query("SELECT count(*) AS n FROM spent_challenges").get();
  await server.store.write((tx) => sweepAccounts(tx, clock));
  expect(count()).toEqual({ n: 1 });
  wait(25 * 60);
  await server.store.write((tx) => sweepAccounts(tx, clock));
  expect(count()).toEqual({ n: 0 });
});

test("a site on another host offers no passkeys, but people can remove theirs there", async () => {
  const credential = await addPasskey();
  const host = new URL(server.url).host.replace("localhost", "dev.localhost");
  const there = { host, origin: `http://${host}` };
  const stranger = visitor(server);
  expect((await stranger.get("/sign-in", there)).html).not.toContain("passkey");
  const { html } = await ada.get("/account", there);
  expect(html).toContain("<strong>Phone</strong>");
  expect(html).not.toContain("add_passkey");
  const { challenge } = await optionsOn(stranger, "/sign-in");
  const response = signChallenge({ challenge }, { ...credential, origin: there.origin, rpId: "dev.localhost" });
  expect((await stranger.post("/sign-in", { do: "passkey", credential: response }, there)).status).toBe(422);
  const added = await ada.post("/account", { do: "add_passkey", passkey_name: "Phone", credential: "{}" }, there);
  expect(added.html).toContain(`You can add a passkey only at ${server.url}.`);
  await ada.post("/account", { do: "remove_passkey", id: "1" }, there);
  expect(passkeyRows()).toEqual([]);
});

test("a server at an IP address offers no passkeys, because WebAuthn does not accept it", async () => {
  await server.stop();
  server = await startTestServer({ baseUrl: "http://127.0.0.1:3000" });
  expect(await optionsOn(visitor(server), "/sign-in")).toBeNull();
});
