import type { DisputeStatus } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import type { Claim } from "./claims.ts";

const lostQuery = preparedSql<{ why: string }, [number, number]>(`
  SELECT error_message AS why FROM claims
  WHERE account_id = ? AND company_id = ? AND status = 'revoked' AND error_message IS NOT NULL ORDER BY id DESC LIMIT 1`);
export const whyRevoked = async (db: Db, accountId: number, companyId: number): Promise<string | null> =>
  (await lostQuery.get(db, accountId, companyId))?.why ?? null;

const timesQuery = preparedSql<{ at: string }, [number, string]>(
  "SELECT created_at AS at FROM claims WHERE account_id = ? AND created_at > ? ORDER BY created_at",
);
export const claimTimesSince = async (db: Db, accountId: number, since: Date): Promise<string[]> =>
  (await timesQuery.all(db, accountId, since.toISOString())).map(({ at }) => at);

const sentQuery = preparedSql<{ at: string }, [string, string]>(
  "SELECT link_sent_at AS at FROM claims WHERE email = ? AND link_sent_at > ? ORDER BY link_sent_at",
);
export const linkTimesSince = async (db: Db, email: string, since: Date): Promise<string[]> =>
  (await sentQuery.all(db, email, since.toISOString())).map(({ at }) => at);

const failOnQuery = preparedSql<never, [string]>(`
  UPDATE claims SET status = 'failed', error_code = 'listing_gone', error_message = 'The listing has been deleted.',
    checking_since = NULL, link_hash = NULL
  WHERE listing_id IN (SELECT value FROM json_each(?)) AND status = 'pending'`);
export const failClaimsOn = (tx: Tx, listingIds: readonly number[]): Promise<void> =>
  failOnQuery.run(tx, JSON.stringify(listingIds));

interface ClaimantCase {
  claimId: number;
  status: DisputeStatus;
  isProved: number;
}
const claimantQuery = preparedSql<ClaimantCase, [number, number | null, number]>(`
  SELECT d.claim_id AS claimId, d.status, c.proved_at IS NOT NULL AS isProved
  FROM claims c JOIN disputes d ON d.claim_id = c.id
  WHERE c.account_id = ? AND c.company_id = ? AND c.is_test = ?`);
export const casesOfClaimant = (db: Db, { accountId, companyId, isTest }: Claim): Promise<ClaimantCase[]> =>
  claimantQuery.all(db, accountId, companyId, Number(isTest));
