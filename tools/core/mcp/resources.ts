import { maxPerPage } from "../lists/pagination.ts";
import type { AnyTool } from "../operations/define.ts";
import type { ToolSet } from "../operations/tool-set.ts";
import { capital } from "../text/text.ts";
import type { ToolSetFilter } from "./filter-by-tool-set.ts";

export interface McpResource {
  uri: string;
  isTemplate: boolean;
  name: string;
  title: string;
  description: string | undefined;
  tool: AnyTool;
}

/** The scheme is not https, so that clients use the sign-in of this server (MCP, "Resources", common URI schemes). */
const scheme = "slipway:/";
const maxUriLength = 500;

export const resourcesOf = ({ tools }: Pick<ToolSet, "tools">, filter: ToolSetFilter | null): McpResource[] =>
  tools
    .filter(({ effect, page = "?" }) => effect === "read" && !page.includes("?"))
    .map((tool) => {
      const name = tool.name.replace(/^[a-z]+_/, "");
      return {
        uri: scheme + tool.page,
        isTemplate: tool.page!.includes("{"),
        name,
        title: capital(name.replaceAll("_", " ")),
        description: filter ? filter.hint(tool.description) : tool.description,
        tool,
      };
    });

export function resourceAt(
  resources: readonly McpResource[],
  uri: string,
): { resource: McpResource; input: Record<string, unknown> } | null {
  if (uri.length > maxUriLength) return null;
  const parts = uri.split("/");
  for (const resource of resources) {
    const input = fieldsOf(resource.uri.split("/"), parts);
    if (!input) continue;
    // Resources have no pages, so a list returns as many items as one page can have.
    const isList = !resource.isTemplate && "per_page" in resource.tool.input.shape;
    return { resource, input: isList ? { per_page: maxPerPage } : input };
  }
  return null;
}

function fieldsOf(template: readonly string[], parts: readonly string[]): Record<string, unknown> | null {
  if (template.length !== parts.length) return null;
  const fields: [string, string][] = [];
  for (const [i, expected] of template.entries()) {
    const [, field] = /^\{(\w+)\}$/.exec(expected) ?? [];
    const value = decoded(parts[i]!);
    if (!field && parts[i] !== expected) return null;
    if (field && !value) return null;
    if (field) fields.push([field, value!]);
  }
  return Object.fromEntries(fields);
}

function decoded(part: string): string | null {
  if (/[?#]/.test(part)) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
