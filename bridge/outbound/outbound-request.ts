import { count } from "#db/values/counters.ts";
import { traced } from "#db/values/spans.ts";
import { OutboundError, type OutboundPurpose } from "#tools/core/ports/outbound.ts";

type Purpose = OutboundPurpose | "browser" | "mail" | "model" | "payment" | "sign_in" | "vies";
type Result = "ok" | "refused" | "timeout" | "tls" | "other";

const countRequest = (purpose: Purpose, result: Result, by = 1) =>
  count(`slipway_outbound_requests_total{purpose="${purpose}",result="${result}"}`, by);
// Prometheus sees the first failure only as an increase from 0.
for (const purpose of ["mail", "model", "payment", "sign_in", "vies"] as const)
  for (const result of ["ok", "timeout", "tls", "other"] as const) countRequest(purpose, result, 0);

/** Counts a request to another server by purpose and result. Any HTTP status is `ok`. */
export async function outboundRequest<T>(purpose: Purpose, send: () => Promise<T>): Promise<T> {
  try {
    const answer = await traced(`outbound ${purpose}`, send, () => ({ kind: "client" }));
    countRequest(purpose, "ok");
    return answer;
  } catch (error) {
    countRequest(purpose, resultOf(error));
    throw error;
  }
}

function resultOf(error: unknown): Result {
  if (error instanceof OutboundError) {
    if (error.reason === "tls" || error.reason === "timeout") return error.reason;
    return /^(bad_url|forbidden_|has_credentials)/.test(error.reason) ? "refused" : "other";
  }
  // Libraries wrap the error of the connection.
  type Failure = Error & { code?: unknown; originalCode?: unknown };
  for (let cause = error as Failure | undefined; cause; cause = cause.cause as Failure | undefined) {
    const text = [cause.name, cause.code, cause.originalCode].join(" ");
    if (/CERT|TLS|SSL|UNABLE_TO_VERIFY/.test(text)) return "tls";
    if (/TIMED?_?OUT/i.test(text)) return "timeout";
  }
  return "other";
}
