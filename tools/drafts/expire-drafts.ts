import * as z from "zod";
import { expireDrafts } from "#db/queries/drafts/drafts.ts";
import { defineOperation } from "../core/operations/define.ts";

export default defineOperation({
  name: "expire_drafts",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({ expired: z.int() }),
  async run({ now }) {
    return async (tx, record) => {
      const ids = await expireDrafts(tx, now);
      const [first, ...others] = ids.map((id) => `draft:${id}` as const);
      if (first) record({ subjects: [first, ...others], after: { status: "expired" } });
      return { expired: ids.length };
    };
  },
});
