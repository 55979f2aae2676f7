import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Elysia } from "elysia";
import { respondCacheable, storedResponder } from "#bridge/http/server/respond.ts";
import { type Endpoint, mountPath } from "#bridge/http/server/routes.ts";
import type { Runtime } from "#bridge/http/server/runtime.ts";
import getRankingFacts from "#tools/votes/get-ranking-facts.ts";
import getWeekBallots from "#tools/votes/get-week-ballots.ts";
import { anonymousCalls } from "../../frame/anonymous-call.ts";
import type { Ask } from "../../frame/define-page.ts";

/**
 * Serves `/launches/{week}/ballots.json`, the signed ballots of a closed week, `/ranking/keys.json`, the list of the keys
 * that sign them, and `/verify.mjs`, the program that verifies both.
 */
export function mountWeekBallots(app: Elysia, runtime: Runtime): void {
  const json = (operation: string, maxAge: number, body: (ask: Ask, week?: string) => Promise<string>): Endpoint => ({
    operation,
    async handle(exchange, { week }) {
      const { ask } = await anonymousCalls(exchange, runtime);
      return respondCacheable(exchange, {
        body: await body(ask, week),
        contentType: "application/json; charset=utf-8",
        cacheControl: `public, max-age=${maxAge}`,
      });
    },
  });
  const ballots = json(
    "week_ballots",
    3600,
    async (ask, week) => (await ask(getWeekBallots, { week: week! })).document,
  );
  const keys = json("key_list", 300, async (ask) => JSON.stringify((await ask(getRankingFacts, {})).key_list));
  mountPath(app, "/launches/:week/ballots.json", { GET: ballots }, runtime);
  mountPath(app, "/ranking/keys.json", { GET: keys }, runtime);
  const body = readFileSync(join(import.meta.dir, "../../../../db/keys/verify.mjs"), "utf8");
  const program = storedResponder({
    body,
    contentType: "text/javascript; charset=utf-8",
    cacheControl: "public, max-age=300",
  });
  const handle: Endpoint["handle"] = async (exchange) => program(exchange);
  mountPath(app, "/verify.mjs", { GET: { operation: "verifier", handle } }, runtime);
}
