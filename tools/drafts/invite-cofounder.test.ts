import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { transports } from "#test/support/clients/tool-caller.ts";
import { keyFor } from "#test/support/records/account.ts";
import { draftFor } from "#test/support/records/draft.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let now = testNow;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: () => now });
});
afterAll(() => server.stop());

let accounts = 0;
const writer = (isTest = false) =>
  keyFor(server.store, {
    email: `writer${++accounts}@example.test`,
    scopes: ["account:read", "listings:write"],
    isTest,
  });
const mailsTo = async (email: string) => (await server.mails()).filter(({ recipient }) => recipient === email);

for (const transport of transports)
  describe(transport, () => {
    test("201: sends a link by email and adds the invitation to the draft", async () => {
      const { key, account } = await writer();
      const { id } = await draftFor(server.store, account.id);
      const email = `sam.${transport}@example.test`;
      const { status, body } = await server.as(key).over(transport, "invite_cofounder", { id, email: ` ${email} ` });
      expect(status).toBe(201);
      expect(body.invites).toEqual([
        { email: email.toLowerCase(), status: "pending", expires_at: "2026-12-02T12:00:00.000Z" },
      ]);
      const [mail] = await mailsTo(email.toLowerCase());
      expect(mail!.subject).toStartWith("Invitation to join as a co-founder (");
      expect(mail!.textBody).toContain("Ada is listing Harbour Ledger (");
      expect(mail!.textBody).toMatch(new RegExp(`${server.url}/invite\\?token=[\\w-]{43}`));
    });
  });

test("201: email contains no links or texts from the inviter's name and draft", async () => {
  const { key, account } = await writer();
  await server.store.write((tx) => updateAccount(tx, account.id, { name: "Renew at evil.example.com" }, now));
  const { id } = await draftFor(server.store, account.id, { fields: { name: "Your password expired: www.evil.io/x" } });
  await server.as(key).over("REST", "invite_cofounder", { id, email: "bank@example.test" });
  const [mail] = await mailsTo("bank@example.test");
  for (const text of [mail!.subject, mail!.textBody, mail!.htmlBody]) expect(text).not.toMatch(/evil|password|Ada/);
  expect(mail!.textBody).toContain("Someone is listing ");
});

test("201: inviter with an unconfirmed email is not named in the email", async () => {
  const { key, account } = await writer();
  await server.store.write((tx) =>
    updateAccount(tx, account.id, { name: "Bank Security", emailVerifiedAt: null }, now),
  );
  const { id } = await draftFor(server.store, account.id);
  await server.as(key).over("REST", "invite_cofounder", { id, email: "clerk@example.test" });
  const [mail] = await mailsTo("clerk@example.test");
  expect(mail!.textBody).toContain("Someone is listing Harbour Ledger");
  expect(mail!.textBody).not.toContain("Bank Security");
});

test("201: same email address gets no second mail within a day", async () => {
  const { key, account } = await writer();
  const { id } = await draftFor(server.store, account.id);
  const invite = () => server.as(key).over("REST", "invite_cofounder", { id, email: "kim@example.test" });
  await invite();
  expect((await invite()).body.invites).toHaveLength(1);
  expect(await mailsTo("kim@example.test")).toHaveLength(1);
  now = new Date(testNow.getTime() + 25 * 3_600_000);
  expect((await invite()).body.invites).toHaveLength(1);
  now = testNow;
  expect(await mailsTo("kim@example.test")).toHaveLength(2);
});

test("409: more than ten invitations, or a draft that has ended", async () => {
  const { key, account } = await writer();
  const { id } = await draftFor(server.store, account.id);
  const invite = (draft: number, email: string) =>
    server.as(key).over("REST", "invite_cofounder", { id: draft, email });
  for (let i = 0; i < 10; i++) expect((await invite(id, `many${i}@example.test`)).status).toBe(201);
  expect((await invite(id, "eleventh@example.test")).body.code).toBe("conflict");
  const ended = await draftFor(server.store, account.id, { url: "https://ended.example/", status: "expired" });
  expect((await invite(ended.id, "late@example.test")).body.code).toBe("state_conflict");
  expect(await mailsTo("eleventh@example.test")).toEqual([]);
});

test("422: invalid email address, or the inviter's own", async () => {
  const { key, account } = await writer();
  const { id } = await draftFor(server.store, account.id);
  for (const email of ["sam", "a@b.example, c@d.example", "sam@example.test\nbcc: eve@example.test", account.email])
    expect((await server.as(key).call("invite_cofounder", { id, email })).body.errors[0].field).toBe("email");
});

test("sandbox key: sends no mail", async () => {
  const { key } = await writer(true);
  const { body: draft } = await server.as(key).over("REST", "submit_listing", { url: "https://sandbox.example" });
  const { status, body } = await server
    .as(key)
    .over("REST", "invite_cofounder", { id: draft.id, email: "nobody@example.test" });
  expect([status, body.invites[0].status]).toEqual([201, "pending"]);
  expect(await mailsTo("nobody@example.test")).toEqual([]);
});

test("401 not signed in, 403 scope missing, 404 another account's draft", async () => {
  const { account } = await writer();
  const { id } = await draftFor(server.store, account.id);
  const input = { id, email: "sam@example.test" };
  expect((await server.call("invite_cofounder", input)).status).toBe(401);
  const reader = await keyFor(server.store, { email: "reader@example.test" });
  expect((await server.as(reader.key).call("invite_cofounder", input)).status).toBe(403);
  const other = await writer();
  expect((await server.as(other.key).call("invite_cofounder", input)).status).toBe(404);
});
