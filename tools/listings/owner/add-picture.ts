import * as z from "zod";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import { companyWithListings } from "#db/queries/listings/company-listings.ts";
import { picturesAddedSince } from "#db/queries/listings/pictures.ts";
import { maxPictures } from "#db/schema/listing-fields.ts";
import { invalid, Problem } from "../../core/errors/errors.ts";
import { encodedType, encodeImage, pictureLimits, refusalIn } from "../../core/images/encode-image.ts";
import { accountOf } from "../../core/operations/context.ts";
import { dayBefore, requireDailyRoom } from "../../core/operations/daily-limit.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { makeEdit } from "../edits/make-edit.ts";
import { altText } from "../edits/pictures.ts";
import { listingId, listingOf, readMyListing } from "../shared/own-listing.ts";

const perDay = 60;

/** Adds an uploaded picture at the end of a listing's pictures. */
export default defineOperation({
  name: "add_picture",
  actors: ["person"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ listing_id: listingId, alt: altText, picture: z.string().describe("Base64") }),
  output: z.strictObject({ listing_id: z.int() }),
  async run(context, { listing_id, alt, picture }) {
    const { read, now } = context;
    // Nothing is decoded for people who may not upload.
    const { status, name } = await listingOf(read, context, listing_id);
    if (status === "suspended")
      throw new Problem("state_conflict", `${name} is suspended. You can remove pictures, but not add any.`, {
        nextActions: [readMyListing(listing_id, "See why the listing is suspended.")],
      });
    const added = await picturesAddedSince(read, accountOf(context).accountId, dayBefore(now));
    requireDailyRoom(added, perDay, `You can upload at most ${perDay} pictures`, now);
    const image = await encodeImage(Buffer.from(picture, "base64"), pictureLimits).catch(refusalIn);
    if (image instanceof Error) return invalid("picture", "no_image", image.message);
    const { bytes, ...size } = image;
    return async (tx, record) => {
      const { companyId } = await listingOf(tx, context, listing_id);
      const company = await companyWithListings(tx, companyId);
      const { pictures } = company.listings.find(({ id }) => id === listing_id)!;
      if (pictures.length >= maxPictures)
        invalid("picture", "too_big", `cannot be added, because the listing already has ${maxPictures} pictures`, {
          ...{ limit: maxPictures, actual: pictures.length + 1 },
          fix: "Remove a picture first.",
        });
      const hash = await saveAsset(tx, encodedType, bytes, now.toISOString());
      if (pictures.some((one) => one.hash === hash)) invalid("picture", "repeated", "is already in this listing");
      const fields = { pictures: [...pictures, { hash, alt, ...size }] };
      const { entry } = await makeEdit(tx, company, { listingId: listing_id, fields, copyTo: new Set() }, now);
      record(entry!);
      return { listing_id };
    };
  },
});
