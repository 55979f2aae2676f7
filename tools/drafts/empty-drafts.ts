import * as z from "zod";
import { emptyEndedDrafts } from "#db/queries/drafts/drafts.ts";
import { dayMs } from "#db/values/week.ts";
import { defineOperation } from "../core/operations/define.ts";
import { keepEndedDays } from "./shared/rules.ts";

/** Deletes other websites' content from drafts that ended some time ago. */
export default defineOperation({
  name: "empty_drafts",
  scopes: [],
  actors: ["job"],
  effect: "delete",
  input: z.strictObject({}),
  output: z.strictObject({ emptied: z.int() }),
  async run({ now }) {
    return async (tx, record) => {
      const ids = await emptyEndedDrafts(tx, new Date(now.getTime() - keepEndedDays * dayMs));
      const [first, ...others] = ids.map((id) => `draft:${id}` as const);
      if (first) record({ subjects: [first, ...others] });
      return { emptied: ids.length };
    };
  },
});
