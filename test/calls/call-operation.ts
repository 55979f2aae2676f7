import { everyScope } from "#auth/scopes.ts";
import { callTool } from "#tools/core/calls/call.ts";
import type { Actor, ActorKind } from "#tools/core/operations/actor.ts";
import type { AnyOperation } from "#tools/core/operations/define.ts";
import { operations, tools } from "#tools/registry.ts";
import { contextFor } from "../support/server/call.ts";
import type { Founder } from "../support/server/demo.ts";
import type { Fixture } from "./input.ts";

export const writing = operations.filter(({ effect }) => effect !== "read");
/** The operations that write and are not tools. */
export const hidden = writing.filter(({ name }) => !tools.some((tool) => tool.name === name));

function actorOf(kind: ActorKind, { accountId }: Founder): Actor {
  if (kind === "anonymous") return { kind };
  if (kind === "admin" || kind === "job" || kind === "webhook") return { kind, via: `${kind}:test` };
  return { kind, accountId, scopes: everyScope, via: "test", isTest: false };
}

/** Calls an operation as the first kind of actor that it accepts. */
export async function callOperation(
  { store, founder }: Fixture,
  operation: AnyOperation,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const context = contextFor(store, actorOf(operation.actors?.[0] ?? "key", founder), founder.site);
  const policy = { limiter: null, checkOutput: "always", write: store.write } as const;
  return (await callTool(operation, context, () => input, policy)).output;
}
