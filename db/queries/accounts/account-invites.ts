import { type Db, preparedSql, type Tx } from "../../store/store.ts";

const invitedQuery = preparedSql<{ found: number }, [email: string, now: Date]>(`
  SELECT 1 AS found FROM account_invites WHERE email = ?1 AND expires_at > ?2
  UNION ALL SELECT 1 FROM draft_invites i JOIN accounts a ON a.id = i.invited_by AND a.suspended_at IS NULL
    WHERE i.email = ?1 AND i.accepted_at IS NULL AND i.expires_at > ?2 LIMIT 1`);

/** Returns true if an email address has an open invitation by the team or by the owner of a product. */
export const isInvited = (db: Db, email: string, now: Date): Promise<boolean> => invitedQuery.exists(db, email, now);

const saveQuery = preparedSql<never, [email: string, now: Date, expiresAt: Date]>(`
  INSERT INTO account_invites (email, created_at, expires_at) VALUES (?, ?, ?)
  ON CONFLICT (email) DO UPDATE SET created_at = excluded.created_at, expires_at = excluded.expires_at`);
export const saveAccountInvite = (tx: Tx, email: string, now: Date, expiresAt: Date): Promise<void> =>
  saveQuery.run(tx, email, now, expiresAt);
