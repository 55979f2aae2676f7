import type { AnyTool } from "../../tools/core/define.ts";
import { resultOf } from "../../tools/core/mcp.ts";
import { ending, isJsonAnswer, type McpAnswer, opening } from "./mcp-answer.ts";
import { callByName, type McpExchange } from "./mcp-exchange.ts";
import type { Era, PlainRequest } from "./mcp-plain-request.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Answers plain calls of tools without the SDK, which takes several times as long as most tools. What stands behind a
 * result is learnt from its answer to the first call of an era.
 */
export function createDirectCalls(tools: readonly AnyTool[], runtime: Runtime) {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const closings = new Map<Era, string>();

  return async (
    exchange: McpExchange,
    { era, id, call }: PlainRequest,
    serve: () => Promise<Response>,
  ): Promise<McpAnswer> => {
    const tool = call && byName.get(call.name);
    if (!tool) return serve();
    const answered = await callByName(exchange, runtime)(tool, call.input);
    // Without the brace at its end, behind which the SDK adds fields.
    const start = opening + JSON.stringify(resultOf(tool, answered)).slice(0, -1);
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
