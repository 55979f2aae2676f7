import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { demoSignIn } from "#bridge/start/demo-sign-in.ts";
import { structuredOf } from "#tools/core/mcp/server.ts";
import { tools } from "#tools/registry.ts";
import { sendTool } from "../support/clients/tool-caller.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { temporary } from "../support/server/temporary.ts";

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  key = (await demoSignIn(server.store, temporary, testNow))!.key;
});
afterAll(() => server.stop());

/** Everything in the database. A dry run may leave nothing. */
const content = () => {
  const { $client } = server.store.read;
  const tables = $client
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .filter(({ name }) => name !== "api_keys" && !name.startsWith("listing_search"));
  return tables.map(({ name }) => [name, $client.query(`SELECT * FROM "${name}"`).values()]);
};

const headers = () => ({ authorization: `Bearer ${key}` });
const writing = tools.filter(({ effect }) => effect !== "read");

describe.each(writing.map((tool) => [tool.name, tool] as const))("dry run of %s", (name, tool) => {
  const input = tool.examples[0]!;

  test("REST and MCP return the same response, and nothing changes", async () => {
    const before = content();
    const response = await sendTool({ url: server.url }, tool, input, headers(), { dry_run: "true" });
    const body = (await response.json()) as any;
    const { structuredContent, isError, text } = await server.as(key).mcp(name, { ...input, dry_run: true });
    expect([response.status, body.dry_run, isError]).toEqual([200, true, false]);
    expect(response.headers.get("location")).toBeNull();
    expect(Object.keys(structuredContent).sort()).toEqual(Object.keys(structuredOf(tool, body)).sort());
    expect(structuredContent).toMatchObject({ dry_run: true, not_tried: body.not_tried });
    expect(text).toStartWith("Dry run: nothing was changed.");
    for (const what of body.not_tried) expect(text).toContain(what);
    expect(content()).toEqual(before);
  });

  test("idempotency key is not stored, and dry_run must be a boolean", async () => {
    const sent = { ...headers(), "idempotency-key": `trial ${name}` };
    const before = content();
    await sendTool({ url: server.url }, tool, input, sent, { dry_run: "true" });
    expect(content()).toEqual(before);
    expect((await sendTool({ url: server.url }, tool, input, headers(), { dry_run: "perhaps" })).status).toBe(422);
    expect((await server.as(key).mcp(name, { ...input, dry_run: 7 })).structuredContent).toMatchObject({
      status: 422,
      errors: [{ field: "dry_run" }],
    });
    expect(content()).toEqual(before);
  });
});

test("dry run of an invalid call: returns the same error", async () => {
  const tool = tools.find(({ name }) => name === "update_draft")!;
  const response = await sendTool({ url: server.url }, tool, { id: 999999, fields: { name: "X" } }, headers(), {
    dry_run: "true",
  });
  expect([response.status, ((await response.json()) as any).code]).toEqual([404, "not_found"]);
});

test("operation that reads: ignores dry_run with a warning", async () => {
  const body = (await (await server.get("/site?dry_run=true")).json()) as any;
  expect(body.warnings).toMatchObject([{ field: "dry_run", code: "unknown_parameter" }]);
});
