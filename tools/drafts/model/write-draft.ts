import type { Logger } from "pino";
import { fieldNames, listingFields } from "#db/schema/listing-fields.ts";
import { type LanguageModel, ModelError } from "../../core/ports/language-model.ts";
import { type DraftField, type DraftFields, isEmpty } from "../../listings/shared/fields.ts";
import { withoutModel } from "../shared/improve.ts";
import { fieldsToWrite } from "../shared/to-write.ts";
import type { DraftImprover, DraftSource, DraftWarning, PlainDraft } from "../shared/writing.ts";
import { answerSchema, textNames } from "./answer-schema.ts";
import { type CheckedAnswer, checkAnswer } from "./check-answer.ts";
import { instructions, materialFor } from "./prompt.ts";

/** Room for the longest answer and the reasoning before it. It must also fit into the context of small local models. */
const maxTokens = 8_000;

/** Asks the model and keeps the valid part of its answer. Throws ModelError, or the signal's reason. */
async function writeWithModel(
  model: LanguageModel,
  source: DraftSource,
  { fields, passages }: PlainDraft,
  signal: AbortSignal,
): Promise<CheckedAnswer> {
  // Facts that the rules found stay, because the rules read whole pages and the model reads only these passages.
  const empty = fieldsToWrite({ fields, passages, suggestedCategories: [] });
  const asked = fieldNames.filter(
    (name) => textNames.some((text) => text === name) || empty.some(({ field }) => field === name),
  );
  const answer = await model.answer({
    system: instructions,
    prompt: materialFor(source, passages),
    schema: answerSchema(
      source.categories.map(({ slug }) => slug),
      asked,
    ),
    maxTokens,
    signal,
  });
  return checkAnswer(answer, source, passages);
}

/** Asks the model for a better draft. If the model fails, the draft stays unchanged and a warning gives the reason. */
export const draftImprover =
  (model: LanguageModel, log: Logger): DraftImprover =>
  async (source, plain, signal) => {
    if (plain.passages.length === 0) return { fields: {}, evidence: {}, warnings: [] };
    try {
      const { fields, evidence, dropped } = await writeWithModel(model, source, plain, signal);
      const warnings = dropped.length > 0 ? [unproven(dropped, { ...plain.fields, ...fields })] : [];
      return { fields, evidence, warnings };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      log.warn({ reason: error.reason }, "draft not improved by the language model");
      return withoutModel(error.reason);
    }
  };

function unproven(dropped: DraftField[], fields: DraftFields): DraftWarning {
  const listed = (chosen: DraftField[]) => chosen.map((field) => listingFields[field].label.toLowerCase()).join(", ");
  const empty = dropped.filter((field) => isEmpty(fields[field]));
  const replaced = dropped.filter((field) => !isEmpty(fields[field]));
  const parts = [
    ...(replaced.length > 0 ? [`We used the website's own words in these fields: ${listed(replaced)}.`] : []),
    ...(empty.length > 0 ? [`We left these fields empty: ${listed(empty)}.`] : []),
  ];
  return {
    code: "model_unproven",
    message: `The website does not support some of the language model's text. ${parts.join(" ")} Check these fields.`,
  };
}
