import { isIP } from "node:net";
import type { Logger } from "pino";
import type { OAuthLimits } from "#auth/oauth/attempt-limit.ts";
import type { AuthorizationServer } from "#auth/oauth/server.ts";
import type { SignInLimiter } from "#auth/sign-in-limiter.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import { siteByHost } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import type { CallPolicy } from "#tools/core/calls/call.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { type Actor, isAccount } from "#tools/core/operations/actor.ts";
import { networkOf } from "#tools/core/operations/client-network.ts";
import type { CallContext, SiteUrls } from "#tools/core/operations/context.ts";
import type { Outbound } from "#tools/core/ports/outbound.ts";
import type { Seller } from "#tools/core/ports/seller.ts";
import type { VatRegister } from "#tools/core/ports/vat-register.ts";
import type { Recipients } from "#tools/site/texts.ts";
import type { NodeToken } from "../../nodes/node-token.ts";
import type { SignInProvider } from "../../outbound/openid.ts";
import type { WorkerPool } from "../../processes/worker-pool.ts";
import { callContext, type PaymentConfig, siteUrlsAt } from "../../start/call-context.ts";
import type { Insights, Visitor } from "./insights.ts";
import type { LastUsed } from "./last-used.ts";
import type { Metrics } from "./metrics.ts";
import { noteActor } from "./request-notes.ts";

/** Dependencies of the request handlers. The composition root creates them. */
export interface Runtime {
  store: Store;
  log: Logger;
  metrics: Metrics;
  baseUrl: string;
  policy: CallPolicy;
  lastUsed: LastUsed;
  insights: Insights;
  /** Null if rate limits are off. */
  oauthLimits: OAuthLimits | null;
  authorization: AuthorizationServer;
  outbound: Outbound;
  seller: Seller;
  recipients: Recipients;
  vatRegister: VatRegister | null;
  shop: PaymentConfig;
  trustedProxies: number;
  isProduction: boolean;
  metricsToken?: string;
  /** Limits sign-in attempts and requested emails; null if rate limits are off. */
  slowDown: SignInLimiter | null;
  /** The providers that people can sign in with, in the order of their buttons. */
  providers: readonly SignInProvider[];
  teamEmail: string | null;
  hasMailbox: boolean;
  /** The token that the nodes share; undefined if there are no other nodes. */
  nodes?: NodeToken;
  /** All workers, including this one; undefined in a single process. */
  pool?: WorkerPool;
  now(): Date;
  peerAddress(request: Request): string | null;
}

const validRequestId = /^[\w.:-]{1,100}$/;

/** Returns the caller's `X-Request-Id` if it is safe to log, else a new ID. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && validRequestId.test(given) ? given : crypto.randomUUID();
}

/**
 * Returns the client's IP address. It comes from the node that forwarded the request, from the outermost trusted proxy
 * in `X-Forwarded-For`, or from the connection itself.
 */
export function clientAddress(request: Request, runtime: Runtime): string {
  // The rate limit, the counts and the log line each need it, mostly before the next request.
  if (latest.request !== request) latest = { request, address: addressOf(request, runtime) };
  return latest.address;
}

let latest: { request: Request | null; address: string } = { request: null, address: "" };

function addressOf(request: Request, runtime: Runtime): string {
  const forwarded = runtime.nodes?.clientOf(request);
  if (forwarded) return forwarded;
  const peer = runtime.peerAddress(request) ?? "unknown";
  if (runtime.trustedProxies === 0) return peer;
  const hops = (request.headers.get("x-forwarded-for") ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  return bareAddress(hops.at(-runtime.trustedProxies) ?? hops[0] ?? "") ?? peer;
}

export const clientNetwork = (request: Request, runtime: Runtime): string => networkOf(clientAddress(request, runtime));

// Some proxies add the port. If the port were kept, every connection would count as another client.
function bareAddress(hop: string): string | null {
  const address = hop.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
  return isIP(address) === 0 ? null : address.toLowerCase();
}

/** Returns `Host` without the port, in lower case. IPv6 addresses keep their brackets. */
export function hostName(request: Request): string {
  const host = (request.headers.get("host") ?? "").toLowerCase();
  return host.replace(/:\d*$/, "");
}

const urlsBySite = new WeakMap<Runtime, Map<string, SiteUrls>>();

export function siteUrls(runtime: Runtime, site: Pick<SiteRow, "host">): SiteUrls {
  const known = urlsBySite.get(runtime) ?? new Map<string, SiteUrls>();
  urlsBySite.set(runtime, known);
  const key = site.host ?? "";
  const cached = known.get(key);
  if (cached) return cached;
  const urls = siteUrlsAt(runtime.baseUrl, site);
  known.set(key, urls);
  return urls;
}

export interface ServedSite {
  site: SiteRow;
  urls: SiteUrls;
}

/** The 503 problem of a server that has no site yet. */
export class NoSite extends Problem {
  constructor() {
    const detail = "This server has no site yet. An operator can create one with `admin site create`.";
    super("unavailable", detail, { retryAfter: 60 });
  }
}

export async function servedSite(request: Request, runtime: Runtime): Promise<ServedSite> {
  const site = await siteByHost(runtime.store.read, hostName(request));
  if (!site) throw new NoSite();
  return { site, urls: siteUrls(runtime, site) };
}

/** Returns how the calls of REST and MCP count. Calls that use a sandbox never count. */
export const visitorOf = (actor: Actor, channel: Visitor["channel"], client?: string) =>
  isAccount(actor)
    ? actor.isTest
      ? undefined
      : { channel, account: actor.accountId, client }
    : { channel, account: 0, client };

/** Without `visitor`, no call counts. */
export const requestContext = (
  request: Request,
  requestId: string,
  runtime: Runtime,
  { site, urls }: ServedSite,
  actor: Actor,
  visitor?: Visitor,
): CallContext => {
  noteActor(request, actor);
  return callContext(runtime, {
    actor,
    site,
    urls,
    urlsOf: (other) => siteUrls(runtime, other),
    requestId,
    count: visitor && runtime.insights.counterFor(request, visitor, site.id),
    get address() {
      return clientAddress(request, runtime);
    },
  });
};
