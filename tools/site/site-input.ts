import * as z from "zod";
import { invalid } from "../core/errors/errors.ts";
import { filled, line } from "../core/input/fields.ts";
import { whyNotSold } from "../core/text/currency.ts";
import { readProductTypes } from "../search/shared/product-types.ts";
import { readableAccent } from "./accent.ts";
import { settingChanges } from "./settings.ts";
import { siteTexts } from "./texts.ts";

/** What a site says of itself, as far as it is given. */
export const siteInput = z.strictObject({
  name: filled(line(200)).optional(),
  host: z.string().nullable().optional().describe("Null makes it the default site"),
  tagline: line(500).optional(),
  currency: z.string().optional().describe("ISO 4217"),
  settings: settingChanges.optional(),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, "must be a colour such as #0b7a6f")
    .nullable()
    .optional()
    .describe("Of what can be done; null is ours"),
  logo: z.base64().nullable().optional().describe("A PNG, JPEG or WebP of at most 1 MB; null is our mark"),
  kinds: z
    .string()
    .max(200_000)
    .nullable()
    .optional()
    .describe(
      "Kinds of product beside ours, a line each: `kind: other names > well-known products`; null takes them away",
    ),
  texts: z
    .partialRecord(z.enum(siteTexts.map(({ name }) => name)), z.string().max(50_000).nullable())
    .optional()
    .describe("Pages in the operator's words; blank lines part paragraphs, null takes one away"),
});

/** Throws 422 for a currency in which nothing could be sold. */
export function checkCurrency(currency: string | undefined): void {
  const why = currency === undefined ? null : whyNotSold(currency);
  if (why !== null)
    invalid("currency", "not_sold", `${currency} ${why}`, { fix: "Use another currency, such as EUR or USD." });
}

/** Throws 422 for a colour in which nobody could read links on white, with the nearest that they can. */
export function checkAccent(accent: string | null | undefined): void {
  if (!accent || readableAccent(accent) === accent) return;
  const fix = `Use ${readableAccent(accent)}, or a darker one; on dark pages it is made lighter by itself.`;
  invalid("accent", "low_contrast", "is too light to be read on white (WCAG 2.2 asks for a contrast of 4.5)", { fix });
}

/** Throws 422 for the first line of kinds that cannot be read. */
export function checkKinds(kinds: string | null | undefined): void {
  const [fault] = kinds ? readProductTypes(kinds).faults : [];
  if (fault)
    invalid("kinds", "unreadable_line", `line ${fault.line} ${fault.message}`, {
      fix: "Write each line as `kind: other names > well-known products`, names separated by commas.",
    });
}
