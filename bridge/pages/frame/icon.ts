import type { Elysia } from "elysia";
import { assetByHash } from "#db/queries/common/assets.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import { accentShades } from "#db/values/accent.ts";
import { imageOpener, inTurn } from "#tools/core/images/encode-image.ts";
import { imageResponse } from "../../http/images/images.ts";
import { type Exchange, respondCacheable } from "../../http/server/respond.ts";
import { mountPath } from "../../http/server/routes.ts";
import { type Runtime, servedSite } from "../../http/server/runtime.ts";
import { type Html, html } from "./html.ts";

export const iconPath = "/favicon.svg";

export const mediaPath = (hash: string) => `/media/${hash}`;

export const markPaths = html`<path d="M3 5h4l10 10h4v4h-6L3 7z"/><path d="M11 5h10v4h-6z"/>`;

const sizes = [32, 180, 192, 512];
const appleSize = 180;
const manifestPath = "/site.webmanifest";
const cacheControl = "public, max-age=86400";

type Site = Pick<SiteRow, "name" | "settings">;

const pngPath = (size: number) => `/icons/${size}.png`;

/** The accent colours, because an image cannot use the page's custom properties. */
function coloursOf({ settings: { look } }: Site): { light: string; dark: string } {
  const { light, dark } = accentShades(look?.accent);
  return { light: light.accent, dark: dark.accent };
}

/** Changes with the icon, so that browsers load a new one at once. */
const versionOf = (site: Site) => (site.settings.look?.logo ?? coloursOf(site).light.slice(1)).slice(-8);

/** The links to a site's icons and to its manifest, for the head of a page. */
export const iconLinks = (site: Site): Html =>
  html`<link rel="icon" type="image/svg+xml" href="${iconPath}?${versionOf(site)}">
<link rel="apple-touch-icon" href="${pngPath(appleSize)}?${versionOf(site)}">
<link rel="manifest" href="${manifestPath}">`;

const drawing = (content: string, side = 24) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${content}</svg>\n`;

const drawn = new Map<string, Promise<Buffer>>();
const maxDrawn = 200;

/** Draws the logo, or our mark in the site's colour, as a square PNG. */
function png(runtime: Runtime, site: Site, size: number): Promise<Buffer> {
  const key = `${size}-${versionOf(site)}`;
  if (drawn.size >= maxDrawn) drawn.clear();
  const made = drawn.get(key) ?? inTurn(() => draw(runtime, site, size));
  made.catch(() => drawn.delete(key));
  drawn.set(key, made);
  return made;
}

async function draw({ store }: Runtime, site: Site, size: number): Promise<Buffer> {
  const open = await imageOpener();
  const logo = await assetByHash(store.read, site.settings.look?.logo ?? "");
  const mark = drawing(`<g fill="${coloursOf(site).light}">${markPaths}</g>`);
  const image = logo ? open(logo.bytes) : open(Buffer.from(mark), { density: 3 * size });
  // Apple's devices show transparent parts in black.
  const background = { r: 255, g: 255, b: 255, alpha: size === appleSize ? 1 : 0 };
  const square = image.resize({ width: size, height: size, fit: "contain", background });
  return (background.alpha === 1 ? square.flatten({ background }) : square).png().toBuffer();
}

async function svg(runtime: Runtime, site: Site): Promise<string> {
  const { light, dark } = coloursOf(site);
  const style = `path{fill:${light}}@media (prefers-color-scheme:dark){path{fill:${dark}}}`;
  if (!site.settings.look?.logo) return drawing(`<style>${style}</style>${markPaths}`);
  const data = (await png(runtime, site, 192)).toString("base64");
  return drawing(`<image width="192" height="192" href="data:image/png;base64,${data}"/>`, 192);
}

const manifest = (site: Site) => ({
  name: site.name,
  start_url: "/",
  display: "minimal-ui",
  theme_color: coloursOf(site).light,
  icons: sizes.map((size) => ({ src: pngPath(size), type: "image/png", sizes: `${size}x${size}` })),
});

const headers = { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:" };

export function mountIcon(app: Elysia, runtime: Runtime): void {
  const mount = (path: string, answer: (exchange: Exchange, site: Site) => Promise<Response>) => {
    const handle = async (exchange: Exchange) => answer(exchange, (await servedSite(exchange.request, runtime)).site);
    mountPath(app, path, { GET: { operation: "icon", handle } }, runtime);
  };
  const mountText = (path: string, contentType: string, text: (site: Site) => Promise<string>) =>
    mount(path, async (exchange, site) =>
      respondCacheable(exchange, { body: await text(site), contentType, cacheControl, headers }),
    );
  const mountPng = (path: string, size: number) =>
    mount(path, (exchange, site) =>
      imageResponse(exchange, `${size}-${versionOf(site)}`, { "cache-control": cacheControl }, async () => ({
        contentType: "image/png",
        bytes: await png(runtime, site, size),
      })),
    );
  mountText(iconPath, "image/svg+xml", (site) => svg(runtime, site));
  mountText(manifestPath, "application/manifest+json", async (site) => JSON.stringify(manifest(site)));
  for (const size of sizes) mountPng(pngPath(size), size);
  mountPng("/favicon.ico", 32);
}
