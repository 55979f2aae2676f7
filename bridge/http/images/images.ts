import type { Elysia } from "elysia";
import { assetByHash } from "#db/queries/common/assets.ts";
import { badgeImageFacts } from "#db/queries/listings/badges.ts";
import { notFound } from "#tools/core/errors/errors.ts";
import { type BadgeTheme, badgeSvg, badgeThemes } from "#tools/listings/public/badge-svg.ts";
import { badgesOf, siteBadge } from "#tools/listings/public/badges.ts";
import { queryOf } from "../rest/read-input.ts";
import { everyAnswer } from "../server/plain-answer.ts";
import { type Exchange, respondCacheable } from "../server/respond.ts";
import { type Endpoint, mountPath } from "../server/routes.ts";
import { type Runtime, servedSite } from "../server/runtime.ts";

/** An image can be opened as a page of our origin, so it must not run or load anything. */
const imageHeaders = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  ...everyAnswer,
  "cross-origin-resource-policy": "cross-origin",
};
const badgeCacheControl = "public, max-age=86400";
const mediaCacheControl = "public, max-age=31536000, immutable";

export function mountImages(app: Elysia, runtime: Runtime): void {
  const mount = (path: string, operation: string, handle: Endpoint["handle"]) =>
    mountPath(app, path, { GET: { operation, handle } }, runtime);

  mount("/media/:hash", "media", (exchange, { hash }) => media(exchange, hash!, runtime));
  mount("/badges/site.svg", "site_badge", async (exchange) => {
    const { site } = await servedSite(exchange.request, runtime);
    return svg(exchange, (theme) => badgeSvg(siteBadge(site.name).drawing, theme));
  });
  mount("/badges/:slug/:file", "badge", async (exchange, { slug, file }) => {
    const { site } = await servedSite(exchange.request, runtime);
    const facts = await badgeImageFacts(runtime.store.read, site.id, slug!);
    const badge = facts && badgesOf(facts, site.name).find(({ kind }) => `${kind}.svg` === file);
    if (!badge) notFound("badge", `${slug}/${file}`);
    countBadge(exchange.request, runtime, site.id, facts.id);
    return svg(exchange, (theme) => badgeSvg(badge.drawing, theme));
  });
}

/** Counts a badge on another website. Our own pages show badges to owners. */
function countBadge(request: Request, { insights, now }: Runtime, siteId: number, id: number): void {
  if (request.headers.get("sec-fetch-site") === "same-origin") return;
  const count = insights.counterFor(request, { channel: "page", account: 0 }, siteId);
  count("badge_loads", { ids: [id], total: 1, isMoved: false }, now());
}

function svg(exchange: Exchange, draw: (theme: BadgeTheme) => string): Response {
  const requested = queryOf(exchange.request.url).get("theme");
  return respondCacheable(exchange, {
    body: draw(badgeThemes.find((theme) => theme === requested) ?? "auto"),
    contentType: "image/svg+xml; charset=utf-8",
    cacheControl: badgeCacheControl,
    headers: imageHeaders,
  });
}

async function media(exchange: Exchange, hash: string, runtime: Runtime): Promise<Response> {
  const asset = (await assetByHash(runtime.store.read, hash)) ?? notFound("image", hash);
  const headers = { "cache-control": mediaCacheControl, "access-control-allow-origin": "*" };
  return imageResponse(exchange, hash, headers, async () => asset);
}

export interface Image {
  contentType: string;
  bytes: Uint8Array;
}

/** Returns an image, or a 304 if the client has it. The hash identifies the bytes, so a matching tag is always current. */
export async function imageResponse(
  { request, requestId }: Exchange,
  hash: string,
  extra: Record<string, string>,
  load: () => Promise<Image>,
): Promise<Response> {
  const headers = { ...imageHeaders, ...extra, etag: `"${hash}"`, "x-request-id": requestId };
  if (request.headers.get("if-none-match")?.includes(`"${hash}"`)) return new Response(null, { status: 304, headers });
  const { contentType, bytes } = await load();
  const described = { ...headers, "content-type": contentType, "content-length": String(bytes.byteLength) };
  return new Response(request.method === "HEAD" ? null : bytes, { headers: described });
}
