import type { Elysia } from "elysia";
import * as z from "zod";
import type { Store } from "#db/store/store.ts";
import { savingUses, useSchema } from "../http/server/last-used.ts";
import { plainAnswer } from "../http/server/plain-answer.ts";
import type { NodeToken } from "./node-token.ts";

export const statePath = "/nodes/state";
export const usesPath = "/nodes/uses";

export function mountNodes(app: Elysia, store: Store, token: NodeToken): void {
  app.get(statePath, ({ request }) =>
    token.isFromNode(request) ? Response.json({ role: store.role, ...store.position() }) : notFound(),
  );
  app.post(
    usesPath,
    async ({ request }) => {
      if (!token.isFromNode(request)) return notFound();
      await savingUses(store)(z.array(useSchema).parse(await request.json()));
      return new Response(null, { status: 204 });
    },
    { parse: "none" },
  );
}

const notFound = () => plainAnswer(404, "Not found");
