import * as z from "zod";
import { defineJob, defineScheduledJob, hostLane } from "../core/operations/declare-job.ts";

/** The key of a company's logo job. A company has at most one. */
export const logoKey = (companyId: number) => `fetch-listing-logo:${companyId}`;

export const fetchListingLogo = defineJob({
  kind: "fetch-listing-logo",
  payload: z.object({ listingId: z.int(), url: z.string() }),
  key: (_, companyId: number) => logoKey(companyId),
  lane: ({ url }) => hostLane(url),
  attempts: 5,
  concurrency: 4,
});

export const sweepImages = defineScheduledJob({ kind: "image-sweep", every: "day" });

export const fillCards = defineScheduledJob({ kind: "card-fill", every: "day" });

export const digestTeam = defineScheduledJob({ kind: "team-digest", every: "hour" });

export const askOwners = defineScheduledJob({ kind: "owner-question", every: "hour" });
