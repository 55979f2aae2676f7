import * as z from "zod";
import type { WeekVotes } from "#db/queries/boards/week-votes.ts";
import { type Ballot, comesOfAge, type Voter } from "#db/queries/votes/ballots.ts";
import { exclusions } from "#db/schema/vocabulary.ts";
import { weekOf } from "#db/values/week.ts";
import { time } from "../../core/input/fields.ts";
import { timeWords } from "../../core/text/text.ts";
import { exclusionWords, unballotedWords } from "./rules.ts";

export const votedListingId = z.int().min(1).describe("Id of the listing, from get_listing");

export const ownVote = z.strictObject({
  listing_id: z.int(),
  week: z.string().describe("Launch week in which the vote counts"),
  cast_at: time,
  counts: z.boolean(),
  excluded: z.enum(exclusions).nullable(),
  why: z.string().nullable().describe("Why the vote does not count, and when it will"),
  is_final: z.boolean().describe("Whether the week has closed"),
});
export type OwnVote = z.output<typeof ownVote>;

export const voteState = z.strictObject({ listing_id: z.int(), vote: ownVote.nullable() });

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

function whyOf({ excluded, note, week }: Ballot, voter: Voter, isFinal: boolean): string {
  if (excluded === "team") return `The team excluded the vote: ${note}`;
  if (excluded === "address_unproved" && !isFinal)
    return "The vote will count as soon as you confirm your email address, if you do so this week.";
  if (excluded === "account_new" && !isFinal)
    return weekOf(comesOfAge(voter)) > week
      ? "Your vote does not count, because new accounts wait 24 hours and the week ends before that."
      : `Your vote counts from ${timeWords(comesOfAge(voter))}, because new accounts wait 24 hours.`;
  return `The vote did not count: ${exclusionWords[excluded!]}.`;
}

/** A week's totals. `cast` is the sum of `counted` and all counts in `excluded`. */
export const weekTotals = z
  .strictObject({
    cast: z.int().describe("Includes votes for listings launched in earlier weeks"),
    counted: z.int(),
    excluded: z.array(z.strictObject({ reason: z.enum(exclusions), count: z.int() })),
    without_ballots: z.int().describe(`Counted votes ${unballotedWords}`),
  })
  .meta({ id: "WeekVotes" });
export type WeekTotals = z.output<typeof weekTotals>;

export const toWeekTotals = ({ withoutBallots, ...votes }: WeekVotes): WeekTotals => ({
  ...votes,
  without_ballots: withoutBallots,
});

export function totalsLine({ cast, counted, excluded, without_ballots }: WeekTotals): string {
  const reasons = excluded.map(({ reason, count }) => `${count} ${exclusionWords[reason]}`);
  const notCounted = counted < cast && `${counted} of them count (not counted: ${reasons.join(", ")})`;
  const noBallots =
    without_ballots > 0 && `${without_ballots === counted ? "all" : without_ballots} ${unballotedWords}`;
  const all = `Votes cast in the week, also for listings launched in earlier weeks: ${cast}`;
  return `${[all, notCounted, noBallots].filter(Boolean).join("; ")}.`;
}
