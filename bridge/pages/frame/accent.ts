import type { Elysia } from "elysia";
import { accentShades } from "#db/values/accent.ts";
import { notFound } from "#tools/core/errors/errors.ts";
import { respondCacheable } from "../../http/server/respond.ts";
import { mountPath } from "../../http/server/routes.ts";
import type { Runtime } from "../../http/server/runtime.ts";
import { immutable } from "./assets.ts";

/** Path of the stylesheet for an operator's colour. The path contains the colour, so caches can keep the file. */
export const accentPath = (colour: string) => `/assets/accent/${colour.slice(1)}.css`;

const custom = ({ accent, strong, on, tint }: ReturnType<typeof accentShades>["light"]) =>
  `--accent:${accent};--accent-strong:${strong};--on-accent:${on};--tint:${tint}`;

const sheet = ({ light, dark }: ReturnType<typeof accentShades>) =>
  `:root{${custom(light)}}@media (prefers-color-scheme:dark){:root{${custom(dark)}}}`;

/** Serves an operator's colour as custom properties for slipway.css, because the pages' CSP forbids inline styles. */
export function mountAccent(app: Elysia, runtime: Runtime): void {
  const endpoint = {
    operation: "accent",
    async handle(exchange: Parameters<typeof respondCacheable>[0], { file = "" }: Record<string, string>) {
      const [, colour] = /^([0-9a-f]{6})\.css$/.exec(file) ?? notFound("stylesheet", file);
      return respondCacheable(exchange, {
        body: sheet(accentShades(`#${colour}`)),
        contentType: "text/css; charset=utf-8",
        cacheControl: immutable,
      });
    },
  };
  mountPath(app, "/assets/accent/:file", { GET: endpoint }, runtime);
}
