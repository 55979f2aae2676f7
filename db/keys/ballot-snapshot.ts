import * as z from "zod";
import { exclusions } from "../schema/vocabulary.ts";
import { signature } from "./signature.ts";

const time = z.iso.datetime();

const snapshot = z.strictObject({
  format: z.literal("slipway-ballots/1"),
  site: z.string(),
  week: z.string(),
  starts_at: time,
  /** The exclusive end of the week. */
  ends_at: time,
  /** The week before, and the SHA-256 of its published file. Absent in files from before this was recorded. */
  previous: z.strictObject({ week: z.string(), sha256: z.string() }).nullable().optional(),
  /** A voter's pseudonym stays the same within a week and differs from week to week. */
  ballots: z.array(
    z.strictObject({
      voter: z.string(),
      listing_id: z.int(),
      cast_at: time,
      excluded: z.enum(exclusions).nullable(),
    }),
  ),
  /** This week's votes that were cast before ballots were kept. */
  without_ballots: z.array(z.strictObject({ listing_id: z.int(), votes: z.int().min(1), voted_at: time })),
  listings: z.array(
    z.strictObject({
      listing_id: z.int(),
      slug: z.string(),
      /** Only listings that were public when the week closed are ranked. */
      is_live: z.boolean(),
      is_launch: z.boolean(),
      votes: z.int(),
      rank: z.int().nullable(),
      launch_rank: z.int().nullable(),
    }),
  ),
});
export type BallotSnapshot = z.output<typeof snapshot>;

export const signedSnapshot = z.strictObject({
  snapshot,
  signature,
});
export type SignedSnapshot = z.output<typeof signedSnapshot>;

export { recount as recountSnapshot } from "./verify.mjs";
