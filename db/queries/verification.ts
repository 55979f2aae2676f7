import type { ClaimMethod } from "../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../store.ts";
import { syncFounders } from "./company-founders.ts";
import { indexListings } from "./search-index.ts";

/** How ownership of a company is proved, as everyone is shown it. */
export interface Verification {
  method: ClaimMethod;
  verifiedAt: string;
  verifiedUntil: string | null;
}

const readQuery = preparedSql<Verification, [number]>(`
  SELECT verified_method AS method, verified_at AS verifiedAt, verified_until AS verifiedUntil
  FROM companies WHERE id = ? AND verified_method IS NOT NULL`);
export const verificationOf = (db: Db, companyId: number): Promise<Verification | null> => readQuery.get(db, companyId);

const saveQuery = preparedSql<never, [string | null, string | null, string | null, number]>(
  "UPDATE companies SET verified_method = ?1, verified_at = ?2, verified_until = ?3 WHERE id = ?4",
);
const listingsQuery = preparedSql<{ id: number }, [number]>("SELECT id FROM listings WHERE company_id = ?");

/** Shows a company as its owner's on every site, and finds its listings by that; null is that nobody has proved it. */
export async function setVerification(tx: Tx, companyId: number, given: Verification | null): Promise<void> {
  const isSame = (await verificationOf(tx, companyId))?.method === given?.method;
  await saveQuery.run(tx, given?.method ?? null, given?.verifiedAt ?? null, given?.verifiedUntil ?? null, companyId);
  if (!isSame)
    await indexListings(
      tx,
      (await listingsQuery.all(tx, companyId)).map(({ id }) => id),
    );
}

const joinQuery = preparedSql<never, [number, number, string, string]>(`
  INSERT INTO company_owners (company_id, account_id, via, created_at) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT DO UPDATE SET read_only_since = NULL, via = iif(via LIKE 'claim:%', ?3, via)`);

/** Lets who has proved a claim edit a company; who came by another way keeps it. */
export async function joinByClaim(tx: Tx, companyId: number, accountId: number, claimId: number, now: Date) {
  await joinQuery.run(tx, companyId, accountId, `claim:${claimId}`, now.toISOString());
  await syncFounders(tx, companyId);
}

const endQuery = preparedSql<never, [string, number, number, string | null]>(`
  UPDATE company_owners SET read_only_since = ?1
  WHERE company_id = ?2 AND account_id = ?3 AND via = ifnull(?4, via) AND read_only_since IS NULL`);

/** From now on an owner may only read; with `claimId` only one who came by that claim alone. */
export async function makeReadOnly(
  tx: Tx,
  { companyId, accountId, claimId }: { companyId: number; accountId: number; claimId: number | null },
  now: Date,
): Promise<void> {
  await endQuery.run(tx, now.toISOString(), companyId, accountId, claimId === null ? null : `claim:${claimId}`);
  await syncFounders(tx, companyId);
}

const provedByQuery = preparedSql<{ companyId: number }, [number]>(
  "SELECT DISTINCT company_id AS companyId FROM claims WHERE account_id = ? AND status = 'verified' AND is_test = 0 AND company_id IS NOT NULL",
);
/** Companies that an account has proved to own. */
export const companiesProvedBy = async (db: Db, accountId: number): Promise<number[]> =>
  (await provedByQuery.all(db, accountId)).map(({ companyId }) => companyId);
