import { nameOf, OutboundError } from "#tools/core/ports/outbound.ts";
import { forbiddenScheme } from "./vet-url.ts";

// Errors shared by plain requests and the browser. Host names are untrusted text, so `nameOf` quotes each of them.

export const tooSlow = (host: string) =>
  new OutboundError(
    "timeout",
    `${nameOf(host)} did not respond in time. Check that the website works, then try again.`,
  );

export const tookTooLong = (host: string, timeoutMs: number) =>
  new OutboundError("timeout", `${nameOf(host)} took longer than ${timeoutMs / 1000} s. Try again later.`);

export const unreachable = (host: string) =>
  new OutboundError("connection", `${nameOf(host)} is unreachable. Check that the website works, then try again.`);

export const closedEarly = (host: string) =>
  new OutboundError("connection", `${nameOf(host)} closed the connection before its response was complete.`);

export const notHttp = (host: string) =>
  new OutboundError("protocol", `The response from ${nameOf(host)} is not valid HTTP.`);

export const notAPage = (host: string) =>
  new OutboundError("protocol", `${nameOf(host)} does not return a web page. Enter the URL of a web page.`);

export const tooManyRedirects = (host: string) =>
  new OutboundError(
    "too_many_redirects",
    `${nameOf(host)} redirects too many times or in a loop. Enter the URL where the redirects end.`,
  );

/** `error` says why the redirect's target was refused. */
export const refusedRedirect = (from: string, error: OutboundError) =>
  new OutboundError(error.reason, `${nameOf(from)} redirects to a URL that we do not follow. ${error.message}`);

const tlsFaults = {
  otherName: "has a certificate for another name.",
  expired: "has a certificate that has expired.",
  notYetValid: "has a certificate that is not valid yet.",
  other: "offers no secure connection: browsers do not trust its certificate, or it does not support TLS.",
};

export const tlsFault = (host: string, fault: keyof typeof tlsFaults = "other") =>
  new OutboundError("tls", `${nameOf(host)} ${tlsFaults[fault]}`);

/** Patterns for Chromium's error names (net_error_list.h) without `net::ERR_`. The first match is used. */
const netErrors: [RegExp, (host: string) => OutboundError][] = [
  [/^CERT_COMMON_NAME_INVALID/, (host) => tlsFault(host, "otherName")],
  [/^CERT_DATE_INVALID/, (host) => tlsFault(host, "expired")],
  [/^(CERT|SSL|BAD_SSL|ECH)_/, (host) => tlsFault(host)],
  [/^TOO_MANY_REDIRECTS/, tooManyRedirects],
  [/^(UNSAFE_REDIRECT|(DISALLOWED|UNKNOWN)_URL_SCHEME)/, (host) => refusedRedirect(host, forbiddenScheme())],
  [/^(ABORTED|INVALID_ARGUMENT)/, notAPage],
  [/TIMED_OUT/, tooSlow],
  [/^(EMPTY_RESPONSE|CONNECTION_(CLOSED|RESET)|CONTENT_LENGTH_MISMATCH|INCOMPLETE)/, closedEarly],
  [/^(INVALID|RESPONSE_HEADERS|HTTP2|CONTENT_DECODING)_/, notHttp],
];

export function failureNamed(errorText: string, host: string): OutboundError {
  const name = errorText.replace(/^net::(ERR_)?/, "");
  return (netErrors.find(([pattern]) => pattern.test(name))?.[1] ?? unreachable)(host);
}

/** The error for a failure on our side. `cause` is only logged. */
export const brokenDown = (host: string, cause: unknown) =>
  Object.assign(new OutboundError("browser", `Our browser could not open ${nameOf(host)}. Try again later.`), {
    cause,
  });
