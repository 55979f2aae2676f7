import type { ClaimMethod } from "../../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { indexListings } from "../search/search-index.ts";

export interface Verification {
  method: ClaimMethod;
  verifiedAt: string;
  verifiedUntil: string | null;
}

export const verificationOf = preparedSql<Verification, [companyId: number]>(`
  SELECT verified_method AS method, verified_at AS verifiedAt, verified_until AS verifiedUntil
  FROM companies WHERE id = ? AND verified_method IS NOT NULL`).get;

const saveQuery = preparedSql<never, [string | null, string | null, string | null, number]>(
  "UPDATE companies SET verified_method = ?1, verified_at = ?2, verified_until = ?3 WHERE id = ?4",
);
const listingsQuery = preparedSql<{ id: number }, [number]>("SELECT id FROM listings WHERE company_id = ?");

const proofQuery = preparedSql<Verification, [number]>(`
  SELECT method, proved_at AS verifiedAt, verified_until AS verifiedUntil FROM claims
  WHERE company_id = ? AND status = 'verified' AND is_test = 0 AND proved_at IS NOT NULL ORDER BY id LIMIT 1`);

/**
 * Marks a company as verified by its oldest verified claim, or as unverified if it has none. The mark applies to all
 * sites.
 */
export async function showProof(tx: Tx, companyId: number): Promise<void> {
  const proof = await proofQuery.get(tx, companyId);
  const isSame = (await verificationOf(tx, companyId))?.method === proof?.method;
  await saveQuery.run(tx, proof?.method ?? null, proof?.verifiedAt ?? null, proof?.verifiedUntil ?? null, companyId);
  if (!isSame) await indexListings(tx, await listingsQuery.values(tx, companyId));
}
