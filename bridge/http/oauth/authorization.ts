import { getDomain } from "tldts";
import type { OAuthLimits } from "#auth/oauth/attempt-limit.ts";
import type { FetchDocument } from "#auth/oauth/clients.ts";
import type { AuthorizationServer } from "#auth/oauth/server.ts";
import type { Outbound } from "#tools/core/ports/outbound.ts";
import { fromSites } from "../server/known-sites.ts";
import { type Runtime, siteUrls } from "../server/runtime.ts";

export function createAuthorizationServer(runtime: Runtime): AuthorizationServer {
  return {
    store: runtime.store,
    fetchDocument: shareConcurrent(documentFetcher(runtime.outbound, runtime.oauthLimits)),
    // This is a getter, because the port in BASE_URL may not be known until the server listens.
    get issuer() {
      return runtime.baseUrl;
    },
    resources: fromSites(runtime, (sites) => sites.map((site) => siteUrls(runtime, site).mcp)),
    now: runtime.now,
  };
}

/** Fetches metadata documents through the outbound guard, over https only and without following redirects. */
const documentFetcher =
  (outbound: Outbound, oauthLimits: OAuthLimits | null): FetchDocument =>
  async (url, limits, network) => {
    const networkWait = await oauthLimits?.documentsByNetwork.take(network);
    if (networkWait) throw new Error(`too many document requests from your network; retry in ${networkWait} s`);
    const { hostname } = new URL(url);
    const wait = await oauthLimits?.documents.take(getDomain(hostname, { allowPrivateDomains: true }) ?? hostname);
    if (wait) throw new Error(`too many document requests for this site; retry in ${wait} s`);
    const headers = { accept: "application/json" };
    const options = { ...limits, lane: "strangers", httpsOnly: true, maxRedirects: 0, headers } as const;
    const response = await outbound.fetch(url, { purpose: "oauth", ...options });
    return {
      status: response.status,
      contentType: response.headers.get("content-type") ?? "",
      cacheControl: response.headers.get("cache-control") ?? "",
      body: new TextDecoder().decode(response.bytes),
    };
  };

/** Lets concurrent requests for one document share a single fetch. */
function shareConcurrent(fetchDocument: FetchDocument): FetchDocument {
  const running = new Map<string, ReturnType<FetchDocument>>();
  return (url, limits, network) => {
    const known = running.get(url);
    if (known) return known;
    const response = fetchDocument(url, limits, network).finally(() => running.delete(url));
    running.set(url, response);
    return response;
  };
}
