import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Elysia } from "elysia";
import { storedResponder } from "../../http/server/respond.ts";
import { mountPath } from "../../http/server/routes.ts";
import type { Runtime } from "../../http/server/runtime.ts";
import type { Menus } from "./menus.ts";

export interface Assets {
  stylesheet: string;
  /** The path of slipway.js; null on a page without scripts. */
  script: string | null;
  /** The path of passkeys.js. */
  passkeyScript: string;
  menus: Menus;
}

export const immutable = "public, max-age=31536000, immutable";

const contentTypes = new Map([
  [".css", "text/css; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
]);

/** Serves the joined files under a name that contains their hash, so caches may keep them forever. Returns the path. */
export function mountAsset(app: Elysia, name: string, files: string[], runtime: Runtime): string {
  const body = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const ending = extname(files[0]!);
  const path = `/assets/${name}.${Bun.hash(body).toString(36)}${ending}`;
  const respond = storedResponder({ body, contentType: contentTypes.get(ending)!, cacheControl: immutable });
  mountPath(app, path, { GET: { operation: "asset", handle: async (exchange) => respond(exchange) } }, runtime);
  return path;
}

export const mountAssets = (app: Elysia, runtime: Runtime, menus: Menus): Assets => ({
  menus,
  stylesheet: mountAsset(
    app,
    "slipway",
    ["slipway.css", "../directory/directory.css", "../directory/lists.css"].map((file) => join(import.meta.dir, file)),
    runtime,
  ),
  script: mountAsset(app, "slipway", [join(import.meta.dir, "slipway.js")], runtime),
  passkeyScript: mountAsset(app, "passkeys", [join(import.meta.dir, "passkeys.js")], runtime),
});
