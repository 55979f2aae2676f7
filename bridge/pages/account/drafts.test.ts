import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { draftById } from "#db/queries/drafts/drafts.ts";
import { signUpAs } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { draftFor } from "#test/support/records/draft.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const person = async (email: string) => {
  const browser = await signUpAs(server, email);
  return { browser, account: (await accountByEmail(server.store.read, email))! };
};

test("the list shows the user's own drafts with their status", async () => {
  const { browser, account } = await person("ada@example.test");
  const other = await person("eve@example.test");
  expect((await browser.get("/account/drafts")).html).toContain("You have no drafts.");
  await draftFor(server.store, account.id);
  const failed = {
    status: "failed",
    errorCode: "timeout",
    errorMessage: "It was <b>too slow</b>.",
    fields: {},
  } as const;
  await draftFor(server.store, account.id, { url: "https://slow.example/", ...failed });
  await draftFor(server.store, other.account.id, { url: "https://secret.example/" });
  const { html } = await browser.get("/account/drafts");
  expect(html).toContain("Harbour Ledger");
  expect(html).toContain("It was &lt;b&gt;too slow&lt;/b&gt;.");
  expect(html).not.toContain("secret.example");
});

test("discard: only the user's own open draft", async () => {
  const { browser, account } = await person("lee@example.test");
  const { id } = await draftFor(server.store, account.id, { url: "https://lee.example/", status: "crawling" });
  const intruder = await person("mallory@example.test");
  expect((await intruder.browser.post("/account/drafts", { id: String(id) })).location).toBe("/account/drafts");
  expect((await draftById(server.store.read, id))!.status).toBe("crawling");
  expect((await browser.post("/account/drafts", { id: String(id) })).location).toBe("/account/drafts?done=discarded");
  expect((await draftById(server.store.read, id))!.status).toBe("expired");
  expect((await browser.get("/account/drafts")).html).toContain("You have no drafts.");
  expect((await browser.post("/account/drafts", { id: String(id) })).location).toBe("/account/drafts");
  expect((await browser.post("/account/drafts", { id: "x" })).location).toBe("/account/drafts");
});

test("reading the website again replaces the failed draft; other drafts stay", async () => {
  const { browser, account } = await person("again@example.test");
  const other = await person("bystander@example.test");
  const failed = { url: "https://again.example/", status: "failed", errorCode: "timeout" } as const;
  const { id } = await draftFor(server.store, account.id, failed);
  const kept = await draftFor(server.store, account.id, { url: "https://kept.example/" });
  const foreign = await draftFor(server.store, other.account.id, failed);
  const statusOf = async (draft: number) => (await draftById(server.store.read, draft))!.status;
  const { html } = await browser.get(`/account/drafts/${id}`);
  expect(html).toContain(`name="failed_draft" value="${id}"`);
  const again = (failed_draft: number) =>
    browser.post("/submit", { url: failed.url, failed_draft: String(failed_draft) });
  const made = (await again(id)).location!;
  expect(made).not.toBe(`/account/drafts/${id}`);
  expect(await statusOf(id)).toBe("expired");
  for (const draft of [kept.id, foreign.id, Number(made.split("/")[3])])
    expect((await again(draft)).location).toBe(made);
  expect([await statusOf(kept.id), await statusOf(foreign.id)]).toEqual(["ready", "failed"]);
});

test("sandbox draft: marked as such, 404 for others", async () => {
  const { browser, account } = await person("sandbox@example.test");
  const { key } = await keyFor(server.store, { email: account.email, scopes: ["listings:write"], isTest: true });
  const { body } = await server.as(key).over("REST", "submit_listing", { url: "https://sand.example/" });
  const path = `/account/drafts/${body.id}`;
  expect(await browser.get(path)).toMatchObject({
    status: 200,
    html: expect.stringContaining("This draft was created with a sandbox key"),
  });
  const intruder = await person("digger@example.test");
  expect((await intruder.browser.get(path)).status).toBe(404);
});

test("draft: shown with its evidence, 404 for others", async () => {
  const { browser, account } = await person("reader@example.test");
  const evidence = {
    headline: [{ url: "https://reads.example/", quote: "Books <for> marinas", fetched_at: testNow.toISOString() }],
  };
  const { id } = await draftFor(server.store, account.id, { url: "https://reads.example/", evidence });
  const { html } = await browser.get(`/account/drafts/${id}`);
  expect(html).toContain("Bookkeeping for small marinas");
  expect(html).toContain("Books &lt;for&gt; marinas");
  const intruder = await person("snoop@example.test");
  for (const path of [`/account/drafts/${id}`, "/account/drafts/x", "/account/drafts/99999"])
    expect((await intruder.browser.get(path)).status).toBe(404);
});
