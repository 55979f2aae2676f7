import { scopes } from "#auth/scopes.ts";
import type { OpenApiDocument } from "#tools/core/openapi/types.ts";
import type { SiteUrls } from "#tools/core/operations/context.ts";

/** The manual in Markdown: how it is spoken to, and every operation in a line; the schemas are in the OpenAPI document. */
export function docsMarkdown({ info, tags, paths }: OpenApiDocument, urls: SiteUrls): string {
  const lines = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, description, tags }]) => ({
      family: tags[0],
      line: `- \`${operationId}\`, \`${method.toUpperCase()} ${path}\`: ${description.split("\n")[0]}`,
    })),
  );
  return [
    `# API and MCP\n\n${info.summary}.`,
    `- REST: ${urls.api}\n- MCP: ${urls.mcp}\n- Every schema: ${urls.api}/openapi.json`,
    info.description,
    `## Scopes\n\n${Object.entries(scopes)
      .map(([scope, allows]) => `- \`${scope}\`: ${allows}`)
      .join("\n")}`,
    ...tags.map(
      ({ name }) =>
        `## ${name}\n\n${lines
          .filter(({ family }) => family === name)
          .map(({ line }) => line)
          .join("\n")}`,
    ),
  ].join("\n\n");
}
