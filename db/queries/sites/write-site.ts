import { eq } from "drizzle-orm";
import { interviewQuestions, products, type SiteSettings, sites } from "../../schema/sites.ts";
import { interviewQuestions as standardQuestions } from "../../seed/content/questions.ts";
import { standardProducts } from "../../seed/products.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { Refused } from "../common/refused.ts";
import { deleteListingsOf } from "../listings/delete-listing.ts";

export interface SiteFacts {
  key: string;
  name: string;
  /** Null makes it the default site, of which there is one. */
  host: string | null;
  tagline?: string;
  currency?: string;
  settings?: SiteSettings;
}

const clashQuery = preparedSql<{ id: number; key: string; host: string | null }, [string, string | null]>(
  "SELECT id, key, host FROM sites WHERE key = ?1 OR ifnull(host, '') = ifnull(?2, '')",
);

async function refuseClash(tx: Tx, { key, host }: Pick<SiteFacts, "key" | "host">, ownId: number | null) {
  for (const other of await clashQuery.all(tx, key, host)) {
    if (other.id === ownId) continue;
    if (other.key === key) throw new Refused(`there is a site "${key}" already`);
    throw new Refused(
      host === null
        ? `"${other.key}" is the default site already; give this one a host`
        : `the host ${host} belongs to the site "${other.key}"`,
    );
  }
}

/** Makes a site with the standard products and interview questions. Returns its id. */
export async function createSite(tx: Tx, facts: SiteFacts, now: string): Promise<number> {
  await refuseClash(tx, facts, null);
  const [row] = await tx
    .insert(sites)
    .values({ ...facts, createdAt: now })
    .returning({ id: sites.id });
  const siteId = row!.id;
  await tx
    .insert(interviewQuestions)
    .values(standardQuestions.map((question, position) => ({ siteId, ...question, position })));
  await tx.insert(products).values(standardProducts.map((product, position) => ({ siteId, ...product, position })));
  return siteId;
}

/** Replaces what a site says of itself; its key stays. */
export async function updateSite(tx: Tx, siteId: number, facts: Required<SiteFacts>): Promise<void> {
  await refuseClash(tx, facts, siteId);
  const { name, host, tagline, currency, settings } = facts;
  await tx.update(sites).set({ name, host, tagline, currency, settings }).where(eq(sites.id, siteId));
}

const listingCount = preparedSql<{ count: number }, [number]>(
  "SELECT count(*) AS count FROM listings WHERE site_id = ?",
);
const twinQuery = preparedSql<{ id: number }, [number]>("SELECT id FROM sites WHERE sandbox_of = ?");
// What belongs to a site without its listings; in this order nothing refers to what is gone.
const siteTables = ["drafts", "posts", "products", "interview_questions", "categories", "ballot_snapshots"];
const emptySite = siteTables.map((table) => preparedSql<never, [number]>(`DELETE FROM ${table} WHERE site_id = ?`));
const dropSite = preparedSql<never, [number]>("DELETE FROM sites WHERE id = ?");

/** Deletes a site with its categories, posts, products, drafts and published ballots. Throws Refused while it has listings. */
export async function deleteSite(tx: Tx, site: { id: number; key: string }): Promise<void> {
  const { count } = (await listingCount.get(tx, site.id))!;
  if (count > 0) throw new Refused(`the site "${site.key}" has ${count} listings; delete them first`);
  const twin = await twinQuery.get(tx, site.id);
  if (twin) {
    await deleteListingsOf(tx, twin.id);
    for (const query of emptySite) await query.run(tx, twin.id);
    await dropSite.run(tx, twin.id);
  }
  for (const query of emptySite) await query.run(tx, site.id);
  await dropSite.run(tx, site.id);
}
