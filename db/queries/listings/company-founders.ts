import { preparedSql, type Tx } from "../../store/store.ts";

/** The minimum length of a bio in characters, unless the site sets its own. */
export const defaultMinBio = 50;

// A founder is an owner `o` with an account `a` and a profile `f` that is complete by the rules of
// tools/founders/shared/rules.ts. CROSS JOIN stops SQLite from starting with all profiles.
const accounts =
  "CROSS JOIN accounts a ON a.id = o.account_id AND a.suspended_at IS NULL JOIN founders f ON f.id = a.founder_id";
const least = `ifnull(json_extract(s.settings, '$.storyRules.minBioCharacters'), ${defaultMinBio})`;
const isComplete = (minBio: string) =>
  `trim(f.name) <> '' AND f.photo_hash IS NOT NULL AND f.links <> '{}' AND length(trim(f.bio)) >= ${minBio}`;
// A founder entry applies to all sites of the network, so the site with the least strict rule determines the result.
const isCompleteSomewhere = isComplete(`ifnull((SELECT min(${least}) FROM listings l JOIN sites s ON s.id = l.site_id
  WHERE l.company_id = o.company_id), ${defaultMinBio})`);

const wanted = `SELECT o.company_id, a.founder_id FROM json_each(?1) j
  CROSS JOIN company_owners o ON o.company_id = j.value AND o.read_only_since IS NULL AND o.appears = 1
  ${accounts} WHERE ${isCompleteSomewhere}`;

const dropQuery = preparedSql<never, [companyIds: readonly number[]]>(`
  DELETE FROM company_founders WHERE company_id IN (SELECT value FROM json_each(?1))
    AND EXISTS (SELECT 1 FROM accounts WHERE founder_id = company_founders.founder_id)
    AND (company_id, founder_id) NOT IN (${wanted})`);
const addQuery = preparedSql<never, [companyIds: readonly number[]]>(`
  INSERT INTO company_founders (company_id, founder_id, position)
  SELECT w.company_id, w.founder_id, row_number() OVER (PARTITION BY w.company_id ORDER BY w.founder_id)
    + ifnull((SELECT max(position) FROM company_founders x WHERE x.company_id = w.company_id), -1)
  FROM (${wanted}) w WHERE true ON CONFLICT DO NOTHING`);

/**
 * Updates the companies' founders by one rule: an account is a founder if it may edit the company, wants to appear as
 * one and has a complete profile. Founders without an account stay unchanged.
 */
async function syncAll(tx: Tx, companyIds: readonly number[]): Promise<void> {
  if (companyIds.length === 0) return;
  await dropQuery.run(tx, companyIds);
  await addQuery.run(tx, companyIds);
}

export const syncFounders = (tx: Tx, companyId: number): Promise<void> => syncAll(tx, [companyId]);

/** Adds founders after a company gets a new owner, without removing any. */
export const addFounders = (tx: Tx, companyId: number): Promise<void> => addQuery.run(tx, [companyId]);

const companiesQuery = preparedSql<{ id: number }, [number]>(
  "SELECT company_id AS id FROM company_owners WHERE account_id = ?",
);

/** Updates founders after an account's profile or access has changed. */
export const syncFoundersOfAccount = async (tx: Tx, accountId: number): Promise<void> =>
  syncAll(tx, await companiesQuery.values(tx, accountId));

const siteQuery = preparedSql<{ id: number }, [number]>(`
  SELECT DISTINCT o.company_id AS id FROM company_owners o
  WHERE EXISTS (SELECT 1 FROM listings l WHERE l.company_id = o.company_id AND l.site_id = ?)`);

/** Updates founders after a site's rule for complete profiles has changed. */
export const syncFoundersOfSite = async (tx: Tx, siteId: number): Promise<void> =>
  syncAll(tx, await siteQuery.values(tx, siteId));

export interface Appearance {
  /** Null if the owner has not answered yet. */
  appears: boolean | null;
  isFounder: boolean;
}

export const appearanceOn = preparedSql<Appearance, [listingId: number, accountId: number]>(
  `SELECT o.appears, EXISTS (SELECT 1 FROM company_founders cf JOIN accounts a ON a.founder_id = cf.founder_id
    WHERE cf.company_id = o.company_id AND a.id = o.account_id) AS isFounder
  FROM listings l JOIN company_owners o ON o.company_id = l.company_id AND o.account_id = ?2 WHERE l.id = ?1`,
  { appears: (stored: number | null) => (stored === null ? null : stored === 1), isFounder: Boolean },
).get;

const chooseQuery = preparedSql<never, [companyId: number, accountId: number, appears: boolean]>(
  "UPDATE company_owners SET appears = ?3 WHERE company_id = ?1 AND account_id = ?2",
);

export async function chooseAppearance(
  tx: Tx,
  owner: { companyId: number; accountId: number },
  appears: boolean,
): Promise<void> {
  await chooseQuery.run(tx, owner.companyId, owner.accountId, appears);
  await syncFounders(tx, owner.companyId);
}

export interface OwnerToAsk {
  accountId: number;
  email: string;
  name: string;
  listings: { id: number; name: string }[];
}

const publicListing = `(SELECT min(l.id) FROM listings l JOIN sites s ON s.id = l.site_id
  WHERE l.company_id = o.company_id AND s.sandbox_of IS NULL)`;
export const ownersToAsk = preparedSql<OwnerToAsk, [limit: number]>(
  `SELECT a.id AS accountId, a.email, a.name,
    json_group_array(json_object('id', ${publicListing}, 'name', c.name)) AS listings
  FROM company_owners o ${accounts} JOIN companies c ON c.id = o.company_id
  WHERE o.appears IS NULL AND o.asked_at IS NULL AND o.read_only_since IS NULL AND ${isCompleteSomewhere}
    AND ${publicListing} IS NOT NULL GROUP BY a.id LIMIT ?`,
  { listings: JSON.parse },
).all;

const askedQuery = preparedSql<{ id: number }, [accountIds: readonly number[], now: Date]>(`
  UPDATE company_owners SET asked_at = ?2 WHERE appears IS NULL AND asked_at IS NULL
    AND account_id IN (SELECT value FROM json_each(?1)) RETURNING account_id AS id`);

export const markAsked = async (tx: Tx, accountIds: readonly number[], now: Date): Promise<Set<number>> =>
  new Set(await askedQuery.values(tx, accountIds, now));

const isDue = `published_at IS NULL AND is_whole = 1 AND EXISTS (
    SELECT 1 FROM listings l JOIN sites s ON s.id = l.site_id
    JOIN company_owners o ON o.company_id = l.company_id AND o.read_only_since IS NULL ${accounts}
    WHERE l.id = stories.listing_id AND l.status = 'live' AND ${isComplete(least)})`;
const publishQuery = preparedSql<{ id: number }, [listingIds: readonly number[], now: Date]>(`
  UPDATE stories SET published_at = ?2 WHERE listing_id IN (SELECT value FROM json_each(?1)) AND ${isDue}
  RETURNING listing_id AS id`);

export const publishStories = (tx: Tx, listingIds: readonly number[], now: Date): Promise<number[]> =>
  publishQuery.values(tx, listingIds, now);
