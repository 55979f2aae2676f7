import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type Tool as McpTool,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { dryRunArgument, dryRunMarks, dryRunSchema, takesDryRun, textOf } from "../calls/dry-run.ts";
import { keyArgument, keySchema } from "../calls/idempotency.ts";
import { Problem, type ProblemBody } from "../errors/errors.ts";
import { problemText } from "../errors/problem-text.ts";
import { compactPage, isPage } from "../lists/pagination.ts";
import { appMeta } from "../operations/app-names.ts";
import { type AnyOperation, type AnyTool, type Effect, takesKey } from "../operations/define.ts";
import { serializedOf } from "../operations/serialized-output.ts";
import type { ToolSet } from "../operations/tool-set.ts";
import { inputJsonSchema, type JsonSchema, outputJsonSchema } from "../schema/json-schema.ts";
import { modelSchema } from "../schema/model-schema.ts";
import { closestMatch } from "../text/closest-match.ts";
import { lines } from "../text/text.ts";
import { type ClientState, elicitByUrl } from "./elicit-by-url.ts";
import { createMcpExtras, extraCapabilities, listParams, type McpExtras } from "./extras.ts";
import { filterByToolSet, type ToolSetFilter } from "./filter-by-tool-set.ts";
import { profiles } from "./profiles.ts";
import { initializeVersions } from "./protocol-versions.ts";
import { declaresTasks, type McpCaller, serveTasks, TaskServer, type Tasks, taskExtension, tasksOf } from "./tasks.ts";

export interface McpIdentity {
  name: string;
  title: string;
  version: string;
  instructions: string;
  extras: McpExtras;
}

/** The site that answers. MCP texts cite it by its name. */
export interface CitedSite {
  base: string;
  name: string;
}

export type ToolAnswer =
  | { output: Record<string, unknown>; isReplayed?: boolean }
  | { problem: Problem; body: ProblemBody };

export type CallByName = (operation: AnyOperation, input: Record<string, unknown>) => Promise<ToolAnswer>;

const listTtlMs = 3_600_000;
const readTtlMs = 30_000;

// `idempotentHint` is meaningful only for tools that write (MCP, "ToolAnnotations").
const hints: Record<Effect, { readOnlyHint: boolean; idempotentHint?: boolean }> = {
  read: { readOnlyHint: true },
  write: { readOnlyHint: false },
  delete: { readOnlyHint: false, idempotentHint: true },
  spend: { readOnlyHint: false },
};

export const annotationsOf = (tool: AnyTool) => ({
  ...hints[tool.effect],
  ...(tool.isIdempotent && { idempotentHint: true }),
  destructiveHint: tool.destructive !== undefined,
  openWorldHint: tool.openWorld !== undefined,
});

export const describeTool = (tool: AnyTool): McpTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: inputSchemaOf(tool) as McpTool["inputSchema"],
  outputSchema: outputSchemaOf(tool) as McpTool["outputSchema"],
  annotations: annotationsOf(tool),
  ...(tool.app && { _meta: appMeta(tool.app) }),
});

export const describeTools = (tools: readonly AnyTool[], filter: ToolSetFilter | null = null): McpTool[] =>
  tools.map((tool) => {
    const described = describeTool(tool);
    if (!filter) return described;
    return {
      ...described,
      description: filter.words(tool.description),
      inputSchema: withoutOtherTools(described.inputSchema, filter),
    };
  });

const withoutOtherTools = <T>(schema: T, { hint }: ToolSetFilter): T =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "description" && typeof value === "string" ? hint(value) : value,
  );

function cachedByTool(make: (tool: AnyTool) => JsonSchema): (tool: AnyTool) => JsonSchema {
  const made = new WeakMap<AnyTool, JsonSchema>();
  return (tool) => {
    const schema = made.get(tool) ?? make(tool);
    made.set(tool, schema);
    return schema;
  };
}

const inputSchemaOf = cachedByTool((tool) => {
  const schema = inputJsonSchema(tool.input);
  return modelSchema(
    withProperties(schema, {
      ...(takesKey(tool) && { [keyArgument]: keySchema }),
      ...(takesDryRun(tool) && { [dryRunArgument]: dryRunSchema }),
    }),
  );
});

const outputSchemaOf = cachedByTool((tool) =>
  orProblemSchema(nullableInDryRun(outputJsonSchema(tool.brief?.output ?? tool.output), tool)),
);

/** The field with another type beside its own. Without a type, every value is valid already. */
const allowing = (field: JsonSchema, type: string): JsonSchema =>
  field.type === undefined || field.type === type ? field : { ...field, type: [field.type, type] };

function nullableInDryRun(schema: JsonSchema, { madeByRun = [] }: AnyTool): JsonSchema {
  const made = madeByRun.filter((name) => Object.hasOwn(schema.properties as JsonSchema, name));
  return withProperties(schema, Object.fromEntries(made.map((name) => [name, {}])));
}

const withProperties = (schema: JsonSchema, more: Record<string, JsonSchema>): JsonSchema => ({
  ...schema,
  properties: { ...(schema.properties as JsonSchema), ...more },
});

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
 * Clients with SDK 1.x also validate the structured content of errors, and would otherwise hide the problem. A field
 * that problems have too therefore allows both types.
 */
const orProblemSchema = ({ properties, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  properties: Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => {
      const ofProblem = problemTypes.get(name);
      return [name, ofProblem === undefined ? field : allowing(field, ofProblem)];
    }),
  ),
});

/** The protocol is stateless and each request gets its own server, so everything constant is prepared once. */
export function createMcpServers(set: ToolSet, identity: McpIdentity) {
  const filter = filterByToolSet(set);
  let list: { tools: McpTool[] } | undefined;
  const cacheHint = { ttlMs: listTtlMs, cacheScope: "public" } as const;
  const { instructions, extras, ...serverInfo } = identity;
  const addExtras = createMcpExtras(set, extras);
  const tasks = tasksOf(set, (tool, output, site) => resultOf(tool, { output }, filter, site));
  const options = {
    capabilities: { tools: {}, ...extraCapabilities },
    instructions: filter ? `${filter.words(instructions)} ${otherToolsHint(set)}` : instructions,
    // The SDK itself adds version 2026-07-28.
    supportedProtocolVersions: initializeVersions,
    cacheHints: {
      "server/discover": cacheHint,
      "tools/list": cacheHint,
      "prompts/list": cacheHint,
      "resources/list": cacheHint,
      "resources/templates/list": cacheHint,
      // Different users may have access to different resources.
      "resources/read": { ttlMs: readTtlMs, cacheScope: "private" } as const,
    },
    jsonSchemaValidator: new AjvJsonSchemaValidator(),
  };

  // Subscriptions and tasks need a modern client, which declares its capabilities in each request.
  const { extensions, resources } = options.capabilities;
  const modernOptions = {
    ...options,
    capabilities: {
      ...options.capabilities,
      resources: { ...resources, subscribe: true },
      extensions: { ...extensions, ...(tasks.hasTasks && taskExtension) },
    },
  };

  const serverOf = (caller: McpCaller): Server => {
    const { call, site, isModern } = caller;
    const server = new TaskServer(serverInfo, isModern ? modernOptions : options);
    if (isModern && tasks.hasTasks) serveTasks(server, tasks.of(caller));
    server.setRequestHandler("tools/list", { params: listParams }, () => {
      list ??= { tools: describeTools(set.tools, filter) };
      return list;
    });
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq: { envelope, inputResponses } }) => {
      const tool = set.byName.get(params.name);
      if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(params.name, set));
      const answer = await call(tool, params.arguments ?? {});
      // Older versions declare capabilities only in `initialize`, and this stateless server does not store them.
      const elicitation = elicitByUrl(answer, { capabilities: declaredBy(envelope), inputResponses });
      if (elicitation) return inputRequired({ inputRequests: { approval: inputRequired.elicitUrl(elicitation) } });
      if (isModern && "output" in answer && declaresTasks(envelope)) {
        const task = await tasks.start(tool, answer.output, caller);
        if (task) return { resultType: "task", content: [], ...task };
      }
      return resultOf(tool, answer, filter, site);
    });
    addExtras(server, {
      call,
      base: site.base,
      async read(tool, input) {
        const answer = await call(tool, input);
        const text = resultOf(tool, answer, filter, site)
          .content.map((part) => ("text" in part ? part.text : ""))
          .join("\n");
        if ("problem" in answer)
          throw new Problem(answer.problem.code, text, { retryAfter: answer.problem.retryAfter });
        return text;
      },
    });
    return server;
  };
  return { serverOf, tasksOf: (caller: McpCaller): Tasks | null => (tasks.hasTasks ? tasks.of(caller) : null) };
}

const declaredBy = (envelope: object | undefined) =>
  (envelope as Record<string, ClientState["capabilities"]> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];

const otherToolsHint = ({ query, about, tools }: ToolSet): string =>
  `This URL (/mcp?${query}) offers ${tools.length} ${about}. /mcp offers every public tool.`;

function unknownTool(requested: string, { byName, excludedTools, query }: ToolSet): string {
  const name = requested.slice(0, 80);
  const excluded = excludedTools.get(name);
  if (excluded) {
    const others = profiles.filter(({ has }) => has(excluded)).map((profile) => `/mcp?profile=${profile.name}`);
    return `${name} is not offered at this URL, /mcp?${query}. To call it, change the server URL in the client to ${["/mcp", ...others].join(" or ")}.`;
  }
  const match = closestMatch(name, byName.keys());
  return `Unknown tool: ${name}. ${match === null ? "tools/list returns all tools." : `Did you mean ${match}?`}`;
}

/** Returns the output itself if it has no shorter form. */
export function structuredOf(tool: AnyTool, output: Record<string, unknown>): Record<string, unknown> {
  const brief = tool.brief ? { ...tool.brief.from(output), ...dryRunMarks(output) } : output;
  return isPage(brief) ? compactPage(brief) : brief;
}

const replayedMeta = { _meta: { "slipway/idempotency-replayed": true } };
const replayedWords = `Repeated with the same ${keyArgument}: nothing new was done. This is the first response.`;

export const isReplayedAnswer = (answer: ToolAnswer): boolean =>
  "problem" in answer ? answer.problem.isReplayed : answer.isReplayed === true;

/** REST marks a stored response with a header. MCP has none, so the text says it. */
export function resultOf(
  tool: AnyTool,
  answer: ToolAnswer,
  filter: ToolSetFilter | null,
  site: CitedSite,
): CallToolResult {
  const result = firstResult(tool, answer, filter, site);
  if (!isReplayedAnswer(answer)) return result;
  const texts = result.content.map((part) => ("text" in part ? part.text : ""));
  return { ...result, content: textContent([replayedWords, ...texts].join("\n")), ...replayedMeta };
}

/**
 * Errors are tool results, so that models can read them (MCP, "Tools", error handling). The text and the structured
 * content are each complete, because hosts show the model only one of them.
 */
function firstResult(tool: AnyTool, answer: ToolAnswer, filter: ToolSetFilter | null, site: CitedSite): CallToolResult {
  if ("problem" in answer) {
    const { problem, body } = filter?.problem(answer.problem, answer.body, site.base) ?? answer;
    return { content: textContent(problemText(problem)), structuredContent: { ...body }, isError: true };
  }
  const output = filter?.output(answer.output, site.base) ?? answer.output;
  const text = textOf(tool, output);
  const structuredContent = structuredOf(tool, output);
  const source = tool.scopes.length === 0 ? sourceLine(structuredContent, site) : "";
  return { content: textContent((filter?.text(text, output) ?? text) + source), structuredContent };
}

/** Names the pages that assistants can cite: of the result itself, and of its items. */
function sourceLine({ page_url, item_page_url }: Record<string, unknown>, { name }: CitedSite): string {
  const pages = [page_url, item_page_url].filter((url) => url !== undefined);
  return pages.length > 0 ? `\n${lines(`From ${name}: ${pages.join(" · ")}`)}` : "";
}

/** The JSON of `resultOf`. Its parts are kept with an output that the server stores. */
export function resultJson(tool: AnyTool, answer: ToolAnswer, filter: ToolSetFilter | null, site: CitedSite): string {
  const isStored = tool.effect === "read" && tool.isStored;
  const serialized = isStored && filter === null && "output" in answer ? serializedOf(answer.output) : undefined;
  if (!serialized || "problem" in answer) return JSON.stringify(resultOf(tool, answer, filter, site));
  serialized.mcp ??= partsOf(answer.output, resultOf(tool, answer, null, site));
  const { text, structured } = serialized.mcp;
  return `{"content":${text},"structuredContent":${structured ?? serialized.json}}`;
}

const partsOf = (output: object, { content, structuredContent }: CallToolResult) => ({
  text: JSON.stringify(content),
  structured: structuredContent === output ? null : JSON.stringify(structuredContent),
});

const textContent = (text: string) => [{ type: "text" as const, text }];
