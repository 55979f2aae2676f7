import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Elysia } from "elysia";
import { storedResponder } from "../../http/server/respond.ts";
import { mountPath } from "../../http/server/routes.ts";
import type { Runtime } from "../../http/server/runtime.ts";

/** Paths of what every page loads. */
export interface Assets {
  stylesheet: string;
  /** The module that helps where scripts run; null where a page has none. */
  script: string | null;
}

export const immutable = "public, max-age=31536000, immutable";

const contentTypes = new Map([
  [".css", "text/css; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
]);

/** Serves files, one after the other, under a name made of their content, which caches may keep for good; returns the path. */
export function mountAsset(app: Elysia, name: string, files: string[], runtime: Runtime): string {
  const body = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const ending = extname(files[0]!);
  const path = `/assets/${name}.${Bun.hash(body).toString(36)}${ending}`;
  const respond = storedResponder({ body, contentType: contentTypes.get(ending)!, cacheControl: immutable });
  mountPath(app, path, { GET: { operation: "asset", handle: async (exchange) => respond(exchange) } }, runtime);
  return path;
}

/** Serves the stylesheet and the module of the pages. */
export const mountAssets = (app: Elysia, runtime: Runtime): Assets => ({
  stylesheet: mountAsset(
    app,
    "slipway",
    ["slipway.css", "../directory/directory.css", "../directory/lists.css"].map((file) => join(import.meta.dir, file)),
    runtime,
  ),
  script: mountAsset(app, "slipway", [join(import.meta.dir, "slipway.js")], runtime),
});
