import * as z from "zod";
import { pricingModels } from "../../db/schema/vocabulary.ts";
import { socialLinks } from "../core/fields.ts";
import { listLimits, textLimits } from "./rules.ts";

/** Text in one line: white space is folded. */
const line = (max: number) =>
  z
    .string()
    .transform((text) => text.replace(/\s+/g, " ").trim())
    .pipe(z.string().max(max).refine(hasNoControls, "must not contain control characters"));

/** Text with paragraphs: line ends are `\n`, at most one blank line between two. */
const paragraphs = (max: number) =>
  z
    .string()
    .transform((text) =>
      text
        .replace(/\r\n?/g, "\n")
        .replace(/[^\S\n]+/g, " ")
        .replace(/ ?\n ?/g, "\n")
        .replace(/\n{3,}/g, "\n\n")
        .trim(),
    )
    .pipe(z.string().max(max).refine(hasNoControls, "must not contain control characters"));

function hasNoControls(text: string): boolean {
  return !/[^\P{Cc}\n]/u.test(text);
}

const { platforms, socials, faqs, categories } = listLimits;
const filled = (max: number) => line(max).pipe(z.string().min(1));

/** What update_draft takes; a field that is not sent stays as it is. */
export const draftChanges = z.strictObject({
  name: line(textLimits.name.max).optional(),
  headline: line(textLimits.headline.max).optional().describe("What it is, in one line without the name"),
  summary: line(textLimits.summary.max).optional().describe("One to three sentences"),
  description: paragraphs(textLimits.description.max).optional().describe("Plain text, blank lines between paragraphs"),
  categories: z
    .array(z.string().max(120))
    .max(categories.max)
    .optional()
    .describe("Slugs of list_categories, best first"),
  pricing: z.enum(pricingModels).nullable().optional(),
  platforms: z.array(filled(platforms.characters)).max(platforms.max).optional(),
  socials: socialLinks
    .refine((links) => Object.keys(links).length <= socials.max, `must have at most ${socials.max} entries`)
    .optional()
    .describe("Address by platform (github, x, linkedin, …); replaces all"),
  faqs: z
    .array(z.strictObject({ question: filled(faqs.question), answer: paragraphs(faqs.answer).pipe(z.string().min(1)) }))
    .max(faqs.max)
    .optional()
    .describe("Replaces all"),
  logo_url: z
    .string()
    .trim()
    .max(2000)
    .nullable()
    .optional()
    .describe("Address of an image we fetch, square if possible; null removes the logo"),
  seo_title: line(textLimits.seo_title.max).optional(),
  seo_description: line(textLimits.seo_description.max).optional(),
});

export type DraftChanges = z.output<typeof draftChanges>;
