import { afterAll, beforeAll, expect, test } from "bun:test";
import { keyFor } from "#test/support/records/account.ts";
import { completeFields, draftFor } from "#test/support/records/draft.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("200: own drafts, newest first, paginated", async () => {
  const { key, account } = await keyFor(server.store);
  const other = await keyFor(server.store, { email: "eve@example.test" });
  await draftFor(server.store, other.account.id, { url: "https://other.example/" });
  for (const name of ["a", "b", "c"]) await draftFor(server.store, account.id, { url: `https://${name}.example/` });
  const { status, body } = await server.as(key).call("list_my_drafts", { per_page: 2 });
  expect(status).toBe(200);
  expect(body).toMatchObject({ page: 1, per_page: 2, total: 3, has_more: true });
  expect(body.items.map(({ url }: { url: string }) => url)).toEqual(["https://c.example/", "https://b.example/"]);
  expect(Object.keys(body.items[0])).not.toContain("evidence");
});

test("200: filtered by one or more statuses", async () => {
  const { key, account } = await keyFor(server.store, { email: "zoe@example.test" });
  await draftFor(server.store, account.id, { url: "https://a.example/" });
  await draftFor(server.store, account.id, { url: "https://b.example/", status: "crawling", fields: {} });
  const { body } = await server.as(key).call("list_my_drafts", { status: "crawling" });
  expect(body.items).toMatchObject([{ url: "https://b.example/", name: null, poll_after_ms: 1000 }]);
  const either = await server.as(key).call("list_my_drafts", { status: ["crawling", "ready"] });
  expect(either.body.total).toBe(2);
  expect((await server.as(key).call("list_my_drafts", { status: ["failed", "expired"] })).body.total).toBe(0);
});

test("422: unknown status; lists the known ones", async () => {
  const { key } = await keyFor(server.store);
  const { status, body } = await server.as(key).call("list_my_drafts", { status: "open" });
  expect(status).toBe(422);
  expect(body.errors[0].fix).toContain("crawling, drafting, ready");
});

test("401: not signed in", async () => {
  expect((await server.call("list_my_drafts")).status).toBe(401);
});

test("200: failed draft has the reason, incomplete draft its missing fields, and each URL appears once", async () => {
  const { key, account } = await keyFor(server.store, { email: "una@example.test" });
  const failed = { status: "failed" as const, errorCode: "refused", errorMessage: "The site refuses our crawler." };
  await draftFor(server.store, account.id, { url: "https://gone.example/", fields: {}, ...failed });
  await draftFor(server.store, account.id, {
    url: "https://half.example/",
    fields: { ...completeFields, headline: "" },
  });
  const { items } = (await server.as(key).call("list_my_drafts")).body;
  expect(items).toMatchObject([
    { missing: ["headline"], error: null },
    { missing: [], error: { code: "refused", message: "The site refuses our crawler." } },
  ]);
  const { text } = await server.as(key).mcp("list_my_drafts");
  expect(text).toContain("lacks headline");
  expect(text).toContain("The site refuses our crawler.");
  expect(text.split("https://gone.example/")).toHaveLength(2);
});
