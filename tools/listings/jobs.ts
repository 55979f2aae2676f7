import * as z from "zod";
import { defineJob, defineScheduledJob, hostLane } from "../core/operations/declare-job.ts";

/** The key of the image that a company's owner named last: a company has one job for it. */
export const logoKey = (companyId: number) => `fetch-listing-logo:${companyId}`;

/** Fetches the image that an owner named for their company. */
export const fetchListingLogo = defineJob({
  kind: "fetch-listing-logo",
  payload: z.object({ listingId: z.int(), url: z.string() }),
  key: (_, companyId: number) => logoKey(companyId),
  lane: ({ url }) => hostLane(url),
  attempts: 5,
  concurrency: 4,
});

/** Forgets images that nothing shows any more, such as replaced logos and photos. */
export const sweepImages = defineScheduledJob({ kind: "image-sweep", every: "day" });

/** Stores the cards of live listings that have none: they were taken away, or the program was updated. */
export const fillCards = defineScheduledJob({ kind: "card-fill", every: "day" });

/** Mails the team of each site what was edited there. */
export const digestTeam = defineScheduledJob({ kind: "team-digest", every: "hour" });

/** Asks owners of before the choice existed whether they appear as founders. */
export const askOwners = defineScheduledJob({ kind: "owner-question", every: "hour" });
