import { afterEach, beforeEach, expect, test } from "bun:test";
import { verifyBearer } from "#auth/verify.ts";
import { type Account, accountByEmail } from "#db/queries/accounts/accounts.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { linkIn, openLinkOf, visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { failed, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

const email = "ada@example.test";
const password = "seven grey herons";
let admin: TestAdmin;
let server: TestServer;
beforeEach(async () => {
  admin = newAdmin();
  await admin.run("site", "create", "main", "--name", "Main");
  server = await startTestServer({ store: admin.openStore() });
});
afterEach(() => server.stop());

const user = (...args: string[]) => admin.run("user", ...args);
const create = (...more: string[]) => user("create", "--email", email, ...more);

/** Returns a browser after an attempt to sign in. */
async function signIn(given: string) {
  const person = visitor(server);
  await person.post("/sign-in", { email, password: given });
  return person;
}
const isIn = async (person: Awaited<ReturnType<typeof signIn>>) => (await person.get("/account")).status === 200;

async function audited() {
  const { id } = (await accountByEmail(server.store.read, email)) as Account;
  const entries = (await changesOf(server.store.read, `account:${id}`, 50)).filter(({ via }) => via === "admin:ops");
  return entries.map(({ action, subjects: [subject] }) => [action, subject.replace(String(id), "N")]).reverse();
}

test("create --password: the account can sign in with it", async () => {
  const { json } = await create("--password", password, "--name", "Ada Quill", "--role", "team", "--json");
  expect(json).toEqual({
    id: expect.any(Number),
    email,
    name: "Ada Quill",
    role: "admin",
    has_password: true,
    email_verified_at: testNow.toISOString(),
    suspended_at: null,
    created_at: testNow.toISOString(),
  });
  expect(await isIn(await signIn(password))).toBe(true);
  expect(await isIn(await signIn("another long one"))).toBe(false);
  expect(await audited()).toEqual([["create_account", "account:N"]]);
});

test("review: keys of the account work in the sandbox, and its forms are refused", async () => {
  const made = (await user("review", email, "--password", password, "--json")).json;
  expect(await user("review", email, "--generate-password")).toMatchObject(failed("an account for"));
  const { key } = await keyFor(server.store, { email, scopes: ["account:read", "listings:write"] });
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await server.get(path, { ...init, headers });
    return { status: answer.status, body: await answer.json() };
  };
  expect((await ask("/me")).body).toMatchObject({ email, sandbox: true });
  const fields = { headline: "Berths, counted twice" };
  const changing = { method: "PATCH", body: JSON.stringify({ fields }) };
  expect(await ask(`/me/listings/${made.listing_id}`, changing)).toMatchObject({ status: 200 });
  expect((await ask("/me/listings")).body).toMatchObject({ items: [{ name: "Example Harbour", status: "draft" }] });

  const person = await signIn(password);
  expect((await person.post("/account/profile", { name: "Ada", bio: "Counts berths." })).status).toBe(403);
  expect((await audited())[0]).toEqual(["create_review_account", "account:N"]);
});

test("create without a password: sign-in with an emailed link works", async () => {
  expect((await create()).out).toContain("sign-in link by email");
  const person = visitor(server);
  await person.post("/sign-in", { email, do: "link" });
  const [mail] = await server.mails();
  await openLinkOf(person, linkIn(mail!));
  expect(await isIn(person)).toBe(true);
});

test("create --generate-password: prints a working password once", async () => {
  const { out } = await create("--generate-password");
  const generated = /will not be shown again: (\S{20})\n$/.exec(out)![1]!;
  expect(await isIn(await signIn(generated))).toBe(true);
  expect(JSON.stringify((await user("show", email, "--json")).json)).not.toContain(generated);
});

test("a weak password, an invalid email or an existing one: refused, and no account is created", async () => {
  expect(await create("--password", "short")).toMatchObject(failed("at least 10 characters"));
  expect(await create("--password", email)).toMatchObject(failed("Do not use your name or email"));
  expect(await user("create", "--email", "ada at home")).toMatchObject(failed("not an email address"));
  expect((await user("list", "--json")).json).toEqual([]);
  await create();
  expect(await user("create", "--email", "ADA@example.test")).toMatchObject(failed("already"));
});

test("list: newest first, in pages, without password hashes", async () => {
  for (const name of ["a", "b", "c"]) await user("create", "--email", `${name}@example.test`, "--password", password);
  const emails = async (...page: string[]) =>
    (await user("list", ...page, "--json")).json.map((row: any) => row.email[0]).join("");
  expect([await emails(), await emails("--limit", "2"), await emails("--limit", "2", "--page", "2")]).toEqual([
    "cba",
    "cb",
    "a",
  ]);
  expect((await user("list", "--json")).out + (await user("list")).out).not.toContain("argon2");
});

test("suspend: ends the session and blocks keys and sign-in; restore: keys and sign-in work again", async () => {
  await create("--password", password);
  const { key } = (await admin.run("key", "create", "--email", email, "--scopes", "account:read", "--json")).json;
  const bearer = () => verifyBearer(server.store.read, key, `${server.url}/mcp`, testNow);
  const browser = await signIn(password);
  expect([await isIn(browser), await bearer()]).toEqual([true, expect.objectContaining({ isTest: false })]);
  expect((await user("show", email, "--json")).json).toMatchObject({ sessions: 1, keys: 1, suspended_at: null });

  expect((await user("suspend", email, "--reason", "Spam.")).out).toContain(
    "Listings hidden: 0, kept: 0. Checkouts canceled: 0.",
  );
  expect([await isIn(browser), await bearer(), await isIn(await signIn(password))]).toEqual([false, null, false]);
  expect(await user("suspend", email, "--reason", "Spam.")).toMatchObject(failed("already suspended"));
  expect((await user("show", email, "--json")).json).toMatchObject({
    sessions: 0,
    suspended_at: testNow.toISOString(),
  });

  await user("restore", email, "--reason", "It was no spam.");
  expect([await isIn(browser), await isIn(await signIn(password))]).toEqual([false, true]);
  expect(await bearer()).not.toBeNull();
  expect(await user("restore", email, "--reason", "It was no spam.")).toMatchObject(failed("not suspended"));
  expect((await audited()).slice(2)).toEqual([
    ["suspend_account", "account:N"],
    ["restore_account", "account:N"],
  ]);
});

test("role: changes the role and is audited", async () => {
  await create();
  await user("role", email, "team");
  expect((await user("show", email, "--json")).json).toMatchObject({ role: "admin" });
  expect((await audited())[1]).toEqual(["set_account_role", "account:N"]);
});

test("password: replaces the old one, ends all sessions and confirms the email", async () => {
  await create("--password", password);
  const browser = await signIn(password);
  await user("password", email, "--password", "nine brown otters");
  expect([await isIn(browser), await isIn(await signIn(password))]).toEqual([false, false]);
  expect(await isIn(await signIn("nine brown otters"))).toBe(true);
  expect((await audited())[1]).toEqual(["set_account_password", "account:N"]);

  await user("create", "--email", "bo@example.test");
  const { password: made } = (await user("password", "bo@example.test", "--generate-password", "--json")).json;
  const bo = visitor(server);
  await bo.post("/sign-in", { email: "bo@example.test", password: made });
  expect((await bo.get("/account")).status).toBe(200);

  expect(await user("password", email)).toMatchObject(failed("--generate-password"));
  expect(await user("password", email, "--password", "short")).toMatchObject(failed("at least 10 characters"));
});

test("an unknown account: the error names it", async () => {
  for (const args of [
    ["show"],
    ["suspend", "--reason", "Spam."],
    ["restore", "--reason", "Spam."],
    ["role", "team"],
    ["password", "--password", password],
  ])
    expect(await user(args[0]!, "nobody@example.test", ...args.slice(1))).toMatchObject(
      failed('no account "nobody@example.test"'),
    );
});
