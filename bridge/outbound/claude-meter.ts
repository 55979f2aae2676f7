import type { Middleware } from "@anthropic-ai/sdk";
import type { Logger } from "pino";
import type { ModelUsage, Reservation, Spending } from "#db/queries/common/model-usage.ts";
import { ModelError } from "#tools/core/ports/language-model.ts";

interface MeterSettings {
  spending: Spending;
  /** What one try may take at most, in and out. */
  mostTokens: number;
  /** Until nobody waits for an answer any more. */
  msLeft(): number;
  log: Logger;
}

/**
 * Keeps one question within the day's spending: each try, the SDK's own repeats included, is paid for before it
 * leaves. What became of a try that got no answer is unknown, so its reservation is never given back.
 */
export function meterTries({ spending, mostTokens, msLeft, log }: MeterSettings) {
  let open: Reservation | null = null;
  let requestId: string | null = null;

  async function settle(usage: ModelUsage): Promise<void> {
    const reservation = open;
    open = null;
    await reservation
      ?.settle(usage)
      .catch((error: unknown) => log.error({ err: error }, "tokens of a language model could not be counted"));
  }

  const middleware: Middleware = async (request, next) => {
    open = await spending.reserve(mostTokens).catch((error: unknown) => {
      log.error({ err: error }, "tokens of a language model could not be reserved");
      throw new ModelError("failed", "its tokens cannot be counted, so it is not asked");
    });
    if (!open) throw new ModelError("cap", "the day's tokens are used up; ANTHROPIC_TOKENS_PER_DAY says how many");
    const response = await next(request).catch(async (error: unknown) => {
      if (neverArrived(error)) await settle({ inputTokens: 0, outputTokens: 0 });
      throw error;
    });
    requestId = response.headers.get("request-id");
    if (response.ok) return response;
    // Only answers are charged for.
    await settle({ inputTokens: 0, outputTokens: 0 });
    return retryAfterMs(response.headers) > msLeft() ? withoutRetry(response) : response;
  };

  // The SDK's `parse` loses the id of the request that `create` has.
  return { middleware, settle, requestId: () => requestId };
}

// As Bun names what happens before a byte is sent.
const unreachable = new Set(["ConnectionRefused", "FailedToOpenSocket", "ENOTFOUND", "ECONNREFUSED"]);
const neverArrived = (error: unknown) => unreachable.has(String((error as { code?: unknown } | null)?.code));

/** Retry-After in either form (RFC 9110 §10.2.3); 0 where there is none. */
function retryAfterMs(headers: Headers): number {
  const value = headers.get("retry-after") ?? "0";
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? 0 : ms;
}

// The SDK would sleep however long it is told to; this header it obeys.
function withoutRetry({ body, status, statusText, headers }: Response): Response {
  const changed = new Headers(headers);
  changed.set("x-should-retry", "false");
  return new Response(body, { status, statusText, headers: changed });
}
