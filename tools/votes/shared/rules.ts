import type { Exclusion } from "#db/schema/vocabulary.ts";

/** Why a vote does not count, for everyone who reads the counts. */
export const exclusionWords: Record<Exclusion, string> = {
  account_new: "account younger than a day",
  address_unproved: "email not confirmed",
  account_suspended: "account suspended",
  team: "excluded by the team",
};

/** Reasons that pass by themselves while the week runs. */
export const passingExclusions = ["account_new", "address_unproved"] as const satisfies readonly Exclusion[];

/** What the team looks for among the votes of a week. */
export const ballotStandings = ["not_counted", "waiting", "excluded", "counted"] as const;
export type BallotStanding = (typeof ballotStandings)[number];

/** Some people share an address; who votes by the dozen from one is slowed down. */
export const voteQuota = { points: 60, seconds: 600 };

/** How the ranking is made, a rule each, where voters read it. */
export const rankingRules = [
  "One vote for each account and product. A vote counts in the launch week it is cast in, whichever week the product launched in, and can be taken back until that week ends.",
  "The email of the account has to be confirmed, and the account at least a day old. A vote that comes sooner is kept, and counts once both are so, if that is before the week ends.",
  "Makers may vote for their own product: one vote, like everybody.",
  "Votes of suspended accounts do not count, nor those the team excludes for a reason that the voter can read. What does not count is shown beside what does, by reason.",
  "More votes rank higher. Of equal votes, the product whose last one was cast earlier comes first, then the one that was listed first.",
  "Paying changes nothing. Programs cannot vote: there is no tool and no API for it.",
  "Counts from before ballots were kept, or that came with the directory, are marked as votes without ballots: nobody can recount those.",
] as const;
