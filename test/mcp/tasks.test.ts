import { afterAll, beforeAll, expect, test } from "bun:test";
import { allScopes, type Scope } from "#auth/scopes.ts";
import { addRingKey } from "#db/keys/key-ring.ts";
import { draftById, draftsOfAccount, updateDraft } from "#db/queries/drafts/drafts.ts";
import { json, modernHeaders } from "../support/clients/mcp-wire.ts";
import { modernMeta } from "../support/clients/tool-caller.ts";
import { keyFor } from "../support/records/account.ts";
import type { ClaimTown } from "../support/records/claims.ts";
import { completeFields } from "../support/records/draft.ts";
import { testNow } from "../support/server/harness.ts";
import { startKelpTown } from "./kelp-town.ts";

const declared = { extensions: { "io.modelcontextprotocol/tasks": {} } };
const noSuchTask = { code: -32602, message: expect.stringContaining("no such task") };
const missing = { code: -32021, data: { requiredCapabilities: declared } };

let town: ClaimTown;
beforeAll(async () => {
  town = await startKelpTown();
});
afterAll(() => town.stop());

let people = 0;

/** A new account whose client declares the given capabilities. */
async function asker({ capabilities = declared as object, scopes = allScopes as readonly Scope[], query = "" } = {}) {
  const { key, id } = await keyFor(town.server.store, { email: `t${++people}@example.test`, scopes: [...scopes] });
  const ask = async (method: string, params: Record<string, unknown>, own: object = capabilities): Promise<any> => {
    const _meta = { ...modernMeta, "io.modelcontextprotocol/clientCapabilities": own };
    const name = (params.name ?? params.taskId) as string;
    const response = await fetch(`${town.server.url}/mcp${query}`, {
      method: "POST",
      headers: { ...modernHeaders(method, name), authorization: `Bearer ${key}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
    });
    return { status: response.status, ...((await response.json()) as object) };
  };
  const call = (name: string, input: object, own?: object) => ask("tools/call", { name, arguments: input }, own);
  return { ask, call, key, id };
}

const home = () => `${town.at("kelpworks.test")}/`;

test("client with tasks: a draft is a task that ends with the tool's normal result", async () => {
  const { ask, call } = await asker();
  const { result: begun } = await call("submit_listing", { url: home() });
  const { taskId, _meta, ...head } = begun;
  expect(head).toEqual({
    resultType: "task",
    status: "working",
    statusMessage: "Waiting to read the website.",
    createdAt: "2026-11-18T12:00:00.000Z",
    lastUpdatedAt: "2026-11-18T12:00:00.000Z",
    ttlMs: 30 * 86_400_000,
    pollIntervalMs: 1000,
  });
  // Submitting again returns the same draft, and so the same task.
  expect((await call("submit_listing", { url: home() })).result.taskId).toBe(taskId);
  expect((await ask("tasks/get", { taskId })).result).toMatchObject({ ...head, resultType: "complete", taskId });

  await town.server.drainJobs();
  const { result: done } = await ask("tasks/get", { taskId });
  expect(done).toMatchObject({ resultType: "complete", taskId, status: "completed", createdAt: head.createdAt });
  const plain = await call("submit_listing", { url: home() });
  expect(plain.result.resultType).toBe("complete");
  const { content, structuredContent } = plain.result;
  expect(done.result).toEqual({ content, structuredContent, resultType: "complete" });
  expect(structuredContent.status).toBe("ready");
});

test("client without tasks: normal result, and task methods return 400", async () => {
  const { ask, call } = await asker();
  const { taskId } = (await call("submit_listing", { url: home() })).result;
  const plain = (await call("submit_listing", { url: home() }, {})).result;
  expect(plain).toMatchObject({ resultType: "complete", structuredContent: { status: "crawling" } });
  for (const method of ["tasks/get", "tasks/cancel", "tasks/update"])
    expect(await ask(method, { taskId, inputResponses: {} }, {})).toMatchObject({ status: 400, error: missing });
});

test("dry run: normal result instead of a task", async () => {
  const { call } = await asker();
  const { result } = await call("submit_listing", { url: home(), dry_run: true });
  expect(result).toMatchObject({ resultType: "complete", structuredContent: { dry_run: true } });
});

test("unknown, foreign or altered task id: same error", async () => {
  const [ada, ben] = [await asker(), await asker()];
  const { taskId } = (await ada.call("submit_listing", { url: home() })).result;
  const other = taskId.replace(/\.(\d+)\./, (_: string, id: string) => `.${Number(id) + 1}.`);
  const ids = [taskId, "x", ".", "submit_listing.1.", "get_listing.1.x", "__proto__.1.x", "constructor"];
  for (const method of ["tasks/get", "tasks/cancel", "tasks/update"]) {
    for (const id of ids)
      expect((await ben.ask(method, { taskId: id, inputResponses: {} })).error).toMatchObject(noSuchTask);
    expect((await ada.ask(method, { taskId: other, inputResponses: {} })).error).toMatchObject(noSuchTask);
  }
  expect((await ada.ask("tasks/get", { taskId })).result.status).toBe("working");
});

test("cancel: acknowledged; a running draft is cancelled and a finished task stays finished", async () => {
  const { ask, call } = await asker();
  const { taskId } = (await call("submit_listing", { url: home() })).result;
  const acknowledged = { resultType: "complete", _meta: expect.anything() };
  expect((await ask("tasks/cancel", { taskId })).result).toEqual(acknowledged);
  expect((await ask("tasks/get", { taskId })).result).toMatchObject({
    status: "cancelled",
    statusMessage: "Discarded.",
  });
  expect((await ask("tasks/cancel", { taskId })).result).toEqual(acknowledged);
  await town.server.drainJobs();
  expect((await ask("tasks/get", { taskId })).result).not.toHaveProperty("result");

  const again = (await call("submit_listing", { url: home() })).result.taskId;
  expect(again).not.toBe(taskId);
  await town.server.drainJobs();
  expect((await ask("tasks/cancel", { taskId: again })).result).toEqual(acknowledged);
  const { result } = await ask("tasks/get", { taskId: again });
  expect(result).toMatchObject({ status: "completed", result: { structuredContent: { status: "ready" } } });
  expect((await draftById(town.server.store.read, result.result.structuredContent.id))!.status).toBe("ready");
});

test("cancel while the language model writes: cancelled although texts exist", async () => {
  const { ask, call, id: accountId } = await asker();
  const { store } = town.server;
  const { taskId } = (await call("submit_listing", { url: home() })).result;
  const { rows } = await draftsOfAccount(store.read, { accountId, siteId: 1 }, { limit: 1, offset: 0 });
  const written = { status: "drafting", step: 9, writtenBy: "extractive", fields: completeFields } as const;
  await store.write((tx) => updateDraft(tx, rows[0]!.id, written, testNow));
  expect((await ask("tasks/get", { taskId })).result.status).toBe("working");
  await ask("tasks/cancel", { taskId });
  expect((await ask("tasks/get", { taskId })).result.status).toBe("cancelled");
});

test("failed draft: the task completes with the error, even after it is discarded", async () => {
  const { ask, call } = await asker();
  const { taskId } = (await call("submit_listing", { url: `${town.at("kelpworks.test")}/nowhere` })).result;
  await town.server.drainJobs();
  const { result } = await ask("tasks/get", { taskId });
  expect(result).toMatchObject({ status: "completed", result: { structuredContent: { status: "failed" } } });
  expect(result.result.structuredContent.next_actions).not.toEqual([]);
});

test("tasks/update without a pending request: acknowledged and ignored", async () => {
  const { ask, call } = await asker();
  const { taskId } = (await call("submit_listing", { url: home() })).result;
  const inputResponses = { nothing: { action: "accept" } };
  expect((await ask("tasks/update", { taskId, inputResponses })).result.resultType).toBe("complete");
  expect((await ask("tasks/get", { taskId })).result.status).toBe("working");
});

test("key that cannot read drafts: normal result instead of a task", async () => {
  const { call } = await asker({ scopes: ["listings:write"] });
  const { result } = await call("submit_listing", { url: home() });
  expect(result).toMatchObject({ resultType: "complete", structuredContent: { status: "crawling" } });
});

test("401: not signed in, with a challenge", async () => {
  const { call } = await asker();
  const { taskId } = (await call("submit_listing", { url: home() })).result;
  const response = await fetch(`${town.server.url}/mcp`, {
    method: "POST",
    headers: modernHeaders("tasks/get", taskId),
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tasks/get", params: { taskId, _meta: modernMeta } }),
  });
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toContain("resource_metadata");
});

test("endpoint without the tool: no tasks capability and no task methods", async () => {
  const { ask } = await asker({ query: "?profile=read" });
  const { capabilities } = (await ask("server/discover", {})).result;
  expect(capabilities.extensions).not.toHaveProperty("io.modelcontextprotocol/tasks");
  expect((await ask("tasks/get", { taskId: "submit_listing.1.x" })).error.code).toBe(-32601);
});

test("initialize-based versions: no tasks", async () => {
  const { key } = await asker();
  const send = async (method: string, params: object): Promise<any> => {
    const headers = { ...json, authorization: `Bearer ${key}` };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    return (await fetch(`${town.server.url}/mcp`, { method: "POST", headers, body })).json();
  };
  const hello = { protocolVersion: "2025-11-25", capabilities: declared, clientInfo: { name: "a", version: "1" } };
  const { capabilities } = (await send("initialize", hello)).result;
  expect(capabilities).not.toHaveProperty("tasks");
  expect(capabilities.extensions).not.toHaveProperty("io.modelcontextprotocol/tasks");
  expect((await send("tasks/get", { taskId: "submit_listing.1.x" })).error.code).toBe(-32601);
});

test("claim check: a task while it runs, and each check is a separate task", async () => {
  const { ask, call } = await asker();
  const listing = "kelp-claim";
  await town.list(listing);
  const claim = (await call("claim_listing", { slug: listing, method: "dns" })).result.structuredContent;
  const { claim_id } = claim;
  const begun = (await call("verify_claim", { claim_id })).result;
  expect(begun).toMatchObject({ resultType: "task", status: "working", statusMessage: "Checking for the proof." });
  await town.server.drainJobs();
  const { result } = await ask("tasks/get", { taskId: begun.taskId });
  expect(result).toMatchObject({ status: "completed", result: { structuredContent: { claim_id, status: "pending" } } });
  expect(result.result.structuredContent.last_error).not.toBeNull();

  const second = (await call("verify_claim", { claim_id })).result;
  expect(second.taskId).not.toBe(begun.taskId);
  expect((await ask("tasks/get", { taskId: begun.taskId })).result.status).toBe("completed");
  expect((await ask("tasks/cancel", { taskId: second.taskId })).result.resultType).toBe("complete");
  expect((await ask("tasks/get", { taskId: second.taskId })).result.status).toBe("working");
});

// On several nodes, the reader gets the new key only when somebody copies it, so this test is the last one.
test("after a rotation of the key, tasks keep their ids", async () => {
  const { ask, call } = await asker();
  const { taskId } = (await call("submit_listing", { url: home() })).result;
  await Bun.sleep(2);
  addRingKey(town.server.store.read, "seal", new Date());
  expect((await ask("tasks/get", { taskId })).result).toMatchObject({ taskId, status: "working" });
  expect((await call("submit_listing", { url: home() })).result.taskId).not.toBe(taskId);
});
