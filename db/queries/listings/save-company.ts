import { companies, companyFacts } from "../../schema/companies.ts";
import type { FactSource, FactSources } from "../../schema/listing-fields.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { indexListings } from "../search/search-index.ts";
import { ratedDomain, urlKey } from "./company-key.ts";
import { ChangesByColumns, factColumns } from "./fact-columns.ts";
import { sourcesOfChange } from "./fact-sources.ts";

export type Outcome = "created" | "updated" | "unchanged";

export interface Saved {
  id: number;
  outcome: Outcome;
}

export type CompanyFacts = Pick<typeof companies.$inferInsert, keyof typeof companyFacts> & {
  /** The key that identifies the company; by default, the `urlKey` of its URL. */
  key?: string;
  /** The author of the facts. The sources of changed facts, and former prices, then follow from the change. */
  by?: FactSource["by"];
  /** The page from which the author took the facts. */
  sourceUrl?: string | null;
  /** Sources that are known exactly. They replace those that follow from the change. */
  sources?: FactSources;
};

const facts = factColumns(companies, companyFacts);
interface Known {
  key: string;
  id: number;
  domain: string | null;
  facts: string;
}
const companiesQuery = preparedSql<Known, [keys: string[]]>(`
  SELECT c.url_key AS key, c.id, c.domain, ${facts.asJson} AS facts
  FROM json_each(?) j CROSS JOIN companies c ON c.url_key = j.value`);
const insertCompanies = preparedSql<{ id: number; key: string }, [rows: unknown[][], now: string]>(`
  INSERT INTO companies (url_key, domain, created_at, updated_at, ${facts.columns.join(", ")})
  SELECT j.value->>0, j.value->>1, ?2, ?2, ${facts.inserted("j.value", 2).join(", ")}
  FROM json_each(?1) j ORDER BY j.key RETURNING id, url_key AS key`);
const changeCompanies = facts.change<[rows: unknown[][], now: string]>(
  2,
  (assignments) => `UPDATE companies SET ${assignments}domain = j.value->>1, updated_at = ?2
    FROM json_each(?1) j WHERE companies.id = j.value->>0`,
);
const raiseListings = preparedSql<{ id: number; companyId: number }, [companyIds: number[], now: string]>(`
  UPDATE listings SET updated_at = ?2, version = version + 1 WHERE company_id IN (SELECT value FROM json_each(?1))
  RETURNING id, company_id AS companyId`);

/** Values not given stay unchanged. If a value changes, the company's listings on every site get a new version. */
export async function saveCompany(tx: Tx, given: CompanyFacts, now: string): Promise<number> {
  const { id, listingIds } = await writeCompany(tx, given, now);
  await indexListings(tx, listingIds);
  return id;
}

export interface WrittenCompany extends Saved {
  /** The listings that must be indexed again. */
  listingIds: number[];
}

/** Like `saveCompany`, but for callers that update the search index themselves afterwards. */
export const writeCompany = async (tx: Tx, given: CompanyFacts, now: string): Promise<WrittenCompany> =>
  (await writeCompanies(tx, [given], now))[0]!;

/** Changes the key of a company, before its new URL is saved. */
export const changeKey = preparedSql<never, [id: number, key: string]>(
  "UPDATE companies SET url_key = ?2 WHERE id = ?1",
).run;

export async function writeCompanies(tx: Tx, given: readonly CompanyFacts[], now: string): Promise<WrittenCompany[]> {
  const wanted = given.map(({ key, by, sourceUrl, sources, ...said }) => ({
    stating: by && { by, url: sourceUrl ?? null },
    sources,
    key: key ?? urlKey(said.url),
    domain: ratedDomain(said.url),
    said,
  }));
  const keys = wanted.map(({ key }) => key);
  const rows = await companiesQuery.all(tx, keys);
  const known = new Map(rows.map((row) => [row.key, row]));
  const written = new Map<string, WrittenCompany>();
  const added: unknown[][] = [];
  const changes = new ChangesByColumns();
  for (const { key, domain, stating, sources, said: stated } of wanted) {
    const there = known.get(key);
    const present = there ? JSON.parse(there.facts) : {};
    const differing = facts.changed(stated, present);
    const change = stating && sourcesOfChange(present, stated, differing, stating, now);
    const kept = change?.factSources ?? present.factSources;
    const following = { ...change, ...(sources && { factSources: { ...kept, ...sources } }) };
    const said = { ...stated, ...following };
    if (!there) {
      added.push([key, domain, ...facts.values(said)]);
      continue;
    }
    const changed = [...differing, ...facts.changed(following, present)];
    const isSame = changed.length === 0 && there.domain === domain;
    if (!isSame) changes.add(changed, [there.id, domain, ...facts.values(said, changed)]);
    written.set(key, { id: there.id, outcome: isSame ? "unchanged" : "updated", listingIds: [] });
  }
  if (added.length > 0)
    for (const { id, key } of await insertCompanies.all(tx, added, now))
      written.set(key, { id, outcome: "created", listingIds: [] });
  for (const { columns, rows } of changes.all()) await changeCompanies(columns).run(tx, rows, now);
  const updated = [...written.values()].filter(({ outcome }) => outcome === "updated");
  await raise(tx, updated, now);
  return keys.map((key) => written.get(key)!);
}

async function raise(tx: Tx, updated: readonly WrittenCompany[], now: string): Promise<void> {
  if (updated.length === 0) return;
  const byId = new Map(updated.map((company) => [company.id, company]));
  for (const { id, companyId } of await raiseListings.all(tx, [...byId.keys()], now))
    byId.get(companyId)!.listingIds.push(id);
}
