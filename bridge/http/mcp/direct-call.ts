import { filterByToolSet } from "#tools/core/mcp/filter-by-tool-set.ts";
import { resultOf } from "#tools/core/mcp/server.ts";
import type { ToolSet } from "#tools/core/operations/tool-set.ts";
import type { Runtime } from "../server/runtime.ts";
import { ending, isJsonAnswer, type McpAnswer, opening } from "./answer.ts";
import { callByName, type McpExchange } from "./exchange.ts";
import type { Era, PlainRequest } from "./plain-request.ts";

/**
 * Answers plain calls of tools without the SDK, which takes several times as long as most tools. What stands behind a
 * result is learnt from its answer to the first call of an era.
 */
export function createDirectCalls(set: ToolSet, runtime: Runtime) {
  const bounds = filterByToolSet(set);
  const closings = new Map<Era, string>();

  return async (
    exchange: McpExchange,
    { era, id, call }: PlainRequest,
    serve: () => Promise<Response>,
  ): Promise<McpAnswer> => {
    const tool = call && set.byName.get(call.name);
    // A client that has tasks may get one of these.
    if (!tool || (tool.task && era === "modern")) return serve();
    const answered = await callByName(exchange, runtime)(tool, call.input);
    if ("problem" in answered && answered.problem.code === "approval_required") {
      // Its client may be one that opens the link for the person.
      exchange.answered = answered;
      return serve();
    }
    // Without the brace at its end, behind which the SDK adds fields.
    const start = opening + JSON.stringify(resultOf(tool, answered, bounds, exchange.served!.urls.base)).slice(0, -1);
    const end = ending(id);
    const closing = closings.get(era);
    if (closing !== undefined) return start + closing + end;

    exchange.answered = answered;
    const response = await serve();
    if (!isJsonAnswer(response)) return response;
    const text = await response.text();
    if (text.startsWith(start) && text.endsWith(end)) closings.set(era, text.slice(start.length, -end.length));
    return text;
  };
}
