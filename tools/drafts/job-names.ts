import type { NewJob } from "#db/queries/common/jobs.ts";

/** The jobs that build drafts, as they are asked for; jobs.ts runs them. */

export const crawlKind = "crawl-draft";
export const writeKind = "write-draft";
export const improveKind = "improve-draft";
export const endImprovingKind = "end-improving-draft";
export const screenshotKind = "take-screenshot";
export const logoKind = "fetch-logo";

/** Somebody waits for the outcome. */
const fewAttempts = 5;

/** One crawl at a time of one host, whoever asks for it. */
export const crawlJob = (draftId: number, url: URL): NewJob => ({
  kind: crawlKind,
  key: `${crawlKind}:${draftId}`,
  lane: `host:${url.host.replace(/^www\./, "")}`,
  payload: { draftId },
  maxAttempts: fewAttempts,
});

export const writeJob = (draftId: number): NewJob => ({
  kind: writeKind,
  key: `${writeKind}:${draftId}`,
  payload: { draftId },
  maxAttempts: fewAttempts,
});

/** Asks the language model, and makes the draft ready at the deadline, whatever became of the first job by then. */
export const improveJobs = (draftId: number, deadline: Date): NewJob[] => [
  { kind: improveKind, key: `${improveKind}:${draftId}`, payload: { draftId }, maxAttempts: 2 },
  { kind: endImprovingKind, key: `${endImprovingKind}:${draftId}`, payload: { draftId }, runAt: deadline },
];

/** Once: without a picture the listing is whole. */
export const screenshotJobOf = (draftId: number, url: URL): NewJob => ({
  kind: screenshotKind,
  key: `${screenshotKind}:${draftId}`,
  lane: `host:${url.host.replace(/^www\./, "")}`,
  payload: { draftId },
  maxAttempts: 2,
});

/** `nth` tells the logos of one draft apart. */
export const logoJob = (draftId: number, nth: string, url: URL): NewJob => ({
  kind: logoKind,
  key: `${logoKind}:${draftId}:${nth}`,
  lane: `host:${url.host.replace(/^www\./, "")}`,
  payload: { draftId, url: url.href },
  maxAttempts: fewAttempts,
});
