import { expect } from "bun:test";

/** Hand-written MCP over HTTP, for requests that a client would not send. */
export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

export const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
export type Headers = Record<string, string>;

export const modernHeaders = (method: string, name?: string): Headers => ({
  ...json,
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  ...(name !== undefined && { "mcp-name": name }),
});

export interface WireAnswer {
  status: number;
  headers: Response["headers"];
  body: any;
}

export async function post(
  server: { url: string },
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Headers = json,
): Promise<WireAnswer> {
  const response = await fetch(`${server.url}/mcp`, { method: "POST", headers, body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** Expects a JSON-RPC error, with the request's id if it could be read. */
export function expectError({ status, body }: WireAnswer, expected: number, code: number, id: unknown = null): void {
  expect({ status, body }).toEqual({
    status: expected,
    body: { jsonrpc: "2.0", id, error: expect.objectContaining({ code, message: expect.any(String) }) },
  });
}
