import * as z from "zod";
import { defineJob, defineScheduledJob, hostLane } from "../core/operations/declare-job.ts";

const payload = z.object({ draftId: z.int() });
/** Somebody waits for the outcome. */
const fewAttempts = 5;
const atOnce = 4;
/** A draft that waits for its turn loses time for the model; asking takes little of this machine. */
const modelsAtOnce = 32;

/** Reads the site at `url`. One crawl at a time of one host, whoever asks for it. */
export const crawlDraft = defineJob({
  kind: "crawl-draft",
  payload,
  key: ({ draftId }, _url: string) => `crawl-draft:${draftId}`,
  lane: (_, url: string) => hostLane(url),
  attempts: fewAttempts,
  concurrency: atOnce,
});

/** Writes the draft from the site's own words. */
export const writeDraft = defineJob({
  kind: "write-draft",
  payload,
  key: ({ draftId }) => `write-draft:${draftId}`,
  attempts: fewAttempts,
  concurrency: atOnce,
});

/** Asks the language model about a draft, until its deadline ends the wait. */
export const improveDraft = defineJob({
  kind: "improve-draft",
  payload,
  key: ({ draftId }) => `improve-draft:${draftId}`,
  attempts: 2,
  concurrency: modelsAtOnce,
});

/** Makes the draft ready at the deadline, whatever became of `improve-draft` by then. */
export const endImproving = defineJob({
  kind: "end-improving-draft",
  payload,
  key: ({ draftId }) => `end-improving-draft:${draftId}`,
  concurrency: modelsAtOnce,
});

/** Takes a picture of the home page at `url`, tried twice: without a picture the listing is whole. */
export const takeScreenshot = defineJob({
  kind: "take-screenshot",
  payload,
  key: ({ draftId }, _url: string) => `take-screenshot:${draftId}`,
  lane: (_, url: string) => hostLane(url),
  attempts: 2,
});

/** Fetches a logo the user named; `nth` tells the logos of one draft apart. */
export const fetchLogo = defineJob({
  kind: "fetch-logo",
  payload: payload.extend({ url: z.string() }),
  key: ({ draftId }, nth: string) => `fetch-logo:${draftId}:${nth}`,
  lane: ({ url }) => hostLane(url),
  attempts: fewAttempts,
  concurrency: atOnce,
});

/** Ends drafts whose time is up, and forgets what ended ones hold of other people's sites. */
export const sweepDrafts = defineScheduledJob({ kind: "sweep-drafts", every: "day" });
