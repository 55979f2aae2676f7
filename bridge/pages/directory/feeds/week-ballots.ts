import type { Elysia } from "elysia";
import { respondCacheable } from "#bridge/http/server/respond.ts";
import { type Endpoint, mountPath } from "#bridge/http/server/routes.ts";
import type { Runtime } from "#bridge/http/server/runtime.ts";
import getWeekBallots from "#tools/votes/get-week-ballots.ts";
import { anonymousCalls } from "../../frame/anonymous-call.ts";

/** Serves `/launches/{week}/ballots.json`, the signed ballots of a closed week. */
export function mountWeekBallots(app: Elysia, runtime: Runtime): void {
  const endpoint: Endpoint = {
    operation: "week_ballots",
    async handle(exchange, { week }) {
      const { ask } = await anonymousCalls(exchange, runtime);
      const { document } = await ask(getWeekBallots, { week: week! });
      return respondCacheable(exchange, {
        body: document,
        contentType: "application/json; charset=utf-8",
        cacheControl: "public, max-age=3600",
      });
    },
  };
  mountPath(app, "/launches/:week/ballots.json", { GET: endpoint }, runtime);
}
