import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import { saveRule } from "#db/queries/moderation/abuse-rules.ts";
import { linkIn, openLinkOf, type PageVisit, signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { gitHubClient, startGitHub, type TestGitHub } from "#test/support/fakes/github.ts";
import { type Claims, startOpenIdProvider, type TestProvider } from "#test/support/fakes/openid-provider.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { gitHubProvider } from "../../outbound/github.ts";
import { openIdProvider } from "../../outbound/openid.ts";

let upstream: TestProvider;
let gitHub: TestGitHub;
let server: TestServer;

const now = () => testNow;

beforeEach(async () => {
  upstream = await startOpenIdProvider();
  gitHub = await startGitHub();
  server = await startTestServer({
    providers: [
      gitHubProvider({ ...gitHubClient, now }, { site: gitHub.url, api: gitHub.url }),
      openIdProvider({ key: "provider", label: "Harbour ID", issuer: upstream.issuer }, { ...upstream, now }),
    ],
  });
});
afterEach(async () => {
  await server.stop();
  await upstream.stop();
  await gitHub.stop();
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

/** Signs in with GitHub and returns with `change` applied to the callback URL. */
async function signInAtGitHub(
  person: Visitor = visitor(server),
  { from = "/sign-in/github", change = (url: string) => url } = {},
): Promise<PageVisit> {
  const { location } = await person.get(from);
  return person.get(path(change(await gitHub.agree(location!))));
}

test("sign-in and sign-up pages link to the providers, before the form", async () => {
  for (const page of ["/sign-in", "/sign-up"]) {
    const { html } = await visitor(server).get(`${page}?return_to=%2Faccount%2Fkeys`);
    const places = [
      html.indexOf('href="/sign-in/github?return_to=%2Faccount%2Fkeys">Continue with GitHub'),
      html.indexOf('href="/sign-in/provider?return_to=%2Faccount%2Fkeys">Continue with Harbour ID'),
      html.indexOf('name="email"'),
    ];
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  }
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

test("400: one provider's response at the callback of another", async () => {
  const person = visitor(server);
  const { location } = await person.get("/sign-in/github");
  const answer = path(await gitHub.agree(location!));
  expect((await person.get(answer.replace("github", "provider").replace(/&iss=[^&]*/, ""))).status).toBe(400);
  expect(await account()).toBeUndefined();
});

describe("GitHub", () => {
  test("authorization URL: PKCE, state, and only the scope for email addresses", async () => {
    const { location } = await visitor(server).get("/sign-in/github");
    const { origin, pathname, searchParams } = new URL(location!);
    expect(origin + pathname).toBe(`${gitHub.url}/login/oauth/authorize`);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: gitHubClient.clientId,
      redirect_uri: `${server.url}/sign-in/github/callback`,
      scope: "user:email",
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test("new user: gets an account with the primary email and is redirected back", async () => {
    const person = visitor(server);
    const answer = await signInAtGitHub(person, { from: "/sign-in/github?return_to=%2Fsubmit%3Furl%3Dtide.example" });
    expect(answer.location).toBe("/submit?url=tide.example");
    expect(await whoIs(person)).toBe("ada@example.org");
    expect(await account()).toMatchObject({ name: "Ada Quill", emailVerifiedAt: testNow.toISOString() });
    expect(await account("old@example.org")).toBeUndefined();
  });

  test("without a name: the login names the account", async () => {
    gitHub.user.name = null;
    await signInAtGitHub();
    expect((await account())!.name).toBe("adaquill");
  });

  test("existing account: linked by the verified email, then found by user ID", async () => {
    await signUpAs(server, "ada@example.org");
    const { id } = (await account())!;
    await signInAtGitHub();
    gitHub.emails = [{ email: "moved@example.org", primary: true, verified: true, visibility: null }];
    gitHub.user.login = "renamed";
    const again = visitor(server);
    await signInAtGitHub(again);
    expect(await whoIs(again)).toBe("ada@example.org");
    expect((await account())!.id).toBe(id);
    expect(await account("moved@example.org")).toBeUndefined();
  });

  test("another user with the same former email: not signed in to the account", async () => {
    await signInAtGitHub();
    gitHub.user.id = 2;
    gitHub.emails = [{ email: "eve@example.org", primary: true, verified: true, visibility: null }];
    const person = visitor(server);
    await signInAtGitHub(person);
    expect(await whoIs(person)).toBe("eve@example.org");
  });

  test.each([
    ["unverified", [{ email: "ada@example.org", primary: true, verified: false, visibility: null }]],
    ["not primary", [{ email: "ada@example.org", primary: false, verified: true, visibility: null }]],
    ["missing", []],
  ])("403: primary email %s; no account is linked or created", async (_, emails) => {
    await signUpAs(server, "ada@example.org");
    gitHub.emails = emails;
    const person = visitor(server);
    expect((await signInAtGitHub(person)).status).toBe(403);
    expect(await whoIs(person)).toBeUndefined();
  });

  test.each([
    ["state", "x".repeat(43)],
    ["iss", "https://evil.example"],
    ["code", "guessed"],
    ["error", "access_denied"],
  ])("400: response with another %s", async (name, value) => {
    const change = (url: string) => {
      const changed = new URL(url);
      changed.searchParams.set(name, value);
      return changed.href;
    };
    expect((await signInAtGitHub(visitor(server), { change })).status).toBe(400);
    expect(await account()).toBeUndefined();
  });

  test.each(["/user", "/user/emails"])("400: the API fails for %s", async (endpoint) => {
    gitHub.failing.set(endpoint, 404);
    expect((await signInAtGitHub()).status).toBe(400);
    expect(await account()).toBeUndefined();
  });
});

describe("linked accounts", () => {
  const accountHtml = async (person: Visitor) => (await person.get("/account")).html;
  const unlink = (person: Visitor, subject: string, issuer = `${gitHub.url}/login/oauth`) =>
    person.post("/account", { do: "unlink", issuer, subject });

  test("listed by the provider's name, and unlinked", async () => {
    const person = visitor(server);
    await signInAtGitHub(person);
    await signInThere(person);
    const html = await accountHtml(person);
    for (const label of ["GitHub", "Harbour ID"]) expect(html).toContain(`aria-label="Unlink ${label}"`);
    expect((await unlink(person, "583231")).location).toBe("/account?done=unlinked");
    expect(await accountHtml(person)).not.toContain("Unlink GitHub");
    expect(await accountHtml(person)).toContain("Unlink Harbour ID");
  });

  test("someone else's linked account stays linked", async () => {
    const ada = visitor(server);
    await signInAtGitHub(ada);
    await unlink(await signUpAs(server, "eve@example.org"), "583231");
    expect(await accountHtml(ada)).toContain("Unlink GitHub");
  });

  test("422: the only way to sign in, because the mail server refuses our emails", async () => {
    const person = visitor(server);
    await signInAtGitHub(person);
    const { id } = (await account())!;
    const set = (changes: Parameters<typeof updateAccount>[2]) =>
      server.store.write((tx) => updateAccount(tx, id, changes, testNow));
    await set({ mailRefusedAt: testNow.toISOString(), mailRefusal: "550 unknown user" });
    expect(await accountHtml(person)).not.toContain("Unlink GitHub");
    const { status, html } = await unlink(person, "583231");
    expect(status).toBe(422);
    expect(html).toContain("This is your only way to sign in.");
    await set({ passwordHash: "another way" });
    expect((await unlink(person, "583231")).status).toBe(303);
  });
});

test("400: provider unreachable; 404: no provider configured", async () => {
  await upstream.stop();
  expect((await visitor(server).get("/sign-in/provider")).status).toBe(400);
  const plain = await startTestServer();
  try {
    for (const key of ["provider", "github", "google", "passkey"])
      for (const page of [`/sign-in/${key}`, `/sign-in/${key}/callback?code=x&state=y`])
        expect((await visitor(plain).get(page)).status).toBe(404);
    expect((await visitor(plain).get("/sign-in")).html).not.toContain("Continue with");
  } finally {
    await plain.stop();
  }
});

test("403: a blocked email domain gets no account, and an account from before still signs in", async () => {
  await signInThere();
  const rule = { siteId: null, kind: "email_domain", effect: "deny", value: "example.org" } as const;
  await server.store.write((tx) => saveRule(tx, rule, "", null, testNow));
  expect((await signInThere(visitor(server))).location).toBe("/account");
  const { status, html } = await signInThere(visitor(server), {
    claims: { sub: "other", email: "bo@sub.Example.org" },
  });
  expect([status, html.includes("blocked email addresses at example.org"), html.includes("/contact")]).toEqual([
    403,
    true,
    true,
  ]);
  expect(await account("bo@sub.example.org")).toBeUndefined();
});
