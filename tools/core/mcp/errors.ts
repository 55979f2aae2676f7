import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { Problem } from "../errors/errors.ts";

/** Converts an exception to an error in the form that MCP requires ("Resources", error handling). */
export function asProtocolError(error: unknown): ProtocolError {
  if (!(error instanceof Problem)) throw error;
  const code =
    error.status >= 500 || error.status === 429 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, error.message, { code: error.code, retry_after: error.retryAfter });
}
