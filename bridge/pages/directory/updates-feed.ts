import type { Elysia } from "elysia";
import { anonymous } from "../../../tools/core/actor.ts";
import { callTool } from "../../../tools/core/call.ts";
import listUpdates, { type SiteUpdate } from "../../../tools/listings/list-updates.ts";
import { respondCacheable } from "../../http/respond.ts";
import { mountPath } from "../../http/routes.ts";
import { type Runtime, requestContext, type ServedSite, servedSite } from "../../http/runtime.ts";
import { type Html, html } from "../frame/html.ts";

const entries = 50;

/** Serves `/updates.atom`, the latest updates of the site as an Atom feed (RFC 4287). */
export function mountUpdatesFeed(app: Elysia, runtime: Runtime): void {
  const policy = { ...runtime.policy, limiter: null };
  const endpoint = {
    operation: "updates_feed",
    async handle(exchange: Parameters<typeof respondCacheable>[0]) {
      const { request, requestId } = exchange;
      const served = await servedSite(request, runtime);
      const context = requestContext(request, requestId, runtime, served, anonymous);
      const { output } = await callTool(listUpdates, context, () => ({ per_page: entries }), policy);
      return respondCacheable(exchange, {
        body: `<?xml version="1.0" encoding="utf-8"?>\n${feed(served, output.items)}\n`,
        contentType: "application/atom+xml; charset=utf-8",
        cacheControl: "public, max-age=300",
        headers: { "content-security-policy": "default-src 'none'" },
      });
    },
  };
  mountPath(app, "/updates.atom", { GET: endpoint }, runtime);
}

// A feed that has no entry yet has a time as well (§4.1.1), and the same each time it is asked for.
const beginning = "1970-01-01T00:00:00.000Z";

// What escapes text in HTML does so in XML; ids never change, whatever becomes of a slug (§4.2.6).
const feed = ({ site, urls: { base } }: ServedSite, items: SiteUpdate[]): Html =>
  html`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${base}/updates</id>
<title>${written(`Updates on ${site.name}`)}</title>
<link rel="self" type="application/atom+xml" href="${base}/updates.atom"/>
<link rel="alternate" type="text/html" href="${base}/updates"/>
<updated>${items[0]?.created_at ?? beginning}</updated>
${items.map(
  ({ id, title, body, created_at, listing }) => html`<entry>
<id>${base}/updates#update-${id}</id>
<title>${written(`${listing.name}: ${title}`)}</title>
<author><name>${written(listing.name)}</name></author>
<link rel="alternate" type="text/html" href="${listing.url}"/>
<published>${created_at}</published>
<updated>${created_at}</updated>
<content type="text">${written(body)}</content>
</entry>
`,
)}</feed>`;

/** Without what no XML document can hold (XML 1.0 §2.2). */
const written = (text: string) => text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");
