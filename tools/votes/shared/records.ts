import * as z from "zod";
import type { WeekVotes } from "#db/queries/boards/week-votes.ts";
import { type Ballot, comesOfAge, type Voter } from "#db/queries/votes/ballots.ts";
import { exclusions } from "#db/schema/vocabulary.ts";
import { weekOf } from "#db/values/week.ts";
import { time } from "../../core/input/fields.ts";
import { exclusionWords } from "./rules.ts";

export const votedId = z.int().min(1).describe("The id of get_listing");

export const ownVote = z.strictObject({
  listing_id: z.int(),
  week: z.string().describe("The launch week it counts in"),
  cast_at: time,
  counts: z.boolean(),
  excluded: z.enum(exclusions).nullable(),
  why: z.string().nullable().describe("Why it does not count, and what would change that"),
  is_final: z.boolean().describe("Whether its week has closed"),
});
export type OwnVote = z.output<typeof ownVote>;

export const voteState = z.strictObject({ listing_id: z.int(), vote: ownVote.nullable() });

/** A vote as its voter sees it. */
export function toOwnVote(ballot: Ballot, voter: Voter, now: Date): OwnVote {
  const { listingId, week, castAt, excluded } = ballot;
  const isFinal = week < weekOf(now);
  return {
    listing_id: listingId,
    week,
    cast_at: castAt,
    counts: excluded === null,
    excluded,
    why: excluded === null ? null : whyOf(ballot, voter, isFinal),
    is_final: isFinal,
  };
}

function whyOf({ excluded, note }: Ballot, voter: Voter, isFinal: boolean): string {
  if (excluded === "team") return `The team excluded it: ${note}`;
  if (excluded === "address_unproved" && !isFinal)
    return "It counts once you have confirmed your email, if that is this week.";
  if (excluded === "account_new" && !isFinal) {
    const from = comesOfAge(voter).toISOString();
    return `Your account is younger than a day. It counts from ${from.slice(0, 10)} ${from.slice(11, 16)} UTC on, if that is this week.`;
  }
  return `It did not count: ${exclusionWords[excluded!]}.`;
}

/** The votes of a week in all: `cast` is `counted` and all of `excluded`. */
export const weekTotals = z
  .strictObject({
    cast: z.int(),
    counted: z.int(),
    excluded: z.array(z.strictObject({ reason: z.enum(exclusions), count: z.int() })),
    without_ballots: z.int().describe("Of those that count: from before ballots were kept"),
  })
  .meta({ id: "WeekVotes" });
export type WeekTotals = z.output<typeof weekTotals>;

export const toWeekTotals = ({ withoutBallots, ...votes }: WeekVotes): WeekTotals => ({
  ...votes,
  without_ballots: withoutBallots,
});

/** The votes of a week in a line. */
export function totalsLine({ cast, counted, excluded, without_ballots }: WeekTotals): string {
  const reasons = excluded.map(({ reason, count }) => `${count} ${exclusionWords[reason]}`);
  const without = without_ballots > 0 ? ` (${without_ballots} of them without ballots)` : "";
  return `Votes of the week: ${cast} cast, ${counted} count${without}${reasons.length > 0 ? `; not counted: ${reasons.join(", ")}` : ""}.`;
}
