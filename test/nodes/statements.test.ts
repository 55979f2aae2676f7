import { expect, test } from "bun:test";
import { createCategory } from "#db/queries/content/write-category.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { startOfWeek } from "#db/values/week.ts";
import updateCategory from "#tools/categories/update-category.ts";
import { callTool } from "#tools/core/calls/call.ts";
import submitDraft from "#tools/drafts/submit-draft.ts";
import importListings from "#tools/listings/shared/import-listings.ts";
import { keyFor } from "../support/records/account.ts";
import { completeFields, draftFor } from "../support/records/draft.ts";
import { addListing, addSite } from "../support/records/records.ts";
import { contextFor } from "../support/server/call.ts";
import { emptyStore } from "../support/server/harness.ts";
import { startTestJobs } from "../support/server/jobs.ts";
import { scheduled } from "../support/server/scheduled.ts";
import { countStatements } from "../support/server/statements.ts";

// With a database server, each statement is a round trip, and long transactions are ended by the server.

const admin = { kind: "admin", via: "admin" } as const;

async function directory() {
  const store = emptyStore();
  const counted = await countStatements(store);
  await store.write((tx) => addSite(tx));
  const [site] = await allSites(store.read);
  const policy = { limiter: null, checkOutput: "always", write: store.write } as const;
  return { store, counted, site: site!, policy };
}

const products = (count: number, headline: string) =>
  Array.from({ length: count }, (_, i) => ({
    name: `Product ${i % 900}`,
    url: `https://p${i}.example/`,
    headline,
    summary: `The product with the number ${i}.`,
    categories: ["Tools", `Kind ${i % 3}`],
    tags: ["one", `tag-${i % 7}`],
    stars: i,
  }));

async function importing(
  { store, site, policy }: Awaited<ReturnType<typeof directory>>,
  headline: string,
  count = 1000,
) {
  const input = { records: products(count, headline), is_strict: false };
  const { outcomes } = (await callTool(importListings, contextFor(store, admin, site), () => input, policy)).output;
  return outcomes[0];
}

test("an import of 1,000 listings and a renamed category: few statements", async () => {
  const setup = await directory();
  const { store, counted, site, policy } = setup;
  counted();
  expect(await importing(setup, "New.")).toBe("created");
  expect(counted()).toBeLessThanOrEqual(40);
  expect(await importing(setup, "Changed.")).toBe("updated");
  expect(counted()).toBeLessThanOrEqual(35);
  expect(await importing(setup, "Changed.")).toBe("unchanged");
  expect(counted()).toBeLessThanOrEqual(8);
  const input = { slug: "tools", name: "Instruments" };
  await callTool(updateCategory, contextFor(store, admin, site), () => input, policy);
  expect(counted()).toBeLessThanOrEqual(30);
  await store.close();
});

test("a submitted draft: few statements", async () => {
  const { store, counted, site, policy } = await directory();
  const { account } = await keyFor(store);
  await store.write((tx) =>
    createCategory(tx, site.id, { slug: "tools", name: "Tools", description: "", parent: null }),
  );
  const { id } = await draftFor(store, account.id, { fields: { ...completeFields, categories: ["tools"] } });
  const scopes = ["listings:write"] as const;
  const actor = { kind: "key", accountId: account.id, scopes, isTest: false, via: "key:1" };
  counted();
  await callTool(submitDraft, contextFor(store, actor as never, site), () => ({ id }), policy);
  expect(counted()).toBeLessThanOrEqual(30);
  await store.close();
});

test("a rollover with 60 launches: few statements", async () => {
  const { store, counted, site } = await directory();
  await store.write(async (tx) => {
    for (let i = 0; i < 60; i++)
      await addListing(tx, site.id, `due-${i}`, { status: "scheduled", plan: "paid", launchWeek: "2026-W48" });
  });
  const clock = startOfWeek("2026-W48")!;
  const jobs = startTestJobs({
    store,
    now: () => clock,
    jobs: scheduled("week-rollover"),
  });
  counted();
  await jobs.drain();
  await jobs.stop();
  expect(counted()).toBeLessThanOrEqual(50);
  await store.close();
});
