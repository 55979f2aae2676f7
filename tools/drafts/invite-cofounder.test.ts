import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { makeReadOnly, removeOwner } from "#db/queries/accounts/access.ts";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import { addOwner, companyOfListing, ownsCompany } from "#db/queries/accounts/owners.ts";
import { transports } from "#test/support/clients/tool-caller.ts";
import { signUpAs, visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { draftFor } from "#test/support/records/draft.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { buttonSentences } from "#tools/core/text/page-buttons.ts";

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
/** Makes the account an owner of an imported live listing, which has no draft. */
async function ownedListing(accountId: number) {
  const { id, name, url } = (await server.call("search_listings", { per_page: 1, page: accounts + 1 })).body.items[0];
  const companyId = (await companyOfListing(server.store.read, id))!;
  await server.store.write((tx) => addOwner(tx, { companyId, accountId, via: "team" }, testNow));
  return { id: id as number, name, url, companyId };
}

const mailsTo = async (email: string) => (await server.mails()).filter(({ recipient }) => recipient === email);
const tokenOf = async (email: string) =>
  (await mailsTo(email)).flatMap(({ textBody }) => /\/invite\?token=(\S+)/.exec(textBody)?.[1] ?? [])[0]!;

for (const transport of transports)
  describe(transport, () => {
    test("201: sends a link by email and adds the invitation to the draft", async () => {
      const { key, account } = await writer();
      const { id } = await draftFor(server.store, account.id);
      const email = `sam.${transport}@example.test`;
      const { status, body } = await server.as(key).over(transport, "invite_cofounder", { id, email: ` ${email} ` });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        invited: email.toLowerCase(),
        company: { name: "Harbour Ledger", url: "https://harbour-ledger.example/" },
        expires_at: "2026-12-02T12:00:00.000Z",
        repeated: false,
        people: [
          { name: "Ada", role: "owner", access: "edit", via: "submitted" },
          { email: email.toLowerCase(), role: "invited", via: "invitation" },
        ],
      });
      expect((await server.as(key).call("get_draft", { id })).body.invites).toEqual([
        { email: email.toLowerCase(), status: "pending", expires_at: "2026-12-02T12:00:00.000Z" },
      ]);
      const [mail] = await mailsTo(email.toLowerCase());
      expect(mail!.subject).toStartWith("Invitation to join as a co-founder (");
      expect(mail!.textBody).toContain("Ada has invited you as a co-founder of Harbour Ledger (");
      expect(mail!.textBody).toMatch(new RegExp(`${server.url}/invite\\?token=[\\w-]{43}`));
    });

    test("201: an owner of an imported listing, which has no draft, invites to its company", async () => {
      const { key, account } = await writer();
      const listing = await ownedListing(account.id);
      const email = `lou.${transport.toLowerCase()}@example.test`;
      const { status, body } = await server
        .as(key)
        .over(transport, "invite_cofounder", { listing_id: listing.id, email });
      expect([status, body.company]).toEqual([201, { name: listing.name, url: listing.url }]);
      expect(body.people).toMatchObject([{ name: "Ada" }, { email, role: "invited" }]);
      const people = `${server.url}/account/listings/${listing.id}/people`;
      expect(body.next_actions).toMatchObject([{ who: "human", url: people }]);

      const friend = await signUpAs(server, email, "Lou Tidewater");
      const token = await tokenOf(email);
      expect((await friend.get(`/invite?token=${token}`)).html).toContain(`Join ${listing.name}`);
      expect((await friend.post("/invite", { token })).location).toBe("/account/profile?done=joined");
      const { text } = await server.as(key).mcp("get_my_listing", { listing_id: listing.id });
      expect(text).toContain(
        "Person: Lou Tidewater, owner · can edit · access through an invitation · since 2026-11-18",
      );
      expect(text).toContain(`For the user: ${buttonSentences.people} ${people}`);
    });
  });

test("MCP text: names the invited person, the company and everyone with access", async () => {
  const { key, account } = await writer();
  const { id, name, url } = await ownedListing(account.id);
  const call = { listing_id: id, email: "text@example.test" };
  const dry = await server.as(key).mcp("invite_cofounder", { ...call, dry_run: true });
  expect(dry.text).toContain(
    `\nThis would invite text@example.test to edit ${name} (${url}), with an invitation until`,
  );
  const { text } = await server.as(key).mcp("invite_cofounder", call);
  expect(text).toStartWith(`Invited text@example.test to edit ${name} (${url}), with an invitation until 2026-12-02.`);
  expect(text).toContain("Person: Ada, owner");
  const again = await server.as(key).mcp("invite_cofounder", call);
  expect(again.text).toStartWith(`text@example.test already has access or an invitation to ${name} (${url})`);
  expect(await mailsTo("text@example.test")).toHaveLength(1);
});

test("a draft that became a listing: both ids lead to the same invitation", async () => {
  const { key, account } = await writer();
  const draft = await draftFor(server.store, account.id, { url: `https://both${accounts}.example/` });
  const invite = (input: object) =>
    server.as(key).over("MCP", "invite_cofounder", { ...input, email: "both@example.test" });
  await invite({ draft_id: draft.id });
  const { listing_id } = (await server.as(key).over("REST", "submit_draft", { id: draft.id })).body;
  for (const input of [{ listing_id }, { draft_id: draft.id }]) {
    const { body } = await invite(input);
    expect([body.repeated, body.people.length]).toEqual([true, 2]);
  }
  expect(await mailsTo("both@example.test")).toHaveLength(1);
});

test("removed, then invited again: a new link restores access", async () => {
  const { key, account } = await writer();
  const { id, companyId } = await ownedListing(account.id);
  const email = "again@example.test";
  const invite = () => server.as(key).over("REST", "invite_cofounder", { listing_id: id, email });
  const friend = await signUpAs(server, email, "Kim Again");
  const accountId = (await accountByEmail(server.store.read, email))!.id;
  const access = async () => ownsCompany(server.store.read, accountId, companyId);
  await invite();
  await friend.post("/invite", { token: await tokenOf(email) });
  expect([await access(), (await invite()).body.repeated]).toEqual([true, true]);
  await server.store.write((tx) => removeOwner(tx, { companyId, accountId }, now));
  expect((await invite()).body.repeated).toBe(false);
  await friend.post("/invite", { token: await tokenOf(email) });
  expect(await access()).toBe(true);
});

test("invitation ends when its sender loses access", async () => {
  const { key, account } = await writer();
  const { id, companyId } = await ownedListing(account.id);
  await server.as(key).over("REST", "invite_cofounder", { listing_id: id, email: "ends@example.test" });
  const token = await tokenOf("ends@example.test");
  await server.store.write((tx) => removeOwner(tx, { companyId, accountId: account.id }, now));
  expect((await visitor(server).get(`/invite?token=${token}`)).status).toBe(410);
});

test("409: read-only access to the listing; suggests claiming it", async () => {
  const { key, account } = await writer();
  const { id, companyId } = await ownedListing(account.id);
  await server.store.write((tx) => makeReadOnly(tx, { companyId, accountId: account.id }, now));
  const { status, body } = await server.as(key).call("invite_cofounder", { listing_id: id, email: "r@example.test" });
  expect([status, body.code, body.next_actions[0].tool]).toEqual([409, "state_conflict", "claim_listing"]);
});

test("422: not exactly one of listing_id, draft_id and id", async () => {
  const { key, account } = await writer();
  const { id } = await draftFor(server.store, account.id);
  const errors = async (input: object) =>
    (await server.as(key).over("MCP", "invite_cofounder", { ...input, email: "one@example.test" })).body.errors;
  const fix = "Send exactly one of listing_id, draft_id.";
  expect(await errors({})).toMatchObject([{ field: "listing_id", code: "required", fix }]);
  expect(await errors({ listing_id: 3, id })).toMatchObject([{ field: "id", code: "exactly_one", fix }]);
  expect(await errors({ draft_id: id, id })).toMatchObject([{ field: "id", code: "exactly_one", fix }]);
  const response = await fetch(`${server.url}/api/v1/drafts/${id}/invites`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ listing_id: 3, email: "one@example.test" }),
  });
  expect([response.status, await mailsTo("one@example.test")]).toEqual([422, []]);
});

test("REST: each path names the record in Location", async () => {
  const { key, account } = await writer();
  const [{ id: draft }, listing] = [await draftFor(server.store, account.id), await ownedListing(account.id)];
  for (const path of [`/drafts/${draft}`, `/me/listings/${listing.id}`]) {
    const response = await fetch(`${server.url}/api/v1${path}/invites`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ email: "path@example.test" }),
    });
    expect([response.status, response.headers.get("location")]).toEqual([201, `${server.url}/api/v1${path}`]);
  }
});

test("people page: invites a co-founder by the form and withdraws the invitation", async () => {
  const browser = await signUpAs(server, "page.owner@example.test", "Olga");
  const { id } = await ownedListing((await accountByEmail(server.store.read, "page.owner@example.test"))!.id);
  const path = `/account/listings/${id}/people`;
  expect((await browser.post(path, { do: "invite", email: "sam" })).html).toContain("The email address must be");
  const { location } = await browser.post(path, { do: "invite", email: "page@example.test" });
  expect(location).toBe(`${path}?done=invited`);
  const { html } = await browser.get(path);
  expect(html).toContain("page@example.test");
  expect(await mailsTo("page@example.test")).toHaveLength(1);
  const [, invite] = /name="kind" value="invited"><input type="hidden" name="id" value="(\d+)"/.exec(html)!;
  expect((await browser.post(path, { kind: "invited", id: invite! })).location).toBe(`${path}?done=withdrawn`);
  expect((await browser.get(path)).html).not.toContain("page@example.test");
  expect((await browser.get(`/invite?token=${await tokenOf("page@example.test")}`)).status).toBe(410);
});

test("201: email contains no links or texts from the inviter's name and draft", async () => {
  const { key, account } = await writer();
  await server.store.write((tx) => updateAccount(tx, account.id, { name: "Renew at evil.example.com" }, now));
  const { id } = await draftFor(server.store, account.id, { fields: { name: "Your password expired: www.evil.io/x" } });
  await server.as(key).over("REST", "invite_cofounder", { id, email: "bank@example.test" });
  const [mail] = await mailsTo("bank@example.test");
  for (const text of [mail!.subject, mail!.textBody, mail!.htmlBody]) expect(text).not.toMatch(/evil|password|Ada/);
  expect(mail!.textBody).toContain("Someone has invited you as a co-founder of ");
});

test("201: inviter with an unconfirmed email is not named in the email", async () => {
  const { key, account } = await writer();
  await server.store.write((tx) =>
    updateAccount(tx, account.id, { name: "Bank Security", emailVerifiedAt: null }, now),
  );
  const { id } = await draftFor(server.store, account.id);
  await server.as(key).over("REST", "invite_cofounder", { id, email: "clerk@example.test" });
  const [mail] = await mailsTo("clerk@example.test");
  expect(mail!.textBody).toContain("Someone has invited you as a co-founder of Harbour Ledger");
  expect(mail!.textBody).not.toContain("Bank Security");
});

test("201: same email address gets no second mail within a day", async () => {
  const { key, account } = await writer();
  const { id } = await draftFor(server.store, account.id);
  const invite = () => server.as(key).over("REST", "invite_cofounder", { id, email: "kim@example.test" });
  await invite();
  expect((await invite()).body).toMatchObject({ repeated: true, people: [{}, {}] });
  expect(await mailsTo("kim@example.test")).toHaveLength(1);
  now = new Date(testNow.getTime() + 25 * 3_600_000);
  expect((await invite()).body).toMatchObject({ repeated: false, people: [{}, {}] });
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
  expect([status, body.people[1].role]).toEqual([201, "invited"]);
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
