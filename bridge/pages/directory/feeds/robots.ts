import type { Elysia } from "elysia";
import { apiPrefix } from "#bridge/http/rest/rest.ts";
import { mountPath } from "#bridge/http/server/routes.ts";
import type { Runtime } from "#bridge/http/server/runtime.ts";
import { siteDocument } from "#bridge/http/server/site-document.ts";

/** Path prefixes of pages without content for crawlers: private pages, forms and endless query results. */
const disallowed = [
  "/account",
  "/team",
  "/submit",
  "/sign-in",
  "/sign-up",
  "/sign-out",
  "/oauth/",
  "/mcp",
  `${apiPrefix}/`,
  "/search?",
  "/compare?",
  "/dev/",
] as const;
/** Exceptions to `disallowed`: the longest matching rule wins (RFC 9309 §2.2.2). */
const allowed = [`${apiPrefix}/openapi.json`, "/mcp/server-card"];

/** Serves `/robots.txt` (RFC 9309). */
export function mountRobots(app: Elysia, runtime: Runtime): void {
  const endpoint = siteDocument(runtime, "robots", ({ base }, { key, settings }) => ({
    body: [
      "User-agent: *",
      ...disallowed.map((path) => `Disallow: ${path}`),
      ...allowed.map((path) => `Allow: ${path}`),
      "",
      `Sitemap: ${base}/sitemap.xml`,
      // A comment, because the Robots Exclusion Protocol has no field for it.
      ...(settings.data?.licence ? [`# Download all public data: ${base}/data/${key}/manifest.json`] : []),
      "",
    ].join("\n"),
    contentType: "text/plain; charset=utf-8",
    cacheControl: "public, max-age=3600",
  }));
  mountPath(app, "/robots.txt", { GET: endpoint }, runtime);
}
