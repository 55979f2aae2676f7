import type { Logger } from "pino";
import { type LanguageModel, ModelError, type ModelFailure } from "../../core/language-model.ts";
import { type DraftField, type DraftFields, isEmpty, listingFields } from "../../listings/fields.ts";
import type { DraftImprover, DraftSource, DraftWarning } from "../writing.ts";
import { answerSchema } from "./answer-schema.ts";
import { type CheckedAnswer, checkAnswer } from "./check-answer.ts";
import { instructions, materialFor } from "./prompt.ts";

/** Room for the longest entry and for what the model thinks before it. */
const maxTokens = 16_000;

/** Asks the model and keeps what holds. Throws ModelError, or the signal's reason. */
export async function writeWithModel(
  model: LanguageModel,
  source: DraftSource,
  signal: AbortSignal,
): Promise<CheckedAnswer> {
  const answer = await model.answer({
    system: instructions,
    prompt: materialFor(source),
    schema: answerSchema(source.categories.map(({ slug }) => slug)),
    maxTokens,
    signal,
  });
  return checkAnswer(answer, source);
}

/** Asks the model for a better draft; where it fails, nothing is better and a warning says why. */
export const draftImprover =
  (model: LanguageModel, log: Logger): DraftImprover =>
  async (source, plain, signal) => {
    if (source.pages.length === 0) return { fields: {}, evidence: {}, warnings: [] };
    try {
      const { fields, evidence, dropped } = await writeWithModel(model, source, signal);
      return { fields, evidence, warnings: dropped.length > 0 ? [unproven(dropped, { ...plain, ...fields })] : [] };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      log.warn({ reason: error.reason }, "a draft stays without the language model");
      return { fields: {}, evidence: {}, warnings: [unavailable(error.reason)] };
    }
  };

const reasons: Record<ModelFailure, string> = {
  refused: "it declined to write about this site",
  cut_off: "its answer was cut off",
  invalid: "its answer could not be read",
  overloaded: "it is overloaded at the moment",
  rate_limited: "it was asked too often in a short time",
  timeout: "it took too long to answer",
  cap: "its budget for today is used up",
  failed: "it is not available at the moment",
};

const unavailable = (reason: ModelFailure): DraftWarning => ({
  code: "model_unavailable",
  message: `This draft was taken from the site's own words: the language model was not used, because ${reasons[reason]}. Read it over, or make a new draft later.`,
});

function unproven(dropped: DraftField[], fields: DraftFields): DraftWarning {
  const listed = (chosen: DraftField[]) => chosen.map((field) => listingFields[field].label.toLowerCase()).join(", ");
  const empty = dropped.filter((field) => isEmpty(fields[field]));
  const replaced = dropped.filter((field) => !isEmpty(fields[field]));
  const parts = [
    ...(replaced.length > 0 ? [`taken from the site's own words instead: ${listed(replaced)}`] : []),
    ...(empty.length > 0 ? [`left empty: ${listed(empty)}`] : []),
  ];
  return {
    code: "model_unproven",
    message: `Some of what the language model wrote does not stand on the site; ${parts.join("; ")}. Check these fields.`,
  };
}
