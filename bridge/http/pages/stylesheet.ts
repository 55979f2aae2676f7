import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Elysia } from "elysia";
import { logged } from "../access-log.ts";
import { respondCacheable } from "../respond.ts";
import type { Runtime } from "../runtime.ts";

/** Serves a stylesheet of this folder under a name made of its content, which caches may keep for good; returns its path. */
export function mountStylesheet(app: Elysia, file: string, runtime: Runtime): string {
  const body = readFileSync(join(import.meta.dir, file), "utf8");
  const path = `/assets/${file.replace(/\.css$/, "")}.${Bun.hash(body).toString(36)}.css`;
  const handler = logged(runtime, "stylesheet", async (request, requestId) =>
    respondCacheable(
      { request, requestId, docsUrl: `${runtime.baseUrl}/docs` },
      {
        body,
        contentType: "text/css; charset=utf-8",
        cacheControl: "public, max-age=31536000, immutable",
        headers: { "x-content-type-options": "nosniff" },
      },
    ),
  );
  for (const method of ["GET", "HEAD"] as const)
    app.route(method, path, ({ request }: { request: Request }) => handler(request));
  return path;
}
