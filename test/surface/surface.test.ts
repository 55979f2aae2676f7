import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { Glob } from "bun";
import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import type * as z from "zod";
import { describeTool, describeTools } from "#tools/core/mcp/server.ts";
import { recordedBase } from "#tools/core/openapi/answers.ts";
import { openApiDocument } from "#tools/core/openapi/openapi.ts";
import { byRoute, takesKey } from "#tools/core/operations/define.ts";
import { inputJsonSchema } from "#tools/core/schema/json-schema.ts";
import { operations, tools } from "#tools/registry.ts";
import { post } from "../support/clients/mcp-wire.ts";
import { emptyStore, startTestServer } from "../support/server/harness.ts";
import { recordAnswers } from "./answer-examples.ts";
import { generatedPages, withTextBlock } from "./generated-docs.ts";

const root = join(import.meta.dir, "../..");
const isUpdate = process.env.UPDATE_SNAPSHOTS === "1";
const howTo =
  "If the change is meant: UPDATE_SNAPSHOTS=1 npx -y bun test test/surface/surface.test.ts, and commit what it writes.";

/** Compares a committed file with its expected content, or rewrites it. */
async function expectFile(path: string, text: string): Promise<void> {
  const file = Bun.file(join(root, path));
  if (isUpdate) await file.write(text);
  const committed = (await file.exists()) ? await file.text() : "";
  if (committed === text) return;
  expect(committed, `${path} is not what the code says. ${howTo}`).toBe(text);
}

const pretty = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;
const list = describeTools(tools);
const fieldsOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field!);
const shapeOf = (path: string) => path.replace(/\{\w+\}/g, "{}");

describe(`what others see is committed (${howTo})`, () => {
  test("tools/list", () => expectFile("test/snapshots/tools-list.json", pretty(list)));

  test("resources, their templates, and prompts", async () => {
    const server = await startTestServer();
    const listed: Record<string, unknown> = {};
    for (const method of ["resources/list", "resources/templates/list", "prompts/list"]) {
      const { body } = await post(server, JSON.stringify({ jsonrpc: "2.0", id: 1, method }));
      Object.assign(listed, body.result);
    }
    await server.stop();
    const text = pretty(listed).replaceAll(server.url, recordedBase);
    await expectFile("test/snapshots/offers.json", text);
  });

  test("the OpenAPI document, and the answers to its examples", async () => {
    const answers = await recordAnswers();
    await expectFile("tools/core/openapi/answers.json", pretty(answers));
    const base = recordedBase;
    const document = openApiDocument(tools, { api: `${base}/api/v1`, docs: `${base}/docs`, issuer: base }, answers);
    await expectFile("test/snapshots/openapi.json", pretty(document));
  });

  test("the schema of the database", async () => {
    const store = emptyStore();
    const rows = store.read.$client
      .query<{ name: string; sql: string }, []>(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name",
      )
      .all();
    await store.close();
    const searches = rows.filter(({ sql }) => /^CREATE VIRTUAL TABLE/i.test(sql)).map(({ name }) => `${name}_`);
    const own = rows.filter(({ name }) => !searches.some((prefix) => name.startsWith(prefix)));
    await expectFile("test/snapshots/schema.sql", own.map(({ sql }) => `${sql};\n`).join("\n"));
  });

  test("the tables of operations, commands and variables in docs/", async () => {
    for (const { path, text } of await generatedPages()) await expectFile(path, text);
  });

  test("the response of an assistant's tool in README.md", async () => {
    const server = await startTestServer();
    const params = { name: "compare_listings", arguments: { slugs: ["framevault", "lumenroll"] } };
    const { body } = await post(server, JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
    await server.stop();
    const readme = await Bun.file(join(root, "README.md")).text();
    await expectFile(
      "README.md",
      withTextBlock(readme, body.result.content[0].text.replaceAll(server.url, "http://localhost:3000")),
    );
  });
});

describe("tools", () => {
  const files = [...new Glob("tools/**/*.ts").scanSync(root)];

  test("each has a file of its name in tools/ with a test beside it", async () => {
    for (const tool of tools) {
      const found = files.filter((file) => file.endsWith(`/${tool.name.replaceAll("_", "-")}.ts`));
      expect([tool.name, found.length]).toEqual([tool.name, 1]);
      expect((await import(join(root, found[0]!))).default).toBe(tool);
      expect([tool.name, files.includes(found[0]!.replace(/\.ts$/, ".test.ts"))]).toEqual([tool.name, true]);
    }
  });

  test("each file that declares a tool is registered", async () => {
    const declared = await Promise.all(
      files.map(async (file) =>
        (await Bun.file(join(root, file)).text()).includes("export default defineTool(") ? file : [],
      ),
    );
    expect(declared.flat().length).toBe(tools.length);
  });

  test("names, titles and paths: unique and well formed", () => {
    for (const pick of [
      ({ name }) => name,
      ({ title }) => title,
      (tool) => byRoute(tool).map(({ rest }) => `${rest.method} ${rest.path}`),
    ] satisfies ((tool: (typeof tools)[number]) => string | string[])[]) {
      const values = tools.flatMap(pick);
      expect(values.filter((value, i) => values.indexOf(value) !== i)).toEqual([]);
    }
    for (const { name, title, rest } of tools.flatMap(byRoute)) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
      expect(title).toMatch(/^[A-Z].{3,59}$/);
      expect(rest.path).toMatch(/^(\/([a-z]+(-[a-z]+)*|\{[a-z_]+\}))+$/);
    }
  });

  test("descriptions: sentences of limited length", () => {
    for (const { name, description } of tools) {
      expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z][\s\S]*\.$/)]);
      expect([name, description.length >= 40 && description.length <= 600]).toEqual([name, true]);
    }
  });

  test("annotations match effect and method", () => {
    for (const [i, tool] of tools.entries()) {
      const { annotations } = list[i]!;
      expect([tool.name, annotations!.readOnlyHint]).toEqual([tool.name, tool.effect === "read"]);
      expect([tool.name, annotations!.destructiveHint]).toEqual([tool.name, tool.destructive !== undefined]);
      if (tool.rest.method === "GET") expect([tool.name, tool.effect]).toEqual([tool.name, "read"]);
      if (tool.rest.method === "DELETE") expect([tool.name, tool.effect]).toEqual([tool.name, "delete"]);
    }
  });

  test("tools that write require an account, so that idempotency keys work", () => {
    for (const tool of tools.filter(({ effect }) => effect !== "read"))
      expect([tool.name, takesKey(tool)]).toEqual([tool.name, true]);
  });

  test("lists: 20 items per page by default, at most 100, or 1000 for operators", () => {
    const paginated = operations.filter(({ input }) => "per_page" in input.shape);
    expect(paginated.length).toBeGreaterThan(20);
    for (const { name, input, actors } of paginated) {
      const perPage = (input.shape as Record<string, z.ZodType>).per_page!;
      const most = actors?.includes("admin") ? 1000 : 100;
      expect([name, perPage.parse(undefined), perPage.safeParse(most).success]).toEqual([name, 20, true]);
      expect([name, perPage.safeParse(most + 1).success]).toEqual([name, false]);
    }
  });

  test("created records have a URL that an operation serves", () => {
    const readable = tools.filter(({ rest }) => rest.method === "GET").map(({ rest }) => shapeOf(rest.path));
    for (const { rest, output } of tools.flatMap(byRoute))
      if (rest.location !== undefined) {
        expect(readable).toContain(shapeOf(rest.location));
        for (const field of fieldsOf(rest.location))
          expect([...Object.keys(output.shape), ...fieldsOf(rest.path)]).toContain(field);
      }
  });

  test("hints match external effects and idempotency", () => {
    const hintsOf = (name: string) => list.find((tool) => tool.name === name)!.annotations;
    // A repeat creates another draft after a failure, and mails the same invitation again after a day.
    expect(hintsOf("submit_listing")).toEqual({ readOnlyHint: false, destructiveHint: false, openWorldHint: true });
    expect(hintsOf("invite_cofounder")).toEqual({ readOnlyHint: false, destructiveHint: false, openWorldHint: true });
    expect(hintsOf("submit_draft")).toMatchObject({ idempotentHint: true, openWorldHint: false });
    // Tools that only add content are not destructive; those that can replace or remove content are.
    const destructive = list.filter(({ annotations }) => annotations!.destructiveHint).map(({ name }) => name);
    expect(destructive.toSorted()).toEqual([
      "answer_interview",
      "delete_milestone",
      "set_founder_story",
      "update_draft",
      "update_my_listing",
    ]);
    for (const name of ["add_milestone", "post_listing_update"])
      expect(hintsOf(name)).toMatchObject({ openWorldHint: true });
  });

  test("path fields are required inputs, or one of several that name the record", () => {
    for (const tool of tools.flatMap(byRoute))
      for (const field of fieldsOf(tool.rest.path).filter((name) => !tool.exactlyOne?.includes(name)))
        expect([tool.name, describeTool(tool).inputSchema.required]).toEqual([
          tool.name,
          expect.arrayContaining([field]),
        ]);
  });

  test("every tool has valid examples", () => {
    for (const tool of tools) {
      expect([tool.name, tool.examples.length > 0]).toEqual([tool.name, true]);
      for (const example of tool.examples)
        expect([tool.name, tool.input.safeParse(example).error]).toEqual([tool.name, undefined]);
    }
  });

  test("examples in parameter descriptions are valid", () => {
    for (const { name, input } of tools)
      for (const [field, schema] of Object.entries(input.shape as Record<string, z.ZodType>)) {
        const { example } = (schema.meta() ?? {}) as { example?: unknown };
        if (example !== undefined)
          expect([name, field, schema.safeParse(example).error]).toEqual([name, field, undefined]);
      }
  });

  test("unknown arguments: rejected", () => {
    for (const tool of tools) {
      const parsed = tool.input.safeParse({ ...tool.examples[0], not_a_field: 1 });
      expect([tool.name, parsed.error?.issues[0]?.code]).toEqual([tool.name, "unrecognized_keys"]);
    }
  });
});

describe("tools/list", () => {
  test("has valid, self-contained JSON Schemas", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { name, inputSchema, outputSchema } of list)
      for (const schema of [inputSchema, outputSchema!]) {
        expect([name, ajv.validateSchema(schema) && ajv.errors]).toEqual([name, null]);
        expect(() => ajv.compile(schema)).not.toThrow();
        expect(JSON.stringify(schema)).not.toContain("$ref");
      }
  });

  // Accepted by OpenAI's and Anthropic's strict modes. openai-agents rejects open objects itself.
  const strictKeywords = [
    "type",
    "anyOf",
    "description",
    "enum",
    "items",
    "properties",
    "required",
    "additionalProperties",
    // An annotation that hosts ignore.
    "deprecated",
  ];

  test("inputs work in strict hosts: closed objects, typed values, no patterns, limits or defaults", () => {
    const visit = (path: string, schema: any) => {
      expect([path, Object.keys(schema).filter((keyword) => !strictKeywords.includes(keyword))]).toEqual([path, []]);
      for (const branch of schema.anyOf ?? []) visit(path, branch);
      expect([path, schema.type ?? schema.anyOf]).toEqual([path, expect.anything()]);
      if (schema.items) visit(`${path}[]`, schema.items);
      if (schema.type !== "object") return;
      expect([path, schema.additionalProperties]).toEqual([path, false]);
      for (const [field, inner] of Object.entries(schema.properties)) visit(`${path}.${field}`, inner);
    };
    for (const { name, inputSchema } of list) visit(name, inputSchema);
  });

  test("lists every accepted argument and marks deprecated ones, as OpenAPI does", () => {
    const fieldsOf = (path: string, schema: any): string[] => [
      ...Object.entries<any>(schema.properties ?? {}).flatMap(([name, inner]) => [
        `${path}.${name}${inner.deprecated === true ? " (deprecated)" : ""}`,
        ...fieldsOf(`${path}.${name}`, inner),
      ]),
      ...(schema.items ? fieldsOf(`${path}[]`, schema.items) : []),
    ];
    const ofCalls = new Set(["idempotency_key", "dry_run"]);
    for (const [i, { name, input }] of tools.entries()) {
      const { properties } = list[i]!.inputSchema;
      const own = Object.fromEntries(Object.entries(properties ?? {}).filter(([field]) => !ofCalls.has(field)));
      expect(fieldsOf(name, { properties: own })).toEqual(fieldsOf(name, inputJsonSchema(input)));
    }
    const { story, lessons, whats_next } = list.find(({ name }) => name === "set_founder_story")!.inputSchema
      .properties as any;
    expect([story.deprecated, lessons.deprecated, whats_next.deprecated]).toEqual([true, true, undefined]);
  });

  test("describes every parameter whose name is not enough", () => {
    const visit = (path: string, declared: any, shown: any) => {
      const fields = Object.entries<any>(declared.properties ?? {});
      const alike = new Set(fields.map(([, { description }]) => description)).size === 1 && fields.length > 2;
      for (const [field, inner] of fields) {
        const at = `${path}.${field}`;
        const { description, examples: [example] = [] } = inner;
        expect([at, description]).toEqual([at, expect.stringMatching(/^[A-Z].{2,}/)]);
        const said: string = shown.properties[field].description ?? "";
        if (!description.toLowerCase().endsWith(field.replaceAll("_", " ")) && !alike)
          expect([at, said]).toEqual([at, expect.stringContaining(description)]);
        const hasForm = typeof example === "string" && !/ |@|:\/\//.test(example);
        const isListed = JSON.stringify(inner).includes('"enum"');
        if (hasForm && !isListed) expect([at, said]).toEqual([at, expect.stringContaining(example)]);
        visit(at, inner.items ?? inner, shown.properties[field].items ?? shown.properties[field]);
      }
    };
    for (const [i, { name, input }] of tools.entries()) visit(name, inputJsonSchema(input), list[i]!.inputSchema);
  });

  test("outputs: only the types of the top-level fields, and none if a field may be null", () => {
    for (const { name, outputSchema } of list)
      for (const [field, schema] of Object.entries<any>(outputSchema!.properties!)) {
        const branches: any[] = schema.anyOf ?? [schema];
        expect([name, field, branches.flatMap(Object.keys).filter((key) => key !== "type")]).toEqual([name, field, []]);
      }
  });

  const tokensOf = (value: unknown) => {
    const text = JSON.stringify(value);
    return Math.max(countO200k(text), countCl100k(text));
  };

  test("has at most 13,000 tokens", () => {
    const tokens = tokensOf({ tools: list });
    console.log(`tools/list: ${tools.length} tools, ${tokens} tokens`);
    expect(tokens).toBeLessThanOrEqual(13_000);
  });

  test("has at most 700 tokens per tool, or 797, 990 and 1,260 for the facts of a search, a draft and a listing", () => {
    const limits: Record<string, number> = { search_listings: 797, update_draft: 990, update_my_listing: 1260 };
    const limit = ({ name }: { name: string }) => limits[name] ?? 700;
    expect(list.filter((tool) => tokensOf(tool) > limit(tool)).map((tool) => [tool.name, tokensOf(tool)])).toEqual([]);
  });
});
