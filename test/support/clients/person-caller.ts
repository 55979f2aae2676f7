import type * as z from "zod";
import { siteByHost } from "#db/queries/sites/sites.ts";
import type { Operation } from "#tools/core/operations/define.ts";
import type { TestServer } from "../server/harness.ts";
import { operationCaller } from "./operation-caller.ts";

/** Calls operations as a person on the default site, for operations that only pages call. */
export const personCaller =
  (server: Pick<TestServer, "runtime">, accountId: number) =>
  async <Input extends z.ZodObject, Output extends z.ZodObject>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.input<Output>> => {
    const site = (await siteByHost(server.runtime.store.read, ""))!;
    return operationCaller(server)({ accountId }, site, operation, input);
  };
