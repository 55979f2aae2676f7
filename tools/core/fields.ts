import * as z from "zod";

/** Kinds of field that many tools share. */
export const slug = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case letters, digits and single hyphens");

const mostValues = 20;

/**
 * A filter that takes one value or a list, any of which will do. Both are written out as `anyOf`, which strict modes
 * of JSON Schema have too; REST repeats the parameter or separates values by commas.
 */
export const oneOrMore = <Value extends z.ZodString | z.ZodEnum>(value: Value) =>
  z
    .union([value, z.array(value).min(1).max(mostValues)])
    .transform((given) => (Array.isArray(given) ? [...new Set(given)] : [given]) as z.output<Value>[]);

/** An address on the web that anyone may be shown. */
export const webAddress = z
  .string()
  .trim()
  .max(2000)
  .refine((value) => {
    const url = URL.parse(value);
    return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  }, "must be an http or https address without a user name");

/** Profiles by platform (`github`, `x`, …). */
export const socialLinks = z.record(
  z.string().regex(/^[a-z0-9_-]{1,40}$/, "must be a short lower-case name"),
  webAddress,
);

export const time = z.iso.datetime().describe("RFC 3339, UTC");
