import { afterAll, beforeAll, expect, test } from "bun:test";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { addReport } from "#db/queries/moderation/reports.ts";
import { addFlag, closeFlags } from "#db/queries/moderation/text-flags.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import { sendTool } from "#test/support/clients/tool-caller.ts";
import { keyFor } from "#test/support/records/account.ts";
import { editAs } from "#test/support/records/edits.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import decideDispute from "../../claims/decide-dispute.ts";
import type { AnyTool } from "../../core/operations/define.ts";
import revertEdit from "../../listings/owner/revert-edit.ts";
import decideAnswer from "../decisions/decide-answer.ts";
import rejectListing from "../decisions/reject-listing.ts";
import suspendListing from "../decisions/suspend-listing.ts";
import decideReports from "../reports/decide-reports.ts";
import approveListing from "../review/approve-listing.ts";
import requestChange from "../review/request-change.ts";
import decideFlag from "../texts/decide-flag.ts";
import dismissDuplicate from "../texts/dismiss-duplicate.ts";

let server: TestServer;
let clock = testNow;
let keys: string[];
let live: Awaited<ReturnType<typeof ownedListing>>;
let draft: { id: number };
let site: SiteRow;

const run = (sql: string, ...values: (string | number)[]) =>
  server.store.write(async (tx) => tx.$client.query<{ id: number }, (string | number)[]>(sql).get(...values)?.id ?? 0);
const at = testNow.toISOString();
const reason = "It is <b>seaweed</b>.\nAll of it.";
const statement = { ground: "dead", reason };

beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
  const { store } = server;
  [site] = (await allSites(store.read)) as [SiteRow];
  keys = [];
  for (const name of ["Ann Ames", "Ben Bell"]) {
    const { key, account } = await keyFor(store, { email: `${name[0]}@example.test`, scopes: ["team:review"] });
    await store.write((tx) => updateAccount(tx, account.id, { name, role: "moderator" }, testNow));
    keys.push(key);
  }
  live = await ownedListing(store, "kelpy", { status: "live" });
  draft = await ownedListing(store, "later");
});
afterAll(() => server.stop());

const flag = (source: "listing" | "post", sourceId: number) =>
  server.store.write(async (tx) => {
    const found = { siteId: site.id, sourceId, kind: "votes", field: "Headline", sentence: "Vote!" } as const;
    await addFlag(tx, source, found, testNow);
    return tx.$client.query<{ id: number }, []>("SELECT max(id) AS id FROM text_flags").get()!.id;
  });
const review = () =>
  run("INSERT INTO listing_reviews (listing_id, site_id, requested_at) VALUES (?, ?, ?)", draft.id, site.id, at);
async function dispute() {
  const claimant = (await keyFor(server.store, { email: "eve@example.test" })).account.id;
  const claimId = await run(
    `INSERT INTO claims (site_id, account_id, listing_id, company_id, slug, url, method, token, created_at, expires_at, proved_at)
     SELECT site_id, ?2, id, company_id, slug, 'https://kelpy.example/', 'dns', 'token', ?3, ?3, ?3 FROM listings WHERE id = ?1 RETURNING id`,
    ...[live.id, claimant, at],
  );
  return run("INSERT INTO disputes (claim_id, opened_at) VALUES (?, ?) RETURNING id", claimId, at);
}
const answered = () =>
  run(
    `UPDATE decisions SET answer = 'No.', answered_at = '${at}' WHERE id = (SELECT max(id) FROM decisions) RETURNING id`,
  );

type Case = { tool: unknown; input: Record<string, unknown>; words: string };
// Each case starts from the state in which the previous one left the two listings.
const cases: [string, () => Promise<Case>][] = [
  [
    "reports",
    async () => {
      const last_id = await server.store.write((tx) =>
        addReport(tx, { listingId: live.id, kind: "dead", sentence: "Gone." }, testNow),
      );
      const input = { slug: "kelpy", outcome: "dismissed", reason, last_id };
      return { tool: decideReports, input, words: "found nothing wrong" };
    },
  ],
  [
    "a flag on a listing",
    async () => ({
      tool: decideFlag,
      input: { flag_id: await flag("listing", live.id), outcome: "told", reason },
      words: "asked the owners to change the text",
    }),
  ],
  [
    "a flag on a post",
    async () => {
      const post = await run("SELECT min(id) AS id FROM posts WHERE site_id = ?", site.id);
      const input = { flag_id: await flag("post", post), outcome: "dismissed", reason };
      return { tool: decideFlag, input, words: "dismissed the flag" };
    },
  ],
  [
    "an edit",
    async () => {
      const fields = { headline: "Buy cheap seaweed today" };
      const change_id = await editAs(server.store, live.account.id, site, { listing_id: live.id, fields });
      return { tool: revertEdit, input: { change_id, reason }, words: "reverted the edit" };
    },
  ],
  [
    "a pair",
    async () => {
      const pair_id = await run(
        `INSERT INTO duplicate_pairs (site_id, listing_id, other_id, reason, score, found_at) VALUES (?, ?, ?, 'text', 90, ?) RETURNING id`,
        ...[site.id, live.id, draft.id, at],
      );
      return { tool: dismissDuplicate, input: { pair_id }, words: "dismissed the pair" };
    },
  ],
  [
    "a dispute",
    async () => ({
      tool: decideDispute,
      input: { dispute_id: await dispute(), decision: "refuse", reason },
      words: "refused the claim",
    }),
  ],
  [
    "a live listing",
    async () => ({ tool: suspendListing, input: { slug: "kelpy", ...statement }, words: "suspended the listing" }),
  ],
  [
    "an answer",
    async () => ({
      tool: decideAnswer,
      input: { decision_id: await answered(), outcome: "upheld", reason },
      words: "upheld the decision",
    }),
  ],
  [
    "a change before the launch",
    async () => {
      await review();
      return { tool: requestChange, input: { slug: "later", text: reason }, words: "asked the owners for a change" };
    },
  ],
  ["a review", async () => ({ tool: approveListing, input: { slug: "later" }, words: "approved the listing" })],
  [
    "a draft",
    async () => ({ tool: rejectListing, input: { slug: "later", ...statement }, words: "rejected the listing" }),
  ],
];
for (const [name, prepare] of cases)
  test(`two members decide ${name} at once: the second reads who decided what and when`, async () => {
    clock = new Date(clock.getTime() + 60_000);
    const { tool, input, words } = await prepare();
    const both = await Promise.all(
      keys.map(async (key) => {
        const response = await sendTool(server, tool as AnyTool, input, { authorization: `Bearer ${key}` });
        return [response.status, (await response.json()) as { code?: string; detail?: string }] as const;
      }),
    );
    expect(both.map(([status]) => status).toSorted()).toEqual([200, 409]);
    const first = both[0]![0] === 200 ? "Ann Ames" : "Ben Bell";
    const [, { code, detail }] = both.find(([status]) => status === 409)!;
    const minutes = 1 + cases.findIndex(([one]) => one === name);
    expect(code).toBe("state_conflict");
    expect(detail).toContain(`. ${first} ${words} on 18 Nov 2026, 12:${String(minutes).padStart(2, "0")} UTC`);
    if (JSON.stringify(input).includes("seaweed")) expect(detail).toEndWith(": “It is <b>seaweed</b>. All of it.”");
  });

test("a flag whose text no longer exists names no person", async () => {
  const flag_id = await flag("listing", live.id);
  const gone = { outcome: "gone", reason: null, decidedBy: null } as const;
  await server.store.write((tx) => closeFlags(tx, live.id, gone, clock));
  const input = { flag_id, outcome: "dismissed", reason };
  const { body } = await server.as(keys[0]!).over("REST", "decide_flag", input);
  expect(body).toMatchObject({
    code: "state_conflict",
    detail: "This flag is closed, because its text no longer exists.",
  });
});
