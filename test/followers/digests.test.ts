import { afterEach, beforeEach, expect, test } from "bun:test";
import type { JobRunner } from "#bridge/jobs/runner.ts";
import { mailJob, smtpSender } from "#bridge/outbound/mail.ts";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { addFollow } from "#db/queries/followers/follows.ts";
import { changeStatus, statusById } from "#db/queries/listings/listing-status.ts";
import { addUpdate } from "#db/queries/moderation/owner-voice.ts";
import { preparedSql } from "#db/store/store.ts";
import { followerJobs } from "#tools/followers/run-jobs.ts";
import { openLinkOf, signUpAs, type Visitor, visitor } from "../support/clients/visitor.ts";
import { headerOf, startMailServer } from "../support/fakes/mail-server.ts";
import { free, paid } from "../support/records/owner.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { startTestJobs } from "../support/server/jobs.ts";
import { scheduled } from "../support/server/scheduled.ts";

const dayMs = 86_400_000;

let clock: Date;
let server: TestServer;
let smtp: Awaited<ReturnType<typeof startMailServer>>;
let runners: JobRunner[];

beforeEach(async () => {
  clock = testNow;
  server = await startTestServer({ now: () => clock });
  smtp = await startMailServer();
  runners = [jobs(), jobs()];
});
afterEach(async () => {
  for (const runner of runners) await runner.stop();
  await smtp.stop();
  await server.stop();
});

const jobs = () =>
  startTestJobs({
    store: server.store,
    now: () => clock,
    urlsOf: () => ({ base: server.url, api: "", mcp: "", docs: "" }),
    jobs: [mailJob(smtpSender(smtp.url, "Slipway <hello@slipway.example>")), ...followerJobs],
  });

/** Two processes run the due jobs at the same time. */
const work = async () => void (await Promise.all(runners.map((runner) => runner.drain())));
async function night(): Promise<void> {
  clock = new Date(clock.getTime() + dayMs);
  await work();
}

const press = (person: Visitor, { listing_id, slug }: typeof paid, act: "follow" | "unfollow") =>
  person.post(`/listings/${slug}/follow`, { do: act, listing_id: String(listing_id) });
const post = ({ listing_id }: typeof paid, title: string, body = "It works.") =>
  server.store.write((tx) => addUpdate(tx, listing_id, { title, body }, clock));
const mailsTo = (recipient: string) => smtp.received.filter((mail) => mail.recipient === recipient);
const textsTo = (recipient: string) => mailsTo(recipient).map(({ mail }) => mail.text ?? "");

/** Signs up a follower of the paid listing, and delivers the sign-up email. */
async function follower(email: string): Promise<Visitor> {
  const person = await signUpAs(server, email);
  await press(person, paid, "follow");
  await work();
  smtp.received.splice(0);
  return person;
}

test("a follower gets one email with all news; a later follower does not get it", async () => {
  const ada = await follower("ada@example.org");
  await press(ada, free, "follow");
  await post(paid, "Signing works offline", "No connection\nneeded.\n\nIt syncs later <b>.");
  await post(paid, "Dark pages");
  await post(free, "Berth maps");
  await follower("late@example.org");
  await night();
  await work();
  expect(smtp.received.map(({ recipient }) => recipient)).toEqual(["ada@example.org"]);
  const [{ mail }] = smtp.received as [(typeof smtp.received)[number]];
  expect(mail.subject).toBe("News from Harbourlist and 1 more (Slipway)");
  for (const said of ["Tidepad: Signing works offline", "It syncs later <b>.", "Tidepad: Dark pages", "Berth maps"])
    expect(mail.text).toContain(said);
  expect(mail.html).toContain(`href="${server.url}/listings/tidepad"`);
  expect(mail.html).toContain("It syncs later &lt;b&gt;.");
  await post(paid, "Third");
  await night();
  expect(textsTo("ada@example.org")).toHaveLength(2);
  expect(textsTo("ada@example.org")[1]).not.toContain("Dark pages");
  expect(textsTo("late@example.org")).toEqual([expect.stringContaining("Tidepad: Third")]);
  await night();
  expect(smtp.received).toHaveLength(3);
});

test("at most one email a day, even if yesterday's is late", async () => {
  await follower("ada@example.org");
  await post(paid, "One");
  // Tonight's job is enqueued but runs only tomorrow.
  clock = new Date(clock.getTime() + dayMs);
  await runners[0]!.stop();
  const asking = startTestJobs({ store: server.store, now: () => clock, jobs: scheduled("digests") });
  await asking.drain();
  await asking.stop();
  runners[0] = jobs();
  await post(paid, "Two");
  await night();
  expect(textsTo("ada@example.org")).toHaveLength(1);
  for (const title of ["One", "Two"]) expect(textsTo("ada@example.org")[0]).toContain(`Tidepad: ${title}`);
});

test("no email about suspended or archived listings, nor about old updates when they return", async () => {
  await follower("ada@example.org");
  await post(paid, "Hidden");
  const set = async (status: "suspended" | "live") =>
    server.store.write(async (tx) => changeStatus(tx, (await statusById(tx, paid.listing_id))!, status, null, clock));
  await set("suspended");
  await night();
  expect(smtp.received).toEqual([]);
  clock = new Date(clock.getTime() + 20 * dayMs);
  await set("live");
  await night();
  expect(smtp.received).toEqual([]);
});

test("no email to an unconfirmed email or a suspended account", async () => {
  for (const [email, change] of [
    ["unproved@example.org", { emailVerifiedAt: null }],
    ["suspended@example.org", { suspendedAt: testNow.toISOString() }],
  ] as const) {
    await follower(email);
    const { id } = (await accountByEmail(server.store.read, email))!;
    await server.store.write((tx) => updateAccount(tx, id, change, clock));
  }
  await post(paid, "News");
  await night();
  expect(smtp.received).toEqual([]);
});

test("no email after unfollowing", async () => {
  const ada = await follower("ada@example.org");
  await post(paid, "News");
  await press(ada, paid, "unfollow");
  await night();
  expect(smtp.received).toEqual([]);
});

test("the one-click header (RFC 8058) unsubscribes without a cookie, also repeatedly", async () => {
  const ada = await follower("ada@example.org");
  await post(paid, "News");
  await night();
  const [mail] = mailsTo("ada@example.org");
  expect(headerOf(mail!, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const [, url] = /^<(http:\/\/localhost:\d+\/unsubscribe\?token=[\w.-]+)>$/.exec(
    headerOf(mail!, "list-unsubscribe")!,
  )!;
  expect(mail!.mail.text).toContain(url!);

  // Programs that open links in emails change nothing.
  const looked = await fetch(url!);
  expect([looked.status, await looked.text()]).toEqual([200, expect.stringContaining("ada@example.org")]);
  expect((await fetch(url!, { method: "POST", body: new URLSearchParams({ other: "x" }) })).status).toBe(400);
  const account = async () => (await accountByEmail(server.store.read, "ada@example.org"))!;
  expect((await account()).digestsStoppedAt).toBeNull();

  const multipart = new FormData();
  multipart.set("List-Unsubscribe", "One-Click");
  for (const body of [new URLSearchParams({ "List-Unsubscribe": "One-Click" }), multipart]) {
    const pressed = await fetch(url!, { method: "POST", body, redirect: "manual", headers: { origin: "null" } });
    expect([pressed.status, pressed.headers.getSetCookie()]).toEqual([200, []]);
    expect((await account()).digestsStoppedAt).not.toBeNull();
  }
  const changes = await changesOf(server.store.read, `account:${(await account()).id}`, 50);
  expect(changes.filter(({ action }) => action === "set_digests")).toMatchObject([{ via: "mail" }]);

  await post(paid, "Unheard");
  await night();
  expect(mailsTo("ada@example.org")).toHaveLength(1);
  expect((await ada.get("/account/following")).html).toContain("Emails about what you follow are off.");
  await ada.post("/account/following", { do: "on" });
  await post(paid, "Heard");
  await night();
  expect(textsTo("ada@example.org")).toHaveLength(2);
  expect(textsTo("ada@example.org")[1]).not.toContain("Unheard");
});

test("a forged, foreign or outdated unsubscribe token changes nothing", async () => {
  await follower("ada@example.org");
  const eve = await follower("eve@example.org");
  await post(paid, "News");
  await night();
  const tokenOf = (email: string) =>
    new URL(headerOf(mailsTo(email)[0]!, "list-unsubscribe")!.slice(1, -1)).searchParams.get("token")!;
  const [ada, evil] = [tokenOf("ada@example.org"), tokenOf("eve@example.org")];
  const forged = ["", "x", "1.", ada.replace(/\..*/, evil.replace(/^\d+/, "")), `${ada}A`, ada.slice(0, -1), ` ${ada}`];
  const body = () => new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  const send = (token: string) =>
    fetch(`${server.url}/unsubscribe?${new URLSearchParams({ token })}`, { method: "POST", body: body() });
  for (const token of forged) expect([token, (await send(token)).status]).toEqual([token, 404]);
  const { id } = (await accountByEmail(server.store.read, "ada@example.org"))!;
  await server.store.write((tx) => updateAccount(tx, id, { email: "ada@new.example" }, clock));
  expect((await send(ada)).status).toBe(404);
  expect((await accountByEmail(server.store.read, "ada@new.example"))!.digestsStoppedAt).toBeNull();
  // The token works neither for other links nor as a form token.
  const stranger = visitor(server);
  expect((await openLinkOf(stranger, `/link?token=${evil}`)).location).toBeNull();
  expect(stranger.cookies.has("slipway")).toBeFalse();
  expect((await eve.post("/account/following", { do: "off", form_token: evil })).status).toBe(403);
});

test("a permanently refused email gets no more emails, and the account page says how to fix it", async () => {
  const ada = await follower("ada@example.org");
  smtp.refusals.set("ada@example.org", { code: 550, message: "5.1.1 No such user" });
  await post(paid, "One");
  await night();
  const account = (await ada.get("/account")).html;
  expect(account).toContain("550 5.1.1 No such user");
  expect((await ada.get("/account/following")).html).toContain("is refusing our emails");
  smtp.refusals.clear();
  await post(paid, "Two");
  await night();
  expect(smtp.received).toEqual([]);

  expect((await ada.post("/account", { do: "mail" })).location).toBe("/account?done=mail");
  expect((await ada.get("/account")).html).not.toContain("No such user");
  await post(paid, "Three");
  await night();
  expect(textsTo("ada@example.org")).toEqual([expect.stringContaining("Tidepad: Three")]);
});

test("a new email gets emails again; a temporary or sender refusal does not count against an email", async () => {
  await follower("ada@example.org");
  const account = async (email: string) => (await accountByEmail(server.store.read, email))!;
  const { id } = await account("ada@example.org");
  for (const refusal of [
    { code: 451, message: "4.3.0 Come back later" },
    { code: 550, message: "5.7.1 Relaying denied" },
  ]) {
    smtp.refusals.set("ada@example.org", refusal);
    await post(paid, `News ${refusal.code}`);
    await night();
    expect((await account("ada@example.org")).mailRefusedAt).toBeNull();
  }
  const refused = { mailRefusedAt: clock.toISOString(), mailRefusal: "550 gone" };
  await server.store.write((tx) => updateAccount(tx, id, refused, clock));
  await server.store.write((tx) => updateAccount(tx, id, { email: "ada@new.example" }, clock));
  expect(await account("ada@new.example")).toMatchObject({ mailRefusedAt: null, mailRefusal: null });
});

const addPeople = preparedSql<{ id: number }, [count: number, time: string]>(`
  WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?1)
  INSERT INTO accounts (email, email_verified_at, created_at, updated_at)
  SELECT 'person-' || i || '@example.test', ?2, ?2, ?2 FROM numbers RETURNING id`);

test("many followers of one listing: each gets an email", async () => {
  await server.store.write(async (tx) => {
    for (const { id } of await addPeople.all(tx, 1100, testNow.toISOString()))
      await addFollow(tx, id, paid.listing_id, testNow);
  });
  await post(paid, "News");
  clock = new Date(clock.getTime() + dayMs);
  const urlsOf = () => ({ base: server.url, api: "", mcp: "", docs: "" });
  const composing = startTestJobs({
    store: server.store,
    now: () => clock,
    urlsOf,
    jobs: followerJobs,
  });
  await composing.drain();
  await composing.stop();
  const { mails } = server.store.read.$client
    .query<{ mails: number }, []>(
      "SELECT count(DISTINCT recipient) AS mails FROM mails WHERE recipient LIKE 'person-%'",
    )
    .get()!;
  expect(mails).toBe(1100);
}, 180_000);
