import { eq } from "drizzle-orm";
import { sealText } from "../keys/sealed-text.ts";
import { addOwner } from "../queries/accounts/owners.ts";
import { listingToClaim } from "../queries/claims/claimed-listings.ts";
import { createClaim } from "../queries/claims/claims.ts";
import { createDraft, type Draft } from "../queries/drafts/drafts.ts";
import { nextOrderNumber } from "../queries/orders/next-numbers.ts";
import { changeOrderStatus } from "../queries/orders/order-status.ts";
import { insertOrder, orderByNumber } from "../queries/orders/orders.ts";
import { companyFounders } from "../schema/companies.ts";
import { listings } from "../schema/listings.ts";
import { sites } from "../schema/sites.ts";
import type { Tx } from "../store/store.ts";
import { dayMs } from "../values/week.ts";
import { demoDraft } from "./content.ts";

const claimedSlug = "lumenroll";

export async function addDemoRecords(
  tx: Tx,
  { accountId, founderId }: { accountId: number; founderId: number },
  now: Date,
): Promise<void> {
  const companies = await tx
    .select({ id: companyFounders.companyId })
    .from(companyFounders)
    .where(eq(companyFounders.founderId, founderId));
  for (const { id } of companies) await addOwner(tx, { companyId: id, accountId, via: "demo" }, now);
  const [site] = await tx.select({ id: sites.id }).from(sites).orderBy(sites.id).limit(1);
  await createDraft(tx, { ...draftRow(now), siteId: site!.id, accountId });
  const listing = (await listingToClaim(tx, site!.id, claimedSlug))!;
  await createClaim(tx, {
    siteId: site!.id,
    accountId,
    listingId: listing.id,
    companyId: listing.companyId,
    slug: claimedSlug,
    url: listing.url,
    method: "meta",
    token: "demo-claim-of-a-listing-without-owner",
    createdAt: new Date(now.getTime() - dayMs).toISOString(),
    expiresAt: new Date(now.getTime() + 7 * dayMs).toISOString(),
  });
  await seedOrder(tx, { siteId: site!.id, accountId }, now);
}

async function seedOrder(tx: Tx, owner: { siteId: number; accountId: number }, now: Date): Promise<void> {
  const [listing] = await tx.select({ id: listings.id }).from(listings).where(eq(listings.slug, "harbourlist"));
  if (!listing) return;
  const numbered = await nextOrderNumber(tx, now);
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  await insertOrder(
    tx,
    {
      ...owner,
      ...numbered,
      email: "founder@demo.test",
      currency: "EUR",
      net: 2900,
      linkSecret: sealText(tx, crypto.randomUUID(), `order:${numbered.number}`),
      provider: "sandbox",
      createdAt: at(-2 * dayMs),
      expiresAt: at(-dayMs),
    },
    [{ product: "sections", name: "Profile sections: Harbourlist", listingId: listing.id, quantity: 1, net: 2900 }],
  );
  const order = (await orderByNumber(tx, numbered.number))!;
  await changeOrderStatus(tx, order, "canceled", null, new Date(now.getTime() - dayMs));
}

function draftRow(now: Date) {
  const { url, fields, evidence } = demoDraft();
  const time = now.toISOString();
  const quotes = Object.entries(evidence).map(([field, [path, quote]]) => [
    field,
    [{ url: url + path, quote, fetched_at: time }],
  ]);
  return {
    url,
    urlKey: "harbourlog.example",
    arrivedKey: "harbourlog.example",
    status: "ready",
    step: 10,
    steps: 10,
    note: "Ready for review.",
    fields,
    evidence: Object.fromEntries(quotes),
    writtenBy: "extractive",
    createdAt: time,
    updatedAt: time,
    expiresAt: new Date(now.getTime() + 30 * dayMs).toISOString(),
  } satisfies Partial<Draft>;
}
