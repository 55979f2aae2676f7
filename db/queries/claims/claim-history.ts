import type { DisputeStatus } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";
import type { Claim } from "./claims.ts";

export const whyRevoked = preparedSql<{ why: string }, [accountId: number, companyId: number]>(`
  SELECT error_message AS why FROM claims
  WHERE account_id = ? AND company_id = ? AND status = 'revoked' AND error_message IS NOT NULL ORDER BY id DESC LIMIT 1`).valueOrNull;

export const claimTimesSince = preparedSql<{ at: string }, [accountId: number, since: Date]>(
  "SELECT created_at AS at FROM claims WHERE account_id = ? AND created_at > ? ORDER BY created_at",
).values;

export const linkTimesSince = preparedSql<{ at: string }, [email: string, since: Date]>(
  "SELECT link_sent_at AS at FROM claims WHERE email = ? AND link_sent_at > ? ORDER BY link_sent_at",
).values;

export const failClaimsOn = preparedSql<never, [listingIds: readonly number[]]>(`
  UPDATE claims SET status = 'failed', error_code = 'listing_gone', error_message = 'The listing has been deleted.',
    checking_since = NULL, link_hash = NULL
  WHERE listing_id IN (SELECT value FROM json_each(?)) AND status = 'pending'`).run;

interface ClaimantCase {
  claimId: number;
  status: DisputeStatus;
  isProved: boolean;
}
const claimantQuery = preparedSql<ClaimantCase, [accountId: number, companyId: number | null, isTest: boolean]>(
  `SELECT d.claim_id AS claimId, d.status, c.proved_at IS NOT NULL AS isProved
  FROM claims c JOIN disputes d ON d.claim_id = c.id
  WHERE c.account_id = ? AND c.company_id = ? AND c.is_test = ?`,
  { isProved: Boolean },
);
export const casesOfClaimant = (db: Db, { accountId, companyId, isTest }: Claim): Promise<ClaimantCase[]> =>
  claimantQuery.all(db, accountId, companyId, isTest);
