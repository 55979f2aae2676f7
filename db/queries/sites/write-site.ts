import { eq } from "drizzle-orm";
import { interviewQuestions, products, type SiteSettings, sites } from "../../schema/sites.ts";
import standardProducts from "../../seed/products.json" with { type: "json" };
import standardQuestions from "../../seed/questions.json" with { type: "json" };
import type { Tx } from "../../store/store.ts";
import { refuseClash } from "./sites.ts";

export interface SiteFacts {
  key: string;
  name: string;
  host: string | null;
  tagline?: string;
  currency?: string;
  settings?: SiteSettings;
}

export async function createSite(tx: Tx, facts: SiteFacts, now: string): Promise<number> {
  await refuseClash(tx, facts, null);
  const { id: siteId } = await tx
    .insert(sites)
    .values({ ...facts, createdAt: now })
    .returning({ id: sites.id })
    .get();
  await tx
    .insert(interviewQuestions)
    .values(standardQuestions.map((question, position) => ({ siteId, ...question, position })));
  await tx.insert(products).values(standardProducts.map((product, position) => ({ siteId, ...product, position })));
  return siteId;
}

export async function updateSite(tx: Tx, siteId: number, facts: Required<SiteFacts>): Promise<void> {
  await refuseClash(tx, facts, siteId);
  const { name, host, tagline, currency, settings } = facts;
  await tx.update(sites).set({ name, host, tagline, currency, settings }).where(eq(sites.id, siteId));
}
