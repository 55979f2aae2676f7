import type { IncomingMessage } from "node:http";
import { getDomain } from "tldts";
import {
  OutboundError,
  type OutboundLane,
  type OutboundOptions,
  type OutboundResponse,
} from "#tools/core/ports/outbound.ts";
import { refusedRedirect, tookTooLong, tooManyRedirects } from "./failures.ts";
import { acceptedCodings, readResponseBody } from "./read-response-body.ts";
import type { Resolve } from "./resolve.ts";
import { RoundTrip } from "./round-trip.ts";
import type { Slots } from "./slots.ts";
import { type Target, type VetRules, vetUrl } from "./vet-url.ts";

export interface Guard {
  rules: VetRules;
  resolve: Resolve;
}

export interface GuardParts extends Guard {
  slots: Record<OutboundLane, Slots>;
  userAgent: string;
  ca?: string;
}

type Settings = Required<Omit<OutboundOptions, "purpose" | "body">> & Pick<OutboundOptions, "body">;
type Hop = Omit<OutboundResponse, "redirects"> & { location?: string };

/** Sends a request and checks every redirect. See `Outbound.fetch`. */
export async function guardedFetch(
  parts: GuardParts,
  address: string,
  options: OutboundOptions,
): Promise<OutboundResponse> {
  const overall = new AbortController();
  const settings = withDefaults(options, overall.signal);
  let target = vetUrl(address, parts.rules, settings);
  const timer = setTimeout(() => overall.abort(tookTooLong(target.host, settings.timeoutMs)), settings.timeoutMs);
  try {
    const redirects: OutboundResponse["redirects"] = [];
    const seen = new Set<string>();
    for (;;) {
      seen.add(target.url.href);
      const { location, ...answer } = await visit(parts, target, settings);
      if (location === undefined) return { ...answer, redirects };
      const next = redirectTarget(location, target, parts.rules, settings);
      // We send no cookies, so a URL that was already visited would redirect in the same way again.
      if (redirects.length === settings.maxRedirects || seen.has(next.url.href)) throw tooManyRedirects(target.host);
      redirects.push({ status: answer.status, from: answer.url, to: next.url.href });
      target = next;
    }
  } finally {
    clearTimeout(timer);
  }
}

function withDefaults(options: OutboundOptions, overall: AbortSignal): Settings {
  return {
    lane: options.lane ?? "jobs",
    httpsOnly: options.httpsOnly ?? false,
    method: options.method ?? "GET",
    body: options.body,
    maxRedirects: options.method === "POST" ? 0 : (options.maxRedirects ?? 5),
    maxBytes: options.maxBytes ?? 2 * 1024 * 1024,
    whenTooLarge: options.whenTooLarge ?? "throw",
    timeoutMs: options.timeoutMs ?? 20_000,
    connectTimeoutMs: options.connectTimeoutMs ?? 5000,
    idleTimeoutMs: options.idleTimeoutMs ?? 10_000,
    headers: options.headers ?? {},
    signal: options.signal ? AbortSignal.any([overall, options.signal]) : overall,
  };
}

async function visit(parts: GuardParts, target: Target, settings: Settings): Promise<Hop> {
  const { signal } = settings;
  const giveBack = await parts.slots[settings.lane].take(siteOf(target.host), signal);
  let exchange: RoundTrip | undefined;
  try {
    const addresses = await parts.resolve(target, signal);
    exchange = new RoundTrip(target, addresses, {
      method: settings.method,
      body: settings.body,
      connectTimeoutMs: settings.connectTimeoutMs,
      idleTimeoutMs: settings.idleTimeoutMs,
      signal,
      ca: parts.ca,
      headers: {
        "user-agent": parts.userAgent,
        accept: "*/*",
        "accept-encoding": acceptedCodings,
        ...settings.headers,
      },
    });
    const response = await exchange.answer();
    const answer = { status: response.statusCode!, headers: headersOf(response), url: target.url.href };
    const location = settings.maxRedirects > 0 ? redirectLocation(response) : undefined;
    if (location !== undefined) return { ...answer, location, bytes: new Uint8Array(), isTruncated: false };
    return { ...answer, ...(await exchange.read((body) => readResponseBody(body, settings))) };
  } finally {
    exchange?.close();
    giveBack();
  }
}

/** All subdomains of a registered domain count as one site, so a wildcard DNS record cannot take every slot. */
const siteOf = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host;

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

function redirectLocation({ statusCode, headers }: IncomingMessage): string | undefined {
  if (!redirectStatuses.has(statusCode!) || !headers.location) return undefined;
  // Header bytes are decoded as Latin-1, but browsers read a Location header as UTF-8.
  return Buffer.from(headers.location, "latin1").toString();
}

function redirectTarget(location: string, from: Target, rules: VetRules, settings: Settings): Target {
  try {
    return vetUrl(URL.parse(location, from.url.href)?.href ?? location, rules, settings);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw refusedRedirect(from.host, error);
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) headers.append(rawHeaders[index]!, rawHeaders[index + 1]!);
  return headers;
}
