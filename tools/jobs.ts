import { accountJobs } from "./account/run-jobs.ts";
import { type ClaimPorts, claimJobs } from "./claims/run-jobs.ts";
import type { Job } from "./core/operations/job.ts";
import type { DataPorts } from "./data/index-now.ts";
import { dataJobs } from "./data/run-jobs.ts";
import { type DraftPorts, draftJobs } from "./drafts/run-jobs.ts";
import { followerJobs } from "./followers/run-jobs.ts";
import { insightJobs } from "./insights/run-jobs.ts";
import { queueJobs } from "./jobs/run-jobs.ts";
import { type BadgePorts, launchJobs } from "./launches/run-jobs.ts";
import { type FetchLogo, listingJobs } from "./listings/run-jobs.ts";
import { moderationJobs } from "./moderation/run-jobs.ts";
import { type OrderPorts, orderJobs } from "./orders/run-jobs.ts";
import { searchJobs } from "./search/run-jobs.ts";
import { voteJobs } from "./votes/run-jobs.ts";
import { type WebhookPorts, webhookJobs } from "./webhooks/run-jobs.ts";

export type JobPorts = ClaimPorts &
  DraftPorts &
  BadgePorts &
  OrderPorts &
  DataPorts &
  WebhookPorts & { fetchLogo: FetchLogo };

export const jobsFor = (ports: JobPorts): Job[] => [
  ...queueJobs,
  ...accountJobs,
  // The moderation jobs run before the team's digest, which counts flagged text.
  ...moderationJobs,
  ...listingJobs(ports),
  ...searchJobs,
  ...insightJobs,
  ...launchJobs(ports),
  ...followerJobs,
  ...claimJobs(ports),
  ...draftJobs(ports),
  ...orderJobs(ports),
  ...voteJobs,
  ...dataJobs(ports),
  ...webhookJobs(ports),
];
