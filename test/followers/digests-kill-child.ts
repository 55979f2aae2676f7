import { mailJob, smtpSender } from "#bridge/outbound/mail.ts";
import { openStore } from "#db/store/file-store.ts";
import { digestJob, digests } from "#tools/followers/jobs.ts";
import { startTestJobs } from "../support/server/jobs.ts";

/** Mails followers of a database until it is killed; says `ready` when it has begun. */
const { DATABASE, SMTP_URL, NOW } = process.env;

startTestJobs({
  store: openStore(DATABASE!),
  // Running on, so that a mail which failed is tried again.
  now: () => new Date(Date.parse(NOW!) + performance.now()),
  kinds: [mailJob(smtpSender(SMTP_URL!, "Slipway <hello@slipway.example>")), digestJob],
  periodic: [digests],
  pollMs: 20,
});
console.log("ready");
