import * as z from "zod";
import { pricingModels } from "../../db/schema/vocabulary.ts";
import { Problem } from "../../tools/core/errors.ts";
import { parseInput } from "../../tools/core/input.ts";

/** The lines of an import file: what they may hold, and how they are brought into form. */

const text = (max: number) =>
  z
    .string()
    .transform((value) => value.replace(/\s+/g, " ").trim())
    .pipe(
      z
        .string()
        .min(1)
        .max(max)
        .refine(
          (value) => value.isWellFormed() && !/\p{Cc}/u.test(value),
          "must not contain control characters or halves of characters",
        ),
    );

const maxAddress = 2000;
const address = z
  .string()
  .trim()
  .max(maxAddress)
  .refine((value) => {
    const url = URL.parse(value);
    return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  }, "must be an http or https address without a user name");

const categoryName = text(80).refine(
  (name) => /[\p{Script=Latin}\d]/u.test(name),
  "must have a Latin letter or a digit, for its address",
);

const categoryLine = z.object({ name: categoryName, description: text(500).or(z.literal("")).nullable().optional() });

const listingLine = z.object({
  name: text(80),
  url: address,
  headline: text(160),
  summary: text(500),
  categories: z.array(categoryName).max(20).default([]),
  platforms: z.array(text(60)).max(40).default([]),
  pricing: z.enum(pricingModels).nullable().default(null),
  licenses: z.array(text(60)).max(20).default([]),
  socials: z.record(z.string().regex(/^[a-z0-9_-]{1,40}$/, "must be a short lower-case name"), address).default({}),
});

/** A category as a line of a file says it, or why that cannot be taken. */
export const readCategory = (line: string) => read(categoryLine, line);

/** A listing as a line of a file says it, or why that cannot be taken. Unknown fields are ignored. */
export const readListing = (line: string) => read(listingLine, line);

export type ListingLine = z.output<typeof listingLine>;

function read<Schema extends z.ZodObject>(schema: Schema, line: string): z.output<Schema> | { refused: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return { refused: "is not valid JSON" };
  }
  try {
    return parseInput(schema, parsed);
  } catch (error) {
    if (error instanceof Problem)
      return { refused: error.errors.map((e) => `${e.field} ${e.message}`.trim()).join("; ") };
    throw error;
  }
}

/** A licence as a tag: `GPL-3.0` is `license-gpl-3.0`. */
export const licenseTag = (license: string) =>
  `license-${license
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^-+|-+$/g, "")}`;
