import * as z from "zod";
import { enqueue } from "../../db/queries/jobs.ts";
import { draftWriters } from "../../db/schema/vocabulary.ts";
import { defineOperation } from "../core/define.ts";
import type { DraftFields } from "../listings/fields.ts";
import { modelPending } from "./improve.ts";
import { improveJob, screenshotJobOf } from "./job-names.ts";
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
    takes_screenshot: z.boolean().describe("Whether a browser takes a picture of the home page meanwhile"),
    asks_model: z.boolean().describe("Whether a language model is asked for a better one meanwhile"),
  }),
  output: z.strictObject({}),
  async run({ now }, { id, fields, evidence, warnings, written_by, asks_model, takes_screenshot }) {
    return async (tx, record) => {
      const moved = await moveDraft(tx, record, { id, from: ["drafting"], now }, (draft) => ({
        status: "ready",
        step: draftSteps,
        note: "Ready to be read and corrected.",
        fields,
        evidence,
        warnings: [...draft.warnings, ...warnings, ...(asks_model ? [modelPending] : [])],
        writtenBy: written_by,
      }));
      if (moved && asks_model) await enqueue(tx, improveJob(id), now);
      if (moved && takes_screenshot) await enqueue(tx, screenshotJobOf(id, new URL(moved.url)), now);
      return {};
    };
  },
});
