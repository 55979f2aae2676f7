import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { openSandbox } from "#db/queries/accounts/sandbox.ts";
import { createClaim } from "#db/queries/claims/claims.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { listJobs } from "#db/queries/common/job-records.ts";
import { leaveFreeQueue } from "#db/queries/launches/free-places.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { operationCaller } from "#test/support/clients/operation-caller.ts";
import { sendTool, transports } from "#test/support/clients/tool-caller.ts";
import { keyFor } from "#test/support/records/account.ts";
import { draftFor } from "#test/support/records/draft.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { addListing, addSite } from "#test/support/records/records.ts";
import { contextFor } from "#test/support/server/call.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { grantOwnership } from "../../claims/grant-ownership.ts";
import { queueLine } from "../../listings/view/owner-text.ts";
import chooseFreeListing from "./choose-free-listing.ts";
import placeWaitingListings from "./place-waiting-listings.ts";

let server: TestServer;
/** A site with three free weeks of two places. */
let small: number;
beforeAll(async () => {
  const store = emptyStore();
  await store.write(async (tx) => {
    await addSite(tx);
    small = await addSite(tx, "small", { freeQueue: { placesPerWeek: 2, weeksAhead: 3 } });
  });
  server = await startTestServer({ store });
});
afterAll(() => server.stop());

const choose = (key: string, listing_id: number, transport: "REST" | "MCP" = "REST") =>
  server.as(key).over(transport, "choose_free_listing", { listing_id });
const mine = async (key: string, listing_id: number) =>
  (await server.as(key).call("get_my_listing", { listing_id })).body;

describe.each(transports)("over %s", (transport) => {
  const slug = (name: string) => `${name}-${transport.toLowerCase()}`;

  test("200: the earliest free week, three weeks ahead; only the badge is missing", async () => {
    const { id, key } = await ownedListing(server.store, slug("kelp"));
    const { status, body } = await choose(key, id, transport);
    expect(status).toBe(200);
    expect(body).toMatchObject({ listing_id: id, status: "awaiting_badge", plan: "free", launch_week: "2026-W50" });
    expect(body.queue).toEqual({ position: expect.any(Number), likely_week: "2026-W50", min_weeks_ahead: 3 });
    expect(queueLine(body.queue)).toEndWith("from 7 December 2026. Free launches are planned at least 3 weeks ahead.");
    expect(queueLine({ ...body.queue, min_weeks_ahead: 0 })).toEndWith("from 7 December 2026.");
    expect(body.blockers.map(({ reason }: any) => reason)).toEqual([
      "We have not checked the product's website for the badge yet.",
    ]);
    expect(body.blockers[0].next_action.why).toContain(`/listings/${slug("kelp")}"><img src=`);
    expect(await mine(key, id)).toMatchObject({ status: "awaiting_badge", plan: "free", queue: body.queue });
    expect((await changesOf(server.store.read, `listing:${id}`, 5))[0]).toMatchObject({
      action: "choose_free_listing",
      before: { status: "draft", plan: "none", launch_week: null },
      after: { status: "awaiting_badge", plan: "free", launch_week: "2026-W50" },
    });
    const keys = (await listJobs(server.store.read, "queued", 100)).map((job) => job.key);
    expect(keys).toContain(`check-badge:${id}:${testNow.toISOString()}`);
  });

  test("200: an incomplete founder profile is a blocker too", async () => {
    const { id, key } = await ownedListing(server.store, slug("bare"), { hasProfile: false });
    const { body } = await choose(key, id, transport);
    expect(body.blockers.map(({ next_action }: any) => next_action.who)).toEqual(["human", "human"]);
    expect(body.blockers[0].reason).toContain("founder profile");
  });

  test("200: a rejected listing can choose the plan again", async () => {
    const { id, key } = await ownedListing(server.store, slug("mended"), { status: "rejected" });
    expect((await mine(key, id)).blockers[0].next_action.tool).toBe("choose_free_listing");
    expect((await choose(key, id, transport)).body).toMatchObject({ status: "awaiting_badge", plan: "free" });
  });

  test("200: chosen again while the badge is missing: the same place", async () => {
    const { id, key } = await ownedListing(server.store, slug("twice"));
    const first = await choose(key, id, transport);
    const again = await choose(key, id, transport);
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test.each([
    ["live", "free", "already has a free launch"],
    ["scheduled", "free", "already has a free launch and the status scheduled"],
    ["live", "none", "is already live"],
    ["scheduled", "paid", "has a paid launch"],
    ["suspended", "free", "is suspended"],
    ["archived", "none", "is archived"],
  ] as const)("409: %s with plan %s", async (status, plan, reason) => {
    const { id, key } = await ownedListing(server.store, slug(`${status}-${plan}`), { status, plan });
    const answer = await choose(key, id, transport);
    expect([answer.status, answer.body.code]).toEqual([409, "state_conflict"]);
    expect(answer.body.detail).toContain(reason);
    expect(answer.body.next_actions).toHaveLength(1);
  });

  test("404: another account's listing; 401 and 403: without the scope", async () => {
    const { id } = await ownedListing(server.store, slug("theirs"));
    const stranger = await keyFor(server.store, { email: "eve@example.test", scopes: ["listings:write"] });
    expect((await choose(stranger.key, id, transport)).status).toBe(404);
    const reader = await keyFor(server.store, { email: "eve@example.test" });
    expect((await choose(reader.key, id, transport)).status).toBe(403);
    expect((await server.over(transport, "choose_free_listing", { listing_id: id })).status).toBe(401);
  });
});

test("a dry run takes no place and starts no badge check", async () => {
  const { id, key } = await ownedListing(server.store, "tried");
  const headers = { authorization: `Bearer ${key}` };
  const response = await sendTool(server, chooseFreeListing, { listing_id: id }, headers, { dry_run: "true" });
  expect(await response.json()).toMatchObject({
    status: "awaiting_badge",
    not_tried: ["Checking the website for the badge."],
  });
  expect(await mine(key, id)).toMatchObject({ status: "draft", plan: "none", queue: null });
});

test("twenty choose at once: no week exceeds its places, and the last ones get no week yet", async () => {
  const owners = await Promise.all(
    Array.from({ length: 20 }, (_, i) => ownedListing(server.store, `racer-${i}`, { siteId: small })),
  );
  const answers = await Promise.all(owners.map(({ id, key }, i) => choose(key, id, i % 2 === 0 ? "REST" : "MCP")));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const weeks = answers.map(({ body }) => body.launch_week).sort();
  const full = ["2026-W50", "2026-W51", "2026-W52"].flatMap((week) => [week, week]);
  expect(weeks).toEqual([...full, ...Array(14).fill(null)].sort());

  const shown = await Promise.all(owners.map(({ id, key }) => mine(key, id)));
  const places = shown.map(({ queue }) => queue.position).sort((a, b) => a - b);
  expect(places).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  const last = shown.find(({ queue }) => queue.position === 20);
  // The fourteenth without a week: two more weeks open with each pair before it.
  expect(last).toMatchObject({ launch_week: null, queue: { likely_week: "2027-W06" } });
});

test("the same request repeated at once: one place", async () => {
  const { id, key } = await ownedListing(server.store, "eager");
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => choose(key, id)))).map(({ status }) => status);
  expect(statuses).toEqual(Array(8).fill(200));
  const queued = (await listJobs(server.store.read, "queued", 1000)).filter(({ key }) =>
    key.startsWith(`check-badge:${id}:`),
  );
  expect(queued).toHaveLength(1);
});

test("the database refuses more listings than a week has places", async () => {
  const taken = server.store.write(async (tx) => {
    const id = await addListing(tx, small, "smuggled", { status: "draft", plan: "none" });
    await tx.$client.run("UPDATE listings SET plan = 'free', launch_week = '2026-W50' WHERE id = ?", [id]);
  });
  expect(taken).rejects.toThrow("no free place left");
});

test("a sandbox key queues its own listing, which is not public", async () => {
  const { key, account } = await keyFor(server.store, {
    email: "tester@example.test",
    scopes: ["account:read", "listings:write"],
    isTest: true,
  });
  const id = await server.store.write(async (tx) => {
    const [site] = await allSites(tx);
    const twin = await openSandbox(tx, site!, testNow);
    const listing = await addListing(tx, twin, "hidden-try", { status: "draft", plan: "none" });
    await addOwner(
      tx,
      { companyId: (await companyOfListing(tx, listing))!, accountId: account.id, via: "test" },
      testNow,
    );
    return listing;
  });
  const before = (await server.call("get_launch_week", { week: "2026-W50" })).body.slots;
  expect((await choose(key, id)).body).toMatchObject({ status: "awaiting_badge", queue: { position: 1 } });
  expect((await server.call("get_launch_week", { week: "2026-W50" })).body.slots).toEqual(before);
});

describe("who may have a place", () => {
  const via = (id: number, source: string) =>
    server.store.write(async (tx) =>
      tx.$client.run(
        "UPDATE company_owners SET via = ? WHERE company_id = (SELECT company_id FROM listings WHERE id = ?)",
        [source, id],
      ),
    );

  test("409: the website could not be read and nobody proved ownership; 200 after a readable draft or a proof", async () => {
    const { id, key, account } = await ownedListing(server.store, "unread");
    await via(id, "draft:1");
    const draft = await draftFor(server.store, account.id, { status: "submitted", listingId: id, writtenBy: null });
    const refused = await choose(key, id);
    expect([refused.status, refused.body.code]).toEqual([409, "state_conflict"]);
    expect(refused.body.detail).toContain("prove that you own unread");
    expect(refused.body.next_actions.map(({ tool, url }: any) => tool ?? url)).toEqual([
      "claim_listing",
      expect.stringContaining("/listings/unread/claim"),
    ]);
    expect(await mine(key, id)).toMatchObject({ status: "draft", queue: null });
    const run = (sql: string) => server.store.write(async (tx) => tx.$client.run(sql, [id]));
    const prove = (until: string) =>
      run(`UPDATE companies SET verified_method = 'meta', verified_at = '${testNow.toISOString()}',
        verified_until = '${until}' WHERE id = (SELECT company_id FROM listings WHERE id = ?)`);
    await prove("2026-01-01T00:00:00.000Z");
    expect((await choose(key, id)).status).toBe(409);
    await prove("2027-06-01T00:00:00.000Z");
    expect((await choose(key, id)).status).toBe(200);

    const read = await ownedListing(server.store, "readable");
    await via(read.id, `draft:${draft.id}`);
    await draftFor(server.store, read.account.id, {
      status: "submitted",
      listingId: read.id,
      url: "https://readable.example",
    });
    expect((await choose(read.key, read.id)).status).toBe(200);
  });

  test("409: a fourth waiting place of an account, also if five are asked for at once", async () => {
    const email = "many@example.test";
    const made = [];
    for (let i = 0; i < 5; i++) made.push(await ownedListing(server.store, `many-${i}`, { email }));
    const answers = await Promise.all(made.map(({ key, id }) => choose(key, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!.body;
    expect(refused.detail).toContain("at most 3 listings that wait for a free launch");
    expect(refused.next_actions[0].tool).toBe("list_my_listings");
    // The place of a listing that leaves the queue can be used again.
    const waiting = made[answers.findIndex(({ status }) => status === 200)]!;
    await server.store.write((tx) => leaveFreeQueue(tx, waiting.id));
    const next = made[answers.findIndex(({ status }) => status === 409)]!;
    expect((await choose(next.key, next.id)).status).toBe(200);
  });

  test("409: a fourth waiting place of a domain; on a shared host, of the first path segment", async () => {
    const urls = (begin: string, ends: string[]) => ends.map((end) => begin.replace("*", end));
    const asked = async (name: string, addresses: string[]) => {
      const made = [];
      for (const [i, url] of addresses.entries()) made.push(await ownedListing(server.store, `${name}-${i}`, { url }));
      return Promise.all(made.map(({ key, id }) => choose(key, id)));
    };
    const domain = await asked("sub", urls("https://*.shore.example/", ["a", "b", "c", "www"]));
    expect(domain.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
    expect(domain.find(({ status }) => status === 409)!.body.detail).toContain("3 listings on shore.example");
    const forge = await asked("forge", urls("https://github.com/Reef/*", ["a", "b", "c", "d"]));
    expect(forge.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
    expect((await asked("other", ["https://github.com/kelp/a"]))[0]!.status).toBe(200);
    const hosting = await asked("hosted", urls("https://dune.substack.com/*", ["a", "b", "c", "d"]));
    expect(hosting.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
  });

  const prove = (id: number, accountId: number, now = testNow) =>
    server.store.write(async (tx) => {
      const [site] = await allSites(tx);
      const times = { createdAt: now.toISOString(), expiresAt: now.toISOString() };
      const facts = { slug: "proved", url: "https://proved.example", method: "dns" as const, token: `proof-${id}` };
      const companyId = await companyOfListing(tx, id);
      const claim = await createClaim(tx, { siteId: 1, accountId, listingId: id, companyId, ...facts, ...times });
      await grantOwnership(tx, contextFor(server.store, { kind: "admin", via: "cli" }, site!), claim);
    });

  test("200: unproved listings of others do not use up the domain of a proved owner", async () => {
    const made = [];
    for (const path of ["a", "b", "c", "d", "e"])
      made.push(await ownedListing(server.store, `cove-${path}`, { url: `https://cove.example/${path}` }));
    const [own, stranger, ...squatters] = made as [(typeof made)[number], (typeof made)[number], ...typeof made];
    for (const { key, id } of squatters) expect((await choose(key, id)).status).toBe(200);
    expect((await choose(own.key, own.id)).status).toBe(409);
    await prove(own.id, own.account.id);
    expect((await choose(own.key, own.id)).body).toMatchObject({ status: "awaiting_badge" });
    // The proof of one listing helps no other account, and proved owners share the limit.
    expect((await choose(stranger.key, stranger.id)).status).toBe(409);
    for (const path of ["f", "g", "h"]) {
      const more = await ownedListing(server.store, `cove-${path}`, { url: `https://cove.example/${path}` });
      await prove(more.id, more.account.id);
      expect((await choose(more.key, more.id)).status).toBe(path === "h" ? 409 : 200);
    }
  });

  test("a listing that a stranger has queued belongs to the proved owner, whose account is not new", async () => {
    const { id, key, account } = await ownedListing(server.store, "grabbed");
    await via(id, "draft:1");
    await draftFor(server.store, account.id, { status: "submitted", listingId: id, url: "https://grabbed.example" });
    const unconfirm = "UPDATE accounts SET email_verified_at = NULL WHERE id = ?";
    await server.store.write(async (tx) => tx.$client.run(unconfirm, [account.id]));
    const { blockers, launch_week } = (await choose(key, id)).body;
    expect([blockers[0].code, launch_week]).toEqual(["account_too_new", null]);
    const owner = await ownedListing(server.store, "grabbed-owner");
    await prove(id, owner.account.id);
    const [site] = await allSites(server.store.read);
    await operationCaller(server)("job", site!, placeWaitingListings, {});
    const { body } = await choose(owner.key, id);
    expect([body.launch_week, body.blockers.map(({ code }: any) => code)]).toEqual(["2026-W50", [undefined]]);
    expect((await choose(key, id)).body.code).toBe("state_conflict");
  });

  test("a complete listing that moves to the current week goes live at once", async () => {
    const siteId = await server.store.write((tx) => addSite(tx, "soon", { freeQueue: { firstWeekOffset: 0 } }));
    const facts = { siteId, status: "scheduled", plan: "free", launchWeek: "2026-W49" } as const;
    const { id, key } = await ownedListing(server.store, "early", facts);
    await server.store.write(async (tx) =>
      tx.$client.run("UPDATE listings SET queued_at = created_at WHERE id = ?", [id]),
    );
    const site = (await allSites(server.store.read)).find((one) => one.id === siteId)!;
    await operationCaller(server)("job", site, placeWaitingListings, {});
    expect(await mine(key, id)).toMatchObject({ status: "live", launch_week: "2026-W47" });
  });

  test("409: a limit of 0 closes the free queue", async () => {
    const siteId = await server.store.write((tx) => addSite(tx, "closed", { freeQueue: { perAccount: 0 } }));
    const { id, key } = await ownedListing(server.store, "late", { siteId });
    const { status, body } = await choose(key, id);
    expect([status, body.detail]).toEqual([409, "closed does not accept free launches at the moment."]);
  });
});
