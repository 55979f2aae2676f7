import { callTool } from "#tools/core/calls/call.ts";
import { anonymous } from "#tools/core/operations/actor.ts";
import type { Exchange } from "../../http/server/respond.ts";
import { type Runtime, requestContext, servedSite } from "../../http/server/runtime.ts";
import type { Ask } from "./define-page.ts";

/** Returns the requested site and an anonymous `ask`. No rate limit applies, because caches share the response. */
export async function anonymousCalls({ request, requestId }: Exchange, runtime: Runtime) {
  const served = await servedSite(request, runtime);
  const context = requestContext(request, requestId, runtime, served, anonymous);
  const policy = { ...runtime.policy, limiter: null };
  const ask: Ask = async (operation, input) => (await callTool(operation, context, () => input, policy)).output;
  return { ...served, now: context.now, ask };
}
