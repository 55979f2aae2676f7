import type * as z from "zod";
import { allScopes } from "#auth/scopes.ts";
import { siteUrls } from "#bridge/http/server/runtime.ts";
import { callContext } from "#bridge/start/call-context.ts";
import { siteByHost } from "#db/queries/sites/sites.ts";
import { callTool } from "#tools/core/calls/call.ts";
import type { AccountActor } from "#tools/core/operations/actor.ts";
import type { Operation } from "#tools/core/operations/define.ts";
import type { TestServer } from "../server/harness.ts";

/** Calls operations as a person on the default site, for operations that only pages call. */
export const personCaller =
  ({ runtime }: Pick<TestServer, "runtime">, accountId: number) =>
  async <Input extends z.ZodObject, Output extends z.ZodObject>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.input<Output>> => {
    const actor: AccountActor = { kind: "person", accountId, scopes: allScopes, via: "browser", isTest: false };
    const site = (await siteByHost(runtime.store.read, ""))!;
    const urlsOf = (other: Pick<typeof site, "host">) => siteUrls(runtime, other);
    const act = { actor, site, urls: urlsOf(site), urlsOf, address: null, requestId: "test" };
    return (await callTool(operation, callContext(runtime, act), () => input, runtime.policy)).output;
  };
