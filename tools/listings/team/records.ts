import * as z from "zod";
import { listingStatuses, plans } from "#db/schema/vocabulary.ts";
import { time } from "../../core/input/fields.ts";

export const teamListingRecord = z.strictObject({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  url: z.string(),
  status: z.enum(listingStatuses),
  plan: z.enum(plans),
  launch_week: z.string().nullable(),
  votes: z.int(),
  created_at: time,
  status_message: z.string().nullable(),
});
