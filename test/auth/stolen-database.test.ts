import { afterAll, beforeAll, expect, test } from "bun:test";
import { issueApiKey } from "#auth/api-keys.ts";
import { requestEmailChange } from "#auth/email-change.ts";
import { authenticateClient } from "#auth/oauth/clients.ts";
import { openLink } from "#auth/open-link.ts";
import { hashPassword } from "#auth/passwords.ts";
import { accountByPassword, mailLink, signUp } from "#auth/people.ts";
import { sessionOf, startSession } from "#auth/sessions.ts";
import { verifyBearer } from "#auth/verify.ts";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import { latestMails } from "#db/queries/common/mail-records.ts";
import { openStore } from "#db/store/file-store.ts";
import {
  type Authorization,
  mainResource,
  newClient,
  newCode,
  openAuthorization,
  otherResource,
  redirectUri,
  refresh,
  refusal,
  spend,
} from "../support/clients/authorization.ts";

// Creates every kind of secret, then reads every value of every table like a thief.

const email = "person@example.test";
const password = "four unrelated words here";
const browser = { session: null, userAgent: "Browser" };

let fixture: Authorization;
let publicClient: string;
let secretClient: { id: string; secret: string };
/** All secrets, with their kind. */
const secrets: { kind: string; value: string }[] = [];
let stored: string[];

beforeAll(async () => {
  fixture = await openAuthorization();
  const { server, store, accountId } = fixture;
  const { site } = fixture.authContext();
  const now = server.now();
  const keep = (kind: string, value: string) => secrets.push({ kind, value });
  const account = (await accountByEmail(store.read, email))!;

  keep("password", password);
  const passwordHash = await hashPassword(password);
  await store.write((tx) => updateAccount(tx, accountId, { passwordHash }, now));
  keep("session", await store.write((tx) => startSession(tx, accountId, "Browser", now)));
  const request = { accountId, name: "Key", scopes: ["account:read" as const], expiresAt: null };
  for (const isTest of [false, true])
    keep("key", (await store.write((tx) => issueApiKey(tx, { ...request, isTest }, now))).key);

  await store.write(async (tx) => {
    await signUp(
      tx,
      site,
      { email: "new@example.test", name: "New", returnTo: "/account", signUpNetwork: null },
      async () => {},
      now,
    );
    await signUp(tx, site, { email, name: "Again", returnTo: null, signUpNetwork: null }, async () => {}, now);
    await mailLink(tx, site, email, "sign_in", null, now);
    await mailLink(tx, site, email, "reset", null, now);
  });
  // Without a password the current email must approve the change; with one it is only notified.
  await requestEmailChange(fixture.authContext(), account, "another@example.test");
  await requestEmailChange(fixture.authContext(), { ...account, passwordHash }, "other@example.test");
  for (const { textBody } of await latestMails(store.read, 10))
    keep("link", /\/link\?token=([\w-]{43})/.exec(textBody)![1]!);

  publicClient = (await newClient(fixture)).id;
  secretClient = await newClient(fixture, { token_endpoint_auth_method: "client_secret_post" });
  keep("client secret", secretClient.secret);
  for (const [id, more] of [
    [publicClient, {}],
    [secretClient.id, { client_secret: secretClient.secret }],
  ] as const) {
    keep("code", await newCode(fixture, id, { resource: otherResource }));
    const code = await newCode(fixture, id);
    keep("code", code);
    const first = await spend(fixture, id, code, more);
    const second = await refresh(fixture, id, first.refresh_token, more);
    for (const tokens of [first, second]) {
      keep("access token", tokens.access_token);
      keep("refresh token", tokens.refresh_token);
    }
  }
  stored = readEverything();
});
afterAll(() => fixture.store.close());

/** Returns every value of every table as text, including virtual and shadow tables. */
function readEverything(): string[] {
  const { $client } = fixture.store.read;
  const tables = $client.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const values = new Set<string>();
  for (const { name } of tables)
    for (const row of $client.query<unknown[], []>(`SELECT * FROM "${name}"`).values())
      for (const value of row)
        if (typeof value === "string") values.add(value);
        else if (value instanceof Uint8Array) values.add(Buffer.from(value).toString("latin1"));
  return [...values];
}

test("secrets of every kind are created", () => {
  const counts = Object.fromEntries(
    [...new Set(secrets.map(({ kind }) => kind))].map((kind) => [
      kind,
      new Set(secrets.filter((secret) => secret.kind === kind).map(({ value }) => value)).size,
    ]),
  );
  expect(counts).toEqual({
    password: 1,
    session: 1,
    key: 2,
    link: 7,
    "client secret": 1,
    code: 4,
    "access token": 4,
    "refresh token": 4,
  });
  expect(stored.length).toBeGreaterThan(100);
});

test("no secret is in the database, plain or encoded", () => {
  const everything = stored.join("\n");
  for (const { value } of secrets) {
    const bare = value.replace(/^[a-z]+_(test_)?/, "");
    for (const spelled of [value, bare, btoa(value), Buffer.from(value).toString("hex"), value.toLowerCase()])
      expect(everything).not.toContain(spelled);
  }
});

test("no value of the database works as a secret", async () => {
  const { server, store } = fixture;
  const now = server.now();
  const parts = stored.flatMap((value) => [value, ...(value.match(/[\w-]{20,}/g) ?? [])]);
  const tries = new Set(parts.flatMap((part) => [part, `lk_${part}`, `slat_${part}`, `slrt_${part}`]));
  for (const presented of tries) {
    expect(await verifyBearer(store.read, presented, mainResource, now)).toBeNull();
    expect(await sessionOf(store.read, presented, now)).toBeNull();
    expect(await openLink(fixture.authContext(), browser, presented, null)).toBeNull();
    if (presented.length > 1000 || presented === "") continue;
    expect(await refusal(spend(fixture, publicClient, presented))).toBe("invalid_grant");
    expect(await refusal(refresh(fixture, publicClient, presented))).toBe("invalid_grant");
    const asClient = { client_id: secretClient.id, client_secret: presented };
    expect(await refusal(authenticateClient(server, null, asClient))).toBe("invalid_client");
  }
  const hash = stored.find((value) => value.startsWith("$argon2id$"))!;
  expect(await accountByPassword(store.read, email, hash)).toBeNull();
});

test("the secrets themselves work", async () => {
  const { server, store } = fixture;
  const now = server.now();
  const last = (kind: string) => secrets.findLast((secret) => secret.kind === kind)!.value;
  expect(await verifyBearer(store.read, last("key"), mainResource, now)).not.toBeNull();
  expect(await verifyBearer(store.read, last("access token"), mainResource, now)).not.toBeNull();
  expect(await sessionOf(store.read, last("session"), now)).not.toBeNull();
  expect(await accountByPassword(store.read, email, password)).not.toBeNull();
  expect(await openLink(fixture.authContext(), browser, last("link"), null)).not.toBeNull();
  const asClient = { client_id: secretClient.id, client_secret: last("client secret") };
  expect(await authenticateClient(server, null, asClient)).toMatchObject({ id: secretClient.id });
  expect(await refusal(refresh(fixture, secretClient.id, last("refresh token"), asClient))).toBe("none");
  const [unspent] = secrets.filter(({ kind }) => kind === "code");
  expect(await refusal(spend(fixture, publicClient, unspent!.value, { redirect_uri: redirectUri }))).toBe("none");
});

test("a copy of the database without its key file shows no mail", async () => {
  const path = `${fixture.store.read.$client.filename}.copy.db`;
  fixture.store.backup(path);
  const copy = openStore(path);
  expect(await latestMails(fixture.store.read, 100)).toHaveLength(10);
  expect(await latestMails(copy.read, 100)).toEqual([]);
  await copy.close();
});
