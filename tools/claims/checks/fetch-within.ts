import { nameOf, type Outbound, OutboundError, type OutboundResponse } from "../../core/ports/outbound.ts";
import { isWithin } from "../rules.ts";
import { type CheckResult, missed, unknown } from "./check-result.ts";

const mostRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Faults of an address that no second try mends. */
const lasting = new Set(["bad_url", "forbidden_scheme", "forbidden_port", "has_credentials", "forbidden_address"]);

interface Limits {
  maxBytes: number;
  timeoutMs: number;
}

/** Reads an address and follows redirects only inside of a domain; what keeps us from it is a finding. */
export async function fetchWithin(
  { fetch }: Pick<Outbound, "fetch">,
  address: string,
  domain: string | null,
  { maxBytes, timeoutMs }: Limits,
  signal: AbortSignal,
): Promise<{ answer: OutboundResponse; result?: undefined } | { answer?: undefined; result: CheckResult }> {
  const time = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let url = address;
  try {
    for (let count = 0; count <= mostRedirects; count++) {
      const answer = await fetch(url, { maxRedirects: 0, maxBytes, whenTooLarge: "truncate", timeoutMs, signal: time });
      const location = redirects.has(answer.status) ? answer.headers.get("location") : null;
      const next = location === null ? null : URL.parse(location, url);
      if (next === null) return { answer };
      if (!isWithin(next.href, domain))
        return {
          result: missed(
            "redirect",
            `${url} redirects to ${nameOf(next.hostname)}, which is another domain, so it is not followed. Publish the proof at ${domain} itself.`,
          ),
        };
      url = next.href;
    }
    return { result: missed("redirect", `${address} redirects too often, or in a circle.`) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OutboundError) return { result: ofError(error) };
    if (time.aborted)
      return { result: unknown("timeout", `${address} took longer than ${timeoutMs / 1000} s. Try again later.`) };
    throw error;
  }
}

const ofError = ({ reason, message }: OutboundError): CheckResult => {
  if (lasting.has(reason)) return missed(reason, message);
  return unknown(reason, reason === "tls" ? `${message} Mend the certificate, or choose another method.` : message);
};

/** A status that is no success, as a finding; null where it is one. */
export function statusResult(answer: OutboundResponse, what: string): CheckResult | null {
  const { status, url } = answer;
  if (status >= 200 && status < 300) return null;
  if (isRateLimited(answer))
    return unknown(
      "rate_limited",
      `${nameOf(new URL(url).hostname)} answers no more of our requests for now (${status}). Try again ${retryTime(answer)}.`,
    );
  if (status === 404 || status === 410) return missed("not_found", `There is nothing at ${url} (${status}). ${what}`);
  if (status === 401 || status === 403)
    return missed("refused", `${url} refuses us (${status}). Let SlipwayBot read it, or choose another method.`);
  return unknown("http_status", `${url} answers with ${status}. Mend it or try again later.`);
}

/** GitHub says 403 as often as 429, and tells a limit from a refusal by these headers alone. */
const isRateLimited = ({ status, headers }: OutboundResponse): boolean =>
  status === 429 ||
  (status === 403 && (headers.has("retry-after") || headers.get("x-ratelimit-remaining")?.trim() === "0"));

/** When a limit is over, for a sentence: `Retry-After` in seconds, or a reset in epoch seconds (GitHub, GitLab). */
function retryTime({ headers }: OutboundResponse): string {
  const seconds = wholeNumber(headers.get("retry-after"));
  if (seconds !== null) return seconds > 120 ? `in ${Math.ceil(seconds / 60)} minutes` : `in ${seconds} s`;
  const reset = wholeNumber(headers.get("x-ratelimit-reset") ?? headers.get("ratelimit-reset"));
  const at = new Date((reset ?? Number.NaN) * 1000);
  return Number.isNaN(at.getTime()) ? "later" : `after ${at.toISOString().slice(11, 16)} UTC`;
}

const wholeNumber = (text: string | null): number | null => (/^\d{1,11}$/.test(text ?? "") ? Number(text) : null);
