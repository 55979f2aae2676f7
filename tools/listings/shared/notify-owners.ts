import { mailedOwners } from "#db/queries/accounts/access.ts";
import type { MailContent } from "#db/queries/common/mail.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../../core/operations/context.ts";

type OwnedListing = { id: number; name: string };

export type OwnerMail = Omit<MailContent, "greeting" | "reason" | "unsubscribeUrl">;

type MailContext = Pick<CallContext, "mail" | "urls" | "site">;

/** Emails everyone who may edit a listing. By default, the button leads to the owner's page of the listing. */
export const notifyOwners = (tx: Tx, context: MailContext, listing: OwnedListing, message: OwnerMail): Promise<void> =>
  notifyOwnersOf(tx, context, [listing], () => message);

/** Emails everyone who may edit at least one of the listings: one email about all of theirs. */
export async function notifyOwnersOf<Listing extends OwnedListing>(
  tx: Tx,
  { mail, urls, site }: MailContext,
  listings: readonly Listing[],
  messageFor: (theirs: Listing[]) => OwnerMail,
): Promise<void> {
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  for (const [email, owned] of Map.groupBy(await mailedOwners(tx, [...byId.keys()]), ({ email }) => email)) {
    const theirs = owned.map(({ listingId }) => byId.get(listingId)!);
    const isOne = theirs.length === 1;
    const url = `${urls.base}/account/listings${isOne ? `/${theirs[0]!.id}` : ""}`;
    const action = { label: isOne ? "View listing" : "View your listings", url };
    const what = isOne ? theirs[0]!.name : "these listings";
    const reason = `You receive this email because you can edit ${what} on ${site.name}.`;
    await mail(tx, email, { action, ...messageFor(theirs), reason, greeting: owned[0]!.name });
  }
}

/** The names of listings, for a sentence. */
export const namesOf = (listings: readonly { name: string }[]): string => listings.map(({ name }) => name).join(", ");

export const notifyOfDecision = (
  tx: Tx,
  context: MailContext,
  listing: OwnedListing,
  { subject, what, reason, whatNow }: { subject: string; what: string; reason: string; whatNow: string },
): Promise<void> =>
  notifyOwners(tx, context, listing, {
    subject,
    paragraphs: [`The ${context.site.name} team ${what}`, `Reason: ${reason}`, whatNow],
    closing: ["If you disagree, reply to this email. The team will read your reply."],
    isAnswerable: true,
  });
