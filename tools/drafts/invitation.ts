import { accountById } from "#db/queries/accounts/accounts.ts";
import { type Invite, inviteByToken } from "#db/queries/accounts/invites.ts";
import { companyOfListing, ownsCompany } from "#db/queries/accounts/owners.ts";
import type { Draft } from "#db/queries/drafts/drafts.ts";
import { statusById } from "#db/queries/listings/listing-status.ts";
import type { Db } from "#db/store/store.ts";
import type { CallContext } from "../core/operations/context.ts";
import { fieldsOf } from "./shared/rules.ts";

export interface Invitation {
  invite: Invite;
  draft: Draft;
  product: string;
}

export async function openInvitation(
  db: Db,
  { site, now }: Pick<CallContext, "site" | "now">,
  tokenHash: string,
): Promise<Invitation | null> {
  const found = await inviteByToken(db, tokenHash);
  if (!found || found.draft.siteId !== site.id) return null;
  const { invite, draft } = found;
  const isOpen = invite.acceptedAt === null && invite.expiresAt > now.toISOString();
  const canJoin = draft.status !== "expired" && draft.status !== "failed";
  const isListed = draft.listingId === null || (await statusById(db, draft.listingId)) !== null;
  const isActive = (await accountById(db, draft.accountId))?.suspendedAt === null;
  const isOffered = isOpen && canJoin && isListed && isActive && (await mayInvite(db, draft));
  return isOffered ? { ...found, product: productOf(draft) } : null;
}

/** Once there is a company, only people who may edit it can invite co-founders. */
export async function mayInvite(db: Db, { accountId, listingId }: Draft): Promise<boolean> {
  if (listingId === null) return true;
  const companyId = await companyOfListing(db, listingId);
  return companyId !== null && ownsCompany(db, accountId, companyId);
}

export const productOf = (draft: Draft): string => fieldsOf(draft).name || new URL(draft.url).hostname;
