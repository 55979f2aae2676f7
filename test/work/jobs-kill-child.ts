import * as z from "zod";
import { mailJob, smtpSender } from "#bridge/outbound/mail.ts";
import { openStore } from "#db/store/file-store.ts";
import { defineJob } from "#tools/core/operations/job.ts";
import { startTestJobs } from "../support/server/jobs.ts";

/** Works off the jobs of a database until it is killed; says `ready` when it has begun. */
const { DATABASE, SMTP_PORT, LEASE_MS } = process.env;

const effect = defineJob({
  kind: "effect",
  payload: z.object({ name: z.string() }),
  concurrency: 3,
  async run(_, { name }) {
    await Bun.sleep(20);
    return async (tx) => {
      tx.$client.query("INSERT INTO effects VALUES (?)").run(name);
      // Gives a kill the time to fall between the effect and the end of its job.
      Bun.sleepSync(3);
    };
  },
});

startTestJobs({
  store: openStore(DATABASE!),
  now: () => new Date(),
  kinds: [effect, mailJob(smtpSender(`smtp://127.0.0.1:${SMTP_PORT}`, "Slipway <hello@slipway.example>"))],
  pollMs: 20,
  leaseMs: Number(LEASE_MS),
});
console.log("ready");
