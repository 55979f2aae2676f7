import { afterAll, beforeAll, expect, test } from "bun:test";
import { companyOfListing, ownsCompany } from "#db/queries/accounts/owners.ts";
import { dayMs } from "#db/values/week.ts";
import { linkIn, openLinkOf, signUpAs, visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { draftFor } from "#test/support/records/draft.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let now = testNow;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: () => now });
});
afterAll(() => server.stop());

let count = 0;

/** Invites a co-founder and returns the link in the mail, with the draft. */
async function invited() {
  count++;
  const scopes = ["account:read", "listings:write"] as const;
  const { key } = await keyFor(server.store, { email: `inviter${count}@example.test`, scopes: [...scopes] });
  const { account } = await keyFor(server.store, { email: `inviter${count}@example.test` });
  const draft = await draftFor(server.store, account.id, { url: `https://joint${count}.example/` });
  const email = `cofounder${count}@example.test`;
  await server.as(key).over("REST", "invite_cofounder", { id: draft.id, email });
  const mail = (await server.mails()).find(({ recipient }) => recipient === email)!;
  const path = /(\/invite\?token=\S+)/.exec(mail.textBody)![1]!;
  return { key, draft, email, path, token: new URLSearchParams(path.split("?")[1]).get("token")! };
}

const submit = async (key: string, id: number) =>
  (await server.as(key).over("REST", "submit_draft", { id })).body as { slug: string; listing_id: number };
const owns = async (accountEmail: string, listingId: number) => {
  const { account } = await keyFor(server.store, { email: accountEmail });
  return ownsCompany(server.store.read, account.id, (await companyOfListing(server.store.read, listingId))!);
};

test("signed-out visitor: sees the invitation and returns to it after signing up", async () => {
  const { path, token, email, key, draft } = await invited();
  const browser = visitor(server);
  const page = await browser.get(path);
  expect(page.html).toContain("Ada has invited you to join Harbour Ledger");
  expect((await browser.post("/invite", { token })).location).toBe(
    `/sign-in?${new URLSearchParams({ return_to: path })}`,
  );
  await browser.post("/sign-up", { name: "Sam Tidewater", email, return_to: path });
  const mail = (await server.mails()).find(({ recipient, subject }) => recipient === email && /Confirm/.test(subject))!;
  expect((await openLinkOf(browser, linkIn(mail))).location).toBe(path);
  expect((await browser.get(path)).html).toContain(`You are signed in as ${email}`);
  expect((await browser.post("/invite", { token })).location).toBe("/account/profile?done=joined");
  const [told] = await server.mails();
  expect(told).toMatchObject({
    recipient: `inviter${count}@example.test`,
    subject: expect.stringContaining("A co-founder joined your listing"),
    textBody: expect.stringContaining("Sam Tidewater"),
  });
  const { listing_id } = await submit(key, draft.id);
  expect(await owns(email, listing_id)).toBeTrue();
});

test("accepted after the draft was submitted: the co-founder joins the company immediately", async () => {
  const { path, token, key, draft } = await invited();
  const { listing_id } = await submit(key, draft.id);
  const browser = await signUpAs(server, "late@example.test", "Lou Latecomer");
  expect((await browser.get(path)).status).toBe(200);
  await browser.post("/invite", { token });
  expect(await owns("late@example.test", listing_id)).toBeTrue();
  expect((await server.as(key).call("get_draft", { id: draft.id })).body.invites[0].status).toBe("accepted");
  const [told, ...others] = (await server.mails()).filter(
    ({ recipient, textBody }) => recipient !== "late@example.test" && textBody.includes("Lou Latecomer"),
  );
  expect(others).toEqual([]);
  expect(told).toMatchObject({ recipient: `inviter${count}@example.test` });
  expect(told!.textBody).toContain(`Lou Latecomer (invited at cofounder${count}@example.test)`);
  expect(told!.textBody).not.toContain("late@example.test");
});

test("410: used, expired or unknown link", async () => {
  const { path, token } = await invited();
  const first = await signUpAs(server, "first@example.test");
  await first.post("/invite", { token });
  const second = await signUpAs(server, "second@example.test");
  expect((await second.get(path)).status).toBe(410);
  expect((await second.post("/invite", { token })).status).toBe(410);

  const late = await invited();
  now = new Date(testNow.getTime() + 15 * dayMs);
  expect((await second.get(late.path)).status).toBe(410);
  now = testNow;
  expect((await second.get("/invite?token=made-up")).status).toBe(410);
});

test("account without a name: asked for it once, here or in the founder profile", async () => {
  const { path, token, email } = await invited();
  const browser = await signUpAs(server, email, "Nora Newcomer");
  const nameless = () =>
    server.store.write(async (tx) => void tx.$client.run("UPDATE accounts SET name = '' WHERE email = ?", [email]));
  await nameless();
  expect((await browser.get(path)).html).toContain("Your name");
  expect((await browser.post("/invite", { token })).status).toBe(422);
  const profile = new FormData();
  for (const [field, value] of Object.entries({ name: "Nora N.", bio: "", form_token: await browser.token() }))
    profile.set(field, value);
  expect((await browser.post("/account/profile", profile)).status).toBe(303);
  expect((await browser.get(path)).html).not.toContain("Your name");
  expect((await browser.post("/invite", { token })).location).toBe("/account/profile?done=joined");
});
