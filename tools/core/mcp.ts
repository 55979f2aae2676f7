import {
  type CallToolResult,
  type Tool as McpTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import * as z from "zod";
import { type AnyTool, type Effect, takesKey } from "./define.ts";
import { dryRunArgument, dryRunSchema, takesDryRun, trialLine, trialMarks } from "./dry-run.ts";
import type { Problem, ProblemBody } from "./errors.ts";
import { keyArgument, keyArgumentSchema } from "./idempotency.ts";
import { inputJsonSchema, type JsonSchema, outputJsonSchema } from "./json-schema.ts";
import { modelSchema } from "./model-schema.ts";
import { nearest } from "./nearest.ts";
import { problemText } from "./problem-text.ts";
import { speltOnce } from "./spelt-once.ts";

export interface McpIdentity {
  name: string;
  title: string;
  version: string;
  instructions: string;
}

/** What a tool call came to. */
export type ToolAnswer = { output: Record<string, unknown> } | { problem: Problem; body: ProblemBody };

/** Runs a tool by name for the request at hand. */
export type CallByName = (tool: AnyTool, input: Record<string, unknown>) => Promise<ToolAnswer>;

const listTtlMs = 3_600_000;

/** Versions that begin with initialize, the preferred one first; the SDK adds 2026-07-28 by itself. */
export const initializeVersions = ["2025-11-25", "2025-06-18", "2025-03-26"];

// Whether a repeat changes more means something only where anything is changed (MCP, "ToolAnnotations").
const hints: Record<Effect, { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint?: boolean }> = {
  read: { readOnlyHint: true, destructiveHint: false },
  write: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  delete: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  spend: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
};

/** The `tools/list` entry of a tool; of one that stands alone the answer is spelt out whole. */
export function describeTool(tool: AnyTool, answer: JsonSchema = answerSchemaOf(tool)): McpTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchemaOf(tool) as McpTool["inputSchema"],
    outputSchema: orProblem(answer) as McpTool["outputSchema"],
    annotations: {
      title: tool.title,
      ...hints[tool.effect],
      ...(tool.isIdempotent && { idempotentHint: true }),
      openWorldHint: tool.reachesOut === true,
    },
  };
}

/** The `tools/list` of some tools. */
export function describeTools(tools: readonly AnyTool[]): McpTool[] {
  const costs = tools.map((tool) => ({ tool, answer: answerSchemaOf(tool), cost: costOf(tool) }));
  const order = costs.sort((a, b) => a.cost - b.cost || sizeOf(a.answer) - sizeOf(b.answer));
  const answers = speltOnce(order.map(({ tool, answer }) => [tool.name, answer]));
  return tools.map((tool) => describeTool(tool, answers.get(tool.name)));
}

// What many tools answer with is spelt out by one that reads, and that takes little room besides.
const costOf = ({ effect, input }: AnyTool) => Object.keys(input.shape).length + (effect === "read" ? 0 : 100);
const sizeOf = (schema: JsonSchema) => JSON.stringify(schema).length;

function inputSchemaOf(tool: AnyTool): JsonSchema {
  const schema = inputJsonSchema(tool.input);
  return modelSchema(
    withProperties(schema, {
      ...(takesKey(tool) && { [keyArgument]: keyArgumentSchema }),
      // Its name is all that models need; OpenAPI says more.
      ...(takesDryRun(tool) && { [dryRunArgument]: { type: dryRunSchema.type } }),
    }),
  );
}

const answerSchemaOf = (tool: AnyTool): JsonSchema => outputJsonSchema(tool.brief?.output ?? tool.output);

const withProperties = (schema: JsonSchema, more: Record<string, JsonSchema>): JsonSchema => ({
  ...schema,
  properties: { ...(schema.properties as JsonSchema), ...more },
});

// The list is one page, so a cursor can only be a mistake.
const listParams = z.looseObject({ cursor: z.undefined("there is only one page").optional() });

const problemTypes = new Map<string, string>(
  Object.entries({
    type: "string",
    title: "string",
    status: "integer",
    detail: "string",
    instance: "string",
    code: "string",
    request_id: "string",
    errors: "array",
    next_actions: "array",
    warnings: "array",
    retry_after: "integer",
  } satisfies { [field in keyof Required<ProblemBody>]: string }),
);

/**
 * The schema of an answer or a problem. Clients on SDK 1.x check the structured content of an error too, and would put
 * a failed check in place of what the problem says. Fields that mean something else in a problem bind answers only.
 */
function orProblem({ properties, ...rest }: JsonSchema): JsonSchema {
  const fields = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
  const own = fields.filter(isOfAnswers);
  return {
    ...rest,
    ...(properties !== undefined && { properties: Object.fromEntries(fields.filter((field) => !isOfAnswers(field))) }),
    ...(own.length > 0 && {
      anyOf: [{ properties: Object.fromEntries(own) }, { required: ["code", "detail", "request_id"] }],
    }),
  };
}

const isOfAnswers = ([name, { type, enum: choices }]: [string, JsonSchema]): boolean =>
  problemTypes.has(name) && type !== undefined && (problemTypes.get(name) !== type || choices !== undefined);

/**
 * Makes MCP servers over one set of tools. A server is made per request (the protocol is stateless), so all that does
 * not change, the schemas above all, is converted here once.
 */
export function createMcpServers(tools: readonly AnyTool[], identity: McpIdentity) {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const list = { tools: describeTools(tools) };
  const cacheHint = { ttlMs: listTtlMs, cacheScope: "public" } as const;
  const { instructions, ...serverInfo } = identity;
  const options = {
    capabilities: { tools: {} },
    instructions,
    supportedProtocolVersions: initializeVersions,
    cacheHints: { "server/discover": cacheHint, "tools/list": cacheHint },
    jsonSchemaValidator: new AjvJsonSchemaValidator(),
  };

  return (call: CallByName): Server => {
    const server = new Server(serverInfo, options);
    server.setRequestHandler("tools/list", { params: listParams }, () => list);
    server.setRequestHandler("tools/call", async ({ params }) => {
      const tool = byName.get(params.name);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(params.name, byName.keys()));
      return resultOf(tool, await call(tool, params.arguments ?? {}));
    });
    return server;
  };
}

function unknownTool(name: string, names: Iterable<string>): string {
  const meant = nearest(name.slice(0, 80), names);
  return `Unknown tool: ${name.slice(0, 80)}. ${meant === null ? "tools/list names them all." : `Did you mean ${meant}?`}`;
}

/** The structured content of an answer. */
export const structuredOf = (tool: AnyTool, output: Record<string, unknown>): Record<string, unknown> =>
  tool.brief ? { ...tool.brief.from(output), ...trialMarks(output) } : output;

/**
 * The result of a call, its fields in the SDK's order; an error is one that models can read (MCP, "Tools", error
 * handling). Text and structured content each say the whole, as hosts show the model the one or the other.
 */
export function resultOf(tool: AnyTool, answer: ToolAnswer): CallToolResult {
  if ("problem" in answer)
    return { content: textContent(problemText(answer.problem)), structuredContent: { ...answer.body }, isError: true };
  const { output } = answer;
  const text = [trialLine(output), tool.text(output)].filter((part) => part !== false).join("\n");
  return { content: textContent(text), structuredContent: structuredOf(tool, output) };
}

const textContent = (text: string) => [{ type: "text" as const, text }];
