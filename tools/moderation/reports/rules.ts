import type { ReportKind } from "#db/schema/vocabulary.ts";

export const reportWords: Record<ReportKind, string> = {
  not_as_said: "It is not what it claims to be",
  dead: "It is outdated, or the website is down or has changed",
  not_theirs: "It uses someone else's product or name",
  other: "Something else",
};

/** The limit per IP address. One person is unlikely to find more bad listings than this in an hour. */
export const reportQuota = { points: 10, seconds: 3600 };

/** The maximum number of open reports per listing. Further reports add nothing and are not saved. */
export const maxOpen = 100;

/** The maximum number of open reports per email address. It is low because each report causes two emails. */
export const maxOpenBy = 5;

export const maxSentenceLength = 500;
