import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createSignInLimiter } from "#auth/sign-in-limiter.ts";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import { sessionsOfAccount } from "#db/queries/accounts/credentials.ts";
import { changesBy } from "#db/queries/common/audit-log.ts";
import { linkIn, openLinkOf, signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
let now: Date;
const password = "four unrelated words";
const email = "ada@example.org";

beforeEach(async () => {
  now = new Date(testNow);
  server = await startTestServer({ now: () => now });
});
afterEach(() => server.stop());

/** Returns the signed-in browser of an account with a password. */
async function ada(): Promise<Visitor> {
  const person = await signUpAs(server, email);
  expect((await person.post("/account", { do: "password", new_password: password })).location).toBe(
    "/account?done=password",
  );
  return person;
}
const account = async () => (await accountByEmail(server.store.read, email))!;
const latestMail = async () => (await server.mails())[0]!;
const withoutTokens = (html: string) => html.replaceAll(/[\w-]{43,}/g, "TOKEN");

test("sign-up: the mailed link confirms the email and signs in", async () => {
  const person = visitor(server);
  const sent = await person.post("/sign-up", { name: " Ada  Quill ", email: "Ada@Example.org" });
  expect(sent).toMatchObject({ status: 303, location: "/check-mail" });
  const mail = await latestMail();
  expect(mail).toMatchObject({ recipient: email });
  // The owner of the mailbox may not be the person who typed the name.
  expect(mail.textBody).toStartWith("Hello,\n");
  expect(mail.htmlBody).not.toContain("Quill");

  const shown = await person.get(linkIn(mail));
  expect(shown.status).toBe(200);
  expect(shown.html).toContain(email);
  expect((await person.get("/account")).location).toBe("/sign-in?return_to=%2Faccount");

  expect((await openLinkOf(person, linkIn(mail))).location).toBe("/account?done=welcome");
  const page = await person.get("/account");
  expect(page.status).toBe(200);
  expect(page.html).toContain("Ada Quill");
  expect((await changesBy(server.store.read, (await account()).id, 9)).map(({ action }) => action)).toEqual([
    "start_session",
    "confirm_address",
    "create_account",
  ]);
});

test("welcome: one mail when the email is confirmed, none before and none at later sign-ins", async () => {
  const welcomes = async () =>
    (await server.mails()).filter(({ subject }) => subject.startsWith("Your account is ready"));
  const person = visitor(server);
  await person.post("/sign-up", { name: "Ada Quill", email });
  expect(await welcomes()).toEqual([]);
  await openLinkOf(person, linkIn(await latestMail()));
  const again = visitor(server);
  await again.post("/sign-in", { email, do: "link" });
  await openLinkOf(again, linkIn(await latestMail()));
  const [mail, ...others] = await welcomes();
  expect([mail!.recipient, mail!.subject, others]).toEqual([email, "Your account is ready (Slipway)", []]);
  expect(mail!.textBody.replaceAll(server.url, "https://site")).toBe(`Hello Ada Quill,

Your email address is confirmed, and your account is ready. You can now vote for products and follow them.

Do you have a product of your own? Enter its URL, and we write a draft of its page from its website. You review the draft before anything becomes public.

Submit a product: https://site/submit

You receive this email because you have an account on Slipway.

Slipway, https://site
`);
  expect(mail!.htmlBody).toContain(`href="${server.url}/submit"`);
});

test("responses are the same for emails with and without an account", async () => {
  await ada();
  const stranger = visitor(server);
  await stranger.get("/sign-in");
  const asks = [
    { path: "/sign-up", fields: (to: string) => ({ name: "Eve", email: to }) },
    { path: "/sign-in", fields: (to: string) => ({ do: "link", email: to }) },
    { path: "/reset-password", fields: (to: string) => ({ email: to }) },
  ];
  for (const { path, fields } of asks) {
    const [known, unknown] = [
      await stranger.post(path, fields(email)),
      await stranger.post(path, fields("no@one.example")),
    ];
    expect({ status: known.status, to: known.location }).toEqual({ status: unknown.status, to: unknown.location });
  }
  const wrong = { do: "password", password: "not the password" };
  const known = await stranger.post("/sign-in", { ...wrong, email });
  const unknown = await stranger.post("/sign-in", { ...wrong, email: "no@one.example" });
  expect([known.status, unknown.status]).toEqual([422, 422]);
  expect(withoutTokens(known.html).replaceAll(email, "X")).toBe(
    withoutTokens(unknown.html).replaceAll("no@one.example", "X"),
  );
});

test("work before the response is the same for emails with and without an account", async () => {
  await ada();
  const counts = () =>
    ["accounts", "email_links", "mails", "jobs"].map(
      (table) => server.store.read.$client.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()!.n,
    );
  await server.drainJobs();
  for (const path of ["/sign-up", "/sign-in", "/reset-password"])
    for (const to of [email, `${path.slice(1)}@nobody.example`]) {
      const before = counts();
      const stranger = visitor(server);
      const answer = await stranger.post(path, { do: "link", name: "Eve", email: to });
      expect(answer.location).toBe("/check-mail");
      expect(counts()).toEqual(before.map((count, i) => (i === 3 ? count + 1 : count)));
    }
  await server.mails();
  const recipients = (await server.mails()).slice(0, 4).map(({ recipient }) => recipient);
  expect(recipients.sort()).toEqual([email, email, email, "sign-up@nobody.example"]);
});

test("sign-up with a known email: its owner gets a mail and nothing changes", async () => {
  await ada();
  const before = await account();
  await visitor(server).post("/sign-up", { name: "Mallory", email });
  expect((await latestMail()).subject).toContain("You already have an account");
  expect(await account()).toEqual(before);
});

test("unconfirmed account: the name is removed if a sign-in link confirms the email", async () => {
  await visitor(server).post("/sign-up", { name: "Mallory", email });
  const person = visitor(server);
  await person.post("/sign-in", { do: "link", email });
  await openLinkOf(person, linkIn(await latestMail()));
  expect(await account()).toMatchObject({ name: "", passwordHash: null });
});

test("two sign-ups with different names for one email: no name is kept", async () => {
  for (const name of ["Mallory", "Ada Quill"]) await visitor(server).post("/sign-up", { name, email });
  const [latest, first] = await server.mails();
  for (const mail of [first!, latest!]) expect(mail.recipient).toBe(email);
  await openLinkOf(visitor(server), linkIn(first!));
  expect(await account()).toMatchObject({ name: "", emailVerifiedAt: testNow.toISOString() });
});

test("correct password: a new session and a redirect to return_to", async () => {
  await ada();
  const person = visitor(server);
  person.cookies.set("slipway", "known-to-an-attacker");
  const fields = { do: "password", email: " ADA@example.org ", password, return_to: "/account/keys?a=1" };
  const answer = await person.post("/sign-in", fields);
  expect(answer.location).toBe("/account/keys?a=1");
  expect(person.cookies.get("slipway")).toMatch(/^[\w-]{43}$/);
  expect(answer.headers.getSetCookie()[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
  expect((await person.get("/account")).status).toBe(200);
});

test("422: wrong password, with the error at the field and without the password", async () => {
  await ada();
  const { status, html } = await visitor(server).post("/sign-in", { do: "password", email, password: "wrong-secret" });
  expect(status).toBe(422);
  expect(html).toContain('aria-describedby="field-password-error" aria-invalid="true"');
  expect(html).toContain('<a href="#field-password">');
  expect(html).toContain(`value="${email}"`);
  expect(html).not.toContain("wrong-secret");
});

test.each([
  ["", "is required"],
  [" \u200B ", "is required"],
  ["a".repeat(101), "must have at most 100 characters"],
  [
    "Renew at https://evil.example",
    "must not contain a URL or a domain name; put a space after an abbreviation with a dot",
  ],
])("name %p: refused with the reason", async (name, why) => {
  const { html } = await visitor(server).post("/sign-up", { name, email });
  expect(html).toContain(`Your name ${why}.`);
});

test("input is escaped", async () => {
  const { html } = await visitor(server).post("/sign-up", { name: '"><script>alert(1)</script>', email: "<b>" });
  expect(html).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).not.toContain("<script");
});

test("mailed link: signs in once within an hour and redirects to return_to", async () => {
  await ada();
  const person = visitor(server);
  await person.post("/sign-in", { do: "link", email, return_to: "/account/apps" });
  const link = linkIn(await latestMail());
  expect((await openLinkOf(person, link)).location).toBe("/account/apps");
  expect((await openLinkOf(visitor(server), link)).status).toBe(410);
  expect((await visitor(server).get(link)).status).toBe(410);

  await person.post("/sign-out", {});
  await person.post("/sign-in", { do: "link", email });
  const old = linkIn(await latestMail());
  now = new Date(now.getTime() + 60 * 60_000);
  expect((await openLinkOf(person, old)).status).toBe(410);
  expect((await visitor(server).get("/link?token=nonsense")).status).toBe(410);
});

test("return_to of another site is ignored", async () => {
  await ada();
  for (const target of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "javascript:x",
  ]) {
    const person = visitor(server);
    const { html } = await person.get(`/sign-in?return_to=${encodeURIComponent(target)}`);
    expect(html).not.toContain("return_to");
    const fields = { do: "password", email, password, return_to: target };
    expect((await person.post("/sign-in", fields)).location).toBe("/account");
  }
});

test("sign-out: the session ends in the database", async () => {
  const person = await ada();
  const stolen = visitor(server);
  for (const [name, value] of person.cookies) stolen.cookies.set(name, value);
  expect((await stolen.get("/account")).status).toBe(200);
  expect((await person.post("/sign-out", {})).location).toBe("/sign-in?done=signed-out");
  expect((await stolen.get("/account")).location).toStartWith("/sign-in");
  expect(await sessionsOfAccount(server.store.read, (await account()).id, now)).toEqual([]);
});

test("second sign-in: the previous session of the browser ends", async () => {
  const person = await ada();
  const before = person.cookies.get("slipway");
  await person.post("/sign-in", { do: "password", email, password });
  expect(person.cookies.get("slipway")).not.toBe(before);
  expect(await sessionsOfAccount(server.store.read, (await account()).id, now)).toHaveLength(1);
});

test("password reset by link: all other sessions end and the owner gets a mail", async () => {
  const old = await ada();
  const person = visitor(server);
  await person.post("/reset-password", { email });
  const link = linkIn(await latestMail());
  expect((await openLinkOf(person, link, { new_password: "short" })).status).toBe(422);
  const answer = await openLinkOf(person, link, { new_password: "another long password" });
  expect(answer.location).toBe("/account?done=password");
  expect((await old.get("/account")).location).toStartWith("/sign-in");
  expect((await latestMail()).subject).toContain("Your password has changed");
  const attempt = (typed: string) => visitor(server).post("/sign-in", { do: "password", email, password: typed });
  expect((await attempt(password)).status).toBe(422);
  expect((await attempt("another long password")).status).toBe(303);
});

test("suspended account: sessions end and sign-in fails", async () => {
  const person = await ada();
  const { id } = await account();
  await server.store.write((tx) => updateAccount(tx, id, { suspendedAt: now.toISOString() }, now));
  expect((await person.get("/account")).location).toStartWith("/sign-in");
  expect((await visitor(server).post("/sign-in", { do: "password", email, password })).status).toBe(422);
});

describe("limits", () => {
  let slow: TestServer;
  const stranger = "6.6.6.6";

  beforeEach(async () => {
    slow = await startTestServer({ now: () => now, slowDown: createSignInLimiter(), trustedProxies: 1 });
  });
  afterEach(() => slow.stop());

  const from = (network: string) => ({ "x-forwarded-for": network });
  const signIn = (person: Visitor, network: string, typed: string, to = email) =>
    person.post("/sign-in", { do: "password", email: to, password: typed }, from(network));
  const askFor = async (path: string, network: string, to = email) =>
    (await visitor(slow).post(path, { do: "link", name: "Ada Quill", email: to }, from(network))).location;
  const mailsTo = async (to = email) => (await slow.mails()).filter(({ recipient }) => recipient === to);
  async function adaThere(): Promise<Visitor> {
    const person = await signUpAs(slow, email);
    await person.post("/account", { do: "password", new_password: password });
    return person;
  }

  test("429: too many attempts, with a page that says how long to wait", async () => {
    const person = visitor(slow);
    for (let i = 0; i < 10; i++) expect((await signIn(person, stranger, "wrong")).status).toBe(422);
    const { status, headers, html } = await signIn(person, stranger, "wrong");
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(800);
    expect(html).toContain("15 minutes");
    expect(html).toContain('<a href="/sign-in">sign in with an emailed link</a>');
    for (let i = 0; i < 10; i++) expect(await askFor("/reset-password", stranger)).toBe("/check-mail");
    expect(await askFor("/sign-up", stranger, "eve@example.org")).toBeNull();
  });

  test("attempts of one network: other networks can still sign in, and few mails are sent", async () => {
    await adaThere();
    const before = (await mailsTo()).length;
    for (let i = 0; i < 12; i++) {
      await signIn(visitor(slow), stranger, "wrong");
      await askFor("/sign-in", stranger);
    }
    expect(await mailsTo()).toHaveLength(before + 3);
    expect((await signIn(visitor(slow), "5.5.5.5", password)).location).toBe("/account");
    for (const path of ["/sign-in", "/sign-up", "/reset-password"])
      expect(await askFor(path, "5.5.5.5")).toBe("/check-mail");
    // A reset link has another purpose, so one is sent. The last sign-in link still works.
    const [reset, latest, ...others] = await mailsTo();
    expect(others).toHaveLength(before + 2);
    expect(reset!.subject).toStartWith("Set a new password");
    now = new Date(now.getTime() + 59 * 60_000);
    expect((await openLinkOf(visitor(slow), linkIn(latest!))).location).toBe("/account");
  });

  test("opened links and links older than an hour do not count", async () => {
    await adaThere();
    for (let i = 0; i < 4; i++) {
      await askFor("/sign-in", stranger);
      await openLinkOf(visitor(slow), linkIn((await mailsTo())[0]!));
    }
    for (let i = 0; i < 5; i++) await askFor("/sign-in", stranger);
    const { length } = await mailsTo();
    now = new Date(now.getTime() + 60 * 60_000);
    await askFor("/sign-in", "5.5.5.5");
    expect(await mailsTo()).toHaveLength(length + 1);
  });

  test("email without an account: at most three links an hour", async () => {
    const unknown = "eve@example.org";
    for (let i = 0; i < 9; i++) await askFor("/sign-up", `2001:db8:${i}::1`, unknown);
    expect(await mailsTo(unknown)).toHaveLength(3);
    now = new Date(now.getTime() + 61 * 60_000);
    expect((await openLinkOf(visitor(slow), linkIn((await mailsTo(unknown))[0]!))).location).toBe(
      "/account?done=welcome",
    );
  });

  test("100 failed attempts: only known browsers and emailed links can sign in", async () => {
    const owner = await adaThere();
    await owner.post("/sign-out", {});
    expect(owner.cookies.get("slipway_browser")).toMatch(/^[\w-]{43}$/);
    const stolenName = visitor(slow);
    stolenName.cookies.set("slipway_browser", "x".repeat(43));
    for (let i = 0; i < 100; i++) await slow.runtime.slowDown!.take("sign_in", `10.0.${i}.1`, email);
    for (const browser of [visitor(slow), stolenName])
      expect((await signIn(browser, "5.5.5.5", password)).status).toBe(429);
    // The limit is the same for an email without an account.
    for (let i = 0; i < 100; i++) await slow.runtime.slowDown!.take("sign_in", `10.0.${i}.1`, "no@one.example");
    expect((await signIn(visitor(slow), "5.5.5.5", password, "no@one.example")).status).toBe(429);

    expect((await signIn(owner, "5.5.5.5", "wrong")).status).toBe(422);
    expect((await signIn(owner, "5.5.5.5", password)).location).toBe("/account");
    const elsewhere = visitor(slow);
    await askFor("/sign-in", "5.5.5.5");
    expect((await openLinkOf(elsewhere, linkIn((await mailsTo())[0]!))).location).toBe("/account");
  });

  test("browser mark: signs no one in, is valid for one account and ends with its password", async () => {
    const owner = await adaThere();
    const mark = owner.cookies.get("slipway_browser")!;
    const browser = visitor(slow);
    browser.cookies.set("slipway_browser", mark);
    expect((await browser.get("/account")).location).toStartWith("/sign-in");
    const other = await signUpAs(slow, "eve@example.org");
    await other.post("/account", { do: "password", new_password: password });
    for (const to of [email, "eve@example.org"])
      for (let i = 0; i < 100; i++) await slow.runtime.slowDown!.take("sign_in", `10.0.${i}.1`, to);
    expect((await signIn(browser, "5.5.5.5", password, "eve@example.org")).status).toBe(429);
    for (let i = 0; i < 10; i++) expect((await signIn(browser, `7.7.7.${i}`, "wrong")).status).toBe(422);
    expect((await signIn(browser, "7.7.7.11", password)).status).toBe(429);

    await askFor("/reset-password", "5.5.5.5");
    await openLinkOf(owner, linkIn((await mailsTo())[0]!), { new_password: "another long password" });
    expect(owner.cookies.get("slipway_browser")).not.toBe(mark);
    browser.cookies.set("slipway_browser", mark);
    const { html } = await signIn(browser, "5.5.5.6", "another long password");
    expect(html).toContain("Too many attempts");
  });

  test("signed-in browser: attempts of others do not count against it", async () => {
    const owner = await adaThere();
    for (let i = 0; i < 100; i++) await slow.runtime.slowDown!.take("sign_in", `10.0.${i}.1`, email);
    const change = (current: string) =>
      owner.post("/account", { do: "password", current_password: current, new_password: "another long password" });
    expect((await change("wrong")).status).toBe(422);
    expect((await change(password)).location).toBe("/account?done=password");
    for (let i = 0; i < 10; i++) await change("wrong");
    expect((await change("wrong")).status).toBe(429);
  });
});
