import { type Db, preparedSql } from "../../store/store.ts";
import { countUpTo } from "./search-count.ts";
import { exactly } from "./search-match.ts";
import { type FilterKind, filterToken, joiner } from "./search-text.ts";

/** Whether a live listing of the site has this value. */
export const isUsed = async (db: Db, siteId: number, kind: FilterKind, value: string): Promise<boolean> =>
  (await countUpTo(db, siteId, exactly(filterToken(kind, value)), 1)) > 0;

const termsQuery = preparedSql<{ term: string }, [from: string, to: string]>(
  "SELECT term FROM listing_words WHERE term > ?1 AND term < ?2",
);

/** Returns the values of all sites, in lower case and with hyphens for spaces. Values with other signs are left out. */
export async function usedValues(db: Db, kind: FilterKind): Promise<string[]> {
  const start = filterToken(kind, "");
  const terms = await termsQuery.values(db, start, `${start}\u{10ffff}`);
  const values = new Map(terms.map((term) => [term, term.slice(start.length).replaceAll(joiner, "-")]));
  return [...values].filter(([term, value]) => filterToken(kind, value) === term).map(([, value]) => value);
}
