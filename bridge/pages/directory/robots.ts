import type { Elysia } from "elysia";
import { apiPrefix } from "../../http/rest/rest.ts";
import { mountPath } from "../../http/server/routes.ts";
import type { Runtime } from "../../http/server/runtime.ts";
import { siteDocument } from "../../http/server/site-document.ts";

/** Beginnings of paths where crawlers find nothing: what is one person's, forms, answers to questions without end. */
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
  "/compare",
  "/dev/",
] as const;
/** Below them, what crawlers may read all the same: the longer rule wins (RFC 9309, 2.2.2). */
const allowed = [`${apiPrefix}/openapi.json`, "/mcp/server-card"];

/** Whether crawlers are asked to leave a path alone. */
export const isDisallowed = (path: string): boolean =>
  disallowed.some((beginning) => path.startsWith(beginning)) && !allowed.includes(path);

/** Serves `/robots.txt` (RFC 9309), with the sitemap of the site that was asked. */
export function mountRobots(app: Elysia, runtime: Runtime): void {
  const endpoint = siteDocument(runtime, "robots", ({ base }) => ({
    body: [
      "User-agent: *",
      ...disallowed.map((path) => `Disallow: ${path}`),
      ...allowed.map((path) => `Allow: ${path}`),
      "",
      `Sitemap: ${base}/sitemap.xml`,
      "",
    ].join("\n"),
    contentType: "text/plain; charset=utf-8",
    cacheControl: "public, max-age=3600",
  }));
  mountPath(app, "/robots.txt", { GET: endpoint }, runtime);
}
