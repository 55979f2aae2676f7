import * as z from "zod";
import type { SiteAccess } from "#db/schema/sites.ts";
import { registrationModes, reviewModes } from "#db/schema/vocabulary.ts";
import { invalid } from "../core/errors/errors.ts";
import { filled, line } from "../core/input/fields.ts";
import { whyNotSold } from "../core/text/currency.ts";
import { readProductTypes } from "../search/shared/product-types.ts";
import { readableAccent } from "./accent.ts";
import { settingChanges } from "./settings.ts";
import { fillText, siteTexts, type TextFacts } from "./texts.ts";

const accessChanges = z.strictObject({
  registration: z.enum(registrationModes).optional().describe("Who may create an account; only on the default site"),
  registration_sentence: line(300).nullable().optional().describe("Says so to people; null restores the default"),
  submissions: z.enum(["open", "closed"]).optional().describe("Whether the site takes new products"),
  submissions_sentence: line(300).nullable().optional().describe("Says so to people; null restores the default"),
});

export const siteInput = z.strictObject({
  name: filled(line(200)).optional(),
  host: z.string().nullable().optional().describe("Null makes this the default site"),
  tagline: line(500).optional(),
  currency: z.string().optional().describe("ISO 4217"),
  settings: settingChanges.optional(),
  access: accessChanges.optional(),
  review: z.enum(reviewModes).optional().describe("Which listings the team reviews before their launch"),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, "must be a colour such as #0b7a6f")
    .nullable()
    .optional()
    .describe("Colour of links and buttons; null restores the default"),
  logo: z.base64().nullable().optional().describe("PNG, JPEG or WebP of at most 1 MB; null restores the default logo"),
  kinds: z
    .string()
    .max(200_000)
    .nullable()
    .optional()
    .describe("Additional product types, one per line: `kind: other names > well-known products`; null removes them"),
  texts: z
    .partialRecord(z.enum(siteTexts.map(({ name }) => name)), z.string().max(50_000).nullable())
    .optional()
    .describe("Text of the operator's pages; blank lines separate paragraphs, and null removes a page"),
});

/** Throws 422 for a currency in which payments are not possible. */
export function checkCurrency(currency: string | undefined): void {
  const why = currency === undefined ? null : whyNotSold(currency);
  if (why !== null)
    invalid("currency", "not_sold", `${currency} ${why}`, { fix: "Use another currency, such as EUR or USD." });
}

/** Throws 422 for a colour that is too light for links on white, and suggests the closest darker one. */
export function checkAccent(accent: string | null | undefined): void {
  if (!accent || readableAccent(accent) === accent) return;
  const fix = `Use ${readableAccent(accent)} or a darker colour. In dark mode, the colour becomes lighter automatically.`;
  invalid("accent", "low_contrast", "is too light for text on white (WCAG 2.2 requires a contrast ratio of 4.5:1)", {
    fix,
  });
}

/** Throws 422 if a page would show a placeholder instead of its value. */
export function checkTexts(texts: Partial<Record<string, string | null>>, context: TextFacts): void {
  for (const [name, text] of Object.entries(texts)) {
    const { missing, unknown } = fillText(text ?? "", context);
    if (missing.length > 0)
      invalid(`texts.${name}`, "incomplete", `is incomplete without ${missing.join(" and ")}`, {
        fix: `Set ${missing.join(" and ")} in the environment of the server and of this command, or write these details into a text of your own.`,
      });
    if (unknown.length > 0)
      invalid(`texts.${name}`, "unknown_placeholder", `has the unknown placeholder ${unknown[0]}`, {
        fix: "Use only placeholders of the default text, which `admin site text --source` prints.",
      });
  }
}

export function checkKinds(kinds: string | null | undefined): void {
  const [fault] = kinds ? readProductTypes(kinds).faults : [];
  if (fault)
    invalid("kinds", "unreadable_line", `line ${fault.line} ${fault.message}`, {
      fix: "Write each line as `kind: other names > well-known products`, with names separated by commas.",
    });
}

/** Throws 422 for registration on another site than the default one, because sites share accounts. */
export function changedAccess(
  known: SiteAccess | undefined,
  {
    registration,
    registration_sentence: forPeople,
    submissions,
    submissions_sentence: forProducts,
  }: z.output<typeof accessChanges> = {},
  host: string | null | undefined,
): SiteAccess | undefined {
  for (const [field, value] of Object.entries({ registration, registration_sentence: forPeople }))
    if (value !== undefined && host)
      invalid(field, "default_site_only", "can be set only on the default site, because all sites share accounts");
  const changes = {
    ...(registration && { registration }),
    ...(forPeople !== undefined && { registrationSentence: forPeople || undefined }),
    ...(submissions && { submissions }),
    ...(forProducts !== undefined && { submissionsSentence: forProducts || undefined }),
  };
  return Object.keys(changes).length > 0 ? { ...known, ...changes } : known;
}
