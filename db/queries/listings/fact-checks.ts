import type { FactSources } from "../../schema/listing-fields.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { lookup } from "../../values/lookup.ts";

/**
 * Groups of neighbouring companies take turns: each has its day, from the 1st to the 28th of each month. A day's work
 * is therefore bounded and needs no index.
 */
const groupSize = 32;
const days = 28;
const groupsAtOnce = 100;

const lastGroup = preparedSql<{ last: number }, []>(`SELECT ifnull(max(id), 0) / ${groupSize} AS last FROM companies`);
const quotedCompanies = preparedSql<{ id: number; url: string }, [groups: number[]]>(`
  SELECT c.id, c.url FROM json_each(?) j
  JOIN companies c ON c.id BETWEEN j.value * ${groupSize} AND j.value * ${groupSize} + ${groupSize - 1}
  WHERE instr(c.fact_sources, '"by":"site"') > 0
    AND EXISTS (SELECT 1 FROM listings l WHERE l.company_id = c.id AND l.status = 'live')`);

/** Companies with facts from their websites that have their turn today, and the position of the next ones, or null. */
export async function companiesToCheck(tx: Tx, now: Date, from: number) {
  const today = now.getUTCDate() - 1;
  const last = today < days ? (await lastGroup.get(tx))!.last : -1;
  const groups = Array.from({ length: groupsAtOnce }, (_, i) => today + (from + i) * days).filter((at) => at <= last);
  const due = groups.length > 0 ? await quotedCompanies.all(tx, groups) : [];
  return { due, next: groups.length < groupsAtOnce ? null : from + groupsAtOnce };
}

export interface QuotedCompany {
  listingId: number;
  siteId: number;
  name: string;
  sources: FactSources;
}

/** A company with its first live listing. */
export const quotedCompany = preparedSql<QuotedCompany, [companyId: number]>(
  `SELECT l.id AS listingId, l.site_id AS siteId, c.name, c.fact_sources AS sources
  FROM companies c JOIN listings l ON l.company_id = c.id AND l.status = 'live' WHERE c.id = ? ORDER BY l.id LIMIT 1`,
  { sources: JSON.parse },
).get;

const saveSources = preparedSql<never, [companyId: number, sources: string]>(
  "UPDATE companies SET fact_sources = ?2 WHERE id = ?1",
);

export interface ReadQuote {
  /** The key of the source. */
  source: string;
  quote: string;
  isFound: boolean;
}

/**
 * Stores what a check found, and returns the keys of sources that were confirmed and whose quotes are gone. The facts
 * stay the same, so the listings keep their versions.
 */
export async function saveFactCheck(tx: Tx, companyId: number, read: readonly ReadQuote[], now: Date) {
  const sources = (await quotedCompany(tx, companyId))?.sources ?? {};
  const lost: string[] = [];
  for (const { source: key, quote, isFound } of read) {
    const source = lookup(sources, key);
    // Someone may have changed the fact while the job read its page.
    if (source?.by !== "site" || source.quote !== quote) continue;
    if (!isFound && source.confirmed) lost.push(key);
    Object.assign(source, isFound ? { checked_at: now.toISOString(), confirmed: true } : { confirmed: false });
  }
  await saveSources.run(tx, companyId, JSON.stringify(sources));
  return lost;
}
