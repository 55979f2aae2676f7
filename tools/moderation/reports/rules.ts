import type { ReportKind } from "#db/schema/vocabulary.ts";

/** What can be wrong with a listing, in the words of whoever reports it. */
export const reportWords: Record<ReportKind, string> = {
  not_as_said: "It is not what it says",
  dead: "It is dead: the site is gone or does something else",
  not_theirs: "It is not theirs: somebody else's product or name",
  other: "Something else",
};

/** From one address: nobody meets more bad listings in an hour by chance. */
export const reportQuota = { points: 10, seconds: 3600 };

/** More open reports of one listing say nothing new, and are not kept. */
export const maxOpen = 100;

/** Of one address: each brings it two mails. */
export const maxOpenBy = 5;

export const maxSentenceLength = 500;
