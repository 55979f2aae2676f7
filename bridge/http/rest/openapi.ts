import type { Elysia } from "elysia";
import { openApiDocument } from "#tools/core/openapi/openapi.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import { mountPath } from "../server/routes.ts";
import type { Runtime } from "../server/runtime.ts";
import { siteDocument } from "../server/site-document.ts";
import { apiPrefix } from "./rest.ts";

export function mountOpenApi(app: Elysia, tools: readonly AnyTool[], runtime: Runtime): void {
  const endpoint = siteDocument(runtime, "openapi", (urls) => ({
    body: JSON.stringify(openApiDocument(tools, { ...urls, issuer: runtime.baseUrl })),
    contentType: "application/json",
    cacheControl: "public, max-age=300",
  }));
  mountPath(app, `${apiPrefix}/openapi.json`, { GET: endpoint }, runtime);
}
