import type { Elysia } from "elysia";
import { openApiDocument } from "#tools/core/openapi/openapi.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import { apiPrefix } from "./rest.ts";
import { mountPath } from "./routes.ts";
import type { Runtime } from "./runtime.ts";
import { siteDocument } from "./site-document.ts";

/** Serves the OpenAPI document of the site that was asked. */
export function mountOpenApi(app: Elysia, tools: readonly AnyTool[], runtime: Runtime): void {
  const endpoint = siteDocument(runtime, "openapi", (urls) => ({
    body: JSON.stringify(openApiDocument(tools, { ...urls, issuer: runtime.baseUrl })),
    contentType: "application/json",
    cacheControl: "public, max-age=300",
  }));
  mountPath(app, `${apiPrefix}/openapi.json`, { GET: endpoint }, runtime);
}
