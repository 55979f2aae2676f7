import type { Elysia } from "elysia";
import * as z from "zod";
import type { Store } from "#db/store/store.ts";
import { savingUses, useSchema } from "../http/server/last-used.ts";
import { plainAnswer } from "../http/server/plain-answer.ts";
import type { NodeToken } from "./node-token.ts";

export const statePath = "/nodes/state";
export const usesPath = "/nodes/uses";

/** Internal endpoints between nodes. Everyone else gets a 404. */
export function mountNodes(app: Elysia, store: Store, mark: NodeToken): void {
  app.get(statePath, ({ request }) =>
    mark.isOfNode(request) ? Response.json({ role: store.role, ...store.position() }) : nothing(),
  );
  app.post(
    usesPath,
    async ({ request }) => {
      if (!mark.isOfNode(request)) return nothing();
      await savingUses(store)(z.array(useSchema).parse(await request.json()));
      return new Response(null, { status: 204 });
    },
    { parse: "none" },
  );
}

const nothing = () => plainAnswer(404, "Not found");
