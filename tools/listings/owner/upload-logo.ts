import * as z from "zod";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import { companyWithListings } from "#db/queries/listings/company-listings.ts";
import { invalid, Problem } from "../../core/errors/errors.ts";
import { bytesOf, inTurn, photoLimits } from "../../core/images/encode-image.ts";
import { encodeLogo, LogoRefused } from "../../core/images/encode-logo.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { requireEditable } from "../edits/edit-input.ts";
import { requestLogo } from "../edits/logo.ts";
import { makeEdit } from "../edits/make-edit.ts";
import { listingId, listingOf } from "../shared/own-listing.ts";

export const logoFileLimits = photoLimits;

/** Sets an uploaded file as the logo of a listing's company. */
export default defineOperation({
  name: "upload_logo",
  actors: ["person"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ listing_id: listingId, logo: z.string().describe("Base64") }),
  output: z.strictObject({ listing_id: z.int() }),
  async run(context, { listing_id, logo }) {
    // Nothing is decoded for people who may not upload.
    requireEditable(await listingOf(context.read, context, listing_id), { logo });
    const bytes = await encoded(Buffer.from(logo, "base64"));
    return async (tx, record) => {
      const own = await listingOf(tx, context, listing_id);
      requireEditable(own, { logo });
      const company = await companyWithListings(tx, own.companyId);
      const hash = await saveAsset(tx, "image/png", bytes, context.now.toISOString());
      const request = { listingId: listing_id, fields: { logo_url: hash }, copyTo: new Set<number>() };
      const { entry } = await makeEdit(tx, company, request, context.now);
      // A logo that is still to be fetched would replace this one.
      await requestLogo(tx, own, null, context.now);
      if (entry) record(entry);
      return { listing_id };
    };
  },
});

async function encoded(file: Uint8Array): Promise<Uint8Array> {
  const { maxMegabytes } = logoFileLimits;
  if (file.length > bytesOf(logoFileLimits))
    invalid("logo", "too_big", `is larger than ${maxMegabytes} MB; choose a smaller file`);
  const logo = await inTurn(() => encodeLogo(file)).catch((error: unknown) => {
    if (error instanceof LogoRefused) return error;
    throw error;
  });
  // The refusal is a whole sentence, so it is the detail.
  if (logo instanceof LogoRefused) throw new Problem("validation_failed", logo.message);
  return logo.bytes;
}
