import type { Elysia } from "elysia";
import * as z from "zod";
import { eventBatch } from "#db/queries/insights/save-events.ts";
import type { Store } from "#db/store/store.ts";
import { savingEvents } from "../http/server/insights.ts";
import { savingUses, useSchema } from "../http/server/last-used.ts";
import { plainAnswer } from "../http/server/plain-answer.ts";
import type { NodeToken } from "./node-token.ts";

export const statePath = "/nodes/state";
export const reportPath = "/nodes/report";

const reportSchema = z.object({ uses: z.array(useSchema).readonly().optional(), events: eventBatch.optional() });
/** Notes that a process keeps in memory about many requests. */
export type Report = z.output<typeof reportSchema>;
export type SaveReport = (report: Report) => Promise<void>;

export function savingReports(store: Store, now: () => Date): SaveReport {
  const saveUses = savingUses(store);
  const saveEvents = savingEvents(store, now);
  return async ({ uses, events }) => {
    if (uses) await saveUses(uses);
    if (events) await saveEvents(events);
  };
}

export function mountNodes(app: Elysia, store: Store, token: NodeToken, save: SaveReport): void {
  app.get(statePath, ({ request }) =>
    token.isFromNode(request) ? Response.json({ role: store.role, ...store.position() }) : notFound(),
  );
  app.post(
    reportPath,
    async ({ request }) => {
      if (!token.isFromNode(request)) return notFound();
      await save(reportSchema.parse(await request.json()));
      return new Response(null, { status: 204 });
    },
    { parse: "none" },
  );
}

const notFound = () => plainAnswer(404, "Not found");
