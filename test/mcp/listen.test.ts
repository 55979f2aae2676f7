import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { allScopes, type Scope } from "#auth/scopes.ts";
import type { ListenLimits } from "#bridge/http/mcp/listen.ts";
import { createToolEndpoint } from "#bridge/http/mcp/serve-mcp.ts";
import { revokeApiKey } from "#db/queries/accounts/credentials.ts";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { openStore } from "#db/store/file-store.ts";
import { preparedSql } from "#db/store/store.ts";
import { tools } from "#tools/registry.ts";
import { modernHeaders } from "../support/clients/mcp-wire.ts";
import { modernMeta } from "../support/clients/tool-caller.ts";
import { keyFor } from "../support/records/account.ts";
import type { ClaimTown } from "../support/records/claims.ts";
import { draftFor } from "../support/records/draft.ts";
import { ownedProduct } from "../support/records/owned-product.ts";
import { startTestServer, testNow } from "../support/server/harness.ts";
import { isOnNodes } from "../support/server/nodes.ts";
import { startKelpTown } from "./kelp-town.ts";

const quick: ListenLimits = {
  maxPerCredential: 2,
  maxTotal: 50,
  pollMs: 5,
  keepAliveMs: 1e9,
  maxKeepAlives: 3,
};
const declared = { extensions: { "io.modelcontextprotocol/tasks": {} } };

let town: ClaimTown;
let close: () => Promise<void>;
beforeAll(async () => {
  town = await startKelpTown();
});
afterAll(() => town.stop());

/** The endpoint with limits for tests, at a URL of its own. */
function serve(limits: Partial<ListenLimits> = {}) {
  const endpoint = createToolEndpoint(tools, town.server.runtime, { ...quick, ...limits });
  const web = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: endpoint.handle });
  close = async () => {
    await endpoint.close();
    await web.stop(true);
  };
  return { url: `http://localhost:${web.port}`, close };
}

const disown = preparedSql<never, [number]>("DELETE FROM company_owners WHERE company_id = ?");

let people = 0;
async function somebody(scopes: readonly Scope[] = allScopes) {
  const { key, id, account } = await keyFor(town.server.store, {
    email: `listener${++people}@example.test`,
    scopes: [...scopes],
  });
  const { main } = await ownedProduct(town.server.store, account.id);
  const draft = await draftFor(town.server.store, account.id, { url: `https://p${people}.example/` });
  return { key, id, account, draft: `slipway://account/drafts/${draft.id}`, listing: main, ...town.server.as(key) };
}

const listingUri = (id: number) => `slipway://account/listings/${id}`;

/** Sends a listen request and reads its stream message by message; null when the stream has ended. */
async function listen(url: string, key: string | null, notifications: unknown, capabilities: object = {}, id = 7) {
  const _meta = { ...modernMeta, "io.modelcontextprotocol/clientCapabilities": capabilities };
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { ...modernHeaders("subscriptions/listen"), ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ jsonrpc: "2.0", id, method: "subscriptions/listen", params: { notifications, _meta } }),
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  async function next(): Promise<any> {
    for (;;) {
      const end = rest.indexOf("\n\n");
      if (end !== -1) {
        const frame = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (frame.startsWith(":")) return frame;
        return JSON.parse(frame.slice(frame.indexOf("data: ") + "data: ".length));
      }
      const { value, done } = await reader.read();
      if (done) return rest === "" ? null : JSON.parse(rest);
      rest += value;
    }
  }
  return { response, next, cancel: () => reader.cancel() };
}

const _meta = { "io.modelcontextprotocol/subscriptionId": 7 };
const ended = { jsonrpc: "2.0", id: 7, result: { resultType: "complete", _meta: expect.objectContaining(_meta) } };
const acknowledged = (notifications: object) => ({
  ...{ jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged" },
  params: { notifications, _meta },
});
const updated = (uri: string) => ({
  ...{ jsonrpc: "2.0", method: "notifications/resources/updated" },
  params: { uri, _meta },
});

test("own listing or draft changed by any process: notified; resources of others: not", async () => {
  const { url } = serve();
  const [ada, ben] = [await somebody(), await somebody()];
  const asked = [listingUri(ada.listing), ada.draft, listingUri(ben.listing), ben.draft, "slipway://account/drafts/x"];
  const more = ["slipway://listings/lumenroll", "nonsense", "slipway://account"];
  const stream = await listen(url, ada.key, { resourceSubscriptions: [...asked, ...more], toolsListChanged: true });
  expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
  expect(await stream.next()).toEqual(acknowledged({ resourceSubscriptions: asked.slice(0, 2) }));

  const edit = (person: typeof ada, headline: string) =>
    person.over("MCP", "update_my_listing", { listing_id: person.listing, fields: { headline } });
  expect((await edit(ben, "Kelp, by somebody else")).status).toBe(200);
  expect((await edit(ada, "Kelp farming, planned")).status).toBe(200);
  expect(await stream.next()).toEqual(updated(listingUri(ada.listing)));

  // Another server on the same file acts like another process, if there is a file.
  const { path } = town.server.store.read;
  const other = isOnNodes ? town.server : await startTestServer({ store: openStore(path) });
  const id = Number(ada.draft.split("/").at(-1));
  const fields = { headline: "Kelp in one place" };
  expect((await other.as(ada.key).over("REST", "update_draft", { id, fields })).status).toBe(200);
  expect(await stream.next()).toEqual(updated(ada.draft));
  if (other !== town.server) await other.stop();
  await close();
  expect(await stream.next()).toEqual(ended);
  expect(await stream.next()).toBeNull();
});

test("task: status notifications until it completes, then the stream ends", async () => {
  const { url } = serve();
  const ada = await somebody();
  const { id } = (await ada.over("REST", "submit_listing", { url: `${town.at("kelpworks.test")}/` })).body;
  const begun = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { ...modernHeaders("tools/call", "submit_listing"), authorization: `Bearer ${ada.key}` },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: {
        ...{ name: "submit_listing", arguments: { url: `${town.at("kelpworks.test")}/` } },
        _meta: { ...modernMeta, "io.modelcontextprotocol/clientCapabilities": declared },
      },
    }),
  });
  const { taskId } = ((await begun.json()) as any).result;
  const stream = await listen(url, ada.key, { taskIds: [taskId, "submit_listing.1.forged"] }, declared);
  expect(await stream.next()).toEqual(acknowledged({ taskIds: [taskId] }));
  const first = await stream.next();
  expect(first).toMatchObject({ method: "notifications/tasks", params: { taskId, status: "working", _meta } });
  await town.server.drainJobs();
  let last = first;
  while (last.params.status === "working") last = await stream.next();
  expect(last.params).toMatchObject({
    taskId,
    status: "completed",
    result: { structuredContent: { id, status: "ready" } },
  });
  expect(await stream.next()).toEqual(ended);
  expect(await stream.next()).toBeNull();
  // A finished task is reported immediately.
  const late = await listen(url, ada.key, { taskIds: [taskId] }, declared);
  expect(await late.next()).toEqual(acknowledged({ taskIds: [taskId] }));
  expect((await late.next()).params.status).toBe("completed");
  expect(await late.next()).toEqual(ended);
  await close();
});

test("client without the tasks capability: 400", async () => {
  const { url } = serve();
  const { key } = await somebody();
  const { response, next } = await listen(url, key, { taskIds: [] });
  expect(response.status).toBe(400);
  expect(await next()).toMatchObject({ id: 7, error: { code: -32021, data: { requiredCapabilities: declared } } });
  await close();
});

test.each([
  ["nothing", {}],
  ["lists that never change", { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }],
  ["no URIs", { resourceSubscriptions: [] }],
  ["another account's draft", { resourceSubscriptions: ["slipway://account/drafts/999999"] }],
])("subscription to %s: acknowledged as empty", async (_, notifications) => {
  const { url } = serve();
  const { next } = await listen(url, (await somebody()).key, notifications);
  expect(await next()).toEqual(acknowledged({}));
  expect(await next()).toEqual(ended);
  expect(await next()).toBeNull();
  await close();
});

test.each([
  ["no filter", undefined],
  ["URIs that are not strings", { resourceSubscriptions: [5] }],
  ["a URI instead of a list", { resourceSubscriptions: "slipway://account/drafts/1" }],
  ["a string as filter", "all"],
])("%s: invalid params", async (_, notifications) => {
  const { url } = serve();
  const { next } = await listen(url, (await somebody()).key, notifications);
  expect(await next()).toMatchObject({ id: 7, error: { code: -32602 } });
  await close();
});

test("very long filter: only the first fifty URIs are considered", async () => {
  const { url } = serve();
  const { key, draft } = await somebody();
  const others = Array.from({ length: 20_000 }, (_, i) => `slipway://account/drafts/${1_000_000 + i}`);
  const late = await listen(url, key, { resourceSubscriptions: [...others, draft] });
  expect(await late.next()).toEqual(acknowledged({}));
  const early = await listen(url, key, { resourceSubscriptions: [draft, draft, ...others] });
  expect(await early.next()).toEqual(acknowledged({ resourceSubscriptions: [draft] }));
  await close();
});

test("401 not signed in, 403 scope missing: with a challenge", async () => {
  const { url } = serve();
  const { draft } = await somebody();
  const { key } = await somebody(["listings:write"]);
  const nobody = await listen(url, null, { resourceSubscriptions: [draft] });
  expect(nobody.response.status).toBe(401);
  expect(nobody.response.headers.get("www-authenticate")).toContain("resource_metadata");
  const { response } = await listen(url, key, { resourceSubscriptions: [draft] });
  expect(response.status).toBe(403);
  expect(response.headers.get("www-authenticate")).toContain("insufficient_scope");
  await close();
});

test("stream limit per key: 429 until one is closed", async () => {
  const { url } = serve();
  const { key, draft } = await somebody();
  const filter = { resourceSubscriptions: [draft] };
  const open = [await listen(url, key, filter), await listen(url, key, filter)];
  const third = await listen(url, key, filter);
  expect(third.response.status).toBe(429);
  expect(third.response.headers.get("retry-after")).not.toBeNull();
  expect((await listen(url, (await somebody()).key, filter)).response.status).toBe(200);
  await open[0]!.cancel();
  let status = 429;
  while (status === 429) status = (await listen(url, key, filter)).response.status;
  expect(status).toBe(200);
  await close();
});

test("concurrent streams: the limit holds", async () => {
  const { url } = serve();
  const { key, draft } = await somebody();
  const all = await Promise.all(Array.from({ length: 12 }, () => listen(url, key, { resourceSubscriptions: [draft] })));
  expect(all.map(({ response }) => response.status).sort()).toEqual([200, 200, ...Array(10).fill(429)]);
  await close();
});

test("revoked key: the stream ends", async () => {
  const { url } = serve();
  const { key, id, account, draft } = await somebody();
  const stream = await listen(url, key, { resourceSubscriptions: [draft] });
  await stream.next();
  await town.server.store.write((tx) => revokeApiKey(tx, account.id, id, testNow));
  expect(await stream.next()).toEqual(ended);
  expect(await stream.next()).toBeNull();
  await close();
});

test("listing no longer owned: no more notifications", async () => {
  const { url } = serve();
  const [ada, ben] = [await somebody(), await somebody()];
  const uris = [listingUri(ada.listing), ada.draft];
  const stream = await listen(url, ada.key, { resourceSubscriptions: uris });
  expect(await stream.next()).toEqual(acknowledged({ resourceSubscriptions: uris }));
  const companyId = (await companyOfListing(town.server.store.read, ada.listing))!;
  await town.server.store.write(async (tx) => {
    await disown.run(tx, companyId);
    await addOwner(tx, { companyId, accountId: ben.account.id, via: "admin" }, testNow);
  });
  const listing_id = ada.listing;
  const edit = { listing_id, fields: { headline: "Kelp of another farm" } };
  expect((await ben.over("MCP", "update_my_listing", edit)).status).toBe(200);
  const id = Number(ada.draft.split("/").at(-1));
  expect((await ada.over("REST", "update_draft", { id, fields: { headline: "Kelp at last" } })).status).toBe(200);
  expect(await stream.next()).toEqual(updated(ada.draft));
  await close();
});

test("idle stream: keepalive comments, then the end at the time limit", async () => {
  const { url } = serve({ keepAliveMs: 5 });
  const { key, draft } = await somebody();
  const stream = await listen(url, key, { resourceSubscriptions: [draft] });
  await stream.next();
  expect(await stream.next()).toBe(": keepalive");
  expect(await stream.next()).toBe(": keepalive");
  expect(await stream.next()).toEqual(ended);
  expect(await stream.next()).toBeNull();
  await close();
});

test("subscriptions: offered only in 2026-07-28, as older versions need a session", async () => {
  const { key } = await somebody();
  const send = async (headers: Record<string, string>, method: string, params: object): Promise<any> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const all = { ...headers, authorization: `Bearer ${key}` };
    return (await fetch(`${town.server.url}/mcp`, { method: "POST", headers: all, body })).json();
  };
  const modern = await send(modernHeaders("server/discover"), "server/discover", { _meta: modernMeta });
  expect(modern.result.capabilities.resources).toEqual({ subscribe: true });
  const { "mcp-protocol-version": _, "mcp-method": __, ...old } = modernHeaders("");
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a", version: "1" } };
  expect((await send(old, "initialize", hello)).result.capabilities.resources).toEqual({});
  expect((await send(old, "resources/subscribe", { uri: "slipway://account/drafts/1" })).error.code).toBe(-32601);
});

test("official client: receives notifications and the end of the stream", async () => {
  const { url } = serve();
  const { key, draft, over } = await somebody();
  const client = new Client(
    { name: "slipway-test", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const heard = Promise.withResolvers<string>();
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => heard.resolve(params.uri));
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  const subscription = await client.listen({ resourceSubscriptions: [draft, "slipway://account/drafts/0"] });
  expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: [draft] });
  const id = Number(draft.split("/").at(-1));
  expect((await over("REST", "update_draft", { id, fields: { headline: "Kelp by the metre" } })).status).toBe(200);
  expect(await heard.promise).toBe(draft);
  await close();
  expect(await subscription.closed).toBe("graceful");
  await client.close();
});
