import * as z from "zod";
import { enqueue, enqueueAll } from "#db/queries/common/jobs.ts";
import { draftWriters } from "#db/schema/vocabulary.ts";
import { time } from "../core/input/fields.ts";
import { defineOperation } from "../core/operations/define.ts";
import type { DraftFields } from "../listings/shared/fields.ts";
import { endImproving, improveDraft, takeScreenshot } from "./jobs.ts";
import { moveDraft } from "./move-draft.ts";
import { notifyOfDraft } from "./notify-of-draft.ts";
import { draftId, draftWarning } from "./shared/records.ts";
import { writtenDraft } from "./shared/rules.ts";
import type { Evidence, Passage } from "./shared/writing.ts";

export default defineOperation({
  name: "finish_draft",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({
    id: draftId,
    // The writer has already checked the limits of the fields.
    fields: z.custom<DraftFields>(),
    evidence: z.custom<Evidence>(),
    passages: z.custom<Passage[]>(),
    suggested_categories: z.array(z.string()),
    warnings: z.array(draftWarning),
    written_by: z.enum(draftWriters),
    takes_screenshot: z.boolean().describe("Whether a browser is taking a screenshot of the home page"),
    model_deadline: time.nullable().describe("Deadline for a language model to improve the text; null without a model"),
  }),
  output: z.strictObject({}),
  async run(context, input) {
    const { now } = context;
    const { id, fields, evidence, passages, suggested_categories, warnings, written_by, model_deadline } = input;
    return async (tx, record) => {
      const moved = await moveDraft(tx, record, { id, from: ["drafting"], now }, (draft) => ({
        ...(model_deadline === null
          ? writtenDraft
          : { note: "The draft contains text from the website. A language model is improving the text." }),
        fields,
        evidence,
        passages,
        suggestedCategories: suggested_categories,
        warnings: [...draft.warnings, ...warnings],
        writtenBy: written_by,
      }));
      const payload = { draftId: id };
      if (moved) await notifyOfDraft(tx, context, moved);
      if (moved && model_deadline) {
        const end = { ...endImproving.request(payload), runAt: new Date(model_deadline) };
        await enqueueAll(tx, [improveDraft.request(payload), end], now);
      }
      if (moved && input.takes_screenshot) await enqueue(tx, takeScreenshot.request(payload, moved.url), now);
      return {};
    };
  },
});
