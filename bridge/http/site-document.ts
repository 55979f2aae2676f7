import { siteByHost } from "../../db/queries/sites.ts";
import type { SiteUrls } from "../../tools/core/context.ts";
import { type Payload, storedResponder } from "./respond.ts";
import type { Endpoint } from "./routes.ts";
import { hostName, type Runtime, siteUrls } from "./runtime.ts";

/** Serves a document that is made once per site, at its first use, and kept. */
export function siteDocument(runtime: Runtime, operation: string, make: (urls: SiteUrls) => Payload): Endpoint {
  const made = new Map<string, ReturnType<typeof storedResponder>>();
  return {
    operation,
    async handle(exchange) {
      const site = await siteByHost(runtime.store.read, hostName(exchange.request));
      const urls = siteUrls(runtime, site ?? { host: null });
      const respond = made.get(urls.base) ?? storedResponder(make(urls));
      made.set(urls.base, respond);
      return respond(exchange);
    },
  };
}
