import * as z from "zod";
import { type FieldName, fieldNames, fieldOf, type ListingField, listingFields } from "#db/schema/listing-fields.ts";
import { pricingModels } from "#db/schema/vocabulary.ts";
import { entryLimits } from "../../listings/shared/fields.ts";
import { type PlatformName, platformNames } from "../shared/platform-names.ts";

// Descriptions state lengths and counts, because structured outputs do not enforce them. An answer that is slightly too
// long is cut instead of lost. The ids are plain strings, so that one wrong id does not invalidate the answer.
const passages = z.array(z.string()).describe("Ids of the one to three passages that support the value");

const textOf = ({ ask, max }: ListingField) =>
  z.strictObject({ passages, text: z.string().describe(`${ask} At most ${max} characters.`) });

export const textNames = fieldNames.filter((name): name is TextName => fieldOf[name].ask !== undefined);
type Fields = typeof listingFields;
export type TextName = { [Name in FieldName]: Fields[Name] extends { ask: string } ? Name : never }[FieldName];

/** An enumeration of the words, or any string if there are no words, because an empty enumeration is invalid. */
const oneOf = (words: readonly string[]) => (words.length > 0 ? z.enum(words as [string, ...string[]]) : z.string());

function schemasOf(categories: readonly string[]) {
  const texts = Object.fromEntries(textNames.map((name) => [name, textOf(fieldOf[name])]));
  return {
    ...(texts as Record<TextName, ReturnType<typeof textOf>>),
    categories: z
      .array(z.strictObject({ passages, slug: oneOf(categories) }))
      .describe(`Matching categories, best first, at most ${listingFields.categories.max}`),
    pricing: z.strictObject({ passages, model: z.enum([...pricingModels, "unknown"]) }),
    platforms: z
      .array(z.strictObject({ passages, name: z.enum(platformNames as [PlatformName, ...PlatformName[]]) }))
      .describe(`Platforms on which the product runs, at most ${listingFields.platforms.max}`),
    socials: z
      .array(z.string())
      .describe(
        `Ids of the passages that are URLs of the product's own profiles, at most ${listingFields.socials.max}`,
      ),
    faqs: z
      .array(z.strictObject({ passages, question: z.string(), answer: z.string() }))
      .describe(
        `Questions that the website answers, at most ${listingFields.faqs.max}. A question has at most ${entryLimits.question} characters, an answer at most ${entryLimits.answer}`,
      ),
  };
}

type Schemas = ReturnType<typeof schemasOf>;

/**
 * The form for the fields that are asked for. Each fact comes after its passages, so that the model derives the fact
 * from them. A fact that no passage supports is empty.
 */
export function answerSchema(categories: readonly string[], asked: readonly FieldName[]) {
  const schemas = schemasOf(categories);
  // The model fills in the fields in the order in which they are declared.
  const ordered = fieldNames.flatMap((name) =>
    name in schemas && asked.includes(name) ? [[name, schemas[name as keyof Schemas]]] : [],
  );
  return z.strictObject(Object.fromEntries(ordered) as { [Name in keyof Schemas]: z.ZodOptional<Schemas[Name]> });
}

/** A field is missing if it was not asked for. */
export type ModelAnswer = z.output<ReturnType<typeof answerSchema>>;
