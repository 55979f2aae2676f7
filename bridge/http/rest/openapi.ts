import type { Elysia } from "elysia";
import { openApiDocument } from "#tools/core/openapi/openapi.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import { isTeamTool, teamPath } from "#tools/core/operations/team-tool.ts";
import { mountPath } from "../server/routes.ts";
import type { Runtime } from "../server/runtime.ts";
import { siteDocument } from "../server/site-document.ts";
import { apiPrefix } from "./rest.ts";

export function mountOpenApi(app: Elysia, tools: readonly AnyTool[], runtime: Runtime): void {
  const [team, everyone] = [true, false].map((isTeam) => tools.filter((tool) => isTeamTool(tool) === isTeam));
  for (const [folder, shown] of [["", everyone!] as const, [teamPath, team!] as const]) {
    const endpoint = siteDocument(runtime, folder === "" ? "openapi" : "team_openapi", (urls) => ({
      body: JSON.stringify(openApiDocument(shown, { ...urls, issuer: runtime.baseUrl })),
      contentType: "application/json",
      cacheControl: "public, max-age=300",
    }));
    mountPath(app, `${apiPrefix}${folder}/openapi.json`, { GET: endpoint }, runtime);
  }
}
