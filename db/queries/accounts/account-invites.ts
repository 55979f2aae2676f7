import { preparedSql } from "../../store/store.ts";

/** Returns true if an email address has an open invitation by the team or by the owner of a product. */
export const isInvited = preparedSql<{ found: number }, [email: string, now: Date]>(`
  SELECT 1 AS found FROM account_invites WHERE email = ?1 AND expires_at > ?2
  UNION ALL SELECT 1 FROM draft_invites i JOIN accounts a ON a.id = i.invited_by AND a.suspended_at IS NULL
    WHERE i.email = ?1 AND i.accepted_at IS NULL AND i.expires_at > ?2 LIMIT 1`).exists;

export const saveAccountInvite = preparedSql<never, [email: string, now: Date, expiresAt: Date]>(`
  INSERT INTO account_invites (email, created_at, expires_at) VALUES (?, ?, ?)
  ON CONFLICT (email) DO UPDATE SET created_at = excluded.created_at, expires_at = excluded.expires_at`).run;

export const endAccountInvite = preparedSql<never, [email: string]>("DELETE FROM account_invites WHERE email = ?").run;
