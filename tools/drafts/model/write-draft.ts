import type { Logger } from "pino";
import { lookup } from "../../../db/lookup.ts";
import { type LanguageModel, ModelError, type ModelFailure } from "../../core/language-model.ts";
import { type DraftField, type DraftFields, isEmpty, listingFields } from "../../listings/fields.ts";
import type { DraftSource, DraftWarning, DraftWriter, WrittenDraft } from "../writing.ts";
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

/** Writes with the model where there is one, and from the site's own words wherever that fails. */
export const draftWriter =
  (model: LanguageModel | null, extractive: DraftWriter, log: Logger): DraftWriter =>
  async (source, signal) => {
    const plain = await extractive(source, signal);
    if (!model || source.pages.length === 0) return plain;
    try {
      return merged(await writeWithModel(model, source, signal), plain);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      log.warn({ reason: error.reason }, "a draft is written without the language model");
      return { ...plain, warnings: [...plain.warnings, unavailable(error.reason)] };
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

/** What the model wrote, and the site's own words for the rest. */
function merged({ fields, evidence, dropped }: CheckedAnswer, plain: WrittenDraft): WrittenDraft {
  const draft: WrittenDraft = {
    fields: { ...plain.fields, ...fields },
    evidence: { ...plain.evidence, ...evidence },
    warnings: plain.warnings.filter(({ code }) => !isMended(code, fields)),
    // An answer of which nothing holds has written nothing.
    writtenBy: Object.keys(fields).length > 0 ? "claude" : "extractive",
  };
  if (dropped.length > 0) draft.warnings.push(unproven(dropped, draft.fields));
  return draft;
}

/** Warnings about fields that the model has filled in after all. */
const mendedBy: Record<string, DraftField> = {
  name_guessed: "name",
  no_name: "name",
  no_headline: "headline",
  no_summary: "summary",
  no_category: "categories",
  no_pricing: "pricing",
  no_platforms: "platforms",
};
const isMended = (code: string, fields: Partial<DraftFields>) => {
  const field = lookup(mendedBy, code);
  return field !== undefined && fields[field] !== undefined;
};

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
