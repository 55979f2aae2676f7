import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Elysia } from "elysia";
import { storedResponder } from "../../http/respond.ts";
import { mountPath } from "../../http/routes.ts";
import type { Runtime } from "../../http/runtime.ts";

/** Serves a stylesheet under a name made of its content, which caches may keep for good; returns its path. */
export function mountStylesheet(app: Elysia, file: string, runtime: Runtime): string {
  const body = readFileSync(file, "utf8");
  const path = `/assets/${basename(file, ".css")}.${Bun.hash(body).toString(36)}.css`;
  const respond = storedResponder({
    body,
    contentType: "text/css; charset=utf-8",
    cacheControl: "public, max-age=31536000, immutable",
  });
  mountPath(app, path, { GET: { operation: "stylesheet", handle: async (exchange) => respond(exchange) } }, runtime);
  return path;
}
