import { asc, desc, eq } from "drizzle-orm";
import { identities } from "../../schema/accounts.ts";
import { claims, disputes } from "../../schema/claims.ts";
import { draftInvites, drafts } from "../../schema/drafts.ts";
import { type Db, preparedSql } from "../../store/store.ts";

/** What is kept of one account on all sites and in their sandboxes, for the copy that its person may take along. */

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

/** Drafts of others that the person joined by an invitation. */
export const invitesTakenBy = (db: Db, accountId: number) =>
  db
    .select({ draft_id: draftInvites.draftId, accepted_at: draftInvites.acceptedAt })
    .from(draftInvites)
    .where(eq(draftInvites.acceptedBy, accountId))
    .orderBy(asc(draftInvites.id));

const answersQuery = preparedSql<{ question_id: string; answer: string }, [number]>(
  "SELECT question_id, answer FROM interview_answers WHERE founder_id = ? ORDER BY question_id",
);
/** All answers of a founder, those that a sandbox key gave too. */
export const answersOf = (db: Db, founderId: number) => answersQuery.all(db, founderId);

const countQuery = preparedSql<{ total: number }, [number]>(
  "SELECT count(*) AS total FROM changes WHERE account_id = ?",
);
/** How many changes an account has made. */
export const changesMade = async (db: Db, accountId: number): Promise<number> =>
  (await countQuery.get(db, accountId))!.total;
