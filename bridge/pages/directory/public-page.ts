import type { Elysia } from "elysia";
import type * as z from "zod";
import { anonymous } from "../../../tools/core/actor.ts";
import { callTool } from "../../../tools/core/call.ts";
import type { Tool } from "../../../tools/core/define.ts";
import { asProblem } from "../../http/as-problem.ts";
import { respondCacheable } from "../../http/respond.ts";
import { type Endpoint, mountPath } from "../../http/routes.ts";
import { type Runtime, requestContext, type ServedSite, servedSite } from "../../http/runtime.ts";
import { bareFault } from "../frame/bare-fault.ts";
import type { Page } from "../frame/layout.ts";
import { sharedPage } from "../frame/shared-page.ts";

interface View<Input, Output> {
  path: string;
  /** What the access log calls it. */
  name: string;
  /** What is asked, by the names in the path. */
  input(params: Record<string, string>): Input;
  page(output: Output, served: ServedSite): Page;
}

/** A page of the directory: how people see the answer of an operation that is open to everyone. It asks nothing else. */
export const publicPage =
  <Input extends z.ZodObject, Output extends z.ZodObject>(
    operation: Tool<Input, Output>,
    { path, name, input, page }: View<z.input<Input>, z.input<Output>>,
  ) =>
  (app: Elysia, runtime: Runtime, stylesheet: string): void => {
    // The limits are for callers of the API; this answer is shared by caches.
    const policy = { ...runtime.policy, limiter: null };
    const endpoint: Endpoint = {
      operation: name,
      async handle(exchange, params) {
        const { request, requestId } = exchange;
        try {
          const served = await servedSite(request, runtime);
          const context = requestContext(request, requestId, runtime, served, anonymous);
          const { output } = await callTool(operation, context, () => input(params), policy);
          const frame = { site: served.site, stylesheets: [stylesheet], path };
          return respondCacheable(exchange, sharedPage(page(output, served), frame, operation.maxAge ?? 60));
        } catch (error) {
          // People come here; a problem in JSON would tell them nothing.
          return bareFault(asProblem(error, exchange, runtime), requestId, stylesheet);
        }
      },
    };
    mountPath(app, path, { GET: endpoint }, runtime);
  };
