import * as z from "zod";
import { maxAltLength, maxPictures, type Picture } from "#db/schema/listing-fields.ts";
import { type FieldError, Problem } from "../../core/errors/errors.ts";
import { filled, line } from "../../core/input/fields.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import { mediaUrl } from "../shared/records.ts";

export const altText = filled(line(maxAltLength));

export const picturesInput = z
  .array(
    z.strictObject({
      url: z.string().max(2000).describe("Its URL"),
      alt: altText.optional().describe("New alt"),
    }),
  )
  .max(maxPictures)
  .meta({ description: "Current pictures to keep, in order" });

/** Why a revert leaves an image out. */
export const fileDeleted = "The file of a removed image has been deleted, so it cannot be restored.";

type SentPictures = z.output<typeof picturesInput>;

/** Returns the pictures that an edit keeps. Throws 422 for a URL that the listing does not have, or has twice. */
export function keptPictures(
  current: readonly Picture[],
  sent: SentPictures,
  { listingId, urls }: { listingId: number; urls: SiteUrls },
): Picture[] {
  const known = new Map(current.map((picture) => [mediaUrl(urls, picture.hash), picture]));
  const list = [...known].map(([url, { alt }]) => `${url} ("${alt}")`).join("; ");
  const page = `${urls.base}/account/listings/${listingId}/pictures`;
  const fix = `${list === "" ? "The listing has no pictures." : `The listing has: ${list}.`} The user uploads new pictures at ${page}.`;
  const errors: FieldError[] = [];
  const kept = sent.flatMap(({ url, alt }, position) => {
    const picture = known.get(url);
    const field = `fields.pictures.${position}.url`;
    if (!picture) errors.push({ field, code: "unknown_picture", message: "is not a picture of this listing", fix });
    else if (sent.findIndex((other) => other.url === url) < position)
      errors.push({ field, code: "repeated", message: "is in the list twice", fix: "Send each picture once." });
    return picture ? [{ ...picture, alt: alt ?? picture.alt }] : [];
  });
  if (errors.length > 0)
    throw new Problem("validation_failed", `${errors[0]!.field} ${errors[0]!.message}. ${errors[0]!.fix}`, { errors });
  return kept;
}
