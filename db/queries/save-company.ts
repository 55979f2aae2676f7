import { companies, companyFacts } from "../schema/companies.ts";
import { preparedSql, type Tx } from "../store.ts";
import { ratedDomain, urlKey } from "./company-key.ts";
import { factColumns } from "./fact-columns.ts";
import { indexListings } from "./search-index.ts";

export type Outcome = "created" | "updated" | "unchanged";

export interface Saved {
  id: number;
  outcome: Outcome;
}

export type CompanyFacts = Pick<typeof companies.$inferInsert, keyof typeof companyFacts> & {
  /** What makes it this company and no other; `urlKey` of its address unless said. */
  key?: string;
};

const facts = factColumns(companies, companyFacts);
const companyQuery = preparedSql<{ id: number; domain: string | null; facts: string }, [string]>(
  `SELECT id, domain, ${facts.asJson} AS facts FROM companies WHERE url_key = ?`,
);
const insertCompany = facts.statement<{ id: number }>(
  (columns) => `INSERT INTO companies (url_key, domain, created_at, updated_at, ${columns.join(", ")})
    VALUES (?, ?, ?, ?, ${columns.map(() => "?").join(", ")}) RETURNING id`,
);
const changeCompany = facts.statement<never>(
  (columns) =>
    `UPDATE companies SET ${columns.map((column) => `${column} = ?, `).join("")}domain = ?, updated_at = ? WHERE id = ?`,
);
const raiseListings = preparedSql<{ id: number }, [string, number]>(
  "UPDATE listings SET updated_at = ?, version = version + 1 WHERE company_id = ? RETURNING id",
);

/**
 * Makes the company at this address, or brings the one that is there up to date; what is not given stays. A company is
 * shared: where something differs, its listings on every site rise in version and are found by it. Returns its id.
 */
export async function saveCompany(tx: Tx, given: CompanyFacts, now: string): Promise<number> {
  const { id, listingIds } = await writeCompany(tx, given, now);
  await indexListings(tx, listingIds);
  return id;
}

/** `saveCompany` for those who write many and bring the search index up to date with `listingIds` at the end. */
export async function writeCompany(
  tx: Tx,
  { key, ...given }: CompanyFacts,
  now: string,
): Promise<Saved & { listingIds: number[] }> {
  const address = key ?? urlKey(given.url);
  const domain = ratedDomain(given.url);
  const existing = await companyQuery.get(tx, address);
  if (!existing) {
    const names = facts.given(given);
    const row = await insertCompany(names).get(tx, address, domain, now, now, ...facts.values(given, names));
    return { id: row!.id, outcome: "created", listingIds: [] };
  }
  const { id } = existing;
  const changed = facts.changed(given, existing.facts);
  if (changed.length === 0 && existing.domain === domain) return { id, outcome: "unchanged", listingIds: [] };
  await changeCompany(changed).run(tx, ...facts.values(given, changed), domain, now, id);
  const raised = await raiseListings.all(tx, now, id);
  return { id, outcome: "updated", listingIds: raised.map((listing) => listing.id) };
}
