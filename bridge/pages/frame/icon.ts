import type { Elysia } from "elysia";
import { storedResponder } from "../../http/server/respond.ts";
import { mountPath } from "../../http/server/routes.ts";
import type { Runtime } from "../../http/server/runtime.ts";
import { html } from "./html.ts";

export const iconPath = "/favicon.svg";

export const mediaPath = (hash: string) => `/media/${hash}`;

export const markPaths = html`<path d="M3 5h4l10 10h4v4h-6L3 7z"/><path d="M11 5h10v4h-6z"/>`;

// The icon repeats the accent colours of slipway.css, because an image cannot use the page's custom properties.
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
<style>path{fill:#0b7a6f}@media (prefers-color-scheme:dark){path{fill:#4fd1bd}}</style>
${markPaths}
</svg>
`;

export function mountIcon(app: Elysia, runtime: Runtime): void {
  const respond = storedResponder({
    body: icon,
    contentType: "image/svg+xml",
    cacheControl: "public, max-age=86400",
    headers: { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" },
  });
  mountPath(app, iconPath, { GET: { operation: "icon", handle: async (exchange) => respond(exchange) } }, runtime);
}
