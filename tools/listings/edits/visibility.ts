import * as z from "zod";
import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import { touchListing } from "#db/queries/moderation/owner-voice.ts";
import { listingStatuses, type PaidSection } from "#db/schema/vocabulary.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { time } from "../../core/input/fields.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";
import { siteOfListing } from "../shared/own-listing.ts";
import { showsSection } from "../shared/rules.ts";

/** Where a posted update or milestone appears, and whether the call repeated an earlier one. */
export const postedFields = {
  listing_id: z.int(),
  shown_on_listing: z.boolean(),
  page_url: z.string().describe("Public page of the entry while the listing is live"),
  listing_status: z.enum(listingStatuses),
  launch_week: z.string().nullable(),
  repeated: z.literal(true).optional().describe("Present if the same call was made at posted_at"),
  posted_at: time.optional(),
};
type Posted = z.output<z.ZodObject<typeof postedFields>>;

/**
 * Updates `updated_at` if a section of the listing is public. `version` stays unchanged, so that owners who are editing
 * the text get no version conflict.
 */
export async function touchIfPublic(tx: Tx, listing: OwnListing, section: PaidSection, now: Date): Promise<void> {
  if (isShown(listing, section)) await touchListing(tx, listing.id, now);
}

const isShown = (listing: OwnListing, section: PaidSection) =>
  listing.status === "live" && showsSection(listing, section);

export async function postedIn(
  db: Db,
  context: CallContext,
  listing: OwnListing,
  section: PaidSection,
  repeatedAt?: string,
): Promise<Posted> {
  const { base } = (await siteOfListing(db, context, listing)).urls;
  const shown_on_listing = isShown(listing, section);
  const isOnSite = section === "updates" && !shown_on_listing;
  return {
    listing_id: listing.id,
    shown_on_listing,
    page_url: `${base}/${isOnSite ? "updates" : `listings/${listing.slug}`}`,
    listing_status: listing.status,
    launch_week: listing.launchWeek,
    ...(repeatedAt !== undefined && { repeated: true, posted_at: repeatedAt }),
  };
}

export function postedText(posted: Posted, section: PaidSection): (string | false)[] {
  const { shown_on_listing, page_url, listing_status, launch_week, repeated, posted_at } = posted;
  const isLive = listing_status === "live";
  const start = launch_week ? `goes live (planned for ${launch_week})` : "goes live";
  const condition = `if ${section} are unlocked (see list_products)`;
  const appears =
    section === "updates"
      ? `${isLive ? `It appears on ${page_url}, and followers get it by email.` : `It will appear on ${page_url} when the listing ${start}.`} ${shown_on_listing ? "" : `The listing's own page shows updates only after a paid launch or ${condition}.`}`
      : shown_on_listing
        ? `It appears on ${page_url}.`
        : `It will appear on ${page_url} ${isLive ? "" : `when the listing ${start}, `}after a paid launch or ${condition}.`;
  return [repeated === true && `This was already posted at ${posted_at!.slice(11, 16)}.`, appears];
}

const repeatMs = 10 * 60_000;

type PostsSince<Row> = (
  db: Db,
  listingId: number,
  accountId: number,
  since: Date,
) => Promise<{ at: string; row: Row }[]>;

/** Returns what the account posted in the last ten minutes with the same content, unless the call has a key. */
export async function repeatedPost<Row extends object>(
  db: Db,
  context: CallContext,
  listingId: number,
  content: Partial<Row>,
  postsSince: PostsSince<Row>,
): Promise<{ at: string; row: Row } | undefined> {
  if (context.hasKey) return undefined;
  const since = new Date(context.now.getTime() - repeatMs);
  const posts = await postsSince(db, listingId, accountOf(context).accountId, since);
  return posts.find(({ row }) => Bun.deepEquals({ ...row, ...content }, row));
}
