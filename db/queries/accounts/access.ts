import type { ClaimMethod } from "../../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { syncFounders } from "../listings/company-founders.ts";

/**
 * Functions that end and restore access to a company. An account has access if it has a verified claim, or if an
 * account with such a claim invited it, directly or through other editors. Each function returns the accounts whose
 * access changed.
 */

const may = "read_only_since IS NULL";
const proved = `proved(id) AS (
    SELECT account_id FROM claims WHERE company_id = ?1 AND status = 'verified' AND is_test = 0
    UNION SELECT o.account_id FROM proved p JOIN company_owners o ON o.invited_by = p.id AND o.company_id = ?1 AND o.${may})`;
const endAccess = `UPDATE company_owners SET read_only_since = ?2
  WHERE company_id = ?1 AND ${may} AND account_id NOT IN (SELECT id FROM proved)`;

const unprovedQuery = preparedSql<{ id: number }, [companyId: number, now: Date]>(
  `WITH RECURSIVE ${proved} ${endAccess} AND via <> 'team' RETURNING account_id AS id`,
);
const throughQuery = preparedSql<{ id: number }, [companyId: number, now: Date, accountId: number]>(`
  WITH RECURSIVE ${proved}, lost(id) AS (
    SELECT ?3 UNION SELECT o.account_id FROM lost l JOIN company_owners o ON o.invited_by = l.id AND o.company_id = ?1)
  ${endAccess} AND account_id IN (SELECT id FROM lost) RETURNING account_id AS id`);

// An open invitation ends when its sender loses access.
const voidInvites = preparedSql<never, [companyId: number, now: Date]>(`
  UPDATE draft_invites SET expires_at = ?2 WHERE accepted_at IS NULL AND expires_at > ?2 AND listing_id IN (
    SELECT id FROM listings WHERE company_id = ?1)
    AND invited_by NOT IN (SELECT account_id FROM company_owners WHERE company_id = ?1 AND ${may})`);

async function ended(tx: Tx, accountIds: number[], companyId: number, now: Date): Promise<number[]> {
  await voidInvites.run(tx, companyId, now);
  await syncFounders(tx, companyId);
  return accountIds;
}

export const endUnproved = async (tx: Tx, companyId: number, now: Date): Promise<number[]> =>
  ended(tx, await unprovedQuery.values(tx, companyId, now), companyId, now);

/** Gives an owner, and everyone invited through them, read-only access unless other proof supports their access. */
export const makeReadOnly = async (
  tx: Tx,
  { companyId, accountId }: { companyId: number; accountId: number },
  now: Date,
): Promise<number[]> => ended(tx, await throughQuery.values(tx, companyId, now, accountId), companyId, now);

const removeQuery = preparedSql<never, [number, number]>(
  "DELETE FROM company_owners WHERE company_id = ? AND account_id = ?",
);
export async function removeOwner(
  tx: Tx,
  { companyId, accountId }: { companyId: number; accountId: number },
  now: Date,
): Promise<void> {
  await removeQuery.run(tx, companyId, accountId);
  await ended(tx, [], companyId, now);
}

const joinQuery = preparedSql<never, [companyId: number, accountId: number, via: string, now: Date]>(`
  INSERT INTO company_owners (company_id, account_id, via, created_at) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT DO UPDATE SET via = ?3, invited_by = NULL, read_only_since = NULL WHERE read_only_since IS NOT NULL`);

export async function joinByClaim(
  tx: Tx,
  companyId: number,
  accountId: number,
  claimId: number,
  now: Date,
): Promise<void> {
  await joinQuery.run(tx, companyId, accountId, `claim:${claimId}`, now);
  await syncFounders(tx, companyId);
}

const restoreQuery = preparedSql<never, [number, number, string, number | null]>(`
  UPDATE company_owners SET read_only_since = NULL, via = ?3, invited_by = ?4 WHERE company_id = ?1 AND account_id = ?2`);

export async function restoreAccess(
  tx: Tx,
  { companyId, accountId, via, invitedBy }: { companyId: number; accountId: number; via: string; invitedBy?: number },
): Promise<void> {
  await restoreQuery.run(tx, companyId, accountId, via, invitedBy ?? null);
  await syncFounders(tx, companyId);
}

export interface Owner {
  accountId: number;
  name: string;
  email: string;
  via: string;
  readOnlySince: string | null;
  since: string;
  method: ClaimMethod | null;
  isSuspended: boolean;
}

export const ownersWithAccess = preparedSql<Owner, [companyId: number]>(
  `SELECT o.account_id AS accountId, a.name, a.email, o.via, o.read_only_since AS readOnlySince, o.created_at AS since,
    a.suspended_at IS NOT NULL AS isSuspended,
    (SELECT c.method FROM claims c WHERE c.company_id = o.company_id AND c.account_id = o.account_id
      AND c.status = 'verified' AND c.is_test = 0 ORDER BY c.id DESC LIMIT 1) AS method
  FROM company_owners o JOIN accounts a ON a.id = o.account_id WHERE o.company_id = ? ORDER BY o.created_at, a.id`,
  { isSuspended: Boolean },
).all;

export interface OpenInvite {
  id: number;
  email: string;
  invitedBy: number;
  since: string;
}

export const openInvites = preparedSql<OpenInvite, [companyId: number, now: Date]>(`
  SELECT i.id, i.email, i.invited_by AS invitedBy, i.created_at AS since
  FROM listings l JOIN draft_invites i ON i.listing_id = l.id
  WHERE l.company_id = ? AND i.accepted_at IS NULL AND i.expires_at > ? ORDER BY i.id`).all;

export const withdrawInvite = preparedSql<never, [id: number, now: Date]>(
  "UPDATE draft_invites SET expires_at = ?2 WHERE id = ?1",
).run;

export const ownersOfCompany = preparedSql<{ id: number; email: string; name: string }, [companyId: number]>(`
  SELECT a.id, a.email, a.name FROM company_owners o JOIN accounts a ON a.id = o.account_id
  WHERE o.company_id = ? AND a.suspended_at IS NULL AND o.read_only_since IS NULL`).all;

/** The people who get the emails about listings: all who may edit them. A sandbox sends no emails. */
export const mailedOwners = preparedSql<
  { listingId: number; email: string; name: string },
  [listingIds: readonly number[]]
>(`
  SELECT l.id AS listingId, a.email, a.name FROM json_each(?) j CROSS JOIN listings l ON l.id = j.value
  JOIN sites s ON s.id = l.site_id AND s.sandbox_of IS NULL
  JOIN company_owners o ON o.company_id = l.company_id JOIN accounts a ON a.id = o.account_id
  WHERE a.suspended_at IS NULL AND o.read_only_since IS NULL ORDER BY l.id, a.id`).all;

interface OwnerProfile {
  companyId: number;
  name: string;
  bio: string;
  links: Record<string, string>;
  photoHash: string | null;
}

export const ownerProfiles = preparedSql<OwnerProfile, [companyIds: readonly number[]]>(
  `SELECT o.company_id AS companyId, f.name, f.bio, f.links, f.photo_hash AS photoHash
  FROM json_each(?) j CROSS JOIN company_owners o ON o.company_id = j.value
  JOIN accounts a ON a.id = o.account_id JOIN founders f ON f.id = a.founder_id
  WHERE o.read_only_since IS NULL AND a.suspended_at IS NULL`,
  { links: JSON.parse },
).all;
