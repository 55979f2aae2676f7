import { expect, test } from "bun:test";
import { addReport, closeReports } from "#db/queries/moderation/reports.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { teamCaller } from "#test/support/clients/team.ts";
import { addListing, addSite } from "#test/support/records/records.ts";
import { emptyStore, testNow } from "#test/support/server/harness.ts";
import listReports from "../reports/list-reports.ts";

test("decided cases: the latest 1,000 of the site; a day, a listing and a kind narrow the search", async () => {
  const store = emptyStore();
  await store.write(async (tx) => {
    const [site, other] = [await addSite(tx), await addSite(tx, "other")];
    for (let i = 0; i < 1003; i++) {
      const at = new Date(testNow.getTime() + i * 86_400_000);
      const listingId = await addListing(tx, i === 1 ? other : site, `pear-${i}`);
      await addReport(tx, { listingId, kind: i === 0 ? "other" : "dead", sentence: "Gone." }, at);
      await closeReports(tx, { listingId, outcome: "told", reason: "Fix it.", decidedBy: null }, at);
    }
  });
  const [site] = await allSites(store.read);
  const found = async (filter: object) => {
    const { items, total } = await teamCaller(store, site!)(listReports, { is_open: false, ...filter });
    return [total, items[0]?.slug, items.at(-1)?.slug];
  };
  expect(await found({ page: 50 })).toEqual([1000, "pear-22", "pear-3"]);
  expect(await found({ sort: "oldest" })).toEqual([1000, "pear-3", "pear-22"]);
  expect(await found({ until: "2026-11-21" })).toEqual([3, "pear-3", "pear-0"]);
  expect(await found({ slug: "pear-0" })).toEqual([1, "pear-0", "pear-0"]);
  expect(await found({ slug: "pear-1" })).toEqual([0, undefined, undefined]);
  expect(await found({ until: "2026-11-21", kind: "other" })).toEqual([1, "pear-0", "pear-0"]);
});
