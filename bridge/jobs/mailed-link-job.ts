import * as z from "zod";
import type { MailingSite } from "#auth/mails.ts";
import { mailLink, signUp } from "#auth/people.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { defineJob } from "#tools/core/operations/declare-job.ts";
import { handleJob } from "#tools/core/operations/job.ts";
import type { Runtime } from "../http/server/runtime.ts";

const payload = z.object({
  ask: z.enum(["sign_up", "sign_in", "reset"]),
  email: z.string(),
  name: z.string(),
  returnTo: z.string().nullable(),
  site: z.object({ name: z.string(), base: z.string(), accent: z.string().optional(), logo: z.string().optional() }),
});

const mailedLink = defineJob({
  kind: "mailed-link",
  payload,
  key: () => `mailed-link:${crypto.randomUUID()}`,
  concurrency: 4,
});

export type MailedLinkRequest = Omit<z.output<typeof payload>, "site">;

/**
 * Requests a link by email. A job sends the email, so that the response time does not reveal whether the account
 * exists. The queue is not woken, because the job would slow down the caller's next request and so reveal that the
 * account exists.
 */
export async function askForMailedLink(runtime: Runtime, site: MailingSite, request: MailedLinkRequest): Promise<void> {
  const job = mailedLink.request({ ...request, site });
  await runtime.store.write((tx) => enqueue(tx, job, runtime.now()));
}

export const mailedLinkJob = handleJob({
  ...mailedLink,
  run:
    async ({ now }, { ask, email, name, returnTo, site }) =>
    (tx) =>
      ask === "sign_up"
        ? signUp(tx, site, { email, name, returnTo }, now)
        : mailLink(tx, site, email, ask, returnTo, now),
});
