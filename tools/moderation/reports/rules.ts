import type { ReportKind } from "#db/schema/vocabulary.ts";

export const reportWords: Record<ReportKind, string> = {
  not_as_said: "It is not what it claims to be",
  dead: "The website is gone or shows something else",
  not_theirs: "It uses someone else's product or name",
  other: "Something else",
};

/** Per IP address: a person does not find more bad listings in an hour by chance. */
export const reportQuota = { points: 10, seconds: 3600 };

/** Further reports of the same listing add nothing and are not saved. */
export const maxOpen = 100;

/** Per email, because each report causes two emails. */
export const maxOpenBy = 5;

export const maxSentenceLength = 500;
