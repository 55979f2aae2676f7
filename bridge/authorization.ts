import type { FetchDocument } from "../auth/oauth/clients.ts";
import type { AuthorizationServer } from "../auth/oauth/server.ts";
import { allSites } from "../db/queries/sites.ts";
import { type Runtime, siteUrls } from "./http/runtime.ts";
import type { Outbound } from "./outbound/contract.ts";

const resourcesFreshMs = 10_000;

/** The authorization server of this process: one issuer for the MCP addresses of all its sites. */
export function createAuthorizationServer(runtime: Runtime): AuthorizationServer {
  let resources: string[] = [];
  let freshUntil = 0;
  return {
    store: runtime.store,
    fetchDocument: documentFetcher(runtime.outbound),
    // Read late: the port of BASE_URL may only be known once the server listens.
    get issuer() {
      return runtime.baseUrl;
    },
    async resources() {
      if (Date.now() >= freshUntil) {
        const sites = await allSites(runtime.store.read);
        resources = sites.map((site) => siteUrls(runtime, site).mcp);
        freshUntil = Date.now() + resourcesFreshMs;
      }
      return resources;
    },
    now: runtime.now,
  };
}

/** Metadata documents come through the guard: https only, and a redirect is an answer like any other that is not 200. */
const documentFetcher =
  (outbound: Outbound): FetchDocument =>
  async (url, limits) => {
    const headers = { accept: "application/json" };
    const answer = await outbound.fetch(url, { ...limits, httpsOnly: true, maxRedirects: 0, headers });
    return {
      status: answer.status,
      contentType: answer.headers.get("content-type") ?? "",
      cacheControl: answer.headers.get("cache-control") ?? "",
      body: new TextDecoder().decode(answer.bytes),
    };
  };
