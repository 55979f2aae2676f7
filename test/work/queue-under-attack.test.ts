import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createAccount, updateAccount } from "#db/queries/accounts/accounts.ts";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import { saveFounderProfile } from "#db/queries/founders/founder-profile.ts";
import { saveBadgeCheck } from "#db/queries/listings/badge-checks.ts";
import { statusById } from "#db/queries/listings/listing-status.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import { dayMs } from "#db/values/week.ts";
import applyBadgeCheck from "#tools/launches/free/apply-badge-check.ts";
import chooseFreeListing from "#tools/launches/free/choose-free-listing.ts";
import placeWaitingListings from "#tools/launches/free/place-waiting-listings.ts";
import { operationCaller } from "../support/clients/operation-caller.ts";
import { addListing, addSite } from "../support/records/records.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

let server: TestServer;
const clock = testNow;
beforeAll(async () => {
  server = await startTestServer({ store: emptyStore(), now: () => clock });
});
afterAll(() => server.stop());

interface Owner {
  accountId: number;
  listings: number[];
}

const lost = { isFound: false, fault: "absent", detail: null, isMiss: false } as const;
const found = { isFound: true, fault: null, detail: null, isMiss: false };

/** Adds accounts that are old enough, each with a domain of its own and some listings on it. */
async function addOwners(
  siteId: number,
  name: string,
  { accounts, each, isComplete }: { accounts: number; each: number; isComplete: boolean },
): Promise<Owner[]> {
  const createdAt = new Date(clock.getTime() - 2 * dayMs);
  return server.store.write(async (tx) => {
    const photoHash = await saveAsset(tx, "image/png", new Uint8Array([1, 2, 3]), testNow.toISOString());
    const owners: Owner[] = [];
    for (let i = 0; i < accounts; i++) {
      const person = { email: `${name}-${i}@example.test`, name: "Ada", isVerified: true };
      const { id: accountId } = await createAccount(tx, person, createdAt);
      const listings: number[] = [];
      for (let n = 0; n < each; n++) {
        const url = `https://p${n}.${name}-${i}.example`;
        const id = await addListing(tx, siteId, `${name}-${i}-${n}`, { url, status: "draft", plan: "none" });
        await addOwner(tx, { companyId: (await companyOfListing(tx, id))!, accountId, via: "test" }, clock);
        if (isComplete) await saveBadgeCheck(tx, id, found, clock);
        listings.push(id);
      }
      if (isComplete) {
        const facts = {
          name: "Ada",
          bio: "Builds small tools for small companies, for years.",
          links: { website: "https://ada.example" },
        };
        const founderId = await saveFounderProfile(tx, null, { ...facts, photoHash }, clock);
        await updateAccount(tx, accountId, { founderId }, clock);
      }
      owners.push({ accountId, listings });
    }
    return owners;
  });
}

async function newSite(key: string): Promise<SiteRow> {
  const id = await server.store.write((tx) => addSite(tx, key));
  return (await allSites(server.store.read)).find((one) => one.id === id)!;
}

async function chooseAll(site: SiteRow, owners: Owner[]): Promise<void> {
  const call = operationCaller(server);
  for (const { accountId, listings } of owners)
    for (const listing_id of listings) await call({ accountId }, site, chooseFreeListing, { listing_id });
}

const weeksOf = async (owners: Owner[]) =>
  Promise.all(
    owners.flatMap(({ listings }) => listings.map(async (id) => (await statusById(server.store.read, id))!.launchWeek)),
  );

/** 55 honest owners with badge and profile, of whom five put up the badge only after their choice. */
async function addHonest(site: SiteRow): Promise<Owner[]> {
  const ready = await addOwners(site.id, `${site.key}-ready`, { accounts: 50, each: 1, isComplete: true });
  const later = await addOwners(site.id, `${site.key}-later`, { accounts: 5, each: 1, isComplete: true });
  const ids = later.flatMap(({ listings }) => listings);
  for (const id of ids) await server.store.write((tx) => saveBadgeCheck(tx, id, lost, clock));
  await chooseAll(site, [...ready, ...later]);
  for (const id of ids) {
    await server.store.write((tx) => saveBadgeCheck(tx, id, found, clock));
    await operationCaller(server)("job", site, applyBadgeCheck, { listing_id: id });
  }
  return [...ready, ...later];
}

const honestWeeks = async (site: SiteRow) => weeksOf(await addHonest(site));

describe("200 accounts with 200 domains and 600 listings choose the free plan first", () => {
  const attack = { accounts: 200, each: 3 };
  let calm: (string | null)[];
  beforeAll(async () => {
    calm = await honestWeeks(await newSite("main"));
  });

  test("without attackers: the first week has 50 places", () => {
    expect(calm).toEqual([...Array(50).fill("2026-W50"), ...Array(5).fill("2026-W51")]);
  });

  test("without badges: no honest listing launches later", async () => {
    const site = await newSite("bare");
    const attackers = await addOwners(site.id, "bare", { ...attack, isComplete: false });
    await chooseAll(site, attackers);
    expect((await weeksOf(attackers)).at(-1)).toBe("2027-W08");
    expect(await honestWeeks(site)).toEqual(calm);
  });

  test("with badges and profiles: a delay of twelve weeks, until the attackers' listings are suspended", async () => {
    const site = await newSite("dressed");
    const attackers = await addOwners(site.id, "dressed", { ...attack, isComplete: true });
    await chooseAll(site, attackers);
    const honest = await addHonest(site);
    // 600 complete listings fill twelve weeks, so the delay is twelve weeks.
    expect(await weeksOf(honest)).toEqual([...Array(50).fill("2027-W09"), ...Array(5).fill("2027-W10")]);
    const hidden = "UPDATE listings SET status = 'suspended' WHERE id IN (SELECT value FROM json_each(?))";
    const ids = JSON.stringify(attackers.flatMap(({ listings }) => listings));
    await server.store.write(async (tx) => tx.$client.run(hidden, [ids]));
    await operationCaller(server)("job", site, placeWaitingListings, {});
    expect(await weeksOf(honest)).toEqual(calm);
  });
});
