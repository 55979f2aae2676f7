import * as z from "zod";
import type { Subject } from "#db/queries/common/audit-log.ts";

export const grantedAward = z.strictObject({ id: z.int(), listing_id: z.int(), rank: z.int() });

export const awardSubjects = (awards: z.output<typeof grantedAward>[]): Subject[] =>
  awards.flatMap(({ id, listing_id }) => [`award:${id}`, `listing:${listing_id}`] as const);
