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
    const [, ...effects] = text.split("\n");
    expect(effects.join("\n")).toMatch(/\bwould\b/);
    expect(effects.join("\n")).not.toMatch(/, posted |^Invited|^It appears|check is running|again in \d/m);
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

const valueAt = (output: any, path: string) => path.split(".").reduce((part, name) => part[name], output);

describe.each(writing.filter(({ madeByRun }) => madeByRun).map((tool) => [tool.name, tool] as const))(
  "new values of %s",
  (name, tool) => {
    const input = tool.examples[0]!;

    test("null in REST and MCP; no text or next action contains one", async () => {
      const dryRun = async () => {
        const response = await sendTool({ url: server.url }, tool, input, headers(), { dry_run: "true" });
        return (await response.json()) as any;
      };
      const rest = await dryRun();
      // A secret would differ in every run.
      expect(await dryRun()).toEqual(rest);
      const { structuredContent, text } = await server.as(key).mcp(name, { ...input, dry_run: true });
      for (const path of tool.madeByRun!)
        expect([path, valueAt(rest, path), valueAt(structuredContent, path)]).toEqual([path, null, null]);
      for (const output of [rest, structuredContent as any])
        expect(JSON.stringify(output.next_actions ?? [])).not.toMatch(/"(?:\w+_)?id":/);
      expect(text).not.toMatch(/\bnull\b|\bundefined\b|SW-\d/);
      expect(text).toContain("(new)");
    });
  },
);

test("the id in the Location of a new record is null in a dry run, unless the caller sent it", () => {
  const missing = tools.flatMap(({ name, rest, input, madeByRun = [] }) =>
    [...(rest.location ?? "").matchAll(/\{(\w+)\}/g)]
      .map(([, field]) => field!)
      .filter((field) => !(field in input.shape) && !madeByRun.includes(field))
      .map((field) => `${name}: ${field}`),
  );
  expect(missing).toEqual([]);
});

test("the text of a dry run is conditional", async () => {
  const text = async (name: string) => {
    const { examples } = writing.find((tool) => tool.name === name)!;
    return (await server.as(key).mcp(name, { ...examples[0]!, dry_run: true })).text;
  };
  expect(await text("create_checkout")).toContain("Order (new) would be pending");
  expect(await text("choose_free_listing")).toContain("Listing 95 would have the status awaiting_badge");
  expect(await text("submit_draft")).toContain("Draft 1 would become listing (new)");
  expect(await text("claim_listing")).toContain("Claim (new) of lumenroll by dns would be pending");
});

test("dry run of a call that would change nothing: returns the existing record", async () => {
  const input = { items: [{ product: "launch", listing_id: 95 }] };
  const { body: order } = await server.as(key).over("REST", "create_checkout", input);
  const { body } = await server.as(key).over("MCP", "create_checkout", { ...input, dry_run: true });
  expect(body).toMatchObject({ dry_run: true, number: order.number, checkout_url: order.checkout_url });
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
