import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { changesOf } from "#db/queries/common/audit-log.ts";
import type { ListingStatus } from "#db/schema/vocabulary.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import archiveListing from "#tools/listings/owner/archive-listing.ts";
import unarchiveListing from "#tools/listings/owner/unarchive-listing.ts";
import { personCaller } from "../support/clients/person-caller.ts";
import { type OwnListingOptions, ownedListing } from "../support/records/owned-listing.ts";
import { addSite } from "../support/records/records.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

let server: TestServer;
let clock: Date;
let nth = 0;
beforeAll(async () => {
  const store = emptyStore();
  await store.write((tx) => addSite(tx));
  server = await startTestServer({ store, now: () => clock });
});
beforeEach(() => {
  clock = testNow;
});
afterAll(() => server.stop());

async function listing(options: OwnListingOptions = {}, columns: Record<string, string> = {}) {
  const slug = `archived-${++nth}`;
  const owned = await ownedListing(server.store, slug, options);
  for (const [column, value] of Object.entries(columns))
    await server.store.write(
      async (tx) => void tx.$client.run(`UPDATE listings SET ${column} = ? WHERE id = ?`, [value, owned.id]),
    );
  const owner = personCaller(server, owned.account.id);
  const input = { listing_id: owned.id };
  return {
    ...owned,
    slug,
    archive: () => owner(archiveListing, input),
    bringBack: () => owner(unarchiveListing, input),
    read: async () => (await server.as(owned.key).call("get_my_listing", input)).body,
    isPublic: async () => (await server.get(`/listings/${slug}`)).status === 200,
  };
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ code, detail }: Problem) => ({ code, detail }),
  );

describe("an archived listing", () => {
  test("is hidden immediately, and public again as before when restored", async () => {
    const { id, archive, bringBack, read, isPublic } = await listing(
      { status: "live", plan: "paid", launchWeek: "2026-W40" },
      { launched_at: "2026-10-01T00:00:00.000Z" },
    );
    expect(await archive()).toMatchObject({ status: "archived", until: "2027-11-18T12:00:00.000Z" });
    expect(await isPublic()).toBe(false);
    expect(await bringBack()).toMatchObject({ status: "live" });
    expect(await isPublic()).toBe(true);
    expect(await read()).toMatchObject({ status: "live", plan: "paid", launch_week: "2026-W40" });
    const [back, down] = await changesOf(server.store.read, `listing:${id}`, 2);
    expect([down, back]).toMatchObject([
      { action: "archive_listing", via: "browser", before: { status: "live" }, after: { status: "archived" } },
      { action: "unarchive_listing", before: { status: "archived" }, after: { status: "live" } },
    ]);
  });

  test("gives up its free place, and is a draft without a plan when restored", async () => {
    const { id, key, archive, bringBack, read } = await listing();
    await server.as(key).over("REST", "choose_free_listing", { listing_id: id });
    expect(await read()).toMatchObject({ status: "awaiting_badge", plan: "free", launch_week: "2026-W50" });
    await archive();
    expect(await read()).toMatchObject({ status: "archived", plan: "none", launch_week: null, queue: null });
    await bringBack();
    expect(await read()).toMatchObject({ status: "draft", plan: "none" });
    expect((await server.as(key).over("REST", "choose_free_listing", { listing_id: id })).status).toBe(200);
  });

  test("that was imported live, without a launch, is live again when restored", async () => {
    const { archive, bringBack, read, isPublic } = await listing({ status: "live", plan: "free" });
    await archive();
    await bringBack();
    expect(await read()).toMatchObject({ status: "live", plan: "none" });
    expect(await isPublic()).toBe(true);
  });

  test("keeps its paid launch", async () => {
    const { archive, bringBack, read } = await listing({ status: "scheduled", plan: "paid", launchWeek: "2026-W50" });
    await archive();
    await bringBack();
    expect(await read()).toMatchObject({ status: "scheduled", plan: "paid", launch_week: "2026-W50" });
  });

  test("whose paid launch missed its week launches in the current week", async () => {
    const { archive, bringBack, read, isPublic } = await listing({
      status: "scheduled",
      plan: "paid",
      launchWeek: "2026-W48",
    });
    await archive();
    clock = new Date("2027-01-03T23:59:59.999Z");
    expect(await bringBack()).toMatchObject({ status: "live" });
    expect(await isPublic()).toBe(true);
    expect(await read()).toMatchObject({ status: "live", plan: "paid", launch_week: "2026-W53" });
  });

  test("launched on the free plan: waits until the badge is found again", async () => {
    const launched = { launched_at: "2026-10-01T00:00:00.000Z" };
    const { id, archive, bringBack, read } = await listing(
      { status: "live", plan: "free", launchWeek: "2026-W40" },
      launched,
    );
    await server.store.write(
      async (tx) => void tx.$client.run("INSERT INTO badge_checks (listing_id) VALUES (?)", [id]),
    );
    await archive();
    await bringBack();
    expect(await read()).toMatchObject({ status: "awaiting_badge", plan: "free", launch_week: "2026-W40" });
  });

  test("that was rejected is still rejected for the same reason, also after a launch", async () => {
    for (const launched of [{}, { launched_at: "2026-10-01T00:00:00.000Z" }] as Record<string, string>[]) {
      const columns = { status_message: "It is a shop.", ...launched };
      const { archive, bringBack, read } = await listing({ status: "rejected" }, columns);
      await archive();
      expect((await read()).status_message).toBeNull();
      await bringBack();
      expect(await read()).toMatchObject({ status: "rejected", status_message: "It is a shop." });
    }
  });

  test("can be restored on the last day of the year, and not later", async () => {
    const kept = await listing({ status: "live" }, { launched_at: "2026-10-01T00:00:00.000Z" });
    const lost = await listing({ status: "live" }, { launched_at: "2026-10-01T00:00:00.000Z" });
    await kept.archive();
    await lost.archive();
    clock = new Date("2027-11-18T12:00:00.000Z");
    expect((await kept.bringBack()).status).toBe("live");
    clock = new Date("2027-11-18T12:00:01.000Z");
    expect(await refusal(lost.bringBack())).toEqual({
      code: "state_conflict",
      detail: expect.stringContaining("The deadline for restoring it was 18 November 2027."),
    });
  });
});

test("409 and 404: suspended, archived twice, and listings of others", async () => {
  const suspended = await listing({ status: "suspended" });
  expect(await refusal(suspended.archive())).toMatchObject({ code: "state_conflict" });
  const mine = await listing();
  expect(await refusal(mine.bringBack())).toMatchObject({ code: "state_conflict" });
  await mine.archive();
  expect(await refusal(mine.archive())).toMatchObject({ code: "state_conflict" });
  const stranger = personCaller(server, suspended.account.id);
  const input = { listing_id: mine.id };
  for (const call of [stranger(archiveListing, input), stranger(unarchiveListing, input)])
    expect(await refusal(call)).toMatchObject({ code: "not_found" });
});

test("every status has a defined result", async () => {
  const answers: Record<ListingStatus, string> = {
    draft: "archived",
    awaiting_badge: "archived",
    scheduled: "archived",
    live: "archived",
    rejected: "archived",
    suspended: "state_conflict",
    archived: "state_conflict",
  };
  for (const [status, answer] of Object.entries(answers)) {
    const { archive } = await listing({ status: status as ListingStatus });
    const got = await archive().then(
      (output) => output.status as string,
      ({ code }: Problem) => code,
    );
    expect([status, got]).toEqual([status, answer]);
  }
});
