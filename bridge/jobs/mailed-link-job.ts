import * as z from "zod";
import type { MailingSite } from "#auth/mails.ts";
import { mailLink, signUp } from "#auth/people.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { requireRegistration } from "#tools/abuse/shared/admit.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { defineJob } from "#tools/core/operations/declare-job.ts";
import { handleJob } from "#tools/core/operations/job.ts";
import type { Runtime } from "../http/server/runtime.ts";

const payload = z.object({
  ask: z.enum(["sign_up", "sign_in", "reset"]),
  email: z.string(),
  name: z.string(),
  returnTo: z.string().nullable(),
  signUpNetwork: z.string().nullable().default(null),
  /** The site whose rules apply, or null in a job that an older version queued. */
  siteId: z.int().nullable().default(null),
  site: z.object({
    name: z.string(),
    base: z.string(),
    accent: z.string().optional(),
    background: z.string().optional(),
    logo: z.string().optional(),
  }),
});

const mailedLink = defineJob({
  kind: "mailed-link",
  payload,
  key: () => `mailed-link:${crypto.randomUUID()}`,
  concurrency: 4,
});

export type MailedLinkRequest = Omit<z.input<typeof payload>, "site" | "siteId">;

/**
 * Requests a link by email. A job sends the email, so that the response time does not reveal whether the account
 * exists. The queue is not woken, because the job would slow down the caller's next request and so reveal that the
 * account exists.
 */
export async function askForMailedLink(
  runtime: Runtime,
  { id: siteId, ...site }: MailingSite & { id: number },
  request: MailedLinkRequest,
): Promise<void> {
  const job = mailedLink.request({ ...request, siteId, site });
  await runtime.store.write((tx) => enqueue(tx, job, runtime.now()));
}

export const mailedLinkJob = handleJob({
  ...mailedLink,
  run:
    async ({ now }, { ask, email, name, returnTo, signUpNetwork, site, siteId }) =>
    (tx) => {
      if (ask !== "sign_up") return mailLink(tx, site, email, ask, returnTo, now);
      const place = { site: { id: siteId ?? 0 }, urls: site, now };
      const admit = () => requireRegistration(tx, place, { email });
      return signUp(tx, site, { email, name, returnTo, signUpNetwork }, admit, now).catch((error: unknown) => {
        // The page has checked the person. The rules have changed since, and nothing is written yet.
        if (!(error instanceof Problem)) throw error;
      });
    },
});
