import * as z from "zod";
import { discardDraft } from "#db/queries/drafts/drafts.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { openCallerSite } from "../site/shared/caller-site.ts";
import { draftOf } from "./shared/own-draft.ts";
import { draftId } from "./shared/records.ts";

export default defineOperation({
  name: "discard_draft",
  actors: ["person"],
  scopes: [],
  effect: "delete",
  input: z.strictObject({ id: draftId }),
  output: z.strictObject({ id: z.int() }),
  async run(context, { id }) {
    return async (tx, record) => {
      const { status } = await draftOf(tx, await openCallerSite(tx, context), id);
      if (!(await discardDraft(tx, id, context.now)))
        throw new Problem("state_conflict", `Draft ${id} is ${status}, so there is nothing to discard.`);
      record({ subjects: [`draft:${id}`], before: { status }, after: { status: "expired" } });
      return { id };
    };
  },
});
