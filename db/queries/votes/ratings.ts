import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import type { Outcome } from "../listings/save-company.ts";
import { copyRatings } from "../listings/write-listing.ts";
import { indexListings } from "../search/search-index.ts";

const domainsQuery = preparedSql<{ domain: string }, []>(
  "SELECT DISTINCT domain FROM companies WHERE domain IS NOT NULL",
);

export async function ratedDomains(db: Db): Promise<Set<string>> {
  return new Set(await domainsQuery.values(db));
}

export interface Rating {
  domain: string;
  /** A number from 0 to 100. */
  value: number;
  source: string;
  checkedAt: string;
}

const knownQuery = preparedSql<Omit<Rating, "domain"> & { previousValue: number | null }, [domain: string]>(
  "SELECT value, source, checked_at AS checkedAt, previous_value AS previousValue FROM domain_ratings WHERE domain = ?",
);
const saveQuery = preparedSql<never, [string, number, string, string, number | null]>(`
  INSERT INTO domain_ratings (domain, value, source, checked_at, previous_value) VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (domain) DO UPDATE SET value = ?2, source = ?3, checked_at = ?4, previous_value = ?5`);
const saveMonthQuery = preparedSql<never, [string, number, string, string]>(`
  INSERT INTO domain_rating_months (domain, month, value, source, checked_at) VALUES (?1, substr(?4, 1, 7), ?2, ?3, ?4)
  ON CONFLICT (domain, month) DO UPDATE SET value = ?2, source = ?3, checked_at = ?4`);
const listingsQuery = preparedSql<{ id: number }, [string]>(
  "SELECT l.id FROM companies c JOIN listings l ON l.company_id = c.id WHERE c.domain = ?",
);

/**
 * A rating never replaces one with a later date. The previous value comes from an earlier date and the same source,
 * because different sources use different scales.
 */
export async function saveRating(tx: Tx, { domain, value, source, checkedAt }: Rating): Promise<Outcome> {
  const known = await knownQuery.get(tx, domain);
  if (known && known.checkedAt > checkedAt) return "unchanged";
  const isNewer = known !== null && known.checkedAt < checkedAt;
  const isSameSource = known?.source === source;
  if (known && !isNewer && isSameSource && known.value === value) return "unchanged";
  const previous = !isSameSource ? null : isNewer ? known.value : known.previousValue;
  await saveQuery.run(tx, domain, value, source, checkedAt, previous);
  await saveMonthQuery.run(tx, domain, value, source, checkedAt);
  const ids = await listingsQuery.values(tx, domain);
  await copyRatings(tx, ids);
  if (known?.value !== value) await indexListings(tx, ids);
  return known ? "updated" : "created";
}
