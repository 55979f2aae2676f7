import * as z from "zod";
import { mailLink, signUp } from "#auth/people.ts";
import type { MailingSite } from "#auth/tell.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { defineJob } from "#tools/core/operations/job.ts";
import type { Runtime } from "../http/server/runtime.ts";

const kind = "mailed-link";

const payload = z.object({
  ask: z.enum(["sign_up", "sign_in", "reset"]),
  email: z.string(),
  /** Of someone who signs up. */
  name: z.string(),
  returnTo: z.string().nullable(),
  site: z.object({ name: z.string(), base: z.string() }),
});

/** What someone who is not signed in asks to be mailed. */
export type MailedLinkRequest = Omit<z.output<typeof payload>, "site">;

/**
 * Has a link mailed in the background, so that the answer takes as long for an address that has an account as for one
 * that has none. The queue is not woken: at its next look, within a second, the work no longer shows in what the same
 * caller asks next.
 */
export async function askForMailedLink(runtime: Runtime, site: MailingSite, request: MailedLinkRequest): Promise<void> {
  const job = { kind, key: `${kind}:${crypto.randomUUID()}`, payload: { ...request, site } };
  await runtime.store.write((tx) => enqueue(tx, job, runtime.now()));
}

/** The job that looks whether there is such an account and writes the mail. */
export const mailedLinkJob = defineJob({
  kind,
  payload,
  concurrency: 4,
  run:
    async ({ now }, { ask, email, name, returnTo, site }) =>
    (tx) =>
      ask === "sign_up"
        ? signUp(tx, site, { email, name, returnTo }, now)
        : mailLink(tx, site, email, ask, returnTo, now),
});
