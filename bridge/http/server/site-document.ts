import { type SiteRow, siteByHost } from "#db/queries/sites/sites.ts";
import type { SiteUrls } from "#tools/core/operations/context.ts";
import { type Payload, storedResponder } from "./respond.ts";
import type { Endpoint } from "./routes.ts";
import { hostName, type Runtime, siteUrls } from "./runtime.ts";

/** The parts of a site that a stored document may depend on. */
export type DocumentSite = Pick<SiteRow, "host" | "key" | "name" | "settings">;

// Until the first site exists, documents describe a site with these values.
const noSite: DocumentSite = { host: null, key: "", name: "Slipway", settings: {} };

/** Serves a document that is created once per site and kept until the site changes. */
export function siteDocument(
  runtime: Runtime,
  operation: string,
  make: (urls: SiteUrls, site: DocumentSite) => Payload,
): Endpoint {
  const documents = new Map<string, { version: string; respond: ReturnType<typeof storedResponder> }>();
  return {
    operation,
    async handle(exchange) {
      const site = (await siteByHost(runtime.store.read, hostName(exchange.request))) ?? noSite;
      const urls = siteUrls(runtime, site);
      // The position at search engines changes often and appears in no document.
      const version = JSON.stringify([site.name, { ...site.settings, indexNow: undefined }]);
      let document = documents.get(urls.base);
      if (document?.version !== version) {
        document = { version, respond: storedResponder(make(urls, site)) };
        documents.set(urls.base, document);
      }
      return document.respond(exchange);
    },
  };
}
