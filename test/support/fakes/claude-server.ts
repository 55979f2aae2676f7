import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Message, StopReason } from "@anthropic-ai/sdk/resources/messages";
import type { Store } from "#db/store/store.ts";

export type Reply =
  | { status: number; body: string; headers?: Record<string, string> }
  | "hang"
  | "hang_midway"
  | "reset";

export interface ClaudeRequest {
  at: number;
  headers: IncomingHttpHeaders;
  body: any;
  text: string;
}

export type ClaudeServer = Awaited<ReturnType<typeof startClaudeServer>>;

/** Starts a loopback server in the format of Claude's Messages API (version 2026-10-21). It may accept any key. */
export async function startClaudeServer({ checksKey = true } = {}) {
  const apiKey = "sk-ant-api03-test-0123456789abcdefghijklmnopqrstuvwxyz";
  const requests: ClaudeRequest[] = [];
  let replies: (Reply | ((body: any) => Reply))[] = [];

  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    if (request.method !== "POST" || request.url !== "/v1/messages")
      return send(response, apiError(404, "not_found_error", "Not Found"));
    requests.push({ at: performance.now(), headers: request.headers, body: JSON.parse(text), text });
    const body = JSON.parse(text);
    const reply = replies.length > 1 ? replies.shift()! : replies[0]!;
    send(response, faultOf(request.headers, body) ?? (typeof reply === "function" ? reply(body) : reply));
  });

  function faultOf(headers: IncomingHttpHeaders, body: any): Reply | null {
    if (checksKey && headers.authorization !== `Bearer ${apiKey}`)
      return apiError(401, "authentication_error", "invalid authentication credentials");
    const isWhole =
      headers["anthropic-version"] !== undefined &&
      typeof body.model === "string" &&
      Number.isInteger(body.max_tokens) &&
      body.messages?.[0]?.role === "user";
    return isWhole ? null : apiError(400, "invalid_request_error", "messages: Field required");
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    requests,
    /** Sets the replies, in order; the last one repeats. A reply may depend on the request body. */
    script(...next: typeof replies): void {
      replies = next;
    },
    stop(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === "hang") return;
  if (reply === "reset") {
    response.socket?.destroy();
    return;
  }
  if (reply === "hang_midway") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"id":"msg_01');
    return;
  }
  const headers = {
    "content-type": "application/json",
    "request-id": "req_011CTestTestTestTestTest",
    "anthropic-organization-id": "1b0e8a4c-0000-4000-8000-000000000000",
    ...reply.headers,
  };
  response.writeHead(reply.status, headers).end(reply.body);
}

export function message(text: string, { stop_reason = "end_turn", ...changes }: Partial<Message> = {}): Reply {
  const body: Message = {
    id: "msg_011CTestTestTestTestTest",
    type: "message",
    role: "assistant",
    model: "claude-haiku-5-5",
    content: [{ type: "text", text, citations: null }],
    container: null,
    diagnostics: null,
    stop_reason: stop_reason satisfies StopReason | null,
    stop_sequence: null,
    stop_details: null,
    usage: {
      input_tokens: 1200,
      output_tokens: 340,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      inference_geo: "global",
      output_tokens_details: { thinking_tokens: 0 },
      server_tool_use: null,
      service_tier: "standard",
      speed: "standard",
    },
    ...changes,
  };
  return { status: 200, body: JSON.stringify(body) };
}

/** A response that fills in the schema. */
export const structured = (value: unknown, changes?: Partial<Message>): Reply =>
  message(JSON.stringify(value), changes);

/** A response that calls the first tool of the request with these arguments. */
export const toolCall = (input: unknown) => (body: any) =>
  message("", {
    stop_reason: "tool_use",
    content: [{ type: "tool_use", id: "toolu_01Test", name: body.tools[0].name, input, caller: { type: "direct" } }],
  });

/** A refusal with its reason and the text so far. */
export const refusal = (): Reply =>
  message("", {
    stop_reason: "refusal",
    content: [],
    stop_details: { type: "refusal", category: "general_harms", explanation: null },
  });

export function apiError(
  status: number,
  type: string,
  text: string,
  { headers, details }: { headers?: Record<string, string>; details?: Record<string, unknown> } = {},
): Reply {
  const error = { type, message: text, ...(details && { details }) };
  const body = JSON.stringify({ type: "error", error, request_id: "req_011CTestTestTestTestTest" });
  return { status, body, headers };
}

/** The usage rows of the model. */
export const usageRows = (store: Store) => store.read.$client.query("SELECT * FROM model_usage ORDER BY day").all();
