import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import { describeTool, structuredOf } from "#tools/core/mcp/server.ts";
import { type AnyTool, byRoute, pathFields } from "#tools/core/operations/define.ts";
import { requireKnownActions } from "./actions.ts";

export interface ToolCaller {
  /** Calls a tool over MCP 2026-07-28. */
  mcp(name: string, input?: Record<string, unknown>): Promise<McpAnswer>;
  /** Calls a tool through REST and MCP. Fails unless the MCP result equals the REST response or its compact form. */
  call(name: string, input?: Record<string, unknown>): Promise<Answer>;
  /** Calls a tool through one protocol, for writes. The status of an MCP result is the one REST would have. */
  over(transport: Transport, name: string, input?: Record<string, unknown>): Promise<Answer>;
}

export const transports = ["REST", "MCP"] as const;
export type Transport = (typeof transports)[number];

export interface Answer {
  status: number;
  /** The `WWW-Authenticate` header, if any. */
  challenge: string | null;
  // Tests read responses freely; every call checks them against the declared schemas.
  body: any;
}

interface McpAnswer {
  isError: boolean;
  structuredContent: any;
  text: string;
  meta: Record<string, unknown>;
}

/** Calls the tools of the server at `url`, with an optional access token or API key. */
export const toolCaller = (url: string, tools: readonly AnyTool[], bearer?: string): ToolCaller => ({
  mcp: async (name, input = {}) => toolAnswer(await mcpCall(url, name, input, bearer)),
  call: (name, input = {}) => callBoth(url, tools.find((tool) => tool.name === name)!, input, bearer),
  over: (transport, name, input = {}) =>
    (transport === "REST" ? callRest : callMcp)(url, tools.find((tool) => tool.name === name)!, input, bearer),
});

export const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "slipway-test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const authorized = (bearer: string | undefined): Record<string, string> =>
  bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };

function mcpCall(url: string, name: string, input: Record<string, unknown>, bearer?: string): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
      ...authorized(bearer),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: input, _meta: modernMeta },
    }),
  });
}

async function toolAnswer(response: Response): Promise<McpAnswer> {
  const { result, error } = (await response.json()) as any;
  if (error) throw new Error(`MCP error ${error.code}: ${error.message}`);
  return {
    isError: result.isError === true,
    structuredContent: result.structuredContent,
    text: result.content[0].text,
    meta: result._meta ?? {},
  };
}

/** Calls a tool over REST. `more` is added to the query. */
export function sendTool(
  { url }: { url: string },
  tool: AnyTool,
  input: Record<string, unknown>,
  headers: Record<string, string> = {},
  more: Record<string, string> = {},
): Promise<Response> {
  const routes = byRoute(tool).map(({ rest }) => rest);
  const rest = routes.find(({ path }) => pathFields(path).every((field) => field in input)) ?? tool.rest;
  const remaining = { ...input };
  const path = rest.path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = remaining[field];
    delete remaining[field];
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams(more);
  if (rest.method === "GET") for (const [field, value] of Object.entries(remaining)) addTo(query, field, value);
  return fetch(`${url}/api/v1${path}${query.size > 0 ? `?${query}` : ""}`, {
    method: rest.method,
    headers: { ...(rest.method !== "GET" && { "content-type": "application/json" }), ...headers },
    ...(rest.method !== "GET" && { body: JSON.stringify(remaining) }),
  });
}

async function callRest(url: string, tool: AnyTool, input: Record<string, unknown>, bearer?: string): Promise<Answer> {
  const response = await sendTool({ url }, tool, input, authorized(bearer));
  const challenge = response.headers.get("www-authenticate");
  const body = (await response.json()) as any;
  requireKnownActions(body);
  return { status: response.status, body, challenge };
}

const listedSchemas = new Map<AnyTool, ValidateFunction>();

/** Clients refuse responses that do not match the output schema of `tools/list`. */
function requireAsListed(tool: AnyTool, structuredContent: unknown): void {
  const matches =
    listedSchemas.get(tool) ?? new Ajv2020({ allowUnionTypes: true }).compile(describeTool(tool).outputSchema!);
  listedSchemas.set(tool, matches);
  if (!matches(structuredContent))
    throw new Error(`${tool.name} does not match its output schema: ${JSON.stringify(matches.errors)}`);
}

async function callMcp(url: string, tool: AnyTool, input: Record<string, unknown>, bearer?: string): Promise<Answer> {
  const { name, rest } = tool;
  const response = await mcpCall(url, name, input, bearer);
  const challenge = response.headers.get("www-authenticate");
  // HTTP itself requests the sign-in, so that the client starts it (RFC 6750 section 3).
  if (response.status !== 200) return { status: response.status, body: await response.json(), challenge };
  const { isError, structuredContent } = await toolAnswer(response);
  requireAsListed(tool, structuredContent);
  requireKnownActions(structuredContent);
  const success = structuredContent.repeated ? 200 : (rest.status ?? 200);
  return { status: isError ? structuredContent.status : success, body: structuredContent, challenge };
}

async function callBoth(url: string, tool: AnyTool, input: Record<string, unknown>, bearer?: string): Promise<Answer> {
  const rest = await callRest(url, tool, input, bearer);
  const mcp = await callMcp(url, tool, input, bearer);
  const same = ({ status, challenge, body }: Answer) =>
    // Only the challenge can be compared: a refusal before MCP is a protocol error.
    JSON.stringify(challenge ? { status, challenge } : { status, ...body, request_id: 0, instance: 0 });
  const expected = rest.status < 400 ? { ...rest, body: structuredOf(tool, rest.body) } : rest;
  if (same(expected) !== same(mcp))
    throw new Error(`${tool.name}: REST and MCP differ\nREST ${same(expected)}\nMCP ${same(mcp)}`);
  return rest;
}

/** A list of objects is sent as texts, such as `self_hosted:is:yes`, each in a parameter of its own. */
function addTo(query: URLSearchParams, field: string, value: unknown): void {
  const list = Array.isArray(value) ? value : [String(value)];
  if (typeof list[0] !== "object") query.set(field, list.join(","));
  else
    for (const { field: about, currency, ...rest } of list) {
      const [[operator, wanted]] = Object.entries(rest) as [[string, unknown]];
      query.append(field, [about, operator, wanted, currency ?? []].flat().join(":"));
    }
}
