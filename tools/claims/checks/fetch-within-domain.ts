import { nameOf, type Outbound, OutboundError, type OutboundResponse } from "../../core/ports/outbound.ts";
import { isWithin } from "../rules.ts";
import { type CheckResult, missed, missedForNow } from "./check-result.ts";

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Failures that a second attempt would not fix. */
const permanentReasons = new Set([
  "bad_url",
  "forbidden_scheme",
  "forbidden_port",
  "has_credentials",
  "forbidden_address",
]);

/** Fetches a proof. `ifMissing` says what to do if nothing is at the URL. A failed request is returned as a result. */
export async function fetchWithinDomain(
  { fetch }: Pick<Outbound, "fetch">,
  { url: start, domain, ifMissing }: { url: string; domain: string | null; ifMissing: string },
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
  signal: AbortSignal,
): Promise<{ answer: OutboundResponse; result?: undefined } | { answer?: undefined; result: CheckResult }> {
  const time = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let url = start;
  try {
    for (let count = 0; count <= maxRedirects; count++) {
      const limits = { maxRedirects: 0, maxBytes, whenTooLarge: "truncate", timeoutMs, signal: time } as const;
      const answer = await fetch(url, { purpose: "claim", ...limits });
      const location = redirects.has(answer.status) ? answer.headers.get("location") : null;
      const next = location === null ? null : URL.parse(location, url);
      if (next === null) {
        const result = statusResult(answer, ifMissing);
        return result ? { result } : { answer };
      }
      if (!isWithin(next.href, domain))
        return {
          result: missed(
            "redirect",
            `${url} redirects to ${nameOf(next.hostname)}, which is another domain, so we do not follow the redirect. Publish the proof at ${domain} itself.`,
          ),
        };
      url = next.href;
    }
    return { result: missed("redirect", `${start} redirects too many times or in a loop.`) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OutboundError) return { result: fromError(error) };
    if (time.aborted)
      return { result: missedForNow("timeout", `${start} took longer than ${timeoutMs / 1000} s. Try again later.`) };
    throw error;
  }
}

const fromError = ({ reason, message }: OutboundError): CheckResult => {
  if (permanentReasons.has(reason)) return missed(reason, message);
  return missedForNow(reason, reason === "tls" ? `${message} Fix the certificate, or choose another method.` : message);
};

function statusResult(answer: OutboundResponse, ifMissing: string): CheckResult | null {
  const { status, url } = answer;
  if (status >= 200 && status < 300) return null;
  if (isRateLimited(answer))
    return missedForNow(
      "rate_limited",
      `${nameOf(new URL(url).hostname)} is limiting our requests (${status}). Try again ${retryTime(answer)}.`,
    );
  if (status === 404 || status === 410)
    return missed("not_found", `There is nothing at ${url} (${status}). ${ifMissing}`);
  if (status === 401 || status === 403)
    return missed(
      "refused",
      `${url} refuses our requests (${status}). Allow SlipwayBot to read it, or choose another method.`,
    );
  return missedForNow("http_status", `${url} responds with status ${status}. Fix the website, or try again later.`);
}

/** GitHub also uses 403 for a rate limit. Only these headers distinguish the limit from a refusal. */
const isRateLimited = ({ status, headers }: OutboundResponse): boolean =>
  status === 429 ||
  (status === 403 && (headers.has("retry-after") || headers.get("x-ratelimit-remaining")?.trim() === "0"));

/** Says when a rate limit ends, based on `Retry-After` in seconds or a reset time in epoch seconds (GitHub, GitLab). */
function retryTime({ headers }: OutboundResponse): string {
  const seconds = wholeNumber(headers.get("retry-after"));
  if (seconds !== null) return seconds > 120 ? `in ${Math.ceil(seconds / 60)} minutes` : `in ${seconds} s`;
  const reset = wholeNumber(headers.get("x-ratelimit-reset") ?? headers.get("ratelimit-reset"));
  const at = new Date((reset ?? Number.NaN) * 1000);
  return Number.isNaN(at.getTime()) ? "later" : `after ${at.toISOString().slice(11, 16)} UTC`;
}

const wholeNumber = (text: string | null): number | null => (/^\d{1,11}$/.test(text ?? "") ? Number(text) : null);
