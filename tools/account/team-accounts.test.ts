import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  type Account,
  accountByEmail,
  accountById,
  createAccount,
  updateAccount,
} from "#db/queries/accounts/accounts.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import { teamCaller } from "#test/support/clients/team.ts";
import { keyFor } from "#test/support/records/account.ts";
import { ownedProduct } from "#test/support/records/owned-product.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import deleteAccount from "./delete-account.ts";
import findAccounts from "./find-accounts.ts";
import setAccountRole from "./set-account-role.ts";
import showAccount from "./show-account.ts";

let server: TestServer;
let admin: Account;
let call: ReturnType<typeof teamCaller>;
const make = (email: string, more: object = {}, now = testNow) =>
  server.store.write((tx) => createAccount(tx, { email, name: "", ...more }, now));

beforeAll(async () => {
  server = await startTestServer();
  const [site] = (await allSites(server.store.read)) as [SiteRow];
  admin = await make("boss@team.example", { role: "admin", name: "Bo Boss" });
  call = teamCaller(server.store, site, { accountId: admin.id });
  await make("quay.one@harbour.example", { name: "Quay One" }, new Date("2030-05-01T08:00:00Z"));
  const second = await make("quay.two@harbour.example", { role: "moderator" });
  await server.store.write((tx) => updateAccount(tx, second.id, { suspendedAt: testNow.toISOString() }, testNow));
});
afterAll(() => server.stop());

const emails = async (filter: object) =>
  (await call(findAccounts, filter)).items.map(({ email }) => email.split("@")[0]!);

test.each<[object, string[]]>([
  [{ q: "QUAY." }, ["quay.two", "quay.one"]],
  [{ q: "quay o" }, ["quay.one"]],
  [{ q: "quay.two@harb" }, ["quay.two"]],
  [{ q: "quay.%@" }, []],
  [{ domain: "harbour.example", suspended: false }, ["quay.one"]],
  [{ domain: "%.example" }, []],
  [{ role: "moderator", suspended: true }, ["quay.two"]],
  [{ since: "2030-05-01" }, ["quay.one"]],
])("find_accounts %j", async (filter, expected) => {
  expect(await emails(filter)).toEqual(expected);
});

test("find_accounts: an id; an email search uses the index", async () => {
  expect(await emails({ q: String(admin.id) })).toContain("boss");
});

test("show_account: listings, keys and orders of the account", async () => {
  const { account } = await keyFor(server.store, { email: "owner@harbour.example" });
  const { slug } = await ownedProduct(server.store, account.id);
  const shown = await call(showAccount, { account_id: account.id });
  expect(shown).toMatchObject({
    email: "owner@harbour.example",
    keys: 1,
    grants: 0,
    orders: 0,
    decisions: 0,
    role_sites: null,
  });
  expect(shown.listings.map((listing) => listing.slug)).toContain(slug);
  await expect(call(showAccount, {})).rejects.toMatchObject({ errors: [{ field: "email" }] });
  await expect(call(showAccount, { account_id: 999_999 })).rejects.toMatchObject({ code: "not_found" });
});

test("set_account_role: limits to sites; refuses unknown sites, limits of admins and the own account", async () => {
  const email = "mo@team.example";
  const { id } = await make(email);
  const { key: siteKey, id: siteId } = (await allSites(server.store.read))[0]!;
  await call(setAccountRole, { email, role: "moderator", role_sites: siteKey });
  expect(await accountById(server.store.read, id)).toMatchObject({ role: "moderator", roleSites: [siteId] });
  expect((await call(showAccount, { email })).role_sites).toEqual([siteKey]);
  for (const wrong of [
    { role: "moderator", role_sites: "nowhere" },
    { role: "admin", role_sites: siteKey },
  ] as const)
    await expect(call(setAccountRole, { email, ...wrong })).rejects.toMatchObject({
      errors: [{ field: "role_sites" }],
    });
  await expect(call(setAccountRole, { account_id: admin.id, role: "member" })).rejects.toMatchObject({
    code: "state_conflict",
    detail: expect.stringContaining("your own role"),
  });
});

test("set_account_role: the last admin keeps the role", async () => {
  const site = (await allSites(server.store.read))[0]!;
  const admins = (await call(findAccounts, { role: "admin" })).items.filter(({ id }) => id !== admin.id);
  for (const { id } of admins) await call(setAccountRole, { account_id: id, role: "member" });
  const other = teamCaller(server.store, site, { accountId: 999 });
  await expect(other(setAccountRole, { account_id: admin.id, role: "editor" })).rejects.toMatchObject({
    detail: expect.stringContaining("last admin"),
  });
});

test("keys of a member lose the team scopes with the role", async () => {
  const { account, key } = await keyFor(server.store, {
    email: "key@team.example",
    scopes: ["account:read", "team:review"],
  });
  const bearer = { headers: { authorization: `Bearer ${key}` } };
  const status = async () => (await server.get("/team/reports", bearer)).status;
  expect(await status()).toBe(403);
  await call(setAccountRole, { account_id: account.id, role: "moderator" });
  expect(await status()).toBe(200);
  await call(setAccountRole, { account_id: account.id, role: "editor" });
  expect(await status()).toBe(403);
});

test("delete_account: not for accounts with a role", async () => {
  const { id, email } = await make("leaver@team.example", { role: "editor" });
  await expect(call(deleteAccount, { account_id: id })).rejects.toMatchObject({ code: "state_conflict" });
  await call(setAccountRole, { account_id: id, role: "member" });
  await call(deleteAccount, { account_id: id });
  expect(await accountByEmail(server.store.read, email)).toBeUndefined();
});
