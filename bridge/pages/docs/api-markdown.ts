import { scopes } from "#auth/scopes.ts";
import type { OpenApiDocument } from "#tools/core/openapi/types.ts";
import type { SiteUrls } from "#tools/core/operations/context.ts";
import type { Entry } from "./docs-operation.ts";

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join("\n");

export const routeOf = ({ method, path, operation }: Entry): string =>
  `\`${operation.operationId}\`, \`${method.toUpperCase()} ${path}\``;

export function overviewMarkdown({ info, tags }: OpenApiDocument, entries: readonly Entry[], urls: SiteUrls): string {
  const families = tags.map(({ name }) => {
    const own = entries.filter(({ operation }) => operation.tags.includes(name));
    return `## ${name}\n\n${bullets(own.map((entry) => `${routeOf(entry)}: ${entry.operation.description.split("\n")[0]}`))}`;
  });
  return [
    `# API and MCP\n\n${info.summary}.`,
    `- REST: ${urls.api}\n- MCP: ${urls.mcp}\n- Every schema: ${urls.api}/openapi.json`,
    info.description,
    `## Scopes\n\n${bullets(Object.entries(scopes).map(([scope, allows]) => `\`${scope}\`: ${allows}`))}`,
    ...families,
  ].join("\n\n");
}
