import type { Exclusion } from "#db/schema/vocabulary.ts";

export const exclusionWords: Record<Exclusion, string> = {
  account_new: "account younger than a day",
  address_unproved: "email not confirmed",
  account_suspended: "account suspended",
  team: "excluded by the team",
};

/** Exclusions that can end automatically during the week. */
export const temporaryExclusions = ["account_new", "address_unproved"] as const satisfies readonly Exclusion[];

export const ballotStandings = ["not_counted", "waiting", "excluded", "counted"] as const;
export type BallotStanding = (typeof ballotStandings)[number];

/** The limit per IP address, which several people may share. */
export const voteQuota = { points: 60, seconds: 600 };

export const rankingRules = [
  "Each account has one vote for each product. A vote counts in the launch week in which it is cast, whatever the product's launch week. You can withdraw it until that week ends.",
  "A vote counts if the account's email address is confirmed and the account is at least a day old. An earlier vote is kept and counts as soon as both conditions are met, if the week has not ended by then.",
  "Makers may vote for their own product. Like everyone else, they have one vote.",
  "Votes from suspended accounts do not count. Neither do votes that the team excludes; the voter can read the reason. We show the number of excluded votes for each reason.",
  "Products with more votes rank higher. If votes are equal, the product that received its last vote earlier ranks higher. If these times are also equal, the product that was listed first ranks higher.",
  "Payment changes nothing. Programs cannot vote: there is no voting tool or API.",
  "Votes from before ballots were recorded, and votes imported with the directory, are marked as votes without ballots. They cannot be recounted.",
] as const;
