import type { AuthorizationServer } from "../../auth/oauth/server.ts";
import { allSites } from "../../db/queries/sites.ts";
import { type Runtime, siteUrls } from "./runtime.ts";

/** The one authorization server of this process: its issuer is `BASE_URL`, its resources the MCP addresses of all sites. */
export const authorizationServerOf = (runtime: Runtime): AuthorizationServer => ({
  get issuer() {
    return runtime.baseUrl;
  },
  store: runtime.store,
  fetchDocument: runtime.fetchDocument,
  resources: async () => (await allSites(runtime.store.read)).map((site) => siteUrls(runtime, site).mcp),
  now: runtime.now,
});
