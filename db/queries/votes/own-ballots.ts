import { type Db, preparedSql } from "../../store/store.ts";
import { type Ballot, ballotColumns } from "./ballots.ts";

export interface OwnBallotRow extends Ballot {
  slug: string;
  name: string;
  logoHash: string | null;
  isLive: boolean;
  siteName: string;
}

const listQuery = preparedSql<OwnBallotRow, [accountId: number, limit: number, offset: number]>(
  `SELECT ${ballotColumns}, l.slug, c.name, c.logo_hash AS logoHash, l.status = 'live' AS isLive, s.name AS siteName
  FROM ballots b JOIN listings l ON l.id = b.listing_id JOIN companies c ON c.id = l.company_id
  JOIN sites s ON s.id = b.site_id WHERE b.account_id = ? ORDER BY b.id DESC LIMIT ? OFFSET ?`,
  { isLive: Boolean },
);

export const ballotsOfAccount = (
  db: Db,
  accountId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<OwnBallotRow[]> => listQuery.all(db, accountId, limit, offset);

export const ballotCount = preparedSql<{ total: number }, [accountId: number]>(
  "SELECT count(*) AS total FROM ballots WHERE account_id = ?",
).value;
