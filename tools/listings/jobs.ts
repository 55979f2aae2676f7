import * as z from "zod";
import { defineJob, defineScheduledJob, hostLane } from "../core/operations/declare-job.ts";

/** The key of a company's only logo job. */
export const logoKey = (companyId: number) => `fetch-listing-logo:${companyId}`;

/** Fetches the image at the URL that an owner sent. */
export const fetchListingLogo = defineJob({
  kind: "fetch-listing-logo",
  payload: z.object({ listingId: z.int(), url: z.string() }),
  key: (_, companyId: number) => logoKey(companyId),
  lane: ({ url }) => hostLane(url),
  attempts: 5,
  concurrency: 4,
});

/** Deletes unused images, such as replaced logos and photos. */
export const sweepImages = defineScheduledJob({ kind: "image-sweep", every: "day" });

/** Stores missing cards of live listings, for example after an update of the program. */
export const fillCards = defineScheduledJob({ kind: "card-fill", every: "day" });

/** Emails each site's team the latest edits, reports, answers and flagged texts. */
export const digestTeam = defineScheduledJob({ kind: "team-digest", every: "hour" });

/** Asks owners who have not chosen yet whether they want to appear as founders. */
export const askOwners = defineScheduledJob({ kind: "owner-question", every: "hour" });
