import * as z from "zod";
import { listingFields } from "#db/schema/listing-fields.ts";
import { pricingModels } from "#db/schema/vocabulary.ts";
import { entryLimits } from "../../listings/shared/fields.ts";
import { type PlatformName, platformNames } from "../platform-names.ts";
import { longestQuote } from "../quotes.ts";

// Lengths and counts stand in descriptions: structured outputs do not enforce them, and an answer that is a little
// too long is cut afterwards instead of lost.
const quotes = z
  .array(
    z.strictObject({
      page: z.number().describe("Number of the page"),
      quote: z.string().describe(`Copied from that page letter for letter, at most ${longestQuote} characters`),
    }),
  )
  .describe("One to three passages that this rests on");

const text = (description: string, { max }: { max: number }) =>
  z.strictObject({ quotes, text: z.string().describe(`${description} At most ${max} characters.`) });

/** One of the words where there are any: an enumeration of nothing is not a schema. */
const oneOf = (words: readonly string[]) => (words.length > 0 ? z.enum(words as [string, ...string[]]) : z.string());

/**
 * What the model fills in: each fact after the passages it rests on, so that it is written from them; empty where the
 * site says nothing.
 */
export const answerSchema = (categories: readonly string[]) =>
  z.strictObject({
    name: text("Name of the product as its site writes it, without a slogan.", listingFields.name),
    headline: text(
      "What the product is, in one phrase of 20 to 90 characters: no name, no full stop, no slogan.",
      listingFields.headline,
    ),
    summary: text(
      "One to three whole sentences: what it is, whom it is for, what sets it apart.",
      listingFields.summary,
    ),
    description: text(
      "Three to six short paragraphs of plain text with blank lines between them: what it does, how it works, its main features.",
      listingFields.description,
    ),
    categories: z
      .array(z.strictObject({ quotes, slug: oneOf(categories) }))
      .describe(`The categories that fit, the best first, at most ${listingFields.categories.max}`),
    pricing: z.strictObject({ quotes, model: z.enum([...pricingModels, "unknown"]) }),
    platforms: z
      .array(z.strictObject({ quotes, name: z.enum(platformNames as [PlatformName, ...PlatformName[]]) }))
      .describe(`Where it runs, at most ${listingFields.platforms.max}`),
    socials: z
      .array(z.string())
      .describe(
        `Profiles of the product itself, at most ${listingFields.socials.max}: addresses the pages link to, unchanged`,
      ),
    faqs: z
      .array(z.strictObject({ quotes, question: z.string(), answer: z.string() }))
      .describe(
        `Questions that the site itself answers, at most ${listingFields.faqs.max}: questions of at most ${entryLimits.question} characters, answers of at most ${entryLimits.answer}`,
      ),
    seo_title: text("Title for search engines: the name, then what it is.", listingFields.seo_title),
    seo_description: text("Description for search engines.", listingFields.seo_description),
  });

export type ModelAnswer = z.output<ReturnType<typeof answerSchema>>;
export type AnswerQuote = ModelAnswer["name"]["quotes"][number];
