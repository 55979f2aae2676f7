import * as z from "zod";
import { companyOfListing } from "#db/queries/accounts/owners.ts";
import { companyWithListings } from "#db/queries/listings/company-listings.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { makeEdit } from "../edits/make-edit.ts";
import { listingId } from "../shared/own-listing.ts";

export default defineOperation({
  name: "set_listing_logo",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ listing_id: listingId, hash: z.string() }),
  output: z.strictObject({}),
  async run({ now }, { listing_id, hash }) {
    return async (tx, record) => {
      const companyId = await companyOfListing(tx, listing_id);
      if (companyId === null) return {};
      const company = await companyWithListings(tx, companyId);
      const request = { listingId: listing_id, fields: { logo_url: hash }, copyTo: new Set<number>() };
      const { entry } = await makeEdit(tx, company, request, now);
      if (entry) record(entry);
      return {};
    };
  },
});
