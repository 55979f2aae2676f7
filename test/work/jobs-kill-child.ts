import * as z from "zod";
import { mailJob, smtpSender } from "#bridge/outbound/mail.ts";
import { openStore } from "#db/store/file-store.ts";
import { handleJob } from "#tools/core/operations/job.ts";
import { startTestJobs } from "../support/server/jobs.ts";

/** Runs the jobs of a database until it is killed. Prints `ready` once it has started. */
const { DATABASE, SMTP_PORT, LEASE_MS } = process.env;

const effect = handleJob({
  kind: "effect",
  payload: z.object({ name: z.string() }),
  concurrency: 3,
  async run(_, { name }) {
    await Bun.sleep(20);
    return async (tx) => {
      tx.$client.query("INSERT INTO effects VALUES (?)").run(name);
      // Leaves time for a kill between the effect and the end of its job.
      Bun.sleepSync(3);
    };
  },
});

startTestJobs({
  store: openStore(DATABASE!),
  now: () => new Date(),
  jobs: [effect, mailJob(smtpSender(`smtp://127.0.0.1:${SMTP_PORT}`, "Slipway <hello@slipway.example>"))],
  pollMs: 20,
  leaseMs: Number(LEASE_MS),
});
console.log("ready");
