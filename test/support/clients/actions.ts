import { keyArgument } from "#tools/core/calls/idempotency.ts";
import { takesKey } from "#tools/core/operations/define.ts";
import { tools } from "#tools/registry.ts";

export interface NamedAction {
  tool?: string;
  arguments?: Record<string, unknown>;
  why: string;
  who: string;
  url?: string;
}

/** Returns all next actions of a response, at any depth. */
export function actionsIn(answer: unknown): NamedAction[] {
  if (answer === null || typeof answer !== "object") return [];
  if ("who" in answer && "why" in answer) return [answer as NamedAction];
  return Object.values(answer).flatMap(actionsIn);
}

/** Throws if a response names an unknown tool, or a call that lacks arguments or has invalid ones. */
export function requireKnownActions(answer: unknown): void {
  for (const { tool: name, arguments: given = {} } of actionsIn(answer)) {
    if (name === undefined) continue;
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`a response names the unknown tool ${name}`);
    const { [keyArgument]: key, ...input } = given;
    if (key !== undefined && !takesKey(tool)) throw new Error(`a response calls ${name} with ${keyArgument}`);
    const { error } = tool.input.safeParse(input);
    if (error) throw new Error(`a response calls ${name} with ${JSON.stringify(given)}: ${error.message}`);
  }
}
