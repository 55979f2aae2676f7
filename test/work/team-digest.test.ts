import { afterEach, beforeEach, expect, test } from "bun:test";
import { mailJob, smtpSender } from "#bridge/outbound/mail.ts";
import { changeStatus, statusById } from "#db/queries/listings/listing-status.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import { callTool } from "#tools/core/calls/call.ts";
import chooseFreeListing from "#tools/launches/free/choose-free-listing.ts";
import revertEdit from "#tools/listings/owner/revert-edit.ts";
import reportListing from "#tools/moderation/reports/report-listing.ts";
import { teamCaller } from "../support/clients/team.ts";
import { startMailServer } from "../support/fakes/mail-server.ts";
import { keyFor } from "../support/records/account.ts";
import { editAs } from "../support/records/edits.ts";
import { ownedProduct, productTexts, sandboxListing } from "../support/records/owned-product.ts";
import { contextFor } from "../support/server/call.ts";
import { demoStore, testNow } from "../support/server/harness.ts";
import { startTestJobs } from "../support/server/jobs.ts";
import { scheduled } from "../support/server/scheduled.ts";

const hourMs = 3_600_000;
const teamEmail = "team@slipway.example";
const periodic = scheduled("team-digest");
let store: Store;
let site: SiteRow;
let smtp: Awaited<ReturnType<typeof startMailServer>>;
let clock: Date;
let accountId: number;
let product: Awaited<ReturnType<typeof ownedProduct>>;

beforeEach(async () => {
  store = await demoStore();
  [site] = (await allSites(store.read)) as [SiteRow];
  clock = testNow;
  accountId = (await keyFor(store)).account.id;
  product = await ownedProduct(store, accountId);
  smtp = await startMailServer();
  await passHour();
});
afterEach(async () => {
  await smtp.stop();
  await store.close();
});

/** Lets an hour pass with a new job runner, and returns the emails to the team. */
async function passHour({ address = teamEmail as string | null } = {}) {
  clock = new Date(clock.getTime() + hourMs);
  const delivery = mailJob(smtpSender(smtp.url, "Slipway <hello@slipway.example>"));
  const jobs = startTestJobs({ store, now: () => clock, jobs: [delivery, ...periodic], teamEmail: address });
  await jobs.drain();
  await jobs.stop();
  return smtp.received
    .splice(0)
    .filter(({ recipient }) => recipient === teamEmail)
    .map(({ mail }) => mail);
}
const edit = (fields: object, more: object = {}) =>
  editAs(store, accountId, site, { listing_id: product.main, fields, ...more });

test("one edit: one email with the values before and after; without edits, no email", async () => {
  await edit({ headline: "Kelp <b>now</b>", name: "Kelp & Co" }, { apply_to: ["all"] });
  const [mail, ...others] = await passHour();
  expect(others).toEqual([]);
  expect(mail!.subject).toBe(`Kelp & Co was edited (${site.name})`);
  for (const text of [productTexts.headline, "Kelp <b>now</b>", productTexts.name, "<ada@example.test>", "/team"])
    expect(mail!.text).toContain(text);
  expect(mail!.html).not.toContain("<b>now");
  expect(await passHour()).toEqual([]);
});

test("the first digest: open reports from before it, but not the earlier edits", async () => {
  await edit({ headline: "Kelp farming, earlier" });
  const policy = { limiter: null, checkOutput: "always", write: store.write } as const;
  const report = { slug: product.slug, kind: "other", sentence: "It only links to a casino." } as const;
  await callTool(reportListing, contextFor(store, { kind: "anonymous" }, site), () => report, policy);
  await store.write(async (tx) => void tx.$client.run("UPDATE sites SET told_change_id = NULL"));
  const [mail, ...others] = await passHour();
  expect(others).toEqual([]);
  expect(mail!.subject).toContain("report");
  expect(mail!.text).not.toContain("Kelp farming, earlier");
  expect(await passHour()).toEqual([]);
});

test("many edits: one digest of limited length with the number of further edits", async () => {
  for (let i = 0; i < 30; i++) await edit({ description: `${i} `.repeat(1500) });
  const [mail, ...others] = await passHour();
  expect([mail!.subject, others]).toEqual([`30 edits to listings (${site.name})`, []]);
  expect(mail!.text).toContain("10 more edits are not in this email");
  expect(mail!.text!.length).toBeLessThan(20_000);
  expect(await passHour()).toEqual([]);
});

test("no email about edits that the team reverted, about a sandbox, or without a team email", async () => {
  const change_id = await edit({ headline: "Buy cheap seaweed today" });
  expect(await passHour()).toHaveLength(1);
  await teamCaller(store, site)(revertEdit, { change_id, reason: "It is an advertisement." });
  const listing_id = await sandboxListing(store, accountId);
  const actor = { kind: "key", accountId, scopes: ["listings:write"], via: "key:1", isTest: true } as const;
  const { default: updateMyListing } = await import("#tools/listings/owner/update-my-listing.ts");
  const input = { listing_id, fields: { headline: "Only tried by a script" } };
  const policy = { limiter: null, checkOutput: "always", write: store.write } as const;
  await callTool(updateMyListing, contextFor(store, actor, site), () => input, policy);
  expect(await passHour()).toEqual([]);
  await edit({ headline: "Kelp farming for all" });
  expect(await passHour({ address: null })).toEqual([]);
  expect(await passHour()).toHaveLength(1);
});

test("a rejected listing whose owner chooses a plan again: the digest says so", async () => {
  await store.write(async (tx) => {
    tx.$client.run("UPDATE listings SET status = 'scheduled', plan = 'none' WHERE id = ?", [product.main]);
    await changeStatus(tx, (await statusById(tx, product.main))!, "rejected", "It is no product.", testNow);
  });
  const actor = { kind: "person", accountId, scopes: ["listings:write"], via: "browser", isTest: false } as const;
  const policy = { limiter: null, checkOutput: "always", write: store.write } as const;
  const context = contextFor(store, actor, site);
  await callTool(chooseFreeListing, context, () => ({ listing_id: product.main }), policy);
  const [mail] = await passHour();
  expect(mail!.text).toContain(
    `The owner of the rejected listing ${productTexts.name} (${product.slug}) has chosen the free launch again`,
  );
  expect(await passHour()).toEqual([]);
});

test("a digest that fails before its commit leaves nothing, and the next attempt sends it whole", async () => {
  await edit({ headline: "Kelp farming for all" });
  clock = new Date(clock.getTime() + hourMs);
  const mails = () => store.read.$client.query("SELECT count(*) AS n FROM mails WHERE recipient = ?").get(teamEmail);
  // Like a killed process, the job's transaction never commits.
  const broken = startTestJobs({
    store: {
      ...store,
      write: (work) =>
        store.write(async (tx) => {
          const result = await work(tx);
          if (tx.$client.query("SELECT 1 FROM mails WHERE recipient = ?").get(teamEmail)) throw new Error("killed");
          return result;
        }),
    },
    now: () => clock,
    jobs: periodic,
    teamEmail,
  });
  await broken.drain();
  await broken.stop();
  expect(mails()).toEqual({ n: 0 });
  expect(await passHour()).toHaveLength(1);
  expect(await passHour()).toEqual([]);
});
