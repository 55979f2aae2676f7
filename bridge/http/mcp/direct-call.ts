import { filterByToolSet } from "#tools/core/mcp/filter-by-tool-set.ts";
import { isReplayedAnswer, resultJson } from "#tools/core/mcp/server.ts";
import type { ToolSet } from "#tools/core/operations/tool-set.ts";
import type { Runtime } from "../server/runtime.ts";
import { callByName, citedSite, type McpExchange } from "./exchange.ts";
import { isJsonResponse, type McpResponse, responseEnd, responseStart } from "./json-response.ts";
import type { Era, PlainRequest } from "./plain-request.ts";

/**
 * Answers simple tool calls without the SDK, which is slower than most tools. All responses of a protocol era (`Era`)
 * end in the same way. Their end is therefore copied from the SDK's first response.
 */
export function createDirectCalls(set: ToolSet, runtime: Runtime) {
  const filter = filterByToolSet(set);
  const suffixes = new Map<Era, string>();

  return async (
    exchange: McpExchange,
    { era, id, call }: PlainRequest,
    serve: () => Promise<Response>,
  ): Promise<McpResponse> => {
    const tool = call && set.byName.get(call.name);
    // If the tool can run as a task, a modern client may get a task, which only the SDK can return.
    if (!tool || (tool.task && era === "modern")) return serve();
    const answered = await callByName(exchange, runtime)(tool, call.input);
    // Through the SDK, we can ask the client to open the approval link for the user. The SDK also merges the `_meta` of
    // a stored response with its own.
    if (("problem" in answered && answered.problem.code === "approval_required") || isReplayedAnswer(answered)) {
      exchange.answered = answered;
      return serve();
    }
    // The closing brace is left out, because `suffix` continues the object with the SDK's fields.
    const start = responseStart + resultJson(tool, answered, filter, citedSite(exchange)).slice(0, -1);
    const end = responseEnd(id);
    const suffix = suffixes.get(era);
    if (suffix !== undefined) return start + suffix + end;

    exchange.answered = answered;
    const response = await serve();
    if (!isJsonResponse(response)) return response;
    const text = await response.text();
    if (text.startsWith(start) && text.endsWith(end)) suffixes.set(era, text.slice(start.length, -end.length));
    return text;
  };
}
