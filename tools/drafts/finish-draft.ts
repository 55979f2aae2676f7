import * as z from "zod";
import { draftWriters } from "../../db/schema/vocabulary.ts";
import { defineOperation } from "../core/define.ts";
import type { DraftFields } from "../listings/fields.ts";
import { moveDraft } from "./move-draft.ts";
import { draftId, draftWarning } from "./records.ts";
import { draftSteps } from "./rules.ts";
import type { Evidence } from "./writing.ts";

/** A draft is written, and waits for its person. */
export default defineOperation({
  name: "finish_draft",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({
    id: draftId,
    // Bounded by whoever wrote them.
    fields: z.custom<DraftFields>(),
    evidence: z.custom<Evidence>(),
    warnings: z.array(draftWarning),
    written_by: z.enum(draftWriters),
  }),
  output: z.strictObject({}),
  async run({ now }, { id, fields, evidence, warnings, written_by }) {
    return async (tx, record) => {
      await moveDraft(tx, record, { id, from: ["drafting"], now }, (draft) => ({
        status: "ready",
        step: draftSteps,
        note: "Ready to be read and corrected.",
        fields,
        evidence,
        warnings: [...draft.warnings, ...warnings],
        writtenBy: written_by,
      }));
      return {};
    };
  },
});
