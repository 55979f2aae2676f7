import { accountByEmail, createAccount, updateAccount } from "#db/queries/accounts/accounts.ts";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import { saveFounderProfile } from "#db/queries/founders/founder-profile.ts";
import { syncFoundersOfAccount } from "#db/queries/listings/company-founders.ts";
import type { Store } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";
import { testNow } from "../server/harness.ts";
import { keyFor } from "./account.ts";
import { addListing } from "./records.ts";

/** Completes the founder profile that a free launch needs. */
export const completeProfile = (store: Store, accountId: number) =>
  store.write(async (tx) => {
    const photoHash = await saveAsset(tx, "image/png", new Uint8Array([1, 2, 3]), testNow.toISOString());
    const bio = "Builds small tools for small companies, and has done so for years.";
    const facts = { name: "Ada", bio, links: { website: "https://ada.example" }, photoHash };
    const founderId = await saveFounderProfile(tx, null, facts, testNow);
    await updateAccount(tx, accountId, { founderId }, testNow);
    await syncFoundersOfAccount(tx, accountId);
  });

export interface OwnListingOptions extends NonNullable<Parameters<typeof addListing>[3]> {
  siteId?: number;
  email?: string;
  hasProfile?: boolean;
}

/** Creates an account that is old enough for a free launch, unless it exists. */
export const oldAccount = (store: Store, email: string) =>
  store.write(async (tx) => {
    if (await accountByEmail(tx, email)) return;
    await createAccount(tx, { email, name: "Ada", isVerified: true }, new Date(testNow.getTime() - 30 * dayMs));
  });

/** A listing of an account, by default a draft without a plan, and a key that may edit it. */
export async function ownedListing(store: Store, slug: string, options: OwnListingOptions = {}) {
  const { siteId = 1, email = `${slug}@example.test`, hasProfile = true, ...facts } = options;
  await oldAccount(store, email);
  const { key, account } = await keyFor(store, { email, scopes: ["account:read", "listings:write"] });
  const id = await store.write(async (tx) => {
    const listingId = await addListing(tx, siteId, slug, { status: "draft", plan: "none", ...facts });
    const companyId = (await companyOfListing(tx, listingId))!;
    await addOwner(tx, { companyId, accountId: account.id, via: "test" }, testNow);
    return listingId;
  });
  if (hasProfile) await completeProfile(store, account.id);
  return { id, key, account, email };
}
