import pino from "pino";
import { type JobRunner, type JobRunnerOptions, startJobRunner } from "#bridge/jobs/runner.ts";
import type { Store } from "#db/store/store.ts";
import { sellerFor } from "../records/seller.ts";
import { testPayments } from "./payments.ts";

/** A job runner that by default polls only when told to. */
export const startTestJobs = (
  options: Pick<JobRunnerOptions, "store" | "now"> & Partial<JobRunnerOptions>,
): JobRunner =>
  startJobRunner({
    log: pino({ level: "silent" }),
    outbound: { vet: (url) => new URL(url) },
    seller: sellerFor("DE oss"),
    vatRegister: null,
    shop: testPayments,
    urlsOf: () => ({ base: "http://localhost", api: "", mcp: "", docs: "" }),
    checkOutput: "always",
    teamEmail: null,
    jobs: [],
    pollMs: 0,
    ...options,
  });

/** Counts jobs whose next attempt is their last one, except those of the kind `besides`. */
export const lastAttempts = (store: Store, besides = ""): number =>
  store.read.$client
    .query<{ count: number }, [string]>(
      "SELECT count(*) AS count FROM jobs WHERE state NOT IN ('done', 'dead') AND attempts >= max_attempts - 1 AND kind <> ?",
    )
    .get(besides)!.count;
