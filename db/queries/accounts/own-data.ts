import { asc, desc, eq } from "drizzle-orm";
import { identities } from "../../schema/accounts.ts";
import { claims, disputes } from "../../schema/claims.ts";
import { draftInvites, drafts } from "../../schema/drafts.ts";
import type { Db } from "../../store/store.ts";

/** These queries read one account's records on all sites and in their sandboxes, for an export of personal data. */

export const draftsOfPerson = (db: Db, accountId: number) =>
  db.select().from(drafts).where(eq(drafts.accountId, accountId)).orderBy(desc(drafts.id));

export const claimsOfPerson = (db: Db, accountId: number) =>
  db
    .select({ claim: claims, dispute: disputes })
    .from(claims)
    .leftJoin(disputes, eq(disputes.claimId, claims.id))
    .where(eq(claims.accountId, accountId))
    .orderBy(desc(claims.id));

export const identitiesOf = (db: Db, accountId: number) =>
  db
    .select({ issuer: identities.issuer, subject: identities.subject, created_at: identities.createdAt })
    .from(identities)
    .where(eq(identities.accountId, accountId))
    .orderBy(asc(identities.createdAt));

export const invitesTakenBy = (db: Db, accountId: number) =>
  db
    .select({
      draft_id: draftInvites.draftId,
      listing_id: draftInvites.listingId,
      accepted_at: draftInvites.acceptedAt,
    })
    .from(draftInvites)
    .where(eq(draftInvites.acceptedBy, accountId))
    .orderBy(asc(draftInvites.id));
