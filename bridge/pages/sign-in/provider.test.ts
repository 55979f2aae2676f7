import { afterEach, beforeEach, expect, test } from "bun:test";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import { linkIn, openLinkOf, type PageVisit, signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { type Claims, startOpenIdProvider, type TestProvider } from "#test/support/fakes/openid-provider.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { openIdProvider } from "../../outbound/openid.ts";

let upstream: TestProvider;
let server: TestServer;

beforeEach(async () => {
  upstream = await startOpenIdProvider();
  server = await startTestServer({ provider: openIdProvider({ ...upstream, now: () => testNow }) });
});
afterEach(async () => {
  await server.stop();
  await upstream.stop();
});

const path = (url: string) => url.replace(server.url, "");
const account = (email = "ada@example.org") => accountByEmail(server.store.read, email);

/** Signs in at the provider and returns with `change` applied to the callback URL. */
async function signInThere(
  person: Visitor = visitor(server),
  { claims = {}, from = "/sign-in/provider", change = (url: string) => url } = {} as {
    claims?: Claims;
    from?: string;
    change?: (url: string) => string;
  },
): Promise<PageVisit> {
  upstream.claims = claims;
  const { location } = await person.get(from);
  return person.get(path(change(await upstream.agree(location!))));
}
const whoIs = async (person: Visitor) =>
  /You sign in as <strong>([^<]+)/.exec((await person.get("/account")).html)?.[1];

test("the sign-in page links to the provider", async () => {
  const { html } = await visitor(server).get("/sign-in?return_to=%2Faccount%2Fkeys");
  expect(html).toContain('href="/sign-in/provider?return_to=%2Faccount%2Fkeys"');
  expect(html).toContain(`Continue with 127.0.0.1:${new URL(upstream.issuer).port}`);
});

test("new user: gets an account and is redirected back", async () => {
  const person = visitor(server);
  const answer = await signInThere(person, { from: "/sign-in/provider?return_to=%2Faccount%2Fkeys" });
  expect(answer.location).toBe("/account/keys");
  expect(await whoIs(person)).toBe("ada@example.org");
  expect(await account()).toMatchObject({ name: "Ada Quill", emailVerifiedAt: testNow.toISOString() });
});

test("existing account: linked by the verified email, then found by subject", async () => {
  await signUpAs(server, "ada@example.org");
  const { id } = (await account())!;
  const person = visitor(server);
  await signInThere(person);
  expect((await account())!.id).toBe(id);
  // The email has changed there, but the subject is the same.
  const again = visitor(server);
  await signInThere(again, { claims: { email: "moved@example.org" } });
  expect(await whoIs(again)).toBe("ada@example.org");
  expect(await account("moved@example.org")).toBeUndefined();
});

test("403: email not verified by the provider; no account is linked or created", async () => {
  await signUpAs(server, "ada@example.org");
  for (const email_verified of [false, undefined, "true", 1]) {
    const person = visitor(server);
    const { status, html } = await signInThere(person, { claims: { email_verified, sub: "someone-else" } });
    expect(status).toBe(403);
    expect(html).toContain("has not confirmed that your email address is yours");
    expect(await whoIs(person)).toBeUndefined();
  }
  expect((await signInThere(visitor(server), { claims: { email: undefined } })).status).toBe(403);
  expect((await signInThere(visitor(server), { claims: { email: "a@x.example,b@y.example" } })).status).toBe(403);
});

test("new account: one welcome mail, none at the next sign-in", async () => {
  await signInThere();
  await signInThere();
  const mails = await server.mails();
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ["ada@example.org", "Your account is ready (Slipway)"],
  ]);
});

test("known subject: keeps its account, even with the verified email of another one", async () => {
  await signInThere();
  await signUpAs(server, "eve@example.org");
  const person = visitor(server);
  await signInThere(person, { claims: { email: "eve@example.org" } });
  expect(await whoIs(person)).toBe("ada@example.org");
});

test("unconfirmed account: everything set up before the email is verified ends", async () => {
  const mallory = visitor(server);
  await mallory.post("/sign-up", { name: "Mallory", email: "ada@example.org" });
  const [mail] = await server.mails();
  const { id } = (await account())!;
  await server.store.write((tx) => updateAccount(tx, id, { passwordHash: "prepared" }, testNow));
  await signInThere();
  const proved = { id, name: "Ada Quill", passwordHash: null, emailVerifiedAt: testNow.toISOString() };
  expect(await account()).toMatchObject(proved);
  // The mailed link still works, but only the owner of the mailbox has it.
  expect((await openLinkOf(mallory, linkIn(mail!))).status).toBe(303);
});

test.each([
  ["Renew at https://evil.example", ""],
  ["\u200B\u202E", ""],
  ["x".repeat(120), "x".repeat(100)],
])("name %p at the provider: the user can still sign in", async (name, kept) => {
  expect((await signInThere(visitor(server), { claims: { name } })).location).toBe("/account");
  expect((await account())!.name).toBe(kept);
});

test("403: suspended account", async () => {
  await signInThere();
  const { id } = (await account())!;
  await server.store.write((tx) => updateAccount(tx, id, { suspendedAt: testNow.toISOString() }, testNow));
  expect((await signInThere()).status).toBe(403);
});

const faults: Record<string, Claims> = {
  "another nonce": { nonce: "x".repeat(43) },
  "no nonce": { nonce: undefined },
  "another issuer": { iss: "https://evil.example" },
  "another audience": { aud: "another-client" },
  "an expired token": { exp: testNow.getTime() / 1000 - 60 },
  "no subject": { sub: undefined },
};
for (const [what, claims] of Object.entries(faults))
  test(`400: ID token with ${what}`, async () => {
    const person = visitor(server);
    const { status, html } = await signInThere(person, { claims });
    expect(status).toBe(400);
    expect(html).toContain("Sign-in failed");
    expect(await whoIs(person)).toBeUndefined();
    expect(await account()).toBeUndefined();
  });

test("400: ID token signed with another key", async () => {
  upstream.usesForeignKey = true;
  expect((await signInThere()).status).toBe(400);
  expect(await account()).toBeUndefined();
});

test("400: response that was changed or belongs to another browser", async () => {
  const set = (name: string, value: string) => (url: string) => {
    const changed = new URL(url);
    changed.searchParams.set(name, value);
    return changed.href;
  };
  const other = await visitor(server).get("/sign-in/provider");
  const foreignState = new URL(other.location!).searchParams.get("state")!;
  for (const change of [
    set("state", foreignState),
    set("state", ""),
    set("iss", "https://evil.example"),
    set("code", "guessed"),
    set("error", "access_denied"),
  ])
    expect((await signInThere(visitor(server), { change })).status).toBe(400);
  // A link with someone else's code, opened in a browser without a pending sign-in.
  const theirs = await upstream.agree(other.location!);
  expect((await visitor(server).get(path(theirs))).status).toBe(400);
  expect(await account()).toBeUndefined();
});

test("400: response used a second time", async () => {
  const person = visitor(server);
  const { location } = await person.get("/sign-in/provider");
  const answer = path(await upstream.agree(location!));
  expect((await person.get(answer)).status).toBe(303);
  expect((await person.get(answer)).status).toBe(400);
});

test("400: provider unreachable; 404: no provider configured", async () => {
  await upstream.stop();
  expect((await visitor(server).get("/sign-in/provider")).status).toBe(400);
  const plain = await startTestServer();
  try {
    expect((await visitor(plain).get("/sign-in/provider")).status).toBe(404);
    expect((await visitor(plain).get("/sign-in")).html).not.toContain("/sign-in/provider");
  } finally {
    await plain.stop();
  }
});
