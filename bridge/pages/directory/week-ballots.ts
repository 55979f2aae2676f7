import type { Elysia } from "elysia";
import { callTool } from "#tools/core/calls/call.ts";
import { anonymous } from "#tools/core/operations/actor.ts";
import getWeekBallots from "#tools/votes/get-week-ballots.ts";
import { respondCacheable } from "../../http/server/respond.ts";
import { type Endpoint, mountPath } from "../../http/server/routes.ts";
import { type Runtime, requestContext, servedSite } from "../../http/server/runtime.ts";

/** Serves `/launches/{week}/ballots.json`, the signed ballots of a closed week. */
export function mountWeekBallots(app: Elysia, runtime: Runtime): void {
  const policy = { ...runtime.policy, limiter: null };
  const endpoint: Endpoint = {
    operation: "week_ballots",
    async handle(exchange, { week }) {
      const { request, requestId } = exchange;
      const served = await servedSite(request, runtime);
      const context = requestContext(request, requestId, runtime, served, anonymous);
      const { output } = await callTool(getWeekBallots, context, () => ({ week }), policy);
      return respondCacheable(exchange, {
        body: output.document,
        contentType: "application/json; charset=utf-8",
        cacheControl: "public, max-age=3600",
      });
    },
  };
  mountPath(app, "/launches/:week/ballots.json", { GET: endpoint }, runtime);
}
