import * as z from "zod";

/** Kinds of field that many tools share. */
export const slug = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case letters, digits and single hyphens");
export const time = z.iso.datetime().describe("RFC 3339, UTC");
