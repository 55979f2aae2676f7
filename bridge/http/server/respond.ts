import { type Problem, problemBody } from "#tools/core/errors/errors.ts";
import type { RateLimitState } from "#tools/core/errors/rate-limit-state.ts";
import { challenge } from "./actor-of.ts";
import { chooseEncoding, type Encoding, encode } from "./encoding.ts";
import { everyAnswer } from "./plain-answer.ts";
import { noteProblem } from "./request-notes.ts";

export interface Exchange {
  request: Request;
  requestId: string;
  docsUrl: string;
  /** The site's origin, once it is known. */
  base?: string;
}

export interface Payload {
  body: string;
  contentType: string;
  cacheControl: string;
  headers?: Record<string, string>;
}

const exposedHeaders =
  "Allow, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, WWW-Authenticate, Idempotency-Replayed, Deprecation, Sunset";

const commonHeaders = (requestId: string): Record<string, string> => ({
  "x-request-id": requestId,
  ...everyAnswer,
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposedHeaders,
});

const vary = "Authorization, Host, Accept-Encoding";

/** Returns a 200 with a strong ETag or a 304, compressed if the client accepts it (RFC 9110, 8.8.3 and 13.1.2). */
export function respondCacheable(exchange: Exchange, payload: Payload): Response {
  const encoding = chooseEncoding(exchange.request, payload.body);
  return conditional(exchange, payload, tagOf(payload.body, encoding), encoding, () => encode(payload.body, encoding));
}

/** Works like `respondCacheable`, but for a body that never changes: each tag and encoding is computed once. */
export function storedResponder(payload: Payload): (exchange: Exchange) => Response {
  const made = new Map<Encoding | null, { etag: string; content: ReturnType<typeof encode> }>();
  return (exchange) => {
    const encoding = chooseEncoding(exchange.request, payload.body);
    const stored = made.get(encoding) ?? {
      etag: tagOf(payload.body, encoding),
      content: encode(payload.body, encoding, 9),
    };
    made.set(encoding, stored);
    return conditional(exchange, payload, stored.etag, encoding, () => stored.content);
  };
}

/** A response for one caller only. It is not cached, so it needs no ETag. */
export function respondPrivate(
  { request, requestId }: Exchange,
  payload: Omit<Payload, "cacheControl">,
  status = 200,
): Response {
  const encoding = chooseEncoding(request, payload.body);
  const fields = successFields(requestId, "private, no-store", payload.headers);
  fields["content-type"] = payload.contentType;
  if (encoding) fields["content-encoding"] = encoding;
  return new Response(encode(payload.body, encoding), { status, headers: fields });
}

/** Callers add fields one by one, because object spread would be the slowest part of a response. */
function successFields(requestId: string, cacheControl: string, headers: Record<string, string> | undefined) {
  const fields = commonHeaders(requestId);
  fields["cache-control"] = cacheControl;
  fields.vary = vary;
  return headers ? Object.assign(fields, headers) : fields;
}

function conditional(
  { request, requestId }: Exchange,
  { contentType, cacheControl, headers }: Payload,
  etag: string,
  encoding: Encoding | null,
  content: () => ReturnType<typeof encode>,
): Response {
  const fields = successFields(requestId, cacheControl, headers);
  fields.etag = etag;
  const known = request.headers.get("if-none-match");
  if (known !== null && matchesTag(known, etag)) return new Response(null, { status: 304, headers: fields });
  fields["content-type"] = contentType;
  if (encoding) fields["content-encoding"] = encoding;
  // The server omits the body for HEAD and keeps its Content-Length.
  return new Response(content(), { headers: fields });
}

// Each encoding is a separate representation with its own strong tag (RFC 9110, 8.8.3.3).
const tagOf = (body: string, encoding: Encoding | null) =>
  `"${Bun.hash(body).toString(16)}${encoding ? `-${encoding}` : ""}"`;

// If-None-Match requires weak comparison (RFC 9110, 13.1.2).
const matchesTag = (header: string, etag: string) =>
  header === etag || header.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));

export const rateLimitHeaders = (state: RateLimitState): Record<string, string> => ({
  "ratelimit-policy": `"${state.policy}";q=${state.quota.points};w=${state.quota.seconds}`,
  ratelimit: `"${state.policy}";r=${state.remaining};t=${state.resetSeconds}`,
});

export const replayedHeader = { "idempotency-replayed": "true" };

/** Marks the response to a request that used a deprecated feature (RFC 9745). */
export const deprecationHeader = (since: Date) => ({ deprecation: `@${Math.floor(since.getTime() / 1000)}` });

export function respondProblem(exchange: Exchange, problem: Problem, headers: Record<string, string> = {}): Response {
  const { request, requestId, docsUrl } = exchange;
  noteProblem(request, problem);
  const signIn = challenge(problem, exchange.base ?? new URL(docsUrl).origin);
  const body = problemBody(problem, { docsUrl, instance: pathOf(request.url), requestId });
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: {
      ...commonHeaders(requestId),
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      ...(problem.retryAfter !== undefined && { "retry-after": String(problem.retryAfter) }),
      ...(problem.rateLimit && rateLimitHeaders(problem.rateLimit)),
      ...(problem.isReplayed && replayedHeader),
      ...(signIn && { "www-authenticate": signIn }),
      ...headers,
    },
  });
}

/** Returns the path as it was sent. The authority may be anything that the client put into `Host`. */
export const pathOf = (url: string) => /^(?:[^:/?#]+:\/\/[^/?#]*)?([^?#]*)/.exec(url)?.[1] || "/";

export function preflight(request: Request, allow: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...everyAnswer,
      allow,
      "access-control-allow-origin": "*",
      "access-control-allow-methods": allow,
      "access-control-allow-headers":
        request.headers.get("access-control-request-headers") ?? "authorization, content-type, idempotency-key",
      "access-control-max-age": "86400",
      vary: "Access-Control-Request-Headers",
    },
  });
}
