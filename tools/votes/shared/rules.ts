import type { Exclusion } from "#db/schema/vocabulary.ts";

export const exclusionWords: Record<Exclusion, string> = {
  account_new: "account younger than a day",
  address_unproved: "email not confirmed",
  account_suspended: "account suspended",
  team: "excluded by the team",
};

export const unballotedWords = "without a record of the voters (imported or older votes)";

/** Exclusions that can end automatically during the week. */
export const temporaryExclusions = ["account_new", "address_unproved"] as const satisfies readonly Exclusion[];

export const ballotStandings = ["not_counted", "waiting", "excluded", "counted"] as const;
export type BallotStanding = (typeof ballotStandings)[number];

/** The limit per IP address, which several people may share. */
export const voteQuota = { points: 60, seconds: 600 };

export const rankingRules = [
  "Each account has one vote for each product. A vote counts in the launch week in which it is cast, whatever the product's launch week. You can withdraw your vote until that week ends.",
  "A vote counts if the account's email address is confirmed and the account is at least a day old. A vote cast earlier is kept, and counts if both conditions are met before the week ends.",
  "Makers may vote for their own product. Like everyone else, they have one vote.",
  "Votes from suspended accounts do not count. Votes that the team excludes do not count either, and the voter can read the reason. We show the number of excluded votes for each reason.",
  "Products with more votes rank higher. In a tie, the product whose last vote was cast earlier ranks higher. If those times are equal too, the product that was added to the site first ranks higher.",
  "Payment never affects a rank. Programs cannot vote, because no tool or API casts votes.",
  "Votes that were imported, or cast before we recorded ballots, are marked as votes without ballots. They cannot be recounted.",
] as const;
