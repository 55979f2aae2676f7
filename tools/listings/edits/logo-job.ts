import * as z from "zod";
import { companyOfListing } from "#db/queries/accounts/owners.ts";
import { saveAsset } from "#db/queries/common/assets.ts";
import { setJobPayload } from "#db/queries/common/jobs.ts";
import { defineJob, type JobKind } from "../../core/operations/job.ts";
import setListingLogo from "../owner/set-listing-logo.ts";
import { logoKey, logoKind } from "./logo.ts";

/** An image as PNG, or a sentence on why there is none. */
export type FetchedLogo = { bytes: Uint8Array } | { failure: string };
export type FetchLogo = (url: string, signal: AbortSignal) => Promise<FetchedLogo>;

/** Fetches the image that an owner named for their company. */
export const listingLogoJob = (fetchLogo: FetchLogo): JobKind =>
  defineJob({
    kind: logoKind,
    payload: z.object({ listingId: z.int(), url: z.string() }),
    concurrency: 4,
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
  });
