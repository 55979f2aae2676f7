import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { addOwner } from "#db/queries/accounts/owners.ts";
import { draftById, draftsOfAccount } from "#db/queries/drafts/drafts.ts";
import { listedByKey } from "#db/queries/listings/listed.ts";
import { linkIn, openLinkOf, signUpAs, visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { draftFor } from "#test/support/records/draft.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const person = async (email: string) => ({
  browser: await signUpAs(server, email),
  account: (await accountByEmail(server.store.read, email))!,
});
const errorIn = (html: string) => /id="field-url-error"><span class="hidden">Error: <\/span>([^<]*)</.exec(html)?.[1];

test("the home page and empty lists link to /submit", async () => {
  const { browser } = await person("empty@example.test");
  for (const path of ["/", "/account/drafts", "/account/listings"])
    expect((await browser.get(path)).html).toMatch(/<main.*href="\/submit"/s);
});

test("new URL: a draft is created; the same URL again leads to the same draft", async () => {
  const { browser, account } = await person("ada@example.test");
  const { status, location } = await browser.post("/submit", { url: " kelp.example " });
  expect(status).toBe(303);
  const draft = (await draftById(server.store.read, Number(location!.split("/").at(-1))))!;
  expect(draft).toMatchObject({ accountId: account.id, url: "https://kelp.example/", status: "crawling" });
  expect((await browser.post("/submit", { url: "https://kelp.example/" })).location).toBe(location);
});

test("signed-out visitor: returns with the URL after signing up", async () => {
  const browser = visitor(server);
  const { html } = await browser.get("/submit");
  const form_token = /name="form_token" value="([^"]+)"/.exec(html)![1]!;
  const url = "https://wrack.example/?a=b&c=d";
  const { location } = await browser.post("/submit", { form_token, url, do: "sign-in" });
  const back = new URL(location!, server.url).searchParams.get("return_to")!;
  expect((await browser.get(location!)).html).toContain("We have saved your product's URL");
  await signUpAs(server, "nia@example.test");
  await browser.post("/sign-in", { email: "nia@example.test", do: "link", return_to: back });
  const [mail] = await server.mails();
  const arrived = await openLinkOf(browser, linkIn(mail!));
  expect(arrived.location).toBe(back);
  expect((await browser.get(back)).html).toContain('value="https://wrack.example/?a=b&amp;c=d"');
});

test("new visitor: one form with URL and email; confirming the email starts the draft of the new account", async () => {
  const browser = visitor(server);
  const email = "new@example.test";
  for (const [fields, field] of [
    [{ url: "not a URL", email }, "url"],
    [{ url: "https://oar.example", email: "new" }, "email"],
  ] as const) {
    const { status, html } = await browser.post("/submit", fields);
    expect([status, html]).toEqual([422, expect.stringContaining(`id="field-${field}-error"`)]);
  }
  expect((await browser.post("/submit", { url: "oar.example", email })).location).toBe("/check-mail");
  const [mail] = await server.mails();
  expect(mail!.recipient).toBe(email);
  expect(mail!.textBody).toContain("confirm that this email address is yours and to start the draft for oar.example.");
  expect((await browser.get(linkIn(mail!))).html).toContain(
    "We then start the draft for <strong>oar.example</strong>.",
  );
  const arrived = await openLinkOf(browser, linkIn(mail!));
  const { url, accountId } = (await draftById(server.store.read, Number(arrived.location!.split("/").at(-1))))!;
  expect([url, accountId]).toEqual(["https://oar.example/", (await accountByEmail(server.store.read, email))!.id]);
  expect((await browser.get(arrived.location!)).status).toBe(200);
});

test("new visitor: if the product is listed by then, or the email has an account, the form keeps the URL", async () => {
  const [listing] = (await server.call("search_listings", { per_page: 1 })).body.items;
  const back = `/submit?${new URLSearchParams({ url: listing.url })}`;
  for (const email of ["late@example.test", "late@example.test"]) {
    const browser = visitor(server);
    await browser.post("/submit", { url: listing.url, email });
    const [mail] = await server.mails();
    expect((await openLinkOf(browser, linkIn(mail!))).location).toBe(back);
  }
});

test("422: invalid URL, with the operation's message at the field and the input kept", async () => {
  const { browser } = await person("wrong@example.test");
  const { key } = await keyFor(server.store, { email: "wrong@example.test", scopes: ["listings:write"] });
  for (const url of [
    "",
    "not a URL",
    "ftp://kelp.example",
    "javascript:alert(1)",
    "http://localhost:3000/",
    "http://127.0.0.1/",
    "https://user:secret@kelp.example/",
    "https://kelp.example:8443/",
    "http://[::1]/",
    "<script>alert(1)</script>",
    `https://kelp.example/${"x".repeat(2000)}`,
  ]) {
    const { status, html } = await browser.post("/submit", { url });
    const { body } = await server.as(key).over("REST", "submit_listing", { url });
    expect([url, status, errorIn(html)]).toEqual([url, 422, `The product URL ${asHtml(body.errors[0].message)}.`]);
    expect(html).toContain(`value="${asHtml(url)}"`);
  }
});

const asHtml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

test("409: already listed, with a link to claim or open the listing", async () => {
  const { browser, account } = await person("owner@example.test");
  const [listing] = (await server.call("search_listings", { per_page: 1 })).body.items;
  const others = await browser.post("/submit", { url: listing.url });
  expect([others.status, errorIn(others.html)]).toEqual([409, expect.stringContaining("is already listed here")]);
  expect(others.html).toContain(
    `<a href="/listings/${listing.slug}/claim?url=${encodeURIComponent(`${listing.url}/`)}">Is this your product?`,
  );
  const { companyId, listingId } = (await listedByKey(server.store.read, new URL(listing.url).hostname, 1))!;
  await server.store.write((tx) => addOwner(tx, { companyId, accountId: account.id, via: "admin" }, testNow));
  const own = await browser.post("/submit", { url: listing.url });
  expect(own.status).toBe(409);
  expect(own.html).toContain(`<a href="/account/listings/${listingId}">See your listing`);
});

test("429: too many drafts in a day, with the URL kept and the time of the next try", async () => {
  const { browser, account } = await person("eager@example.test");
  for (let i = 0; i < 10; i++) await draftFor(server.store, account.id, { url: `https://n${i}.example/` });
  const { status, html } = await browser.post("/submit", { url: "https://dulse.example" });
  expect([status, errorIn(html)]).toEqual([429, expect.stringContaining("2026-11-19T12:00:00.000Z")]);
  expect(html).toContain('value="https://dulse.example"');
  const owner = { accountId: account.id, siteId: 1 };
  expect((await draftsOfAccount(server.store.read, owner, { limit: 1, offset: 0 })).total).toBe(10);
});
