import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Elysia } from "elysia";
import { storedResponder } from "../respond.ts";
import { mountPath } from "../routes.ts";
import type { Runtime } from "../runtime.ts";

/** Serves a stylesheet of this folder under a name made of its content, which caches may keep for good; returns its path. */
export function mountStylesheet(app: Elysia, file: string, runtime: Runtime): string {
  const body = readFileSync(join(import.meta.dir, file), "utf8");
  const path = `/assets/${file.replace(/\.css$/, "")}.${Bun.hash(body).toString(36)}.css`;
  const respond = storedResponder({
    body,
    contentType: "text/css; charset=utf-8",
    cacheControl: "public, max-age=31536000, immutable",
  });
  mountPath(app, path, { GET: { operation: "stylesheet", handle: async (exchange) => respond(exchange) } }, runtime);
  return path;
}
