import { mailedOwners } from "#db/queries/accounts/access.ts";
import { launchListings, type StatusRow } from "#db/queries/listings/listing-status.ts";
import type { Tx } from "#db/store/store.ts";
import { yieldsToEventLoop } from "#db/store/yield-to-event-loop.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { notifyOwners, type OwnerMail } from "../../listings/shared/notify-owners.ts";
import { type ListingSite, siteOfListing } from "../../listings/shared/own-listing.ts";
import { siteBadgeCode } from "../../listings/shared/rules.ts";

type NewListing = Pick<StatusRow, "id" | "siteId" | "slug"> & { name: string };

type GoLiveContext = Pick<CallContext, "mail" | "urls" | "urlsOf" | "site" | "now">;

/** Launches listings that have never been public, and emails their owners. */
export async function goLive(
  tx: Tx,
  context: GoLiveContext,
  listings: readonly (StatusRow & NewListing)[],
): Promise<void> {
  await launchListings(tx, [...listings], context.now);
  const mailed = await mailedOwners(
    tx,
    listings.map(({ id }) => id),
  );
  const owned = new Set(mailed.map(({ listingId }) => listingId));
  const yieldToEventLoop = yieldsToEventLoop();
  for (const listing of listings.filter(({ id }) => owned.has(id))) {
    await yieldToEventLoop();
    await notifyOfLaunch(tx, context, listing);
  }
}

export async function notifyOfLaunch(tx: Tx, context: GoLiveContext, listing: NewListing): Promise<void> {
  const home = await siteOfListing(tx, context, listing);
  await notifyOwners(tx, { ...context, ...home }, listing, liveMail(listing, home));
}

function liveMail({ name, slug }: NewListing, home: ListingSite): OwnerMail {
  const url = `${home.urls.base}/listings/${slug}`;
  return {
    subject: `${name} is live`,
    paragraphs: [
      `${name} is now public on ${home.site.name}, and visitors can vote for it. Share the link with the people who know your product.`,
      `A picture for your posts: ${url}/share.png`,
      "To show visitors of your website that the product is listed, copy this badge:",
    ],
    code: siteBadgeCode(home, slug),
    action: { label: "View public page", url },
  };
}
