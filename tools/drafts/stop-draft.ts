import * as z from "zod";
import { discardDraft } from "#db/queries/drafts/drafts.ts";
import { accountKinds } from "../core/operations/actor.ts";
import { defineOperation } from "../core/operations/define.ts";
import { openCallerSite } from "../site/shared/caller-site.ts";
import { draftOf } from "./shared/own-draft.ts";
import { draftId } from "./shared/records.ts";
import { isBeingWritten } from "./shared/rules.ts";

/** Stops a draft that is still being read or written. A ready draft stays unchanged. */
export default defineOperation({
  name: "stop_draft",
  actors: accountKinds,
  scopes: ["listings:write"],
  effect: "write",
  input: z.strictObject({ id: draftId }),
  output: z.strictObject({ id: z.int() }),
  async run(context, { id }) {
    return async (tx, record) => {
      const draft = await draftOf(tx, await openCallerSite(tx, context), id);
      if (isBeingWritten(draft) && (await discardDraft(tx, id, context.now)))
        record({ subjects: [`draft:${id}`], before: { status: draft.status }, after: { status: "expired" } });
      return { id };
    };
  },
});
