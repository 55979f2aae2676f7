import { mailJob, smtpSender } from "#bridge/outbound/mail.ts";
import { openStore } from "#db/store/file-store.ts";
import { followerJobs } from "#tools/followers/run-jobs.ts";
import { startTestJobs } from "../support/server/jobs.ts";

/** Emails the followers of a database until it is killed. Prints `ready` once it has started. */
const { DATABASE, SMTP_URL, NOW } = process.env;

startTestJobs({
  store: openStore(DATABASE!),
  // The time goes on, so that failed emails are retried.
  now: () => new Date(Date.parse(NOW!) + performance.now()),
  jobs: [mailJob(smtpSender(SMTP_URL!, "Slipway <hello@slipway.example>")), ...followerJobs],
  pollMs: 20,
});
console.log("ready");
