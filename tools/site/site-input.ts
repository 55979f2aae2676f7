import * as z from "zod";
import { settingChanges } from "./settings.ts";

/** What a site says of itself, as far as it is given. */
export const siteInput = z.strictObject({
  name: z.string().min(1).optional(),
  host: z.string().nullable().optional().describe("Null makes it the default site"),
  tagline: z.string().optional(),
  currency: z.string().optional().describe("ISO 4217"),
  settings: settingChanges.optional(),
});
