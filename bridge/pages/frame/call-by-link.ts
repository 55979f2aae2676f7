import type * as z from "zod";
import { callTool } from "#tools/core/calls/call.ts";
import type { AccountActor } from "#tools/core/operations/actor.ts";
import type { Operation } from "#tools/core/operations/define.ts";
import { requestContext, servedSite } from "../../http/server/runtime.ts";
import type { Visit } from "./visit.ts";

/** Runs an operation for the account that an emailed link belongs to. The link's holder may do nothing else. */
export async function callByLink<Input extends z.ZodObject, Output extends z.ZodObject>(
  { request, requestId, runtime }: Visit,
  { accountId, isTest }: Pick<AccountActor, "accountId" | "isTest">,
  operation: Operation<Input, Output>,
  input: z.input<Input>,
): Promise<z.input<Output>> {
  const actor: AccountActor = { kind: "person", accountId, scopes: [], via: "mail", isTest };
  const context = requestContext(request, requestId, runtime, await servedSite(request, runtime), actor);
  return (await callTool(operation, context, () => input, runtime.policy)).output;
}
