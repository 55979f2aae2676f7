import type { NextAction, Problem } from "#tools/core/errors/errors.ts";
import { personPage } from "#tools/core/mcp/filter-by-tool-set.ts";
import { tools } from "#tools/registry.ts";
import { type HtmlValue, html } from "../frame/html.ts";

/** Links to what the person can do about a problem. */
export const humanSteps = ({ nextActions }: Pick<Problem, "nextActions">): HtmlValue =>
  nextActions.filter(({ who }) => who === "human").map((action) => html`<p class="aside">${nextStepLink(action)}</p>`);

export function nextStepLink({ tool: name, arguments: input = {}, why, who, url }: NextAction): HtmlValue {
  const tool = tools.find((one) => one.name === name);
  const href = url ?? (tool && personPage(tool, input));
  if (href) return html`<a href="${href}">${why}</a>`;
  return who === "human" && why;
}
