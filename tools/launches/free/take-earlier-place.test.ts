import { afterAll, beforeAll, expect, test } from "bun:test";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { saveBadgeCheck } from "#db/queries/listings/badge-checks.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { operationCaller } from "#test/support/clients/operation-caller.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import applyBadgeCheck from "./apply-badge-check.ts";

let server: TestServer;
let clock = testNow;
beforeAll(async () => {
  const store = emptyStore();
  await store.write((tx) => addSite(tx, "main", { freeQueue: { placesPerWeek: 1, weeksAhead: 2 } }));
  server = await startTestServer({ store, now: () => clock });
});
afterAll(() => server.stop());

type Own = Awaited<ReturnType<typeof ownedListing>>;

const findBadge = (id: number) =>
  server.store.write((tx) =>
    saveBadgeCheck(tx, id, { isFound: true, fault: null, detail: null, isMiss: false }, clock),
  );
const choose = async ({ key, id }: Own) =>
  (await server.as(key).over("REST", "choose_free_listing", { listing_id: id })).body;
const weeksOf = (all: Own[]) =>
  Promise.all(
    all.map(async ({ key, id }) => (await server.as(key).call("get_my_listing", { listing_id: id })).body.launch_week),
  );

test("a complete listing takes the place of an incomplete one, whose owner is notified, and never of a complete one", async () => {
  const [bare, later] = [await ownedListing(server.store, "bare"), await ownedListing(server.store, "later")];
  await choose(bare);
  clock = new Date(clock.getTime() + 1000);
  await choose(later);
  expect(await weeksOf([bare, later])).toEqual(["2026-W50", "2026-W51"]);

  const ready = await ownedListing(server.store, "ready");
  await findBadge(ready.id);
  expect(await choose(ready)).toMatchObject({ status: "scheduled", launch_week: "2026-W50" });
  // W51 is full too, so the displaced listing has no week.
  expect(await weeksOf([bare, later])).toEqual([null, "2026-W51"]);
  const [mail] = (await server.mails()).filter(({ recipient }) => recipient === bare.email);
  expect(mail!.subject).toContain("bare is waiting for another launch week");
  expect(mail!.textBody).toContain("To keep your place, put the badge on the product's website");
  const [change] = await changesOf(server.store.read, `listing:${ready.id}`, 1);
  expect(change!.subjects).toContain(`listing:${bare.id}`);

  // The next one goes before the incomplete listing of W51. After that, only complete listings have places.
  const second = await ownedListing(server.store, "second");
  await findBadge(second.id);
  expect(await choose(second)).toMatchObject({ status: "scheduled", launch_week: "2026-W51" });
  const third = await ownedListing(server.store, "third");
  await findBadge(third.id);
  expect(await choose(third)).toMatchObject({ status: "scheduled", launch_week: null });
  expect(await weeksOf([ready, second, later])).toEqual(["2026-W50", "2026-W51", null]);
});

test("a listing that lacks only the review keeps its week; without a badge too, it gives way", async () => {
  const siteId = await server.store.write((tx) =>
    addSite(tx, "reviewed", { review: { mode: "always" }, freeQueue: { placesPerWeek: 1, weeksAhead: 3 } }),
  );
  const all: Own[] = [];
  for (const slug of ["reviewed-bare", "reviewed-complete", "reviewed-profileless", "reviewed-ready"]) {
    const own = await ownedListing(server.store, slug, { siteId, hasProfile: slug !== "reviewed-profileless" });
    if (slug !== "reviewed-bare") await findBadge(own.id);
    if (slug === "reviewed-ready")
      await server.store.write(async (tx) =>
        tx.$client.run("UPDATE sites SET settings = json_remove(settings, '$.review')"),
      );
    all.push(own);
    await choose(own);
    clock = new Date(clock.getTime() + 1000);
  }
  const [bare, complete, profileless, ready] = all as [Own, Own, Own, Own];
  expect(await weeksOf([ready, bare, complete, profileless])).toEqual(["2026-W50", null, "2026-W51", "2026-W52"]);
  const second = await ownedListing(server.store, "reviewed-second", { siteId });
  await findBadge(second.id);
  await choose(second);
  expect(await weeksOf([second, complete, profileless])).toEqual(["2026-W52", "2026-W51", null]);
});

test("a listing that becomes complete leaves the current week unchanged", async () => {
  const siteId = await server.store.write((tx) =>
    addSite(tx, "near", { freeQueue: { placesPerWeek: 1, weeksAhead: 4, firstWeekOffset: 0 } }),
  );
  const near = (await allSites(server.store.read)).find(({ id }) => id === siteId)!;
  const all: Own[] = [];
  for (const slug of ["today", "next", "last"]) {
    all.push(await ownedListing(server.store, slug, { siteId }));
    await choose(all.at(-1)!);
    clock = new Date(clock.getTime() + 1000);
  }
  expect(await weeksOf(all)).toEqual(["2026-W47", "2026-W48", "2026-W49"]);
  await findBadge(all[2]!.id);
  await operationCaller(server)("job", near, applyBadgeCheck, { listing_id: all[2]!.id });
  expect(await weeksOf(all)).toEqual(["2026-W47", "2026-W49", "2026-W48"]);
});
