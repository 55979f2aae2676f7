import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import { teamCaller, teamVisitor } from "#test/support/clients/team.ts";
import { signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { scheduled } from "#test/support/server/scheduled.ts";
import decideAnswer from "./decide-answer.ts";
import listDecisions from "./list-decisions.ts";

const hostile = `"><script>alert(1)</script>`;
let server: TestServer;
let team: Visitor;
let owner: Visitor;
let kelpy: { id: number; key: string };
let clock = testNow;

beforeAll(async () => {
  const periodic = scheduled("team-digest");
  server = await startTestServer({ teamEmail: "team@slipway.example", now: () => clock, periodic });
  team = await teamVisitor(server);
  owner = await signUpAs(server, "owner@example.test", "Olu");
  kelpy = await own("kelpy", "live");
  await server.drainJobs();
});
afterAll(() => server.stop());

async function own(slug: string, status: "live" | "scheduled") {
  const made = await ownedListing(server.store, slug, { status });
  const { id: accountId } = (await accountByEmail(server.store.read, "owner@example.test"))!;
  const companyId = (await companyOfListing(server.store.read, made.id))!;
  await server.store.write((tx) => addOwner(tx, { companyId, accountId, via: "test" }, testNow));
  return made;
}

const page = () => `/account/listings/${kelpy.id}`;
const mailsTo = async (address: string) => (await server.mails()).filter(({ recipient }) => recipient === address);
const decide = (slug: string, fields: object) => team.post(`/team/listings/${slug}`, { do: "suspend", ...fields });
const seen = async (key = kelpy.key, id = kelpy.id) =>
  (await server.as(key).call("get_my_listing", { listing_id: id })).body.decision;
const reply = (fields: object) => team.post("/team/review/decisions", { decision_id: "1", ...fields });

test("422: a decision without a ground or facts, or with a legal ground but no provision", async () => {
  for (const fields of [{ reason: "Copied." }, { reason: "Copied.", ground: "constructor" }]) {
    const refused = await decide("kelpy", fields);
    expect([refused.status, refused.html.includes("Choose a ground.")]).toEqual([422, true]);
  }
  const bare = await decide("kelpy", { ground: "rights", reason: hostile });
  expect([bare.status, bare.html.includes("name the act and its provision")]).toEqual([422, true]);
  expect([bare.html.includes("&lt;script"), bare.html.includes("<script>alert")]).toEqual([true, false]);
  expect(
    (await decide("kelpy", { ground: "rights", clause: "Directive 2001/29/EC, article 3", reason: "" })).status,
  ).toBe(422);
  expect(await seen()).toBeNull();
});

test("the rules are public", async () => {
  const { html } = await visitor(server).get("/rules");
  expect(html.split("<ol>")[1]!.split("<li>")[7]).toContain("trade marks, copyright works or personal data");
  expect(html).toContain("Every decision is made by a person, never by a program");
});

test("the statement of reasons by email, on the page and in the API: ground, facts, origin, redress", async () => {
  await visitor(server).post("/listings/kelpy/report", { kind: "not_theirs" });
  const facts = `The pictures are another maker's. ${hostile}`;
  await decide("kelpy", { ground: "rights", clause: "Directive 2001/29/EC, article 3", reason: facts });
  const statement = {
    decided_at: testNow.toISOString(),
    ground: "rights",
    rule: expect.stringContaining("rule 7 for listings and a requirement of the law (Directive 2001/29/EC, article 3)"),
    facts,
    origin:
      "Visitors reported the listing. A member of the team reviewed it and made the decision, which was not automated.",
    redress: [expect.stringContaining("you can answer once"), expect.stringContaining("go to court")],
    answer_until: "2027-05-21T12:00:00.000Z",
    answer: null,
    answered_at: null,
    reply: null,
  };
  expect(await seen()).toEqual(statement);
  const [mail] = (await mailsTo("owner@example.test")).slice(0, 1);
  const { html } = await owner.get(page());
  for (const text of [
    "The pictures are another maker",
    "Directive 2001/29/EC, article 3",
    "which was not automated.",
    "Until 21 May 2027",
    "go to court",
  ]) {
    expect(mail!.textBody).toContain(text);
    expect(html).toContain(text);
  }
  expect(mail!.textBody).toContain("not shown to the public anywhere until it is restored");
  expect([html.includes("<script>alert"), html.includes("&lt;script&gt;alert")]).toEqual([false, true]);
});

test("only an owner can answer, once; the team's digest mentions it", async () => {
  const answer = (fields: object) => owner.post(page(), { do: "answer", ...fields });
  const bare = await answer({ answer: " " });
  expect([bare.status, bare.html.includes(`href="#field-answer"`)]).toEqual([422, true]);
  expect((await answer({ answer: "x".repeat(3001) })).status).toBe(422);
  const stranger = await signUpAs(server, "stranger@example.test");
  expect((await stranger.post(page(), { do: "answer", answer: "Mine." })).status).toBe(404);

  const both = await Promise.all([1, 2].map(() => answer({ answer: `They are ours. ${hostile}` })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  expect((await seen()).answer).toContain("They are ours.");
  const { html } = await owner.get(page());
  expect([html.includes('name="answer"'), html.includes("The team will review your answer")]).toEqual([false, true]);
  const log = (await changesOf(server.store.read, `listing:${kelpy.id}`, 50)).filter(
    ({ action }) => action === "answer_decision",
  );
  expect(log).toHaveLength(1);

  clock = new Date(clock.getTime() + 3_600_000);
  await server.drainJobs();
  const [digest] = await mailsTo("team@slipway.example");
  expect(digest!.textBody).toContain("responded to the decision about it");
});

test("the team reads the answer beside the decision and upholds the decision once, with a reason", async () => {
  const { html } = await team.get("/team/review/decisions");
  for (const words of ["They are ours.", "The pictures are another maker"]) expect(html).toContain(words);
  expect(html).not.toContain("<script>alert");
  const member = await signUpAs(server, "member@example.test");
  expect((await member.get("/team/review/decisions")).status).toBe(404);
  expect(
    (await member.post("/team/review/decisions", { decision_id: "1", outcome: "reversed", reason: "x" })).status,
  ).toBe(404);
  for (const fields of [
    { outcome: "upheld", reason: "" },
    { outcome: "constructor", reason: "x" },
  ])
    expect((await reply(fields)).status).toBe(422);
  const [, other] = (await allSites(server.store.read)) as [SiteRow, SiteRow];
  const elsewhere = teamCaller(server.store, other);
  const reversal = { decision_id: 1, outcome: "reversed", reason: "Not ours." } as const;
  await expect(elsewhere(decideAnswer, reversal)).rejects.toMatchObject({ code: "not_found" });
  for (const is_open of [true, false]) expect((await elsewhere(listDecisions, { is_open })).items).toEqual([]);
  expect((await reply({ outcome: "upheld", reason: "The licence names others." })).location).toBe(
    "/team/review/decisions?done=upheld",
  );
  expect((await reply({ outcome: "reversed", reason: "Again." })).status).toBe(409);
  expect(await seen()).toMatchObject({ reply: "The licence names others." });
  const [mail] = await mailsTo("owner@example.test");
  expect(mail!.textBody).toContain("upheld: ");
  expect(mail!.textBody).toContain("dispute settlement body");
  expect((await owner.get(page())).html).toContain("The licence names others.");
});

test("a reversed decision restores the listing and notifies its owners; a restored listing has no decision to answer", async () => {
  const wrack = await own("wrack", "scheduled");
  const path = `/account/listings/${wrack.id}`;
  await team.post("/team/listings/wrack", { do: "reject", ground: "dead", reason: "Nothing answers." });
  expect((await seen(wrack.key, wrack.id)).origin).toContain("There was no report.");
  await owner.post(path, { do: "answer", answer: "It was down for a day." });
  const done = await reply({ decision_id: "2", outcome: "reversed", reason: "It answers again." });
  expect(done.location).toBe("/team/review/decisions?done=reversed");
  expect(await seen(wrack.key, wrack.id)).toBeNull();
  expect((await owner.get(path)).html).not.toContain("Not approved");
  const [mail] = await mailsTo("owner@example.test");
  expect(mail!.textBody).toContain("reversed: ");
  expect(mail!.textBody).toContain("Reason: It answers again.");

  await team.post("/team/listings/kelpy", { do: "restore" });
  expect(await seen()).toBeNull();
  expect((await owner.post(page(), { do: "answer", answer: "Late." })).status).toBe(409);
});

test("409: an answer more than six months after the decision", async () => {
  await decide("kelpy", { ground: "dead", reason: "Nothing answers." });
  clock = new Date("2027-06-21T12:00:00.000Z");
  owner = await signUpAs(server, "owner@example.test", "Olu");
  expect((await owner.get(page())).html).not.toContain('name="answer"');
  const late = await owner.post(page(), { do: "answer", answer: "It is back." });
  expect([late.status, late.html.includes("The deadline for an answer to this decision has passed.")]).toEqual([
    409,
    true,
  ]);
});
