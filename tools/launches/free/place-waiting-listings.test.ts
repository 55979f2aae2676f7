import { afterAll, beforeAll, expect, test } from "bun:test";
import { createAccount, updateAccount } from "#db/queries/accounts/accounts.ts";
import { logChange } from "#db/queries/common/audit-log.ts";
import { leaveFreeQueue } from "#db/queries/launches/free-places.ts";
import { saveBadgeCheck } from "#db/queries/listings/badge-checks.ts";
import { dayMs } from "#db/values/week.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { scheduled } from "#test/support/server/scheduled.ts";

let server: TestServer;
let clock = testNow;
let tiny: number;
let visitor: Visitor;
beforeAll(async () => {
  const store = emptyStore();
  await store.write(async (tx) => {
    await addSite(tx);
    tiny = await addSite(tx, "tiny", { freeQueue: { placesPerWeek: 1, weeksAhead: 1 } });
  });
  const periodic = scheduled("place-waiting-listings");
  server = await startTestServer({ store, now: () => clock, periodic });
  visitor = await signUpAs(server, "young@example.test");
});
afterAll(() => server.stop());

const later = async (ms: number) => {
  clock = new Date(testNow.getTime() + ms);
  await server.drainJobs();
};
const choose = async (key: string, listing_id: number) =>
  (await server.as(key).over("REST", "choose_free_listing", { listing_id })).body;
const mine = async (key: string, listing_id: number) =>
  (await server.as(key).call("get_my_listing", { listing_id })).body;
const mailsTo = async (email: string) => (await server.mails()).filter(({ recipient }) => recipient === email);

/** Stores that the badge was found. The first real check cannot reach the website. */
const findBadge = (id: number) =>
  server.store.write((tx) =>
    saveBadgeCheck(tx, id, { isFound: true, fault: null, detail: null, isMiss: false }, clock),
  );

async function completeListing(slug: string, options: Parameters<typeof ownedListing>[2] = {}) {
  const made = await ownedListing(server.store, slug, options);
  await findBadge(made.id);
  return made;
}

test("a new account's listing waits with a blocker, and takes its place when the day is over", async () => {
  const { id, key, email } = await completeListing("sprout", { email: "young@example.test" });
  const chosen = await choose(key, id);
  expect(chosen).toMatchObject({ status: "awaiting_badge", plan: "free", launch_week: null });
  expect(chosen.queue.likely_week).toBe("2026-W50");
  const until = new Date(testNow.getTime() + dayMs).toISOString();
  const blocker = { code: "account_too_new", expected_by: until, next_action: { who: "human" } };
  expect(chosen.blockers).toMatchObject([blocker]);
  expect((await mine(key, id)).blockers).toMatchObject([blocker]);
  const page = `/account/listings/${id}/launch`;
  expect((await visitor.get(page)).html).toContain("New accounts get a launch week after 24 hours");
  expect((await visitor.get("/account/listings")).html).toContain("New accounts get a launch week after 24 hours");
  const [told] = await mailsTo(email);
  expect(told!.textBody).toContain("gets a launch week when the account that chose the free launch is 24 hours old");

  await later(dayMs - 1);
  await findBadge(id);
  expect(await mine(key, id)).toMatchObject({ status: "awaiting_badge", launch_week: null });
  await later(dayMs + 600_000);
  expect(await mine(key, id)).toMatchObject({ status: "scheduled", launch_week: "2026-W50", blockers: [] });
  expect((await mailsTo(email))[0]!.subject).toContain("has a place in the launch week");
});

test("an unconfirmed account waits until its email address is confirmed", async () => {
  const { id, key, account } = await completeListing("unsure");
  const confirm = (emailVerifiedAt: string | null) =>
    server.store.write((tx) => updateAccount(tx, account.id, { emailVerifiedAt }, clock));
  await confirm(null);
  const { launch_week, blockers } = await choose(key, id);
  expect(launch_week).toBeNull();
  expect(blockers[0].next_action.why).toBe("Confirm your email address.");
  await later(3 * dayMs);
  await findBadge(id);
  expect((await mine(key, id)).launch_week).toBeNull();
  await confirm(clock.toISOString());
  await later(3 * dayMs + 600_000);
  expect(await mine(key, id)).toMatchObject({ status: "scheduled", launch_week: "2026-W50" });
});

test("an account that the operator created with a command does not wait", async () => {
  await server.store.write(async (tx) => {
    const made = await createAccount(tx, { email: "staff@example.test", name: "Ida" }, clock);
    const entry = { action: "create_account", accountId: null, siteId: null, via: "admin" } as const;
    await logChange(tx, { ...entry, subjects: [`account:${made.id}`] }, clock);
  });
  const { id, key } = await ownedListing(server.store, "staffed", { email: "staff@example.test" });
  expect((await choose(key, id)).launch_week).toBe("2026-W50");
});

test("a place that comes back goes to the listing that has waited longest", async () => {
  const made: Awaited<ReturnType<typeof ownedListing>>[] = [];
  for (const slug of ["one", "two", "three"]) {
    const own = await ownedListing(server.store, slug, { siteId: tiny });
    made.push(own);
    await choose(own.key, own.id);
    clock = new Date(clock.getTime() + 1000);
  }
  const weeks = async () => Promise.all(made.map(async ({ key, id }) => (await mine(key, id)).launch_week));
  expect(await weeks()).toEqual(["2026-W50", null, null]);
  await server.store.write((tx) => leaveFreeQueue(tx, made[0]!.id));
  await later(3 * dayMs + 1_800_000);
  expect(await weeks()).toEqual([null, "2026-W50", null]);
});
