import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { OutboundError } from "#tools/core/ports/outbound.ts";
import type { Guard } from "./guarded-fetch.ts";
import { authorityOf, type Lease } from "./proxy-lease.ts";
import { RoundTrip } from "./round-trip.ts";
import { type Target, vetUrl } from "./vet-url.ts";

const timeouts = { connectTimeoutMs: 5000, idleTimeoutMs: 10_000 };

/** Forwards a request in absolute form (RFC 9112 section 3.2.2) and returns the response. Throws OutboundError. */
export async function forward(
  guard: Guard,
  lease: Lease,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = vetted(guard, request.url!);
  let exchange: RoundTrip | undefined;
  try {
    lease.countConnection();
    const addresses = await guard.resolve(target, lease.signal);
    exchange = new RoundTrip(target, addresses, {
      ...timeouts,
      method: request.method,
      headers: forwardable(request),
      body: hasBody(request) ? counted(request, lease) : undefined,
      signal: lease.signal,
    });
    response.on("close", () => exchange?.close());
    const incoming = await exchange.answer();
    response.writeHead(incoming.statusCode!, endToEnd(incoming));
    await exchange.read((body) => pipeline(counted(body, lease), response));
  } catch (error) {
    if (error instanceof OutboundError && !response.headersSent) lease.fail(authorityOf(target.url), error);
    throw error;
  } finally {
    exchange?.close();
  }
}

function vetted({ rules }: Guard, address: string): Target {
  const target = vetUrl(address, rules);
  // For https, the browser asks for a tunnel and checks the certificate itself.
  if (target.url.protocol !== "http:") throw new OutboundError("forbidden_scheme", "Request a tunnel instead.");
  return target;
}

const counted = (body: IncomingMessage, lease: Lease) =>
  body.on("data", (chunk: Buffer) => lease.countBytes(chunk.length));

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

// Headers of RFC 9110 section 7.6.1, headers for older proxies, and headers meant only for this proxy.
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-authentication-info",
  "proxy-status",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function isEndToEnd({ headers }: IncomingMessage): (name: string) => boolean {
  const named = (headers.connection ?? "").toLowerCase().split(/\s*,\s*/);
  return (name) => !hopByHop.has(name) && !named.includes(name);
}

function forwardable(request: IncomingMessage): Record<string, string> {
  const passes = isEndToEnd(request);
  const fields = Object.entries(request.headers).filter(([name]) => passes(name) && name !== "expect");
  // The Host header is derived from the URL instead (RFC 9112 section 3.2.2).
  return Object.fromEntries(fields.filter(([name]) => name !== "host").map(([name, value]) => [name, String(value)]));
}

function endToEnd(incoming: IncomingMessage): string[] {
  const passes = isEndToEnd(incoming);
  const { rawHeaders } = incoming;
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (passes(rawHeaders[index]!.toLowerCase())) kept.push(rawHeaders[index]!, rawHeaders[index + 1]!);
  return kept;
}
