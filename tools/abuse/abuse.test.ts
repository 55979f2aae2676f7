import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import type * as z from "zod";
import { finishEmailChange } from "#auth/email-change.ts";
import { saveAccountInvite } from "#db/queries/accounts/account-invites.ts";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import type { EmailLink } from "#db/queries/accounts/email-links.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import { formOf } from "#test/support/clients/page-form.ts";
import { teamCaller, teamVisitor } from "#test/support/clients/team.ts";
import { signUpAs, visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { completeFields, draftFor } from "#test/support/records/draft.ts";
import { ownedProduct } from "#test/support/records/owned-product.ts";
import { contextFor } from "#test/support/server/call.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import deleteAccount from "../account/delete-account.ts";
import inviteAccount from "../account/invite-account.ts";
import { callTool } from "../core/calls/call.ts";
import type { Operation } from "../core/operations/define.ts";
import updateSite from "../site/update-site.ts";
import addRule from "./add-rule.ts";
import deleteRule from "./delete-rule.ts";
import listRules from "./list-rules.ts";

const servers: TestServer[] = [];
let server: TestServer;
let site: SiteRow;
let team: ReturnType<typeof teamCaller>;
beforeEach(async () => {
  server = await startTestServer({ trustedProxies: 1 });
  servers.push(server);
  [site] = (await allSites(server.store.read)) as [SiteRow];
  team = teamCaller(server.store, site, { accountId: (await keyFor(server.store)).account.id });
});
afterAll(() => Promise.all(servers.map((one) => one.stop())));

async function admin<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<Input, Output>,
  input: z.input<Input>,
  at = site,
): Promise<z.input<Output>> {
  const context = contextFor(server.store, { kind: "admin", via: "admin" }, at);
  const policy = { limiter: null, checkOutput: "always", write: server.store.write } as const;
  return (await callTool(operation, context, () => input, policy)).output;
}
const from = (address: string) => ({ "x-forwarded-for": address });
const signUp = (email: string, address = "198.51.100.7") =>
  visitor(server).post("/sign-up", { name: "Ada Quill", email }, from(address));
const account = (email: string) => accountByEmail(server.store.read, email);
const hitsOf = async (id: number) => {
  await server.runtime.lastUsed.flush();
  return (await team(listRules, {})).items.find((rule) => rule.id === id)?.hits;
};

describe("sign-up", () => {
  test("403: a denied email domain, network and email address; no account is created", async () => {
    await team(addRule, { kind: "email_domain", value: "@Spam.example" });
    await team(addRule, { kind: "network", value: "203.0.113.9/24" });
    await team(addRule, { kind: "email_hash", value: "eve@example.org" });
    const refused = [
      await signUp("a@mail.spam.example"),
      await signUp("b@example.org", "::ffff:203.0.113.7"),
      await signUp("Eve+again@example.org"),
      await visitor(server).post(
        "/submit",
        { url: "https://x.example", email: "c@SPAM.example" },
        from("198.51.100.7"),
      ),
    ];
    for (const { status, html } of refused) {
      expect([status, html.includes("/contact")]).toEqual([403, true]);
    }
    expect(await server.mails()).toEqual([]);
    for (const email of ["a@mail.spam.example", "b@example.org", "eve+again@example.org", "c@spam.example"])
      expect(await account(email)).toBeUndefined();
    expect(JSON.stringify(await team(listRules, {}))).not.toContain("eve");
    await signUp("b@example.org");
    expect(await server.mails()).toHaveLength(1);
  });

  test("hits of a rule: written later, not by the request", async () => {
    const { rule } = await team(addRule, { kind: "email_domain", value: "spam.example" });
    for (const email of ["a@spam.example", "b@mail.spam.example", "c@example.org"]) await signUp(email);
    expect(await hitsOf(rule.id)).toBe(2);
  });

  test("a rule that is added after the request still applies; an existing account signs in as before", async () => {
    await signUpAs(server, "old@spam.example");
    await signUp("late@spam.example");
    await team(addRule, { kind: "email_domain", value: "spam.example" });
    await server.mails();
    expect(await account("late@spam.example")).toBeUndefined();
    const mails = (await server.mails()).length;
    await visitor(server).post("/sign-in", { email: "old@spam.example", do: "link" });
    expect((await server.mails()).length).toBe(mails + 1);
  });

  test("the account keeps only the shortened network", async () => {
    await signUp("new@example.org", "2001:db8:5:6::1");
    await server.mails();
    expect((await account("new@example.org"))!.signUpNetwork).toBe("2001:db8:5::/48");
  });
});

describe("submission", () => {
  const writer = (email = "ada@example.test") =>
    keyFor(server.store, { email, scopes: ["account:read", "listings:write"] });

  test("422 for the product's domain, 403 for the account's email domain; an allow rule wins", async () => {
    const { key } = await writer();
    const { rule } = await team(addRule, { kind: "product_domain", value: "spam.example" });
    const submit = (url: string) => server.as(key).call("submit_listing", { url });
    const { status, body } = await submit("https://A.SPAM.example./");
    expect([status, body.errors[0].field, body.errors[0].code]).toEqual([422, "url", "blocked"]);
    expect(await hitsOf(rule.id)).toBeGreaterThan(0);
    await team(addRule, { kind: "product_domain", value: "a.spam.example", effect: "allow" });
    expect((await submit("https://a.spam.example/")).status).toBe(202);
    await team(addRule, { kind: "email_domain", value: "example.test", confirm: true });
    const refused = await submit("https://other.example/");
    expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
  });

  test("422: a denied word in a draft and in an edit; nothing is changed", async () => {
    const { key, account: owner } = await writer();
    await team(addRule, { kind: "word", value: "Casino" });
    const fields = { ...completeFields, headline: "The finest c\u0430sino of all harbours" };
    const { id } = await draftFor(server.store, owner.id, { fields });
    const refused = await server.as(key).call("submit_draft", { id });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, "headline"]);
    expect(refused.body.detail).toContain("/contact");
    expect((await server.as(key).call("get_draft", { id })).body.status).toBe("ready");
    const product = await ownedProduct(server.store, owner.id);
    const edit = (text: string) =>
      server.as(key).over("REST", "update_my_listing", { listing_id: product.main, fields: { headline: text } });
    const edited = await edit("Kelp farming and a CASINO for everybody");
    expect([edited.status, edited.body.errors[0].field]).toEqual([422, "fields.headline"]);
    expect((await edit("Kelp farming without any gambling at all")).status).toBe(200);
  });

  test("edits: a copy to another site, a question and an earlier version are checked as well", async () => {
    const { key, account: owner } = await writer();
    const { main: listing_id } = await ownedProduct(server.store, owner.id);
    const update = (input: object) => server.as(key).over("REST", "update_my_listing", { listing_id, ...input });
    const refusedAt = async (input: object) => {
      const { status, body } = await update(input);
      return [status, body.errors?.[0].field];
    };
    const dev = (await allSites(server.store.read)).find(({ host }) => host !== null)!;
    expect((await update({ fields: { headline: "Kelp farming for gamblers and others" } })).status).toBe(200);
    expect((await update({ fields: { headline: "Kelp farming for everybody on earth" } })).status).toBe(200);
    await teamCaller(server.store, dev, { accountId: owner.id })(addRule, { kind: "word", value: "roulette" });
    await team(addRule, { kind: "word", value: "gamblers" });
    const seo_title = "Kelp and roulette";
    expect(await refusedAt({ fields: { seo_title }, apply_to: ["all"] })).toEqual([422, "fields.seo_title"]);
    expect((await update({ fields: { seo_title } })).status).toBe(200);
    const faqs = [{ question: "Who uses it?", answer: "Gamblers do." }];
    expect(await refusedAt({ faqs })).toEqual([422, "faqs.0.answer"]);
    expect(await refusedAt({ revert_to: 2 })).toEqual([422, "fields.headline"]);
    const { body } = await server.as(key).call("get_my_listing", { listing_id });
    expect([body.headline, body.faqs]).toEqual(["Kelp farming for everybody on earth", []]);
  });

  test("updates, milestones and stories: 422 at the field with the word", async () => {
    const { key, account: owner } = await writer();
    const { main: listing_id } = await ownedProduct(server.store, owner.id);
    await team(addRule, { kind: "word", value: "casino" });
    const post = async (tool: string, input: object) => {
      const { status, body } = await server.as(key).over("REST", tool, { listing_id, ...input });
      return [status, body.errors?.[0].field];
    };
    const body = "Win at our casino.";
    expect(await post("post_listing_update", { title: "New hall", body })).toEqual([422, "body"]);
    expect(await post("add_milestone", { date: "2026-11-01", title: "First Casino" })).toEqual([422, "title"]);
    expect(await post("set_founder_story", { title: "Us", problem: body })).toEqual([422, "problem"]);
    expect((await post("post_listing_update", { title: "New hall", body: "Come in." }))[0]).toBe(201);
  });

  test("edits on pages: a blocked question and a blocked earlier version show the reason", async () => {
    const browser = await signUpAs(server, "owner@example.test");
    const { main } = await ownedProduct(server.store, (await account("owner@example.test"))!.id);
    const [edit, versions] = ["edit", "versions"].map((page) => `/account/listings/${main}/${page}`) as [
      string,
      string,
    ];
    const save = async (changes: Record<string, string>) => {
      const { html } = await browser.get(edit);
      return browser.post(edit, { ...(await formOf(html, edit)), ...changes, do: "save" });
    };
    await save({ headline: "Kelp farming for gamblers and others" });
    await save({ headline: "Kelp farming for everybody on earth" });
    await team(addRule, { kind: "word", value: "gamblers" });
    const saved = await save({ "faqs.0.question": "For whom?", "faqs.0.answer": "For gamblers." });
    const restored = await browser.post(versions, { revert_to: "2", if_version: "3" });
    for (const { status, html } of [saved, restored])
      expect([status, html.includes("contains the word or phrase “gamblers”")]).toEqual([422, true]);
    expect(saved.html).toContain("Answer 1 contains");
  });

  test("a new email address is checked like that of a new account", async () => {
    const browser = await signUpAs(server, "owner@example.test");
    await team(addRule, { kind: "email_domain", value: "spam.example" });
    await server.mails();
    const before = (await server.mails()).length;
    const { status, html } = await browser.post("/account", { do: "address", email: "me+1@MAIL.spam.example" });
    expect([status, html.includes("The team has blocked email addresses at spam.example")]).toEqual([422, true]);
    expect((await server.mails()).length).toBe(before);
  });

  test("closed submissions: 403 with the team's sentence for drafts and listings", async () => {
    const { key, account: owner } = await writer();
    const { id } = await draftFor(server.store, owner.id);
    await admin(updateSite, { access: { submissions: "closed", submissions_sentence: "We are back in May." } });
    for (const [tool, input] of [
      ["submit_listing", { url: "https://kelp.example" }],
      ["submit_draft", { id }],
    ] as const) {
      const { status, body } = await server.as(key).call(tool, input);
      expect([status, body.detail]).toEqual([403, "We are back in May."]);
    }
    expect((await server.call("get_site_info", {})).body.notices).toEqual(["We are back in May."]);
    expect(await (await fetch(`${server.url}/llms.txt`)).text()).toContain("We are back in May.");
    expect((await visitor(server).get("/submit")).html).toContain("We are back in May.");
  });

  test("a limit of 0: closed, without a time", async () => {
    const { key } = await writer();
    await admin(updateSite, { settings: { "drafts.per_day": 0 } });
    const { status, body } = await server.as(key).call("submit_listing", { url: "https://kelp.example" });
    expect([status, body.detail]).toEqual([403, `${site.name} does not accept new products at the moment.`]);
  });
});

describe("registration", () => {
  test("closed: the sign-up page has no form, and a posted form creates no account", async () => {
    await admin(updateSite, { access: { registration: "closed", registration_sentence: "We open in <May>." } });
    const { html } = await visitor(server).get("/sign-up");
    expect([html.includes("We open in &lt;May&gt;."), html.includes('name="email"')]).toEqual([true, false]);
    const person = visitor(server);
    const form_token = /name="form_token" value="([^"]+)"/.exec((await person.get("/sign-in")).html)![1]!;
    const typed = { form_token, url: "https://kelp.example", email: "a@example.org", name: "Ada Quill" };
    for (const page of ["/submit", "/sign-up"])
      expect((await person.post(page, typed)).html).toContain("We open in &lt;May&gt;.");
    expect(await server.mails()).toEqual([]);
  });

  test("by invitation: only invited email addresses can register", async () => {
    await admin(updateSite, { access: { registration: "by_invitation" } });
    expect((await signUp("bo@example.org")).status).toBe(403);
    await admin(inviteAccount, { email: "Bo@example.org" });
    expect((await server.mails())[0]!.recipient).toBe("bo@example.org");
    expect((await signUp("bo@example.org")).location).toBe("/check-mail");
    await server.mails();
    expect(await account("bo@example.org")).toBeDefined();
    await expect(admin(inviteAccount, { email: "bo@example.org" })).rejects.toMatchObject({ code: "conflict" });
  });

  test("by invitation: one account for each invitation, also for two sign-ups at once or after a new email", async () => {
    await admin(updateSite, { access: { registration: "by_invitation" } });
    await admin(inviteAccount, { email: "bo@example.org" });
    await Promise.all([signUp("bo@example.org"), signUp("BO@example.org")]);
    await server.mails();
    const { id } = (await account("bo@example.org"))!;
    const people = () =>
      server.store.read.$client
        .query("SELECT id FROM accounts WHERE email IN ('bo@example.org', 'new@example.org')")
        .all();
    expect(people()).toEqual([{ id }]);
    const { name } = site;
    const authContext = { store: server.store, site: { id: 1, name, base: server.url }, requestId: "r", now: testNow };
    const link = { email: "new@example.org", createdAt: testNow.toISOString() } as EmailLink;
    const bo = (await account("bo@example.org"))!;
    await server.store.write((tx) => finishEmailChange(tx, authContext, bo, link));
    expect((await signUp("bo@example.org")).status).toBe(403);
    expect(people()).toEqual([{ id }]);
  });

  test("by invitation: an invitation admits nobody after it expires or registration is closed", async () => {
    await admin(updateSite, { access: { registration: "by_invitation" } });
    await admin(inviteAccount, { email: "bo@example.org" });
    expect((await signUp("bo@example.org")).location).toBe("/check-mail");
    await admin(updateSite, { access: { registration: "closed" } });
    await server.mails();
    expect(await account("bo@example.org")).toBeUndefined();
    expect((await visitor(server).get("/sign-up")).html).toContain("Registration is closed");
    await admin(updateSite, { access: { registration: "by_invitation" } });
    await server.store.write((tx) => saveAccountInvite(tx, "bo@example.org", testNow, testNow));
    expect((await signUp("bo@example.org")).status).toBe(403);
    const entries = server.store.read.$client.query("SELECT after FROM changes WHERE action = 'invite_account'").all();
    expect([entries.length, JSON.stringify(entries).includes("bo@")]).toEqual([1, false]);
  });

  test("422: registration cannot be set on a site other than the default one", async () => {
    const other = (await allSites(server.store.read)).find(({ host }) => host !== null)!;
    const call = admin(updateSite, { access: { registration: "closed" } }, other);
    await expect(call).rejects.toMatchObject({ code: "validation_failed" });
  });
});

describe("rules", () => {
  test("add: the same rule twice is one rule, also at once; the opposite effect conflicts", async () => {
    const rule = { kind: "word", value: "casino" } as const;
    const [first, second] = await Promise.all([team(addRule, rule), team(addRule, { ...rule, value: "CASINO" })]);
    expect(first!.rule.id).toBe(second!.rule.id);
    await expect(team(addRule, { ...rule, effect: "allow" })).rejects.toMatchObject({ code: "conflict" });
    await team(deleteRule, { id: first!.rule.id });
    await expect(team(deleteRule, { id: first!.rule.id })).rejects.toMatchObject({ code: "not_found" });
  });

  test("dry run: counts accounts, drafts and listings; a rule for nearly everything must be confirmed", async () => {
    for (let i = 0; i < 6; i++) await keyFor(server.store, { email: `p${i}@many.example` });
    const { account: owner } = await keyFor(server.store, { email: "p0@many.example" });
    await draftFor(server.store, owner.id);
    const rule = { kind: "email_domain", value: "many.example" } as const;
    await expect(team(addRule, rule)).rejects.toMatchObject({ errors: [{ field: "confirm" }] });
    expect((await team(listRules, {})).items).toEqual([]);
    const { matched, warnings } = await team(addRule, { ...rule, confirm: true });
    expect([matched.accounts.matched, matched.drafts.matched, warnings.length > 0]).toEqual([6, 1, true]);
    await expect(team(addRule, { kind: "network", value: "0.0.0.0/0" })).rejects.toMatchObject({
      errors: [{ field: "confirm" }],
    });
  });

  test("deletion by the team can block the email address; the person cannot ask for it", async () => {
    const person = await keyFor(server.store, { email: "spammer@example.org" });
    const { rule } = await admin(addRule, { kind: "email_hash", value: "spammer@example.org", effect: "allow" });
    const denied = admin(deleteAccount, { email: person.account.email, deny_email: true });
    await expect(denied).rejects.toMatchObject({ code: "conflict" });
    expect(await account(person.account.email)).toBeDefined();
    await admin(deleteRule, { id: rule.id });
    await admin(deleteAccount, { email: person.account.email, deny_email: true });
    expect((await signUp("spammer+2@example.org")).status).toBe(403);
    const rows = server.store.read.$client.query("SELECT value, note FROM abuse_rules").all();
    expect(JSON.stringify(rows)).not.toContain("spammer");
  });
});

test("page: a rule can be tried, added and deleted without JavaScript", async () => {
  const member = await teamVisitor(server);
  const typed = { kind: "word", value: "<b>casino</b>", effect: "deny", note: "" };
  const preview = await member.post("/team/rules", { ...typed, do: "add" });
  expect([preview.status, preview.html.includes("Accounts of the last 30 days: 0 of")]).toEqual([200, true]);
  expect((await team(listRules, {})).items).toEqual([]);
  expect((await member.post("/team/rules", { ...typed, do: "add.confirm" })).location).toBe("/team/rules?done=add");
  const broad = await member.post("/team/rules", { ...typed, kind: "email_domain", value: "com", do: "add" });
  expect([broad.status, broad.html.includes('value="add.confirm"')]).toEqual([200, true]);
  expect(broad.html).toContain("<p><strong>");
  const { html } = await member.get("/team/rules?kind=word&sort=hits");
  expect(html).toContain("<bdi>b casino b</bdi>");
  const { id } = (await team(listRules, {})).items[0]!;
  expect((await member.post("/team/rules", { do: "delete", id: String(id) })).location).toBe("/team/rules?done=delete");
  expect((await member.get("/team/rules")).html).toContain("There are no rules yet");
});
