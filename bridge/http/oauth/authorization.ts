import { getDomain } from "tldts";
import type { OAuthLimits } from "#auth/oauth/attempt-limit.ts";
import type { FetchDocument } from "#auth/oauth/clients.ts";
import type { AuthorizationServer } from "#auth/oauth/server.ts";
import type { Outbound } from "#tools/core/ports/outbound.ts";
import { fromSites } from "../server/known-sites.ts";
import { type Runtime, siteUrls } from "../server/runtime.ts";

/** The authorization server of this process: one issuer for the MCP addresses of all its sites. */
export function createAuthorizationServer(runtime: Runtime): AuthorizationServer {
  return {
    store: runtime.store,
    fetchDocument: oneAtATime(documentFetcher(runtime.outbound, runtime.oauthLimits)),
    // Read late: the port of BASE_URL may only be known once the server listens.
    get issuer() {
      return runtime.baseUrl;
    },
    resources: fromSites(runtime, (sites) => sites.map((site) => siteUrls(runtime, site).mcp)),
    now: runtime.now,
  };
}

/** Metadata documents come through the guard: https only, and a redirect is an answer like any other that is not 200. */
const documentFetcher =
  (outbound: Outbound, oauthLimits: OAuthLimits | null): FetchDocument =>
  async (url, limits, askedBy) => {
    const ownWait = await oauthLimits?.documentsAsked.take(askedBy);
    if (ownWait) throw new Error(`too many documents were asked for from your address; try again in ${ownWait} s`);
    const { hostname } = new URL(url);
    const wait = await oauthLimits?.documents.take(getDomain(hostname, { allowPrivateDomains: true }) ?? hostname);
    if (wait) throw new Error(`too many documents of its site were asked for; try again in ${wait} s`);
    const headers = { accept: "application/json" };
    const answer = await outbound.fetch(url, {
      ...limits,
      lane: "strangers",
      httpsOnly: true,
      maxRedirects: 0,
      headers,
    });
    return {
      status: answer.status,
      contentType: answer.headers.get("content-type") ?? "",
      cacheControl: answer.headers.get("cache-control") ?? "",
      body: new TextDecoder().decode(answer.bytes),
    };
  };

/** Whoever asks for a document that is on its way gets that answer. */
function oneAtATime(fetchDocument: FetchDocument): FetchDocument {
  const running = new Map<string, ReturnType<FetchDocument>>();
  return (url, limits, askedBy) => {
    const known = running.get(url);
    if (known) return known;
    const answer = fetchDocument(url, limits, askedBy).finally(() => running.delete(url));
    running.set(url, answer);
    return answer;
  };
}
