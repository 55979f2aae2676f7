import { and, eq, isNull, notInArray } from "drizzle-orm";
import { categories, sites } from "../../schema/sites.ts";
import type { Tx } from "../../store/store.ts";
import { type SiteRow, sandboxOf } from "../sites/sites.ts";
import { createSite } from "../sites/write-site.ts";

/** Creates or updates a hidden copy of the site for the records of sandbox keys, so that no public query finds them. */
export async function openSandbox(tx: Tx, site: SiteRow, now: Date): Promise<number> {
  const id = (await sandboxOf(tx, site.id)) ?? (await makeSandbox(tx, site, now));
  const known = tx.select({ slug: categories.slug }).from(categories).where(eq(categories.siteId, id));
  const missing = await tx
    .select({ slug: categories.slug, name: categories.name, description: categories.description })
    .from(categories)
    .where(and(eq(categories.siteId, site.id), notInArray(categories.slug, known)));
  // A sandbox has no category pages, so its categories do not need parents.
  if (missing.length > 0) await tx.insert(categories).values(missing.map((category) => ({ ...category, siteId: id })));
  return id;
}

async function makeSandbox(tx: Tx, site: SiteRow, now: Date): Promise<number> {
  // The dot distinguishes the key from those of real sites, which contain none. A host under .invalid never resolves
  // (RFC 6761 section 6.4).
  const key = `${site.key}.sandbox`;
  const facts = { key, name: `${site.name} sandbox`, host: `${key}.invalid`, currency: site.currency };
  const id = await createSite(tx, { ...facts, settings: site.settings }, now.toISOString());
  await tx
    .update(sites)
    .set({ sandboxOf: site.id })
    .where(and(eq(sites.id, id), isNull(sites.sandboxOf)));
  return id;
}
