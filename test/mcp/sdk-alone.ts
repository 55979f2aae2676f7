import { createMcpHandler } from "@modelcontextprotocol/server";
import { callerOf, type McpExchange } from "#bridge/http/mcp/exchange.ts";
import { identity } from "#bridge/http/mcp/serve-mcp.ts";
import { actorOf } from "#bridge/http/server/actor-of.ts";
import { type Runtime, requestIdOf, servedSite } from "#bridge/http/server/runtime.ts";
import { createMcpServers } from "#tools/core/mcp/server.ts";
import type { ToolSet } from "#tools/core/operations/tool-set.ts";

/** A raw POST to the endpoint. */
export interface Sent {
  body: string;
  headers: Record<string, string>;
}

export interface Answer {
  status: number;
  type: string | null;
  /** The bytes as text; responses of a batch in a fixed order. */
  text: string | string[];
}

export const requestOf = ({ body, headers }: Sent, query = "") =>
  new Request(`http://localhost/mcp${query && `?${query}`}`, {
    method: "POST",
    headers: { host: "localhost", ...headers },
    body,
  });

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const batch = text.startsWith("[") ? (JSON.parse(text) as unknown[]).map((item) => JSON.stringify(item)) : null;
  return { status: response.status, type: response.headers.get("content-type"), text: batch?.sort() ?? text };
}

/**
 * Returns the response of the SDK's own handler over these tools. The SDK streams responses of the initialize-based
 * versions as events; the endpoint writes the same JSON plainly.
 */
export function sdkAlone(set: ToolSet, runtime: Runtime) {
  const { serverOf } = createMcpServers(set, identity);
  return async (sent: Sent): Promise<Answer> => {
    const request = requestOf(sent);
    const served = await servedSite(request, runtime);
    const actor = await actorOf(request, runtime, served);
    const exchange: McpExchange = { request, requestId: requestIdOf(request), served, actor, operation: "" };
    const handler = createMcpHandler(({ era }) =>
      serverOf(callerOf({ ...exchange, isLegacy: era === "legacy" }, runtime)),
    );
    const answer = await answerOf(await handler.fetch(request));
    await handler.close();
    if (answer.type !== "text/event-stream") return answer;
    // Splitting by lines is needed because `.` in a pattern stops at U+2028.
    const lines = (answer.text as string).split("\n");
    const events = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice("data: ".length));
    const isOne = events.length === 1;
    return { ...answer, type: "application/json", text: isOne ? events[0]! : events.sort() };
  };
}
