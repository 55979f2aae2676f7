import type { Actor } from "../../tools/core/actor.ts";
import { type CallOptions, callTool, requireAccess } from "../../tools/core/call.ts";
import { type AnyTool, takesKey } from "../../tools/core/define.ts";
import { dryRunArgument, isTrial } from "../../tools/core/dry-run.ts";
import { type ProblemCode, problemBody } from "../../tools/core/errors.ts";
import { keyArgument } from "../../tools/core/idempotency.ts";
import type { CallByName, ToolAnswer } from "../../tools/core/mcp.ts";
import { toolRead } from "../../tools/core/mcp-offers.ts";
import type { ToolSet } from "../../tools/core/tool-set.ts";
import { asProblem } from "./as-problem.ts";
import type { McpFace } from "./mcp-faces.ts";
import { type Runtime, requestContext, type ServedSite } from "./runtime.ts";

export const mcpPath = "/mcp";

/** One POST to the endpoint. */
export interface McpExchange {
  request: Request;
  requestId: string;
  /** The site and who asks, once they are known. */
  served?: ServedSite;
  actor: Actor;
  /** What its address has to offer, where that is known. */
  face?: McpFace;
  /** What the message asks for, as the log names it: a tool, else a method. */
  operation: string;
  /** Code of the problem a tool answered with. */
  code?: ProblemCode;
  /** What its call came to, where the SDK has only to frame that. */
  answered?: ToolAnswer;
}

/** Calls tools on behalf of an exchange. */
export function callByName(exchange: McpExchange, runtime: Runtime): CallByName {
  const { request, requestId, served, actor } = exchange;
  return async (tool, input) => {
    if (exchange.answered) return exchange.answered;
    try {
      const context = requestContext(request, requestId, runtime, served!, actor);
      const { options, rest } = callOptions(tool, input);
      return { output: (await callTool(tool, context, () => rest, runtime.policy, options)).output };
    } catch (error) {
      const docsUrl = `${runtime.baseUrl}/docs`;
      const problem = asProblem(error, { requestId }, runtime);
      exchange.code = problem.code;
      return { problem, body: problemBody(problem, { docsUrl, instance: mcpPath, requestId }) };
    }
  };
}

/** The tool's own arguments, apart from those that every tool that writes takes. */
function callOptions(
  tool: AnyTool,
  input: Record<string, unknown>,
): { options: CallOptions; rest: Record<string, unknown> } {
  if (!takesKey(tool) || !(keyArgument in input || dryRunArgument in input)) return { options: {}, rest: input };
  const { [keyArgument]: value, [dryRunArgument]: trial, ...rest } = input;
  return {
    options: { ...(value !== undefined && { key: { value, field: keyArgument } }), isDryRun: isTrial(trial) },
    rest,
  };
}

/** Every call in a message, and every resource that it reads, has to be covered by what the actor may; a batch of the older versions may hold several. */
export function requireScopesOf(set: ToolSet, message: unknown, actor: Actor): void {
  for (const item of Array.isArray(message) ? message : [message]) {
    const tool = toolOf(item, set);
    if (tool) requireAccess(tool, { actor });
  }
}

function toolOf(message: unknown, set: ToolSet): AnyTool | null | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: string; uri?: unknown } };
  if (method === "tools/call") return set.byName.get(params?.name ?? "");
  return method === "resources/read" ? toolRead(set, params?.uri) : null;
}

/** What to call a message in the log: the tool of a call, else the method; for a batch the first few. */
export const operationOf = (message: unknown) =>
  Array.isArray(message) ? message.slice(0, 5).map(nameOf).join(" ") : nameOf(message);

function nameOf(message: unknown): string {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  const name = method === "tools/call" ? params?.name : method;
  return typeof name === "string" ? name.slice(0, 80) : "mcp";
}
