import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { undoableDecisions } from "#db/queries/moderation/decision-undos.ts";
import { addReport } from "#db/queries/moderation/reports.ts";
import { addFlag } from "#db/queries/moderation/text-flags.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import { teamCaller, teamVisitor } from "#test/support/clients/team.ts";
import type { Visitor } from "#test/support/clients/visitor.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import type { Operation } from "../../core/operations/define.ts";
import decideAnswer from "../decisions/decide-answer.ts";
import rejectListing from "../decisions/reject-listing.ts";
import restoreListing from "../decisions/restore-listing.ts";
import suspendListing from "../decisions/suspend-listing.ts";
import decideReports from "../reports/decide-reports.ts";
import decideFlag from "../texts/decide-flag.ts";
import undoDecision from "./undo-decision.ts";

let server: TestServer;
let site: SiteRow;
let team: Visitor;
let clock = testNow;
let live: { id: number };
let waiting: { id: number };
let lastId: number;
let accountId: number;
const statement = { ground: "dead" as const, reason: "It is gone." };
beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
  [site] = (await allSites(server.store.read)) as [SiteRow];
  live = await ownedListing(server.store, "kelpy", { status: "live", email: "owner@example.test" });
  waiting = await ownedListing(server.store, "later", {
    status: "scheduled",
    plan: "free",
    email: "other@example.test",
  });
  team = await teamVisitor(server, "mod@example.test", "moderator");
  accountId = (await accountByEmail(server.store.read, "mod@example.test"))!.id;
  await server.store.write(async (tx) => {
    for (const listingId of [live.id, waiting.id]) {
      lastId = await addReport(
        tx,
        { listingId, kind: "dead", sentence: "Gone.", email: `r${listingId}@example.test` },
        testNow,
      );
      const flag = {
        siteId: site.id,
        sourceId: listingId,
        kind: "votes",
        field: "Headline",
        sentence: "Vote!",
      } as const;
      await addFlag(tx, "listing", flag, testNow);
    }
  });
});
afterAll(() => server.stop());

const call = (operation: unknown, input: Record<string, unknown>) =>
  teamCaller(server.store, site, { accountId, role: "moderator", now: clock })(operation as Operation, input);
const lastUndo = async () => (await undoableDecisions(server.store.read, site.id, clock, 1))[0]?.changeId;
const undo = async () => call(undoDecision, { change_id: (await lastUndo())! });
const rows = (sql: string) => server.store.read.$client.query(sql).all();
const state = () => ({
  listings: rows("SELECT * FROM listings ORDER BY id").map((row) => ({
    ...(row as object),
    search_key: null,
    version: 0,
    updated_at: "",
  })),
  decisions: rows("SELECT * FROM decisions ORDER BY id"),
  reports: rows("SELECT * FROM listing_reports ORDER BY id"),
  flags: rows("SELECT * FROM text_flags ORDER BY id"),
  mails: rows("SELECT id FROM mails ORDER BY id"),
  counts: rows("SELECT * FROM vote_counts ORDER BY 1, 2, 3"),
  sites: rows("SELECT id, listing_count FROM sites ORDER BY id"),
  indexed: rows("SELECT listing_id FROM listing_cards ORDER BY 1"),
});

describe("the state after an undo is the state before the decision", () => {
  const cases: [string, () => Promise<unknown>][] = [
    ["suspend", () => call(suspendListing, { slug: "kelpy", ...statement })],
    ["reject", () => call(rejectListing, { slug: "later", ...statement })],
    [
      "reports: told",
      () => call(decideReports, { slug: "kelpy", outcome: "told", reason: "Fix it.", last_id: lastId }),
    ],
    [
      "reports: dismissed",
      () => call(decideReports, { slug: "kelpy", outcome: "dismissed", reason: "Fine.", last_id: lastId }),
    ],
    ["flag", () => call(decideFlag, { flag_id: 1, outcome: "told", reason: "Fix it." })],
  ];
  for (const [name, decide] of cases)
    test(name, async () => {
      const before = state();
      await decide();
      expect(state()).not.toEqual(before);
      await undo();
      expect(state()).toEqual(before);
    });

  test("restore, and an answer that reverses a decision", async () => {
    await call(suspendListing, { slug: "kelpy", ...statement });
    const { id } = rows("SELECT max(id) AS id FROM decisions")[0] as { id: number };
    await server.store.write(async (tx) =>
      tx.$client.run("UPDATE decisions SET answer = 'No', answered_at = ? WHERE id = ?", [clock.toISOString(), id]),
    );
    for (const decide of [
      () => call(restoreListing, { slug: "kelpy" }),
      () => call(decideAnswer, { decision_id: id, outcome: "reversed", reason: "It is back." }),
      () => call(decideAnswer, { decision_id: id, outcome: "upheld", reason: "It is not." }),
    ]) {
      const before = state();
      await decide();
      await undo();
      expect(state()).toEqual(before);
    }
    await call(restoreListing, { slug: "kelpy" });
  });
});

test("409: something changed since; the error says what, and nothing is undone", async () => {
  await call(suspendListing, { slug: "kelpy", ...statement });
  const change_id = (await lastUndo())!;
  await call(restoreListing, { slug: "kelpy" });
  const before = state();
  await expect(call(undoDecision, { change_id })).rejects.toMatchObject({
    code: "state_conflict",
    message: expect.stringContaining("the listing's status or launch week, a decision about it"),
  });
  expect(state()).toEqual(before);
});

test("emails wait ten minutes; the page undoes a decision until then", async () => {
  clock = new Date(testNow.getTime() + 3_600_000);
  await server.drainJobs();
  const unsent = () => rows("SELECT id FROM mails WHERE sent_at IS NULL").length;
  expect(unsent()).toBe(0);
  const form = { do: "suspend", ...statement };
  await team.post("/team/listings/kelpy", form);
  await server.drainJobs();
  expect(unsent()).toBeGreaterThan(0);
  const page = (await team.get("/team/listings/kelpy")).html;
  expect(page).toContain("10 minutes left");
  const change_id = /name="change_id" value="(\d+)"/.exec(page)![1]!;
  expect((await team.post("/team", { change_id })).location).toBe("/team?done=undone");
  expect(unsent()).toBe(0);
  expect((await server.get("/listings/kelpy")).status).toBe(200);
  const again = await team.post("/team", { change_id });
  expect([again.status, again.html.includes("a member has already undone it")]).toEqual([409, true]);

  await team.post("/team/listings/kelpy", form);
  const late = String(await lastUndo());
  clock = new Date(clock.getTime() + 600_000);
  await server.drainJobs();
  expect(unsent()).toBe(0);
  const refused = await team.post("/team", { change_id: late });
  expect([refused.status, refused.html.includes("its emails have been sent")]).toEqual([409, true]);
});
