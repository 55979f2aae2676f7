import type { Elysia } from "elysia";
import { sessionOf } from "#auth/sessions.ts";
import { liveListingIds } from "#db/queries/listings/listings.ts";
import { notFound } from "#tools/core/errors/errors.ts";
import { everyAnswer } from "../../../http/server/plain-answer.ts";
import { type Endpoint, mountPath } from "../../../http/server/routes.ts";
import { clientNetwork, type Runtime, servedSite } from "../../../http/server/runtime.ts";
import { cookieJar } from "../../frame/cookies.ts";

/** Browsers send a request here when somebody follows the link to a product (`ping` of the link, or slipway.js). */
export const clickPath = (slug: string) => `/clicks/${slug}`;

const hourMs = 3_600_000;
const maxClicks = 50_000;

/** Serves `/clicks/:slug`. A caller counts once for each listing and hour, so that repeating the request is useless. */
export function mountClicks(app: Elysia, runtime: Runtime): void {
  let hour = 0;
  const clicks = new Set<string>();

  function isFirst(click: string, now: Date): boolean {
    const current = Math.floor(now.getTime() / hourMs);
    if (current !== hour) clicks.clear();
    hour = current;
    if (clicks.has(click) || clicks.size >= maxClicks) return false;
    clicks.add(click);
    return true;
  }

  const endpoint: Endpoint = {
    operation: "outbound_click",
    async handle({ request, requestId }, { slug = "" }) {
      const { site, urls } = await servedSite(request, runtime);
      const [listing] = await liveListingIds(runtime.store.read, site.id, [slug]);
      if (!listing) notFound("listing", slug);
      const from = request.headers.get("sec-fetch-site");
      const now = runtime.now();
      if (
        (from === null || from === "same-origin") &&
        isFirst(`${clientNetwork(request, runtime)} ${listing.id}`, now)
      ) {
        const cookies = cookieJar(request, urls.base.startsWith("https:"));
        const session = await sessionOf(runtime.store.read, cookies.get("session"), now);
        const visitor = { channel: "page", account: session?.accountId ?? 0 } as const;
        const count = runtime.insights.counterFor(request, visitor, site.id);
        count("outbound_clicks", { ids: [listing.id], total: 1, isMoved: false }, now);
      }
      const headers = { ...everyAnswer, "cache-control": "no-store", "x-request-id": requestId };
      return new Response(null, { status: 204, headers });
    },
  };
  mountPath(app, clickPath(":slug"), { POST: endpoint }, runtime);
}
