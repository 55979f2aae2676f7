import * as z from "zod";
import type { OwnListing } from "#db/queries/listings/owner-listings.ts";
import { touchListing } from "#db/queries/moderation/owner-voice.ts";
import { postsSince } from "#db/queries/moderation/repeated-posts.ts";
import type { PaidSection } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { time } from "../../core/input/fields.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";
import { wouldBe } from "../../core/text/text.ts";
import { siteOfListing } from "../shared/own-listing.ts";
import { showsSection } from "../shared/rules.ts";

const repeatFields = { repeated: z.literal(true).optional(), posted_at: time.optional() };
export const postedFields = {
  listing_id: z.int(),
  shown_on_listing: z.boolean(),
  visibility: z.string().describe("Where and when the public sees the entry"),
  ...repeatFields,
};
type Repeat = z.output<z.ZodObject<typeof repeatFields>>;

/**
 * If a section of the listing is public, updates `updated_at`. `version` stays unchanged, so that owners who are editing
 * the text get no version conflict.
 */
export async function touchIfPublic(tx: Tx, listing: OwnListing, section: PaidSection, now: Date): Promise<void> {
  if (listing.status === "live" && showsSection(listing, section)) await touchListing(tx, listing.id, now);
}

export async function visibilityOf(tx: Tx, context: CallContext, listing: OwnListing, section: PaidSection) {
  const { base } = (await siteOfListing(tx, context, listing)).urls;
  const { id: listing_id, slug, status, launchWeek } = listing;
  const [isLive, isShown, page] = [status === "live", showsSection(listing, section), `${base}/listings/${slug}`];
  const week = launchWeek === null ? "" : ` (planned for ${launchWeek})`;
  const on = (url: string) =>
    isLive ? `It appears on ${url}` : `It will appear on ${url} when the listing goes live${week}`;
  const condition = `${page} shows ${section} only after a paid launch or if they are unlocked (see list_products).`;
  const sentences = [
    section === "updates" && `${on(`${base}/updates`)}${isLive ? ", and followers get it by email" : ""}.`,
    isShown ? `${on(page)}.` : condition,
  ];
  return { listing_id, shown_on_listing: isLive && isShown, visibility: sentences.filter(Boolean).join(" ") };
}

const repeatMs = 10 * 60_000;

/** Returns what the account posted with the same content in the last ten minutes, unless the call has a key. */
export async function repeatedPost<Row extends object>(
  tx: Tx,
  context: CallContext,
  listingId: number,
  action: "add_milestone" | "post_listing_update",
  content: Partial<Row>,
): Promise<{ row: Row; repeat: Repeat } | undefined> {
  if (context.hasKey) return undefined;
  const since = new Date(context.now.getTime() - repeatMs);
  const posts = await postsSince(tx, `listing:${listingId}`, action, accountOf(context).accountId, since);
  const same = posts.find(({ row }) => Bun.deepEquals({ ...row, ...content }, row));
  return same && { row: same.row as Row, repeat: { repeated: true, posted_at: same.at } };
}

export const postedText = (posted: Repeat & { visibility: string }) => [
  posted.repeated === true && `This was already posted at ${posted.posted_at!.slice(11, 16)}.`,
  ifPosted(posted, "", "Afterwards: ") + posted.visibility,
];

/** Words for a new entry. In a dry run, they are conditional, unless the entry already exists. */
export const ifPosted = (posted: Repeat, words: string, conditional: string): string =>
  posted.repeated ? words : wouldBe(posted, words, conditional);
