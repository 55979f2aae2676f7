import { accountById } from "#db/queries/accounts/accounts.ts";
import { type Invite, inviteByToken } from "#db/queries/accounts/invites.ts";
import type { Draft } from "#db/queries/drafts/drafts.ts";
import { type OwnListing, ownListing } from "#db/queries/listings/owner-listings.ts";
import type { Db } from "#db/store/store.ts";
import type { CallContext } from "../core/operations/context.ts";
import { fieldsOf, isBeingWritten } from "./shared/rules.ts";

/** What a person is invited to: a listing's company, or the company of a draft that is not a listing yet. */
export interface InvitedTo {
  product: string;
  url: string;
  siteId: number;
  companyId: number | null;
}

export interface Invitation extends InvitedTo {
  invite: Invite;
}

export async function openInvitation(
  db: Db,
  { site, now }: Pick<CallContext, "site" | "now">,
  tokenHash: string,
): Promise<Invitation | null> {
  const found = await inviteByToken(db, tokenHash);
  if (!found || found.invite.acceptedAt !== null || found.invite.expiresAt <= now.toISOString()) return null;
  const { invite, draft } = found;
  if ((await accountById(db, invite.invitedBy))?.suspendedAt !== null) return null;
  const to = await invitedTo(db, invite, draft);
  return to?.siteId === site.id ? { ...to, invite } : null;
}

/** Once there is a listing, only people who may edit it can invite co-founders. */
async function invitedTo(db: Db, { listingId, invitedBy }: Invite, draft: Draft | null): Promise<InvitedTo | null> {
  if (listingId !== null) {
    const listing = await ownListing(db, { accountId: invitedBy, isTest: false }, listingId);
    return listing && !listing.isReadOnly ? toListing(listing) : null;
  }
  return isOpen(draft) ? toDraft(draft) : null;
}

/** A submitted draft has no listing any more if the listing was deleted. */
export const isOpen = (draft: Draft | null): draft is Draft =>
  draft !== null && (draft.status === "ready" || isBeingWritten(draft));

export const toListing = ({ name, url, siteId, companyId }: OwnListing): InvitedTo => ({
  product: name,
  url,
  siteId,
  companyId,
});

export const toDraft = (draft: Draft): InvitedTo => ({
  product: fieldsOf(draft).name || new URL(draft.url).hostname,
  url: draft.url,
  siteId: draft.siteId,
  companyId: null,
});
