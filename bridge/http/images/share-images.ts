import type { Elysia } from "elysia";
import { assetByHash } from "#db/queries/common/assets.ts";
import { callTool } from "#tools/core/calls/call.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { drawSvg } from "#tools/core/images/draw-svg.ts";
import { imageOpener } from "#tools/core/images/encode-image.ts";
import { anonymous } from "#tools/core/operations/actor.ts";
import getListing from "#tools/listings/public/get-listing.ts";
import { createSlots } from "../../outbound/slots.ts";
import { shareImageSize, siteImagePath } from "../../pages/frame/share.ts";
import type { Exchange } from "../server/respond.ts";
import { mountPath } from "../server/routes.ts";
import { type Runtime, requestContext, servedSite } from "../server/runtime.ts";
import { type Image, imageResponse } from "./images.ts";
import { pictureSize, shareSvg } from "./share-svg.ts";

const cacheControl = "public, max-age=86400";
const maxKept = 64;
const maxWaiting = 32;
const timeoutMs = 10_000;

export function mountShareImages(app: Elysia, runtime: Runtime): void {
  const draw = createDrawer();
  const policy = { ...runtime.policy, limiter: null };
  const site = async (exchange: Exchange) => {
    const { site } = await servedSite(exchange.request, runtime);
    const svg = shareSvg({ title: site.name, text: site.tagline, siteName: site.name, logo: null, picture: null });
    return respond(exchange, Bun.hash(svg), async () => svg, draw);
  };
  const listing = async (exchange: Exchange, { slug }: Record<string, string>) => {
    const { request, requestId } = exchange;
    const served = await servedSite(request, runtime);
    const context = requestContext(request, requestId, runtime, served, anonymous);
    const { output } = await callTool(getListing, context, () => ({ slug }), policy);
    const { name: title, headline: text, logo_url, pictures } = output;
    const assetAt = async (url?: string | null) =>
      (url && (await assetByHash(runtime.store.read, url.split("/").at(-1)!))) || null;
    const [logo, picture] = [await assetAt(logo_url), await assetAt(pictures[0]?.url)];
    const svgWith = (picture: Image | null) => shareSvg({ title, text, siteName: served.site.name, logo, picture });
    // The picture is only cut for a client that does not have the image yet.
    const cut = async () => svgWith(picture && (await drawable(picture.bytes)));
    return respond(exchange, Bun.hash(svgWith(picture)), cut, draw);
  };
  mountPath(app, siteImagePath, { GET: { operation: "site_share_image", handle: site } }, runtime);
  mountPath(app, "/listings/:slug/share.png", { GET: { operation: "share_image", handle: listing } }, runtime);
}

/** Cuts a stored picture to the space for it. A portrait is shown whole. */
async function drawable(bytes: Uint8Array): Promise<Image> {
  const open = await imageOpener();
  const { width, height } = await open(bytes).metadata();
  const fit = width < height ? "contain" : "cover";
  const cut = open(bytes).resize({ ...pictureSize, fit, position: "top", background: "#f1f4f2" });
  return {
    contentType: "image/jpeg",
    bytes: await cut.flatten({ background: "#ffffff" }).jpeg({ quality: 85 }).toBuffer(),
  };
}

type Svg = () => Promise<string>;
type Draw = (hash: string, svg: Svg) => Promise<Uint8Array>;

function respond(exchange: Exchange, number: number | bigint, svg: Svg, draw: Draw): Promise<Response> {
  const hash = number.toString(36);
  const headers = { "cache-control": cacheControl, vary: "Host" };
  return imageResponse(exchange, hash, headers, async () => ({
    contentType: "image/png",
    bytes: await draw(hash, svg),
  }));
}

/** Draws one image at a time in a separate process, and keeps the most recently used images. */
function createDrawer(): Draw {
  const images = new Map<string, ReturnType<Draw>>();
  const slots = createSlots(1, 1);
  let waiting = 0;
  const draw = async (svg: Svg): ReturnType<Draw> => {
    if (waiting >= maxWaiting)
      throw new Problem("unavailable", "Too many images are being created. Try again in a few seconds.", {
        retryAfter: 10,
      });
    waiting++;
    try {
      const release = await slots.take("share", AbortSignal.timeout(timeoutMs));
      const maxPixels = shareImageSize.width * shareImageSize.height * 4;
      const png = await svg()
        .then((text) => drawSvg(Buffer.from(text), { side: shareImageSize.width, maxPixels, timeoutMs }))
        .finally(release);
      if (png === null) throw new Error("a share image could not be created");
      return png;
    } finally {
      waiting--;
    }
  };
  return (hash, svg) => {
    const image = images.get(hash) ?? draw(svg);
    // Storing the image again moves it to the end, so that the least recently used image is evicted first.
    images.delete(hash);
    images.set(hash, image);
    image.catch(() => images.delete(hash));
    if (images.size > maxKept) images.delete(images.keys().next().value!);
    return image;
  };
}
