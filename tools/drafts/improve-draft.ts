import * as z from "zod";
import { draftWriters } from "#db/schema/vocabulary.ts";
import { defineOperation } from "../core/operations/define.ts";
import type { DraftFields } from "../listings/shared/fields.ts";
import { moveDraft } from "./move-draft.ts";
import { notifyOfDraft } from "./notify-of-draft.ts";
import { withImprovement } from "./shared/improve.ts";
import { draftId, draftWarning } from "./shared/records.ts";
import { fieldsOf, writtenDraft } from "./shared/rules.ts";
import type { Evidence } from "./shared/writing.ts";

export default defineOperation({
  name: "improve_draft",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({
    id: draftId,
    // The writer has already checked the limits of the fields.
    fields: z.custom<Partial<DraftFields>>(),
    evidence: z.custom<Evidence>(),
    warnings: z.array(draftWarning),
    written_by: z.enum(draftWriters),
  }),
  output: z.strictObject({}),
  async run(context, { id, written_by, ...improvement }) {
    return async (tx, record) => {
      const { now } = context;
      const moved = await moveDraft(tx, record, { id, from: ["drafting"], now }, (draft) => ({
        ...writtenDraft,
        ...withImprovement({ ...draft, fields: fieldsOf(draft), evidence: draft.evidence as Evidence }, improvement),
        writtenBy: written_by,
      }));
      if (moved) await notifyOfDraft(tx, context, moved);
      return {};
    };
  },
});
