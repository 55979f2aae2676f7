import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { teamVisitor } from "#test/support/clients/team.ts";
import { signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { scheduled } from "#test/support/server/scheduled.ts";
import { createRateLimiter } from "../../core/operations/rate-limit.ts";
import { maxOpen, maxOpenBy, reportQuota } from "./rules.ts";

let server: TestServer;
let team: Visitor;
let clock = testNow;
const page = "/listings/kelpy/report";
beforeAll(async () => {
  const periodic = scheduled("team-digest");
  server = await startTestServer({ teamEmail: "team@slipway.example", now: () => clock, periodic });
  await ownedListing(server.store, "kelpy", { status: "live", email: "owner@example.test" });
  team = await teamVisitor(server);
  await server.drainJobs();
});
afterAll(() => server.stop());

const open = () =>
  server.store.read.$client.query("SELECT kind, sentence FROM listing_reports WHERE outcome IS NULL").all();
const mailsTo = async (address: string) => (await server.mails()).filter(({ recipient }) => recipient === address);

describe("a visitor's report", () => {
  test("is sent from the listing's page, without an account or scripts", async () => {
    const stranger = visitor(server);
    const { html } = await stranger.get("/listings/kelpy");
    expect(html).toContain(`href="${page}"`);
    expect(stranger.cookies.size).toBe(0);
    expect((await stranger.get(page)).html).toContain("It is outdated, or the website is down");
    const done = await stranger.post(page, { kind: "dead", sentence: "It <b>answers</b> no more." });
    expect(done.location).toBe(`${page}?done=reported`);
    const thanks = (await stranger.get(done.location!)).html;
    expect(thanks).toContain("Thank you for your report. The team will review it.");
    expect(thanks).not.toContain("Send report");
    expect(thanks).toContain("If you entered your email address, we will send you the outcome.");
    expect(thanks).toContain('<a class="button" href="/listings/kelpy">Back to kelpy</a>');
    expect(open()).toEqual([{ kind: "dead", sentence: "It <b>answers</b> no more." }]);
  });

  test("422: the form names the missing fields and keeps the input", async () => {
    const stranger = visitor(server);
    const none = await stranger.post(page, { sentence: "Hm <i>" });
    expect([none.status, none.html.includes("Choose a reason."), none.html.includes("Hm &lt;i&gt;")]).toEqual([
      422,
      true,
      true,
    ]);
    expect((await stranger.post(page, { kind: "other" })).html).toContain(
      "Your description is required if you choose “Something else”.",
    );
    for (const kind of ["constructor", "__proto__"]) expect((await stranger.post(page, { kind })).status).toBe(422);
    expect((await stranger.post(page, { kind: "dead", sentence: "x".repeat(501) })).status).toBe(422);
    expect(open()).toHaveLength(1);
  });

  test("is not saved if the honeypot is filled in or the form comes from another site", async () => {
    const program = visitor(server);
    const sent = { kind: "dead", sentence: "Buy", homepage: "https://spam.example" };
    expect((await program.post(page, sent)).location).toBe(`${page}?done=reported`);
    expect((await program.post(page, { kind: "dead", form_token: "forged" })).status).toBe(403);
    expect(open()).toHaveLength(1);
  });

  test("404: a listing that is not live", async () => {
    await ownedListing(server.store, "hidden-one", { status: "draft" });
    for (const slug of ["hidden-one", "no-such"]) {
      const path = `/listings/${slug}/report`;
      expect((await visitor(server).get(path)).status).toBe(404);
      expect((await visitor(server).post(path, { kind: "dead" })).status).toBe(404);
    }
  });
});

describe("the team", () => {
  test("gets one digest about a report", async () => {
    clock = new Date(clock.getTime() + 3_600_000);
    await server.drainJobs();
    const digests = () => mailsTo("team@slipway.example");
    expect((await digests())[0]!.subject).toContain("was reported");
    expect((await digests())[0]!.textBody).toContain("1 open report");
    clock = new Date(clock.getTime() + 3_600_000);
    await server.drainJobs();
    expect(await digests()).toHaveLength(1);
  });

  test("sees the reports of a listing together; others get 404", async () => {
    await visitor(server).post(page, { kind: "not_as_said" });
    const { html } = await team.get("/team/reports");
    expect(html.match(/<li id="case-/g)).toHaveLength(1);
    expect(html).toContain("2 reports");
    expect(html).toContain("It &lt;b&gt;answers&lt;/b&gt; no more.");
    const member = await signUpAs(server, "member@example.test");
    expect((await member.get("/team/reports")).status).toBe(404);
    expect(
      (await member.post("/team/reports", { slug: "kelpy", outcome: "told", reason: "x", last_id: "9" })).status,
    ).toBe(404);
  });

  test("decides with a reason: only then the owner gets an email, and later reports stay open", async () => {
    const last_id = /name="last_id" value="(\d+)"/.exec((await team.get("/team/reports")).html)![1]!;
    await visitor(server).post(page, { kind: "not_theirs" });
    expect(await mailsTo("owner@example.test")).toEqual([]);
    const decide = (fields: object) => team.post("/team/reports", { slug: "kelpy", last_id, ...fields });
    expect((await decide({ outcome: "told", reason: "" })).status).toBe(422);
    expect((await decide({ outcome: "decided", reason: "No." })).status).toBe(422);
    const done = await decide({ outcome: "told", reason: "Say what it does." });
    expect(done.location).toBe("/team/reports?done=told");
    const [mail] = await mailsTo("owner@example.test");
    expect(mail!.textBody).toContain("Reason: Say what it does.");
    expect(open()).toEqual([{ kind: "not_theirs", sentence: "" }]);
    expect((await decide({ outcome: "told", reason: "Again." })).status).toBe(409);
  });

  test("reporters with an email get a receipt and the decision; then the email is deleted", async () => {
    const reporter = visitor(server);
    const wrong = await reporter.post(page, { kind: "dead", email: "no address" });
    expect([wrong.status, wrong.html.includes(`href="#field-email"`)]).toEqual([422, true]);
    for (const email of ["Ria@example.test", "ria@example.test"]) await reporter.post(page, { kind: "dead", email });
    expect((await mailsTo("ria@example.test"))[0]!.textBody).toContain("received your report about kelpy");
    // Anyone can enter any email, so the subject contains no text of an owner.
    expect((await mailsTo("ria@example.test"))[0]!.subject).toStartWith("We received your report (");
    const last_id = /name="last_id" value="(\d+)"/.exec((await team.get("/team/reports")).html)![1]!;
    await team.post("/team/reports", { slug: "kelpy", last_id, outcome: "dismissed", reason: "It answers to us." });
    const mails = await mailsTo("ria@example.test");
    expect(mails).toHaveLength(3);
    for (const words of ["nothing wrong", "Reason: It answers to us.", "go to court"])
      expect(mails[0]!.textBody).toContain(words);
    const kept = server.store.read.$client.query("SELECT 1 FROM listing_reports WHERE email IS NOT NULL").all();
    expect(kept).toEqual([]);
    await reporter.post(page, { kind: "not_theirs", email: "ria@example.test" });
    for (let i = 1; i < maxOpenBy; i++) await reporter.post(page, { kind: "dead", email: "ria@example.test" });
    expect((await reporter.post(page, { kind: "dead", email: "ria@example.test" })).status).toBe(422);
  });

  test("suspending the listing closes its reports", async () => {
    clock = new Date(clock.getTime() + 1000);
    await team.post("/team/listings/kelpy", { do: "suspend", ground: "not_theirs", reason: "It is copied." });
    expect(open()).toEqual([]);
    expect((await team.get("/team/reports?status=decided")).html).toContain("suspended or rejected. It is copied.");
    const [mail] = await mailsTo("ria@example.test");
    expect(mail!.textBody).toContain("kelpy is suspended.");
    expect(mail!.textBody).not.toContain("It is copied.");
  });
});

test("429: many reports from one IP address; a listing has a limited number of open reports", async () => {
  const limited = await startTestServer({ limiter: createRateLimiter() });
  try {
    await ownedListing(limited.store, "kelpy", { status: "live" });
    const stranger = visitor(limited);
    for (let i = 0; i < reportQuota.points; i++) expect((await stranger.post(page, { kind: "dead" })).status).toBe(303);
    const refused = await stranger.post(page, { kind: "dead" });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).not.toBeNull();
  } finally {
    await limited.stop();
  }
  await team.post("/team/listings/kelpy", { do: "restore" });
  const stranger = visitor(server);
  const form_token = await stranger.token();
  for (let i = 0; i <= maxOpen; i++) await stranger.post(page, { kind: "dead", form_token });
  expect(open()).toHaveLength(maxOpen);
});
