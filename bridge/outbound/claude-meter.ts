import type { Middleware } from "@anthropic-ai/sdk";
import type { Logger } from "pino";
import type { ModelUsage, Reservation, Spending } from "#db/queries/common/model-usage.ts";
import { ModelError } from "#tools/core/ports/language-model.ts";

interface MeterSettings {
  spending: Spending;
  /** The maximum number of input and output tokens for one attempt. */
  mostTokens: number;
  /** Milliseconds until the caller stops waiting for the response. */
  msLeft(): number;
  log: Logger;
}

/**
 * Reserves tokens for each attempt, including the SDK's own retries. If there is no response, the tokens stay reserved.
 */
export function meterTries({ spending, mostTokens, msLeft, log }: MeterSettings) {
  let open: Reservation | null = null;
  let requestId: string | null = null;

  async function settle(usage: ModelUsage): Promise<void> {
    const reservation = open;
    open = null;
    await reservation
      ?.settle(usage)
      .catch((error: unknown) => log.error({ err: error }, "language model: tokens not counted"));
  }

  const middleware: Middleware = async (request, next) => {
    open = await spending.reserve(mostTokens).catch((error: unknown) => {
      log.error({ err: error }, "language model: tokens not reserved");
      throw new ModelError("failed", "tokens cannot be counted, so no request was sent");
    });
    if (!open) throw new ModelError("cap", "the daily token budget (ANTHROPIC_TOKENS_PER_DAY) has been used up");
    const response = await next(request).catch(async (error: unknown) => {
      if (neverArrived(error)) await settle({ inputTokens: 0, outputTokens: 0 });
      throw error;
    });
    requestId = response.headers.get("request-id");
    if (response.ok) return response;
    // Only successful responses cost tokens.
    await settle({ inputTokens: 0, outputTokens: 0 });
    return retryAfterMs(response.headers) > msLeft() ? withoutRetry(response) : response;
  };

  // The request id is read from the response here, because the SDK's `parse` loses the id that `create` returns.
  return { middleware, settle, requestId: () => requestId };
}

// Error codes of failures that happen before a byte is sent.
const unreachable = new Set(["ConnectionRefused", "FailedToOpenSocket", "ENOTFOUND", "ECONNREFUSED"]);
const neverArrived = (error: unknown) => unreachable.has(String((error as { code?: unknown } | null)?.code));

/**
 * The wait that Retry-After requests, in milliseconds; 0 if the header is missing. The header contains seconds or a
 * date (RFC 9110 §10.2.3).
 */
function retryAfterMs(headers: Headers): number {
  const value = headers.get("retry-after") ?? "0";
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? 0 : ms;
}

// Stops the SDK, which would otherwise wait as long as the server asks. The SDK obeys the header that is set here.
function withoutRetry({ body, status, statusText, headers }: Response): Response {
  const changed = new Headers(headers);
  changed.set("x-should-retry", "false");
  return new Response(body, { status, statusText, headers: changed });
}
