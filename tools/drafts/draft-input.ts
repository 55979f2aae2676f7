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

/** What to tell of a text, whose bound is looked at only after white space is folded. */
const text = (max: number, description: string, example: string) => ({
  description: `${description}, up to ${max} characters`,
  example,
});

/** What update_draft takes; a field that is not sent stays as it is. */
export const draftChanges = z.strictObject({
  name: line(textLimits.name.max)
    .optional()
    .meta(text(textLimits.name.max, "Name of the product", "Harbour Ledger")),
  headline: line(textLimits.headline.max)
    .optional()
    .meta(text(textLimits.headline.max, "What it is, in one line without the name", "Bookkeeping for small marinas")),
  summary: line(textLimits.summary.max)
    .optional()
    .meta(text(textLimits.summary.max, "One to three sentences", "Keeps the books of small marinas.")),
  description: paragraphs(textLimits.description.max)
    .optional()
    .meta(
      text(textLimits.description.max, "Plain text, blank lines between paragraphs", "Every berth has an account."),
    ),
  categories: z
    .array(z.string().max(120))
    .max(categories.max)
    .optional()
    .meta({ description: "Slugs of list_categories, best first", example: ["invoicing"] }),
  pricing: z.enum(pricingModels).nullable().optional().describe("How it is paid for; null where that is not known"),
  platforms: z
    .array(filled(platforms.characters))
    .max(platforms.max)
    .optional()
    .meta({ description: "What it runs on; replaces all", example: ["Web", "iOS"] }),
  socials: socialLinks
    .refine((links) => Object.keys(links).length <= socials.max, `must have at most ${socials.max} entries`)
    .optional()
    .describe("Profiles by platform; replaces all"),
  faqs: z
    .array(
      z.strictObject({
        question: filled(faqs.question).meta(text(faqs.question, "The question", "Does it print receipts?")),
        answer: paragraphs(faqs.answer)
          .pipe(z.string().min(1))
          .meta(text(faqs.answer, "The answer", "Yes, on any printer.")),
      }),
    )
    .max(faqs.max)
    .optional()
    .describe("Replaces all"),
  logo_url: z.string().trim().max(2000).nullable().optional().meta({
    description: "Image we fetch, square if possible; null removes the logo",
    example: "https://example.com/logo.png",
  }),
  seo_title: line(textLimits.seo_title.max)
    .optional()
    .meta(text(textLimits.seo_title.max, "Title for search engines", "Harbour Ledger: books for marinas")),
  seo_description: line(textLimits.seo_description.max)
    .optional()
    .meta(text(textLimits.seo_description.max, "Description for search engines", "Berths and dues in one ledger.")),
});

export type DraftChanges = z.output<typeof draftChanges>;
