import { lookup } from "#db/values/lookup.ts";
import { version } from "../../../package.json";
import { takesDryRun } from "../calls/dry-run.ts";
import { type ProblemCode, problems } from "../errors/errors.ts";
import { accessTexts } from "../mcp/protocol-versions.ts";
import type { SiteUrls } from "../operations/context.ts";
import { type AnyTool, byRoute, pathFields, takesKey } from "../operations/define.ts";
import { inputJsonSchema, type JsonSchema } from "../schema/json-schema.ts";
import { answerExamples } from "./answers.ts";
import { dryRun, headers, idempotencyKey, schemaCollection, securitySchemes } from "./components.ts";
import { problemAnswer, problemSchema, problemsOf, warningsSchema } from "./problems.ts";
import type { Answer, Examples, OpenApiDocument, Operation, Parameter, Reference } from "./types.ts";

export interface ApiUrls extends Pick<SiteUrls, "api" | "docs"> {
  issuer: string;
}

const about = `Every operation is also an MCP tool of the same name.

* Lists have pages: \`page\` starts at 1, \`per_page\` is at most 100, and the \`Link\` header contains the URLs of other pages. A page past the end is empty.
* A filter with several values matches records that have any of them. Repeat the parameter, or separate values by commas.
* Times are RFC 3339 in UTC, weeks are ISO 8601 such as \`2026-W47\`, and money is an integer in minor units with its \`currency\`.
* A body must have the declared types: \`"5"\` instead of 5 is a 422. MCP converts values with an obvious meaning: \`"5"\` to 5, \`"true"\` to true, \`Free\` to \`free\`. Paths and queries are text and are parsed.
* Empty text in an optional field counts as not given, and so does \`null\` over MCP. In a PATCH, empty text clears a text, and \`null\` clears a field that responses show as \`null\`. An empty section of a story or an empty interview answer is removed.
* A path names a week as \`2026-W47\`, \`current\` or \`next\`. Queries and bodies also accept a date in the week, or \`last week\`. A site has no weeks before the week in which it was created, or its first launch if that was earlier.
* ${accessTexts.versions}
* ${accessTexts.signIn}
* Unknown query parameters are ignored and listed in \`warnings\` of the response. Unknown fields of a body are rejected. Responses may gain fields.
* Every write accepts \`dry_run=true\` in its query. The call runs, is rolled back and stores no idempotency key. The response has status 200, the usual fields, \`dry_run: true\` and \`not_tried\`, a list of what was left out. The ids, numbers and links of new records are \`null\`.
* Without an \`Idempotency-Key\`, an update or milestone that is posted again unchanged within ten minutes is not stored again. The response has status 200, the first record and \`repeated: true\`.
* Every write accepts an \`Idempotency-Key\`. \`Location\` contains the URL of a new record.
* Example responses come from the demo directory. Their lists are cut after two items.
* Public responses have an \`ETag\`. Send it as \`If-None-Match\` to get an empty 304 if nothing has changed.
* A request that uses something deprecated gets a \`Deprecation\` header (RFC 9745). Without a \`Sunset\` header, it remains supported.
* Errors are \`application/problem+json\` with a stable \`code\` (RFC 9457).
* Send \`X-Request-Id\` to identify your request. Every response contains it.`;

export function openApiDocument(
  tools: readonly AnyTool[],
  urls: ApiUrls,
  answers: Record<string, unknown[]> = answerExamples(new URL(urls.api).origin),
): OpenApiDocument {
  const schemas = schemaCollection({ Problem: problemSchema, Warnings: warningsSchema });
  const responses = new Map<string, Answer>([["not_modified", notModified]]);
  const paths = new Map<string, Map<string, Operation>>();

  for (const tool of tools.flatMap(byRoute)) {
    const examples = examplesOf(lookup(answers, tool.name) ?? []);
    const answer = success(tool, schemas.use(tool.output, `${pascalCase(tool.name)}Result`), examples);
    const operations = paths.get(tool.rest.path) ?? new Map<string, Operation>();
    paths.set(tool.rest.path, operations);
    operations.set(tool.rest.method.toLowerCase(), {
      operationId: tool.operationId,
      tags: [tool.family],
      summary: tool.title,
      description: [tool.description, tool.restDescription].join(" ").trim(),
      security: tool.scopes.length === 0 ? [] : [{ api_key: tool.scopes }, { oauth2: tool.scopes }],
      ...request(tool),
      responses: {
        [tool.rest.status ?? 200]: answer,
        ...("repeated" in tool.output.shape && { 200: answer }),
        ...(isCacheable(tool) && { 304: { $ref: "#/components/responses/not_modified" } }),
        ...problemResponses(problemsOf(tool), urls, responses),
      },
    });
  }

  return {
    openapi: "3.1.0",
    info: {
      title: "Slipway API",
      version,
      summary: "A public directory of products with launch weeks, votes and leaderboards",
      description: about,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: urls.api }],
    tags: [...new Set(tools.map((tool) => tool.family))].map((name) => ({ name })),
    paths: Object.fromEntries([...paths].map(([path, operations]) => [path, Object.fromEntries(operations)])),
    components: {
      schemas: schemas.all(),
      parameters: { "Idempotency-Key": idempotencyKey, dry_run: dryRun },
      headers,
      responses: Object.fromEntries(responses),
      securitySchemes: securitySchemes(urls.issuer),
    },
  };
}

const isCacheable = (tool: AnyTool) => tool.rest.method === "GET" && tool.scopes.length === 0;
const pascalCase = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
const headerRefs = (...names: string[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const notModified: Answer = {
  description: "Not modified: the version in `If-None-Match` is current",
  headers: headerRefs("ETag", "X-Request-Id"),
};

function request(tool: AnyTool): Pick<Operation, "parameters" | "requestBody"> {
  const { properties = {}, required = [], ...rest } = inputJsonSchema(tool.input) as ObjectSchema;
  const inPath = new Set(pathFields(tool.rest.path));
  const isQuery = tool.rest.method === "GET";
  const parameters: (Parameter | Reference)[] = [];
  const body = new Map<string, JsonSchema>();
  for (const [name, property] of Object.entries(properties)) {
    // The path already names the record.
    if (!inPath.has(name) && tool.exactlyOne?.includes(name)) continue;
    if (!inPath.has(name) && !isQuery) {
      body.set(name, property);
      continue;
    }
    // A name that MCP no longer recommends can be the name in a path.
    const { description, deprecated: _, ...schema } = property;
    const text = lookup(tool.rest.texts ?? {}, name);
    const examples = examplesOf(tool.examples.map((input) => lookup(input, name)));
    parameters.push({
      name,
      in: inPath.has(name) ? "path" : "query",
      required: inPath.has(name) || required.includes(name),
      ...(typeof description === "string" && { description }),
      ...(takesList(schema) && { style: "form", explode: text !== undefined }),
      schema: text ? { ...schema, items: { type: "string", description: text.description } } : schema,
      ...(examples && { examples }),
    });
  }
  if (takesKey(tool)) parameters.push({ $ref: "#/components/parameters/Idempotency-Key" });
  if (takesDryRun(tool)) parameters.push({ $ref: "#/components/parameters/dry_run" });
  if (isQuery || body.size === 0) return { parameters };
  const requiredInBody = required.filter((name) => !inPath.has(name));
  const schema = {
    ...rest,
    properties: Object.fromEntries(body),
    ...(requiredInBody.length > 0 && { required: requiredInBody }),
  };
  const examples = examplesOf(tool.examples.map((input) => pick(input, (name) => body.has(name))));
  return {
    parameters,
    requestBody: {
      required: requiredInBody.length > 0,
      content: { "application/json": { schema, ...(examples && { examples }) } },
    },
  };
}

const takesList = ({ type, anyOf = [] }: JsonSchema) =>
  [{ type }, ...(anyOf as JsonSchema[])].some((branch) => branch.type === "array");

interface ObjectSchema extends JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** Gives the parts of one example the same name in the request and the response, so that readers can match them. */
function examplesOf(parts: unknown[]): Examples | undefined {
  const found = parts.flatMap((value, i) => (value === undefined ? [] : [[`example_${i + 1}`, { value }] as const]));
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

const pick = (input: Record<string, unknown>, keep: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => keep(name)));

function success(tool: AnyTool, schema: JsonSchema, examples: Examples | undefined): Answer {
  return {
    description: tool.title,
    headers: headerRefs(
      ...(isCacheable(tool) ? ["ETag"] : []),
      ...("page" in tool.input.shape ? ["Link"] : []),
      ...(tool.rest.location === undefined ? [] : ["Location"]),
      ...(takesKey(tool) ? ["Idempotency-Replayed"] : []),
      ...(tool.deprecatedSince ? ["Deprecation"] : []),
      "RateLimit",
      "RateLimit-Policy",
      "X-Request-Id",
    ),
    content: { "application/json": { schema: withWarnings(tool, schema), ...(examples && { examples }) } },
  };
}

// OpenAPI 3.1 allows keywords beside a reference.
const withWarnings = ({ output }: AnyTool, schema: JsonSchema): JsonSchema =>
  "warnings" in output.shape
    ? schema
    : { ...schema, properties: { warnings: { $ref: "#/components/schemas/Warnings" } } };

function problemResponses(codes: ProblemCode[], urls: ApiUrls, shared: Map<string, Answer>): Record<string, Reference> {
  const byStatus = Map.groupBy(codes, (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const { name, answer } = problemAnswer(codes, urls);
      shared.set(name, answer);
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}
