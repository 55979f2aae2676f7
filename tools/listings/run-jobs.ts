import { companyOfListing } from "#db/queries/accounts/owners.ts";
import { sweepAssets } from "#db/queries/common/assets.ts";
import { setJobPayload } from "#db/queries/common/jobs.ts";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import { fillCards } from "#db/queries/search/stored-cards.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { dayMs } from "#db/values/week.ts";
import { inSteps } from "../core/operations/in-steps.ts";
import { handleJobs } from "../core/operations/job.ts";
import * as jobs from "./jobs.ts";
import { logoKey } from "./jobs.ts";
import askOwners from "./owner/ask-owners.ts";
import setListingLogo from "./owner/set-listing-logo.ts";
import sendTeamDigest from "./team/send-team-digest.ts";

export type FetchedLogo = { bytes: Uint8Array } | { failure: string };
export type FetchLogo = (url: string, signal: AbortSignal) => Promise<FetchedLogo>;

export const listingJobs = ({ fetchLogo }: { fetchLogo: FetchLogo }) =>
  handleJobs(jobs, {
    fetchListingLogo: {
      async run({ read, signal, finish, now }, { listingId, url }) {
        const companyId = await companyOfListing(read, listingId);
        if (companyId === null) return undefined;
        const logo = await fetchLogo(url, signal);
        if ("failure" in logo)
          return (tx) => setJobPayload(tx, logoKey(companyId), { listingId, url, failure: logo.failure });
        return async (tx) => {
          const hash = await saveAsset(tx, "image/png", logo.bytes, now.toISOString());
          await finish(setListingLogo, { listing_id: listingId, hash })(tx);
        };
      },
    },

    sweepImages: {
      run({ now, write, signal }) {
        // New images are kept for a day, because the record that uses an image may not be saved yet.
        const time = new Date(now.getTime() - dayMs).toISOString();
        return inSteps(write, "", (tx, last) => sweepAssets(tx, last, time), signal);
      },
    },

    fillCards: { run: ({ write, signal }) => inSteps(write, 0, fillCards, signal) },

    digestTeam: {
      run:
        async ({ finish }) =>
        async (tx) => {
          for (const { id } of await allSites(tx)) await finish(sendTeamDigest, {}, id)(tx);
        },
    },

    askOwners: {
      async run({ read, finish }) {
        const [site] = await allSites(read);
        return site && finish(askOwners, {}, site.id);
      },
    },
  });
