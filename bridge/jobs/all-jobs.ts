import type { Outbound } from "#tools/core/ports/outbound.ts";
import { type JobPorts, jobsFor } from "#tools/jobs.ts";
import { type Backups, backupJobs } from "../backups/jobs.ts";
import { dumpJob } from "../data/job.ts";
import { logoFetcher } from "../outbound/logo-fetcher.ts";
import { mailJob, type SendMail } from "../outbound/mail.ts";
import { mailedLinkJob } from "./mailed-link-job.ts";
import { vatRatesWatch } from "./vat-rates-watch.ts";

interface JobParts extends Omit<JobPorts, "look" | "fetchLogo"> {
  outbound: Outbound;
  sendMail: SendMail;
  teamEmail: string | null;
  backups: Backups | null;
  /** Writes the files of public data. Absent in tests. */
  writeDumps?(signal: AbortSignal): Promise<void>;
}

export const allJobs = (parts: JobParts) => [
  ...jobsFor({
    ...parts,
    // The crawler is loaded when a badge is first checked.
    look: async (...check) => (await import("#tools/drafts/crawl/find-badge.ts")).findBadge(parts, ...check),
    fetchLogo: logoFetcher(parts.outbound),
  }),
  mailJob(parts.sendMail),
  mailedLinkJob,
  vatRatesWatch(parts),
  ...backupJobs(parts),
  dumpJob(parts),
];
