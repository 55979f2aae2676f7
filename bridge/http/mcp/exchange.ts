import { marksOf } from "#db/keys/sealed-text.ts";
import { type CallOptions, callTool, requireAccess } from "#tools/core/calls/call.ts";
import { asksDryRun, dryRunArgument } from "#tools/core/calls/dry-run.ts";
import { keyArgument } from "#tools/core/calls/idempotency.ts";
import { problemBody } from "#tools/core/errors/errors.ts";
import { resourceRead } from "#tools/core/mcp/extras.ts";
import type { CallByName, CitedSite, ToolAnswer } from "#tools/core/mcp/server.ts";
import { type McpCaller, operationOfTask } from "#tools/core/mcp/tasks.ts";
import type { Actor } from "#tools/core/operations/actor.ts";
import type { CallContext } from "#tools/core/operations/context.ts";
import { type AnyOperation, takesKey } from "#tools/core/operations/define.ts";
import type { ToolSet } from "#tools/core/operations/tool-set.ts";
import { asProblem } from "../server/as-problem.ts";
import { noteProblem } from "../server/request-notes.ts";
import { type Runtime, requestContext, type ServedSite, visitorOf } from "../server/runtime.ts";
import type { McpVariant } from "./variants.ts";

export const mcpPath = "/mcp";

export interface McpExchange {
  request: Request;
  requestId: string;
  served?: ServedSite;
  actor: Actor;
  variant?: McpVariant;
  operation: string;
  /** The client's name: declared with the request, or in the session id since `initialize`. */
  client?: string;
  /** The result of the call, if the SDK only has to wrap it in a response. */
  answered?: ToolAnswer;
  /** True for the protocol versions that begin with `initialize`. */
  isLegacy?: boolean;
}

export function callByName(exchange: McpExchange, runtime: Runtime): CallByName {
  const { request, requestId, served, actor } = exchange;
  return async (tool, input) => {
    if (exchange.answered) return exchange.answered;
    try {
      const visitor = visitorOf(actor, "mcp", exchange.client);
      const context = requestContext(request, requestId, runtime, served!, actor, visitor);
      const { options, rest } = callOptions(tool, input);
      const { output, isReplayed } = await callTool(tool, context, () => rest, runtime.policy, options);
      return { output, isReplayed };
    } catch (error) {
      const docsUrl = `${runtime.baseUrl}/docs`;
      const problem = asProblem(error, { requestId }, runtime);
      noteProblem(request, problem);
      return { problem, body: problemBody(problem, { docsUrl, instance: mcpPath, requestId }) };
    }
  };
}

export const citedSite = ({ served }: McpExchange): CitedSite => ({ base: served!.urls.base, name: served!.site.name });

export const callerOf = (exchange: McpExchange, runtime: Runtime): McpCaller => ({
  call: callByName(exchange, runtime),
  site: citedSite(exchange),
  isModern: exchange.isLegacy !== true,
  sign: (text) => marksOf(runtime.store.read, text),
});

function callOptions(
  tool: AnyOperation,
  input: Record<string, unknown>,
): { options: CallOptions; rest: Record<string, unknown> } {
  if (!takesKey(tool) || !(keyArgument in input || dryRunArgument in input)) return { options: {}, rest: input };
  const { [keyArgument]: value, [dryRunArgument]: dryRun, ...rest } = input;
  return {
    options: { ...(value !== undefined && { key: { value, field: keyArgument } }), isDryRun: asksDryRun(dryRun) },
    rest,
  };
}

/**
 * Throws unless the actor may call every operation in the message. In older protocol versions, a message can be a
 * batch.
 */
export function requireScopesOf(set: ToolSet, message: unknown, caller: Pick<CallContext, "actor" | "urls">): void {
  for (const item of Array.isArray(message) ? message : [message])
    for (const operation of operationsIn(item, set)) requireAccess(operation, caller);
}

interface AnyParams {
  name?: string;
  uri?: unknown;
  taskId?: unknown;
  notifications?: { resourceSubscriptions?: unknown; taskIds?: unknown };
}

function operationsIn(message: unknown, set: ToolSet): AnyOperation[] {
  const { method, params: sent } = (message ?? {}) as { method?: unknown; params?: AnyParams | null };
  const params = sent ?? {};
  const found: (AnyOperation | undefined)[] = [];
  if (method === "tools/call") found.push(set.byName.get(params.name ?? ""));
  if (method === "resources/read") found.push(resourceRead(set, params.uri)?.tool);
  if (typeof method === "string" && method.startsWith("tasks/")) found.push(operationOfTask(set, params.taskId));
  if (method === "subscriptions/listen") {
    const { resourceSubscriptions, taskIds } = params.notifications ?? {};
    for (const uri of listenedOf(resourceSubscriptions)) found.push(resourceRead(set, uri)?.tool);
    for (const id of listenedOf(taskIds)) found.push(operationOfTask(set, id));
  }
  return found.filter((operation) => operation !== undefined);
}

/** The maximum number of resources, and of tasks, in one subscription. Any others are ignored. */
const maxListened = 50;

export const listenedOf = (asked: unknown): unknown[] =>
  Array.isArray(asked) ? [...new Set(asked.slice(0, maxListened))] : [];

export const operationOf = (message: unknown) =>
  Array.isArray(message) ? message.slice(0, 5).map(nameOf).join(" ") : nameOf(message);

/** Only names, because a client may send anything as the name of a tool or method, and the log must not contain it. */
const loggedName = /^(?:[a-z_]{1,64}|[A-Za-z]{1,30}(?:\/[A-Za-z_]{1,30}){1,2})$/;

function nameOf(message: unknown): string {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  const name = method === "tools/call" ? params?.name : method;
  return typeof name === "string" && loggedName.test(name) ? name : "mcp";
}
