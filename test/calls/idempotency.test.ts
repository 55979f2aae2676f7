import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { allScopes } from "#auth/scopes.ts";
import { demoSignIn } from "#bridge/start/demo-sign-in.ts";
import { openStore } from "#db/store/file-store.ts";
import { callTool } from "#tools/core/calls/call.ts";
import { structuredOf } from "#tools/core/mcp/server.ts";
import { tools as allTools } from "#tools/registry.ts";
import { sendTool, transports } from "../support/clients/tool-caller.ts";
import { fates, holds, sendNote } from "../support/fakes/fixture-tools.ts";
import { keyFor } from "../support/records/account.ts";
import { addSite } from "../support/records/records.ts";
import { contextFor } from "../support/server/call.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { startTestJobs } from "../support/server/jobs.ts";
import { scheduled } from "../support/server/scheduled.ts";
import { temporary } from "../support/server/temporary.ts";

const sendLetter = { ...sendNote, name: "send_letter", rest: { ...sendNote.rest, path: "/letters/{title}" } };
const tools = [sendNote, sendLetter];
let server: TestServer;
let bearer: string;
let now = testNow;
beforeAll(async () => {
  server = await startTestServer({ tools, now: () => now });
  bearer = (await keyFor(server.store, { scopes: ["listings:write"] })).key;
});
afterAll(() => server.stop());
beforeEach(() => {
  now = testNow;
  fates.clear();
  holds.clear();
});

interface Call {
  input?: Record<string, unknown>;
  as?: string;
  host?: string;
}
let made = 0;
const newKey = () => `key ${++made}`;
const replayed = "Repeated with the same idempotency_key: nothing new was done. This is the first response.\n";
const replayedKey = "slipway/idempotency-replayed";
const sent = async () => (await server.mails()).length;

async function post(key: string, { input = {}, as = bearer, host }: Call = {}, url = server.url) {
  const { title = "Hello", ...body } = input;
  const response = await fetch(`${url}/api/v1/sendings/${title}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${as}`,
      "content-type": "application/json",
      "idempotency-key": key,
      ...(host && { host }),
    },
    body: JSON.stringify(body),
  });
  const isReplayed = response.headers.get("idempotency-replayed") === "true";
  return { status: response.status, isReplayed, body: (await response.json()) as any };
}

const call = (key: string, input: Record<string, unknown> = {}) =>
  server.as(bearer).mcp("send_note", { title: "Hello", ...input, idempotency_key: key });

describe("repeat with the same key", () => {
  test("REST and MCP: returns the first response and changes nothing", async () => {
    const [key, before] = [newKey(), await sent()];
    const first = await post(key);
    expect(first).toMatchObject({ status: 201, isReplayed: false, body: { title: "Hello", place: before + 1 } });
    expect(await post(key)).toEqual({ ...first, isReplayed: true });
    // The order of fields and an explicit default do not change the input.
    expect(await post(key, { input: { copies: 1 } })).toEqual({ ...first, isReplayed: true });
    const again = await call(key);
    expect(again.structuredContent).toEqual(first.body);
    const other = newKey();
    const overMcp = await call(other);
    expect(overMcp).toMatchObject({ isError: false, structuredContent: { place: before + 2 } });
    expect(overMcp.meta).not.toHaveProperty([replayedKey]);
    expect(await call(other)).toEqual({ ...overMcp, text: replayed + overMcp.text, meta: again.meta });
    expect(again.meta).toEqual({ ...overMcp.meta, [replayedKey]: true });
    expect(await post(other)).toMatchObject({ isReplayed: true, body: overMcp.structuredContent });
    expect(await sent()).toBe(before + 2);
  });

  test("no key or another key: runs again", async () => {
    const before = await sent();
    await post(newKey());
    await post(newKey());
    for (const transport of transports) await server.as(bearer).over(transport, "send_note", { title: "Hello" });
    expect(await sent()).toBe(before + 4);
  });

  test("422: another input, and nothing changes", async () => {
    const key = newKey();
    await post(key);
    const before = await sent();
    for (const input of [{ copies: 2 }, { title: "Bye" }])
      expect(await post(key, { input })).toMatchObject({ status: 422, body: { code: "idempotency_mismatch" } });
    expect((await call(key, { copies: 2 })).structuredContent.code).toBe("idempotency_mismatch");
    expect(await post(key, { host: "dev.localhost" })).toMatchObject({ body: { code: "idempotency_mismatch" } });
    expect(await sent()).toBe(before);
  });

  test("409: the first call is running; afterwards its response is returned", async () => {
    const [key, before] = [newKey(), await sent()];
    const [running, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    holds.set("Hello", () => {
      running.resolve();
      return release.promise;
    });
    const first = post(key);
    await running.promise;
    expect(await post(key)).toMatchObject({ status: 409, body: { code: "idempotency_in_progress" } });
    release.resolve();
    expect(await first).toMatchObject({ status: 201, isReplayed: false });
    expect((await call(key)).structuredContent).toEqual((await first).body);
    expect(await sent()).toBe(before + 1);
  });

  test("two processes: one effect, and both return its response", async () => {
    const path = join(temporary, "two-processes.db");
    const servers = [openStore(path), openStore(path)].map((store) => startTestServer({ store, tools }));
    const [one, two] = (await Promise.all(servers)) as [TestServer, TestServer];
    await one.store.write((tx) => addSite(tx));
    const { key: as } = await keyFor(one.store, { scopes: ["listings:write"] });
    const key = newKey();
    holds.set("Hello", () => Bun.sleep(100));
    const answers = await Promise.all([one, two].map(({ url }) => post(key, { as }, url)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array(2).fill([201, { title: "Hello", place: 1 }]),
    );
    expect(answers.filter(({ isReplayed }) => isReplayed)).toHaveLength(1);
    expect(await one.mails()).toHaveLength(1);
    for (const each of [one, two]) await each.stop();
  });

  test("response that waits for work: 409 until then, then the final response, also in another process", async () => {
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const { promise: waits, resolve: begin } = Promise.withResolvers<void>();
    const slowNote = {
      ...sendNote,
      async awaitWork(_: unknown, output: { title: string; place: number }) {
        begin();
        await done;
        return { ...output, title: "Sent" };
      },
    };
    const { account } = await keyFor(server.store, { scopes: ["listings:write"] });
    const actor = { kind: "person", accountId: account.id, scopes: allScopes, via: "browser", isTest: false } as const;
    const context = contextFor(server.store, actor);
    const key = { value: newKey(), field: "key" };
    const { write } = server.store;
    const processes = Array.from({ length: 3 }, () => ({
      ...{ limiter: null, checkOutput: "always" as const, write, patienceMs: 1000 },
    }));
    const [one, two, three] = processes.map(
      (policy) => () => callTool(slowNote, context, () => ({ title: "Slow" }), policy, { key }),
    );
    const before = await sent();
    const first = one!();
    await waits;
    for (const again of [one!, two!]) expect(await again().catch(({ code }) => code)).toBe("idempotency_in_progress");
    finish();
    const { output } = await first;
    expect(output.title).toBe("Sent");
    for (const again of [one!, two!, three!]) expect(await again()).toMatchObject({ output, isReplayed: true });
    expect(await sent()).toBe(before + 1);
  });

  test("another account, sandbox key or operation: runs as a new call", async () => {
    const [key, before] = [newKey(), await sent()];
    const { key: stranger } = await keyFor(server.store, { email: "bob@example.test", scopes: ["listings:write"] });
    const { key: sandbox } = await keyFor(server.store, { scopes: ["listings:write"], isTest: true });
    for (const as of [bearer, stranger, sandbox]) expect((await post(key, { as })).isReplayed).toBe(false);
    const letter = await server.as(bearer).over("MCP", "send_letter", { title: "Hello", idempotency_key: key });
    expect(letter.body.place).toBe(before + 3);
  });

  test("after 24 hours: runs as a new call, and the sweep deletes the stored response", async () => {
    const key = newKey();
    const first = await post(key);
    now = new Date(testNow.getTime() + 24 * 3_600_000 - 1);
    expect(await post(key)).toEqual({ ...first, isReplayed: true });
    now = new Date(testNow.getTime() + 24 * 3_600_000);
    expect(await post(key)).toMatchObject({ status: 201, isReplayed: false, body: { place: first.body.place + 1 } });

    const kept = () =>
      server.store.read.$client.query<{ n: number }, []>("SELECT count(*) AS n FROM idempotency_keys").get()!.n;
    expect(kept()).toBeGreaterThan(1);
    const jobs = startTestJobs({ store: server.store, now: () => now, jobs: scheduled("sweep") });
    await jobs.drain();
    await jobs.stop();
    expect(kept()).toBe(1);
  });
});

test("every operation that writes: a repeat with the same key returns the stored response over REST and MCP", async () => {
  const demo = await startTestServer();
  const { key: as } = (await demoSignIn(demo.store, temporary, testNow))!;
  const writing = allTools.filter(({ effect }) => effect !== "read");
  expect(writing.length).toBeGreaterThan(3);
  for (const tool of writing) {
    const [key, [example]] = [newKey(), tool.examples];
    const first = await sendTool(demo, tool, example!, { authorization: `Bearer ${as}`, "idempotency-key": key });
    expect([tool.name, first.status]).toEqual([tool.name, tool.rest.status ?? 200]);
    const again = await sendTool(demo, tool, example!, { authorization: `Bearer ${as}`, "idempotency-key": key });
    expect([tool.name, again.headers.get("idempotency-replayed")]).toEqual([tool.name, "true"]);
    const body = await first.json();
    expect(await again.json()).toEqual(body);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    const { structuredContent, text } = await demo.as(as).mcp(tool.name, { ...example, idempotency_key: key });
    expect([tool.name, text]).toEqual([tool.name, expect.stringMatching(replayed)]);
    expect([tool.name, structuredContent]).toEqual([tool.name, structuredOf(tool, body as Record<string, unknown>)]);
  }
  await demo.stop();
});

describe("first call that fails", () => {
  test("client error: a repeat returns the same error", async () => {
    const key = newKey();
    fates.set("Hello", "conflict");
    const before = await sent();
    const first = await post(key);
    expect(first).toMatchObject({ status: 409, isReplayed: false, body: { code: "state_conflict" } });
    fates.clear();
    const { request_id, ...problem } = first.body;
    expect(await post(key)).toMatchObject({ status: 409, isReplayed: true, body: problem });
    const again = await call(key);
    expect([again.text, again.structuredContent.detail]).toEqual([expect.stringMatching(replayed), problem.detail]);
    expect(await sent()).toBe(before);
  });

  test("server error: nothing is stored, and a repeat runs again", async () => {
    const [key, before] = [newKey(), await sent()];
    fates.set("Hello", "crash");
    expect(await post(key)).toMatchObject({ status: 500, isReplayed: false });
    expect(await sent()).toBe(before);
    fates.clear();
    expect(await post(key)).toMatchObject({ status: 201, isReplayed: false, body: { place: before + 1 } });
  });

  test("error before the call ran: is not stored", async () => {
    const key = newKey();
    expect((await post(key, { input: { copies: "two" } })).status).toBe(422);
    const { key: reader } = await keyFor(server.store, { scopes: ["account:read"] });
    expect((await post(key, { as: reader })).status).toBe(403);
    expect(await post(key)).toMatchObject({ status: 201, isReplayed: false });
  });
});

describe("idempotency key", () => {
  test("422: not 1 to 255 printable ASCII characters; the error names the field or header", async () => {
    for (const key of ["x".repeat(256), "k\u00e4y", "a\tb"])
      expect(await post(key)).toMatchObject({ status: 422, body: { errors: [{ field: "Idempotency-Key" }] } });
    for (const idempotency_key of ["", "x".repeat(256), "schlüssel", 7, null])
      expect(
        (await server.as(bearer).mcp("send_note", { title: "Hello", idempotency_key })).structuredContent,
      ).toMatchObject({ status: 422, errors: [{ field: "idempotency_key" }] });
    expect((await post("~ !".padEnd(255, "x"))).status).toBe(201);
  });

  test("is an MCP argument only, of tools that accept it", async () => {
    const inBody = await post(newKey(), { input: { idempotency_key: "a" } });
    expect(inBody.body.errors).toMatchObject([{ field: "idempotency_key", code: "unknown_field" }]);
    const search = await startTestServer();
    const { structuredContent } = await search.mcp("get_site_info", { idempotency_key: "a" });
    expect(structuredContent.errors).toMatchObject([{ field: "idempotency_key", code: "unknown_field" }]);
    await search.stop();
  });
});
