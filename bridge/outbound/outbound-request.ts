import { count } from "#db/values/counters.ts";
import { traced } from "#db/values/spans.ts";
import { OutboundError, type OutboundPurpose, type OutboundReason } from "#tools/core/ports/outbound.ts";

type Purpose = OutboundPurpose | "browser" | "mail" | "model" | "payment" | "sign_in" | "vies";
type Result = "ok" | "refused" | "timeout" | "tls" | "other";

/** Counts a request to another server by purpose and result. Any HTTP status is `ok`. */
export async function outboundRequest<T>(purpose: Purpose, send: () => Promise<T>): Promise<T> {
  let result: Result = "ok";
  try {
    return await traced(`outbound ${purpose}`, send, { kind: "client" });
  } catch (error) {
    result = resultOf(error);
    throw error;
  } finally {
    count(`slipway_outbound_requests_total{purpose="${purpose}",result="${result}"}`);
  }
}

const byReason = new Map<OutboundReason, Result>([
  ["bad_url", "refused"],
  ["forbidden_scheme", "refused"],
  ["forbidden_port", "refused"],
  ["has_credentials", "refused"],
  ["forbidden_address", "refused"],
  ["tls", "tls"],
  ["timeout", "timeout"],
]);

function resultOf(error: unknown): Result {
  if (error instanceof OutboundError) return byReason.get(error.reason) ?? "other";
  // Libraries wrap the error of the connection.
  for (let cause = error as Error | undefined; cause; cause = cause.cause as Error | undefined) {
    const text = `${cause.name} ${(cause as { code?: unknown }).code ?? ""}`;
    if (/CERT|TLS|SSL|UNABLE_TO_VERIFY/.test(text)) return "tls";
    if (/Time(d)?_?out|TIMEDOUT/i.test(text)) return "timeout";
  }
  return "other";
}
