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
import type { Actor } from "#tools/core/operations/actor.ts";
import { networkOf } from "#tools/core/operations/client-network.ts";
import type { CallContext, SiteUrls } from "#tools/core/operations/context.ts";
import type { Outbound } from "#tools/core/ports/outbound.ts";
import type { Seller } from "#tools/core/ports/seller.ts";
import type { VatRegister } from "#tools/core/ports/vat-register.ts";
import type { NodeToken } from "../../nodes/node-token.ts";
import type { OpenIdProvider } from "../../outbound/openid.ts";
import type { WorkerPool } from "../../processes/worker-pool.ts";
import { callContext, type PaymentConfig, siteUrlsAt } from "../../start/call-context.ts";
import type { LastUsed } from "./last-used.ts";
import type { Metrics } from "./metrics.ts";

/** What every request handler needs; made once by the composition root. */
export interface Runtime {
  store: Store;
  log: Logger;
  metrics: Metrics;
  /** Origin of the default site. */
  baseUrl: string;
  policy: CallPolicy;
  lastUsed: LastUsed;
  /** Null where nothing is limited. */
  oauthLimits: OAuthLimits | null;
  authorization: AuthorizationServer;
  /** The guard through which addresses that others give are fetched. */
  outbound: Outbound;
  seller: Seller;
  /** Where VAT ids are looked up; null where they are not. */
  vatRegister: VatRegister | null;
  shop: PaymentConfig;
  trustedProxies: number;
  isProduction: boolean;
  metricsToken?: string;
  /** Of signing in and of mails people ask for; null where rate limits are off. */
  slowDown: SignInLimiter | null;
  /** The upstream provider people may sign in through. */
  provider: OpenIdProvider | null;
  /** Where the people who run the sites are written to; null where they named no address. */
  teamEmail: string | null;
  /** Whether mail is only kept, and `/dev/mailbox` shows it. */
  hasMailbox: boolean;
  /** How other nodes of this directory are known; none where there are no others. */
  nodes?: NodeToken;
  /** The processes that serve together, this one among them; none where it serves alone. */
  pool?: WorkerPool;
  now(): Date;
  /** Address of the peer, or null when the socket is gone. */
  peerAddress(request: Request): string | null;
}

const validRequestId = /^[\w.:-]{1,100}$/;

/** The caller's own `X-Request-Id` where it is harmless to log, else a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && validRequestId.test(given) ? given : crypto.randomUUID();
}

/**
 * The client's address: as another node says, the entry of `X-Forwarded-For` that the outermost trusted proxy added,
 * else the peer.
 */
export function clientAddress(request: Request, runtime: Runtime): string {
  const told = runtime.nodes?.clientOf(request);
  if (told) return told;
  const peer = runtime.peerAddress(request) ?? "unknown";
  if (runtime.trustedProxies === 0) return peer;
  const hops = (request.headers.get("x-forwarded-for") ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  return bareAddress(hops.at(-runtime.trustedProxies) ?? hops[0] ?? "") ?? peer;
}

/** What of the client's address is counted where tries are bounded. */
export const clientNetwork = (request: Request, runtime: Runtime): string => networkOf(clientAddress(request, runtime));

// Some proxies add the port; counted with it, every connection would be another client.
function bareAddress(hop: string): string | null {
  const address = hop.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
  return isIP(address) === 0 ? null : address.toLowerCase();
}

/** `Host` without its port, in lower case; an IPv6 literal keeps its brackets. */
export function hostName(request: Request): string {
  const host = (request.headers.get("host") ?? "").toLowerCase();
  return host.replace(/:\d*$/, "");
}

const urlsBySite = new WeakMap<Runtime, Map<string, SiteUrls>>();

/** Addresses of a site, as they are below `BASE_URL`. */
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

/** The site a request came to. */
export interface ServedSite {
  site: SiteRow;
  urls: SiteUrls;
}

/** 503: nobody has made a site yet that answers this host. */
export class NoSite extends Problem {
  constructor() {
    const detail = "This server has no site yet; an admin can make one with `admin site create`.";
    super("unavailable", detail, { retryAfter: 60 });
  }
}

/** The site of the `Host` of a request, or the default one. Throws NoSite while there is none. */
export async function servedSite(request: Request, runtime: Runtime): Promise<ServedSite> {
  const site = await siteByHost(runtime.store.read, hostName(request));
  if (!site) throw new NoSite();
  return { site, urls: siteUrls(runtime, site) };
}

/** The context of a call that a request makes. */
export const requestContext = (
  request: Request,
  requestId: string,
  runtime: Runtime,
  { site, urls }: ServedSite,
  actor: Actor,
): CallContext =>
  callContext(runtime, {
    actor,
    site,
    urls,
    urlsOf: (other) => siteUrls(runtime, other),
    requestId,
    get address() {
      return clientAddress(request, runtime);
    },
  });
