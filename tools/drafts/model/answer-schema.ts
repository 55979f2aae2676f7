import * as z from "zod";
import { type FieldName, fieldNames, fieldOf, type ListingField, listingFields } from "#db/schema/listing-fields.ts";
import { pricingModels } from "#db/schema/vocabulary.ts";
import { entryLimits } from "../../listings/shared/fields.ts";
import { type PlatformName, platformNames } from "../shared/platform-names.ts";
import { maxQuoteLength } from "../shared/quotes.ts";

// Descriptions state lengths and counts, because structured outputs do not enforce them. An answer that is slightly too
// long is cut instead of lost.
const quotes = z
  .array(
    z.strictObject({
      page: z.number().describe("Page number"),
      quote: z.string().describe(`Copied exactly from that page, at most ${maxQuoteLength} characters`),
    }),
  )
  .describe("One to three passages that support the value");

const textOf = ({ ask, max }: ListingField) =>
  z.strictObject({ quotes, text: z.string().describe(`${ask} At most ${max} characters.`) });

export const textNames = fieldNames.filter((name): name is TextName => fieldOf[name].ask !== undefined);
type Fields = typeof listingFields;
export type TextName = { [Name in FieldName]: Fields[Name] extends { ask: string } ? Name : never }[FieldName];

/** An enumeration of the words, or any string if there are no words, because an empty enumeration is invalid. */
const oneOf = (words: readonly string[]) => (words.length > 0 ? z.enum(words as [string, ...string[]]) : z.string());

/** Each fact comes after its quotes, so that the model derives the fact from the quotes. A missing fact is empty. */
export function answerSchema(categories: readonly string[]) {
  const texts = Object.fromEntries(textNames.map((name) => [name, textOf(fieldOf[name])]));
  const others = {
    categories: z
      .array(z.strictObject({ quotes, slug: oneOf(categories) }))
      .describe(`Matching categories, best first, at most ${listingFields.categories.max}`),
    pricing: z.strictObject({ quotes, model: z.enum([...pricingModels, "unknown"]) }),
    platforms: z
      .array(z.strictObject({ quotes, name: z.enum(platformNames as [PlatformName, ...PlatformName[]]) }))
      .describe(`Platforms on which the product runs, at most ${listingFields.platforms.max}`),
    socials: z
      .array(z.string())
      .describe(
        `The product's own profiles, at most ${listingFields.socials.max}: URLs that the pages link to, unchanged`,
      ),
    faqs: z
      .array(z.strictObject({ quotes, question: z.string(), answer: z.string() }))
      .describe(
        `Questions that the website answers, at most ${listingFields.faqs.max}. A question has at most ${entryLimits.question} characters, an answer at most ${entryLimits.answer}`,
      ),
  };
  const schemas = { ...(texts as Record<TextName, ReturnType<typeof textOf>>), ...others };
  // The model fills in the fields in the order in which they are declared.
  const ordered = fieldNames.flatMap((name) =>
    name in schemas ? [[name, schemas[name as keyof typeof schemas]]] : [],
  );
  return z.strictObject(Object.fromEntries(ordered) as typeof schemas);
}

export type ModelAnswer = z.output<ReturnType<typeof answerSchema>>;
export type AnswerQuote = ModelAnswer["name"]["quotes"][number];
