import { afterAll, beforeAll, expect, test } from "bun:test";
import { keyFor } from "#test/support/records/account.ts";
import { completeFields, draftFor } from "#test/support/records/draft.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("200: ready draft with texts and evidence", async () => {
  const { key, account } = await keyFor(server.store);
  const { id } = await draftFor(server.store, account.id);
  const { status, body } = await server.as(key).call("get_draft", { id });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id,
    status: "ready",
    poll_after_ms: null,
    written_by: "extractive",
    fields: { ...completeFields, logo_url: null },
    evidence: { name: [{ quote: "Harbour Ledger", fetched_at: testNow.toISOString() }] },
    missing: [],
    next_actions: [
      { who: "human", url: `${server.url}/account/drafts/${id}` },
      { tool: "submit_draft", arguments: { id } },
    ],
  });
});

test("200: missing fields are listed with their limits", async () => {
  const { key, account } = await keyFor(server.store);
  const fields = { ...completeFields, name: "", headline: "Short", summary: "Too short to say much", categories: [] };
  const { id } = await draftFor(server.store, account.id, { url: "https://short.example/", fields });
  const { body } = await server.as(key).call("get_draft", { id });
  expect(body.missing).toEqual([
    expect.objectContaining({ field: "name", code: "required", limit: 2, actual: 0 }),
    expect.objectContaining({ field: "headline", code: "too_small", limit: 10, actual: 5 }),
    expect.objectContaining({ field: "summary", code: "too_small", limit: 40, actual: 21 }),
    expect.objectContaining({ field: "categories", code: "required", limit: 1, actual: 0 }),
  ]);
  expect(body.next_actions[0]).toMatchObject({ tool: "update_draft", arguments: { id } });
  expect(body.next_actions.map(({ tool }: { tool?: string }) => tool)).not.toContain("submit_draft");
  expect((await server.as(key).mcp("get_draft", { id })).text).not.toContain("is ready");
});

test("200: failed draft has the reason and next actions", async () => {
  const { key, account } = await keyFor(server.store);
  const { id } = await draftFor(server.store, account.id, {
    url: "https://gone.example/",
    status: "failed",
    fields: {},
    evidence: {},
    writtenBy: null,
    errorCode: "unresolvable",
    errorMessage: '"gone.example" was not found.',
  });
  const { body } = await server.as(key).call("get_draft", { id });
  expect(body).toMatchObject({
    status: "failed",
    poll_after_ms: null,
    error: { code: "unresolvable", message: '"gone.example" was not found.' },
    missing: [],
    next_actions: [{ tool: "submit_listing" }, { tool: "update_draft", arguments: { id } }],
  });
});

test("404: another account's draft, like an unknown id", async () => {
  const { account } = await keyFor(server.store);
  const { id } = await draftFor(server.store, account.id, { url: "https://secret.example/" });
  const { key } = await keyFor(server.store, { email: "eve@example.test" });
  for (const unknown of [id, 987_654]) {
    const { status, body } = await server.as(key).call("get_draft", { id: unknown });
    expect([status, body.next_actions[0].tool]).toEqual([404, "list_my_drafts"]);
  }
});

test("422: invalid id", async () => {
  const { key } = await keyFor(server.store);
  expect((await server.as(key).call("get_draft", { id: 0 })).status).toBe(422);
});

test("401: not signed in", async () => {
  expect((await server.call("get_draft", { id: 1 })).status).toBe(401);
});
