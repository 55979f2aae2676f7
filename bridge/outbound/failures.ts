import { nameOf, OutboundError } from "#tools/core/ports/outbound.ts";
import { forbiddenScheme } from "./vet-url.ts";

// Sentences that plain requests and the browser share. Hosts come from others: each goes through `nameOf`.

export const tooSlow = (host: string) =>
  new OutboundError("timeout", `${nameOf(host)} did not answer in time. Check that the site is up and try again.`);

export const tookTooLong = (host: string, timeoutMs: number) =>
  new OutboundError("timeout", `${nameOf(host)} took longer than ${timeoutMs / 1000} s. Try again later.`);

export const unreachable = (host: string) =>
  new OutboundError("connection", `${nameOf(host)} cannot be reached. Check that the site is up and try again.`);

export const closedEarly = (host: string) =>
  new OutboundError("connection", `${nameOf(host)} closed the connection before its answer was complete.`);

export const notHttp = (host: string) =>
  new OutboundError("protocol", `The answer of ${nameOf(host)} is not what a web server sends.`);

export const notAPage = (host: string) =>
  new OutboundError("protocol", `What ${nameOf(host)} sends is not a web page. Give the address of one.`);

export const tooManyRedirects = (host: string) =>
  new OutboundError(
    "too_many_redirects",
    `${nameOf(host)} redirects too often, or in a circle. Give the address that it ends at.`,
  );

/** `error` says why the target of a redirect was refused. */
export const refusedRedirect = (from: string, error: OutboundError) =>
  new OutboundError(error.reason, `${nameOf(from)} redirects where we do not follow. ${error.message}`);

const tlsFaults = {
  otherName: "has a certificate for another name.",
  expired: "has a certificate that has expired.",
  notYetValid: "has a certificate that is not valid yet.",
  other: "cannot be reached securely: its certificate is not one that browsers trust, or it does not speak TLS.",
};

export const tlsFault = (host: string, fault: keyof typeof tlsFaults = "other") =>
  new OutboundError("tls", `${nameOf(host)} ${tlsFaults[fault]}`);

/** Chromium's names of failures (net_error_list.h), without `net::ERR_`; the first that fits counts. */
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

/** What a user is told of a failure that Chromium names, such as `net::ERR_CERT_DATE_INVALID`. */
export function failureNamed(errorText: string, host: string): OutboundError {
  const name = errorText.replace(/^net::(ERR_)?/, "");
  return (netErrors.find(([pattern]) => pattern.test(name))?.[1] ?? unreachable)(host);
}

/** Not the site's fault; `cause` is for the log. */
export const brokenDown = (host: string, cause: unknown) =>
  Object.assign(new OutboundError("browser", `Our browser could not show ${nameOf(host)}. Try again later.`), {
    cause,
  });
