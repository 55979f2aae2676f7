import type { NextAction } from "#tools/core/errors/errors.ts";
import { personPage } from "#tools/core/mcp/filter-by-tool-set.ts";
import { tools } from "#tools/registry.ts";
import { type HtmlValue, html } from "../frame/html.ts";

/** What to do next, for a person; nothing where only an assistant could do it. */
export function nextStepLink({ tool: name, arguments: given = {}, why, who, url }: NextAction): HtmlValue {
  const tool = tools.find((one) => one.name === name);
  const address = url ?? (tool && personPage(tool, given));
  if (address) return html`<a href="${address}">${why}</a>`;
  return who === "human" && why;
}
