import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { scopes } from "#auth/scopes.ts";
import { demoSignIn } from "#bridge/start/demo-sign-in.ts";
import { openApiDocument } from "#tools/core/openapi/openapi.ts";
import { type OpenApiDocument, successOf } from "#tools/core/openapi/types.ts";
import { type AnyTool, byRoute } from "#tools/core/operations/define.ts";
import { tools } from "#tools/registry.ts";
import { checker } from "../support/clients/openapi-check.ts";
import { sendTool } from "../support/clients/tool-caller.ts";
import { fixtureTools } from "../support/fakes/fixture-tools.ts";
import { keyFor } from "../support/records/account.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

let server: TestServer;
let fixtures: TestServer;
const folder = mkdtempSync(join(tmpdir(), "slipway-openapi-"));
beforeAll(async () => {
  server = await startTestServer();
  await demoSignIn(server.store, folder, testNow);
  fixtures = await startTestServer({ tools: fixtureTools });
});
afterAll(async () => {
  await server.stop();
  await fixtures.stop();
  rmSync(folder, { recursive: true });
});

const urls = {
  api: "https://slipway.example/api/v1",
  docs: "https://slipway.example/docs",
  issuer: "https://slipway.example",
};

async function served(from: TestServer): Promise<OpenApiDocument> {
  return (await (await from.get("/openapi.json")).json()) as OpenApiDocument;
}

async function send(from: TestServer, tool: AnyTool, input: Record<string, unknown>, headers?: Record<string, string>) {
  const response = await sendTool(from, tool, input, headers);
  return [response.status, response.headers.get("content-type"), await response.json()] as const;
}

describe("responses match the document", () => {
  for (const tool of tools)
    for (const [i, input] of tool.examples.entries())
      test(`${tool.name}, example ${i + 1}`, async () => {
        const scopes = [...tool.scopes];
        const email = "founder@demo.test";
        const headers: Record<string, string> =
          scopes.length === 0 ? {} : { authorization: `Bearer ${(await keyFor(server.store, { email, scopes })).key}` };
        const [status, type, body] = await send(server, tool, input, headers);
        expect(status).toBe(tool.rest.status ?? 200);
        expect(checker(await served(server))(tool, status, type, body)).toEqual([]);
      });

  test("Location: leads to the created record", async () => {
    const { key } = await keyFor(server.store, {
      email: "founder@demo.test",
      scopes: ["listings:write", "account:read", "orders:write"],
    });
    const headers = { authorization: `Bearer ${key}` };
    for (const tool of tools.filter(({ rest }) => rest.status !== undefined)) {
      const location = (await sendTool(server, tool, tool.examples[0]!, headers)).headers.get("location")!;
      expect([tool.name, location]).toEqual([tool.name, expect.stringContaining(`${server.url}/api/v1/`)]);
      expect([tool.name, (await fetch(location, { headers })).status]).toEqual([tool.name, 200]);
    }
  });

  test("example responses: valid, one per request, with URLs of the requested site", async () => {
    const document = await served(server);
    const check = checker(document);
    for (const tool of tools.flatMap(byRoute)) {
      const status = tool.rest.status ?? 200;
      const { examples = {} } = successOf(document.paths[tool.rest.path]![tool.rest.method.toLowerCase()]!).content![
        "application/json"
      ]!;
      expect([tool.name, Object.keys(examples)]).toEqual([tool.name, tool.examples.map((_, i) => `example_${i + 1}`)]);
      for (const { value } of Object.values(examples))
        expect([tool.name, check(tool, status, "application/json", value)]).toEqual([tool.name, []]);
    }
    const text = JSON.stringify(document);
    expect(text).toContain(`${server.url}/media/`);
    expect(text).not.toContain("https://slipway.example");
  });

  test("errors of every operation: match the document", async () => {
    const check = checker(await served(server));
    for (const tool of tools) {
      const input = Object.fromEntries(Object.keys(tool.input.shape).map((name) => [name, "Not \0 valid"]));
      const [status, type, body] = await send(server, tool, input);
      if (Object.keys(input).length > 0 || tool.scopes.length > 0) expect([400, 401, 422]).toContain(status);
      expect([tool.name, status, check(tool, status, type, body)]).toEqual([tool.name, status, []]);
      const refused = await send(server, tool, input, { accept: "image/png" });
      expect([tool.name, refused[0], check(tool, ...refused)]).toEqual([tool.name, 406, []]);
    }
  });

  test("writes, sign-ins and server errors: match the document", async () => {
    const check = checker(await served(fixtures));
    const [putNote, deleteNote, listNumbers, getSecret, failAlways] = fixtureTools as AnyTool[];
    const cases: [AnyTool, Record<string, unknown>, number, Record<string, string>?][] = [
      [putNote!, putNote!.examples[0]!, 200],
      [putNote!, { note_id: 404, title: "T" }, 404],
      [putNote!, { note_id: 1, title: "T", other: 1 }, 422],
      [putNote!, { note_id: 1, title: "T" }, 415, { "content-type": "text/plain" }],
      [deleteNote!, deleteNote!.examples[0]!, 200],
      [listNumbers!, listNumbers!.examples[0]!, 200],
      [getSecret!, {}, 401],
      [listNumbers!, {}, 401, { authorization: "Bearer nobody's" }],
      [listNumbers!, { per_page: 2, pge: 2 }, 200],
      [listNumbers!, { per_page: 0, pge: 2 }, 422],
      [failAlways!, {}, 500],
    ];
    for (const [tool, input, expected, headers] of cases) {
      const answer = await send(fixtures, tool, input, headers);
      expect([tool.name, answer[0], check(tool, ...answer)]).toEqual([tool.name, expected, []]);
    }
  });

  test("the check itself: detects a wrong response", async () => {
    const check = checker(await served(server));
    const tool = tools.find(({ name }) => name === "search_listings");
    const [status, type, body] = await send(server, tool!, tool!.examples[0]!);
    expect(check(tool!, status, type, { ...(body as object), page: "one" })).not.toEqual([]);
    expect(check(tool!, 418, type, body)).not.toEqual([]);
  });
});

describe("the document", () => {
  const document = openApiDocument(fixtureTools, urls);
  const operation = (path: string, method: string) => document.paths[path]![method]!;

  test("passes the recommended rules of Redocly", async () => {
    for (const [name, set] of [
      ["slipway", tools],
      ["fixtures", fixtureTools],
    ] as const) {
      const file = join(folder, `${name}.json`);
      await Bun.write(file, JSON.stringify(openApiDocument(set, urls)));
      const child = Bun.spawn(
        [
          process.execPath,
          "--bun",
          "node_modules/.bin/redocly",
          "lint",
          "--extends=recommended",
          "--format=json",
          file,
        ],
        {
          cwd: join(import.meta.dir, "../.."),
          env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
          stdout: "pipe",
          stderr: "pipe",
        },
      );
      const report = JSON.parse(await new Response(child.stdout).text());
      expect(report.problems.filter(({ severity }: any) => severity === "error")).toEqual([]);
      expect(report.totals.errors).toBe(0);
      expect(await child.exited).toBe(0);
    }
  });

  test("is deterministic", () => {
    expect(JSON.stringify(openApiDocument(tools, urls))).toBe(JSON.stringify(openApiDocument(tools, urls)));
  });

  test("places inputs in path, query, header and body", () => {
    const put = operation("/notes/{note_id}", "put");
    expect(put).toMatchObject({ operationId: "put_note", tags: ["Fixtures"], summary: "A fixture", security: [] });
    expect(put.parameters).toMatchObject([
      {
        name: "note_id",
        in: "path",
        required: true,
        description: "Number of the note",
        examples: { example_1: { value: 7 } },
      },
    ]);
    expect(operation("/sendings/{title}", "post").parameters).toMatchObject([
      { name: "title", in: "path" },
      { $ref: "#/components/parameters/Idempotency-Key" },
      { $ref: "#/components/parameters/dry_run" },
    ]);
    const body = put.requestBody!.content["application/json"]!;
    expect(body.schema).toMatchObject({ type: "object", required: ["title"], additionalProperties: false });
    expect(Object.keys(body.schema.properties as object)).toEqual(["title", "tags", "author", "week", "link"]);
    expect(body.examples).toEqual({ example_1: { value: { title: "It's <here>", tags: ["a", "b"] } } });
    expect(operation("/notes/{note_id}", "delete").requestBody).toBeUndefined();
    expect(operation("/numbers", "get").parameters[0]).toMatchObject({
      name: "ids",
      in: "query",
      style: "form",
      explode: false,
    });
    const [, category] = openApiDocument(tools, urls).paths["/listings"]!.get!.parameters;
    expect(category).toMatchObject({ name: "category", style: "form", explode: false });
  });

  test("shares named records and error responses", () => {
    expect(operation("/notes/{note_id}", "put").responses["200"]).toMatchObject({
      content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } },
    });
    expect(operation("/numbers", "get").responses["200"]).toMatchObject({
      headers: { Link: {}, ETag: {}, RateLimit: {}, "X-Request-Id": {} },
      content: { "application/json": { schema: { $ref: "#/components/schemas/ListNumbersResult" } } },
    });
    expect(operation("/notes/{note_id}", "put").responses).toMatchObject({
      400: { $ref: "#/components/responses/invalid_json.bad_request" },
      413: { $ref: "#/components/responses/payload_too_large" },
      507: { $ref: "#/components/responses/storage_full" },
    });
    expect(operation("/sendings/{title}", "post").responses).toMatchObject({
      201: { headers: { Location: {}, "Idempotency-Replayed": {} } },
      409: { $ref: "#/components/responses/idempotency_in_progress.state_conflict" },
      422: { $ref: "#/components/responses/validation_failed.idempotency_mismatch" },
    });
    expect(Object.keys(operation("/numbers", "get").responses)).toEqual([
      "200",
      "304",
      "400",
      "401",
      "406",
      "422",
      "429",
      "500",
      "503",
    ]);
  });

  test("declares scopes and sign-in", () => {
    const secret = operation("/secret", "get");
    expect(secret.security).toEqual([{ api_key: ["account:read"] }, { oauth2: ["account:read"] }]);
    expect(Object.keys(secret.responses)).toEqual(["200", "400", "401", "403", "406", "422", "429", "500", "503"]);
    expect(document.components.securitySchemes).toMatchObject({
      api_key: { type: "http", scheme: "bearer" },
      oauth2: {
        flows: {
          authorizationCode: {
            authorizationUrl: "https://slipway.example/oauth/authorize",
            tokenUrl: "https://slipway.example/oauth/token",
            scopes: { "account:read": scopes["account:read"] },
          },
        },
      },
    });
  });

  test("two different schemas with one name: throws", () => {
    const other = {
      ...fixtureTools[1]!,
      output: fixtureTools[1]!.output.extend({ more: z.int() }),
    };
    const clash = { ...other, name: "delete_note", rest: { method: "DELETE" as const, path: "/others/{note_id}" } };
    expect(() => openApiDocument([fixtureTools[1]!, clash], urls)).toThrow("DeleteNoteResult");
  });

  test("is served per site as JSON with an ETag", async () => {
    const response = await server.get("/openapi.json", { headers: { host: "dev.localhost" } });
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(((await response.json()) as OpenApiDocument).servers).toEqual([
      { url: `http://dev.localhost:${server.port}/api/v1` },
    ]);
    const etag = response.headers.get("etag")!;
    const again = await server.get("/openapi.json", { headers: { host: "dev.localhost", "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect((await server.get("/openapi.json", { headers: { "if-none-match": etag } })).status).toBe(200);
    expect((await server.get("/openapi.json", { method: "POST" })).headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });
});
