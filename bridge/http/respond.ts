import { type Problem, problemBody } from "../../tools/core/errors.ts";
import type { RateLimitState } from "../../tools/core/rate-limit.ts";

export interface Exchange {
  request: Request;
  requestId: string;
  docsUrl: string;
}

type Encoding = "zstd" | "gzip";
const smallestToEncode = 1024;

function acceptedEncoding(header: string | null): Encoding | null {
  if (header === null) return null;
  const refused = (name: string) => new RegExp(`\\b${name}\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)`).test(header);
  for (const name of ["zstd", "gzip"] as const) if (header.includes(name) && !refused(name)) return name;
  return null;
}

export interface Payload {
  body: string;
  contentType: string;
  /** `Cache-Control`. */
  cacheControl: string;
  headers?: Record<string, string>;
}

/** A 200 with a strong ETag, 304 where the client has it, compressed when asked (RFC 9110, 8.8.3 and 13.1.2). */
export function respondCacheable(
  { request, requestId }: Exchange,
  { body, contentType, cacheControl, headers }: Payload,
): Response {
  const encoding = body.length < smallestToEncode ? null : acceptedEncoding(request.headers.get("accept-encoding"));
  // Two encodings of one representation are two representations: each has its own strong tag.
  const etag = `"${Bun.hash(body).toString(36)}${encoding ? `-${encoding}` : ""}"`;
  const common: Record<string, string> = {
    "cache-control": cacheControl,
    etag,
    vary: "Authorization, Host, Accept-Encoding",
    "x-request-id": requestId,
    "access-control-allow-origin": "*",
    "access-control-expose-headers": exposedHeaders,
    ...headers,
  };
  const known = request.headers.get("if-none-match");
  if (known !== null && matchesTag(known, etag)) return new Response(null, { status: 304, headers: common });
  common["content-type"] = contentType;
  if (request.method === "HEAD") {
    common["content-length"] = String(Buffer.byteLength(body));
    return new Response(null, { headers: common });
  }
  if (encoding === null) return new Response(body, { headers: common });
  common["content-encoding"] = encoding;
  const bytes = encoding === "zstd" ? Bun.zstdCompressSync(body) : Bun.gzipSync(body, { level: 4 });
  return new Response(bytes, { headers: common });
}

const exposedHeaders =
  "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Idempotency-Replayed, Deprecation, Sunset";

// Weak comparison, as If-None-Match asks (RFC 9110, 13.1.2).
const matchesTag = (header: string, etag: string) =>
  header === "*" || header === etag || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);

/** `RateLimit` fields of a counted call. */
export const rateLimitHeaders = ({
  policy,
  quota,
  remaining,
  resetSeconds,
}: RateLimitState): Record<string, string> => ({
  "ratelimit-policy": `"${policy}";q=${quota.points};w=${quota.seconds}`,
  ratelimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
});

/** A problem as `application/problem+json` (RFC 9457). */
export function respondProblem(
  { request, requestId, docsUrl }: Exchange,
  problem: Problem,
  headers: Record<string, string> = {},
): Response {
  const { pathname } = new URL(request.url);
  const body = problemBody(problem, { docsUrl, instance: pathname, requestId });
  return new Response(request.method === "HEAD" ? null : JSON.stringify(body), {
    status: problem.status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "x-request-id": requestId,
      "access-control-allow-origin": "*",
      "access-control-expose-headers": exposedHeaders,
      ...(problem.retryAfter !== undefined && { "retry-after": String(problem.retryAfter) }),
      ...headers,
    },
  });
}

/** The answer to a browser's question before a request from another origin. */
export function preflight(request: Request, allow: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
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
