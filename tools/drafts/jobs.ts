import * as z from "zod";
import { defineJob, defineScheduledJob, hostLane } from "../core/operations/declare-job.ts";

const payload = z.object({ draftId: z.int() });
/** The number is low, because a person is waiting for the result. */
const fewAttempts = 5;
const atOnce = 4;
/**
 * The number is high, because the model's deadline includes the time in the queue. A request needs little work on this
 * server.
 */
const modelsAtOnce = 32;

/** Reads the site at `url`, over http if https fails and the user gave no scheme. Only one crawl per host runs at a time. */
export const crawlDraft = defineJob({
  kind: "crawl-draft",
  payload: payload.extend({ mayUseHttp: z.boolean().optional() }),
  key: ({ draftId }, _url: string) => `crawl-draft:${draftId}`,
  lane: (_, url: string) => hostLane(url),
  attempts: fewAttempts,
  concurrency: atOnce,
});

export const writeDraft = defineJob({
  kind: "write-draft",
  payload,
  key: ({ draftId }) => `write-draft:${draftId}`,
  attempts: fewAttempts,
  concurrency: atOnce,
});

export const improveDraft = defineJob({
  kind: "improve-draft",
  payload,
  key: ({ draftId }) => `improve-draft:${draftId}`,
  attempts: 2,
  concurrency: modelsAtOnce,
});

/** Makes the draft ready at the deadline, whatever the state of `improve-draft`. */
export const endImproving = defineJob({
  kind: "end-improving-draft",
  payload,
  key: ({ draftId }) => `end-improving-draft:${draftId}`,
  concurrency: modelsAtOnce,
});

/** Takes a screenshot of the home page at `url`, trying at most twice. A listing is complete without it. */
export const takeScreenshot = defineJob({
  kind: "take-screenshot",
  payload,
  key: ({ draftId }, _url: string) => `take-screenshot:${draftId}`,
  lane: (_, url: string) => hostLane(url),
  attempts: 2,
});

/** Fetches a logo from a URL that the user gave. `nth` distinguishes the logos of one draft. */
export const fetchLogo = defineJob({
  kind: "fetch-logo",
  payload: payload.extend({ url: z.string() }),
  key: ({ draftId }, nth: string) => `fetch-logo:${draftId}:${nth}`,
  lane: ({ url }) => hostLane(url),
  attempts: fewAttempts,
  concurrency: atOnce,
});

/** Reads the pages again that state facts of a company. Only one check per host runs at a time. */
export const checkFacts = defineJob({
  kind: "check-facts",
  payload: z.object({ companyId: z.int() }),
  key: ({ companyId }, _url: string, day: string) => `check-facts:${companyId}:${day}`,
  lane: (_, url: string) => hostLane(url),
  attempts: 2,
  concurrency: atOnce,
});

export const checkAllFacts = defineScheduledJob({ kind: "fact-checks", every: "day" });

export const sweepDrafts = defineScheduledJob({ kind: "sweep-drafts", every: "day" });
