import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { JobRunner } from "#bridge/jobs/runner.ts";
import { mailJob, smtpSender } from "#bridge/outbound/mail.ts";
import { accountByEmail, createAccount, updateAccount } from "#db/queries/accounts/accounts.ts";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { openSandbox } from "#db/queries/accounts/sandbox.ts";
import { optionalMails } from "#db/queries/accounts/unsubscribe.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { saveBadgeCheck } from "#db/queries/listings/badge-checks.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { dayMs, startOfWeek } from "#db/values/week.ts";
import type { JobPorts } from "#tools/jobs.ts";
import { results } from "#tools/launches/jobs.ts";
import { launchJobs } from "#tools/launches/run-jobs.ts";
import { signUpAs, visitor } from "../support/clients/visitor.ts";
import { headerOf, startMailServer } from "../support/fakes/mail-server.ts";
import { keyFor } from "../support/records/account.ts";
import { completeProfile, ownedListing } from "../support/records/owned-listing.ts";
import { addListing, addSite, addVotes } from "../support/records/records.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { startTestJobs } from "../support/server/jobs.ts";

setDefaultTimeout(30_000);

let server: TestServer;
let clock: Date;
let smtp: Awaited<ReturnType<typeof startMailServer>>;
let runners: JobRunner[];
/** What the websites of all products show. */
let hasBadge: boolean;

beforeEach(async () => {
  clock = testNow;
  hasBadge = false;
  const store = emptyStore();
  await store.write((tx) => addSite(tx));
  server = await startTestServer({ store, now: () => clock });
  smtp = await startMailServer();
  const urlsOf = () => ({ base: server.url, api: "", mcp: "", docs: "" });
  const look: JobPorts["look"] = async () => ({ isFound: hasBadge, fault: hasBadge ? null : "absent", detail: null });
  const jobs = [mailJob(smtpSender(smtp.url, "Slipway <hello@slipway.example>")), ...launchJobs({ look, urlsOf })];
  // Two processes run the due jobs at the same time.
  runners = [1, 2].map(() => startTestJobs({ store, now: () => clock, urlsOf, jobs }));
});
afterEach(async () => {
  for (const runner of runners) await runner.stop();
  await smtp.stop();
  await server.stop();
});

const work = async () => void (await Promise.all(runners.map((runner) => runner.drain())));
async function goTo(time: string | Date): Promise<void> {
  clock = new Date(time);
  await work();
}
const week = (name: string) => startOfWeek(name)!;

/** The mails since the last call, in the order of their recipients and subjects. */
const received = () =>
  smtp.received
    .splice(0)
    .map(({ recipient, mail, ...more }) => ({
      recipient,
      mail,
      ...more,
      text: mail.text!.replaceAll(server.url, "https://site").trimEnd(),
    }))
    .sort((a, b) => (a.recipient + a.mail.subject).localeCompare(b.recipient + b.mail.subject));
const subjects = () => received().map(({ recipient, mail }) => `${recipient}: ${mail.subject}`);

/** The end of every mail to an owner. */
const closing = (name: string) => `You receive this email because you can edit ${name} on main.\n\nmain, https://site`;
const badgeCode = (slug: string) =>
  `<a href="https://site/listings/${slug}"><img src="https://site/badges/site.svg" alt="Listed on main" height="54"></a>`;

async function addPerson(listingId: number, email: string, changes: Parameters<typeof updateAccount>[2] = {}) {
  return server.store.write(async (tx) => {
    const { id } = await createAccount(tx, { email, name: "Bo", isVerified: true }, testNow);
    await updateAccount(tx, id, changes, testNow);
    await addOwner(tx, { companyId: (await companyOfListing(tx, listingId))!, accountId: id, via: "test" }, testNow);
    return id;
  });
}

test("from the choice of the free plan to an award: each step mails everyone who may edit, once", async () => {
  const kelp = await ownedListing(server.store, "kelp", { hasProfile: false });
  await addPerson(kelp.id, "co@example.test");
  const reader = await addPerson(kelp.id, "reader@example.test");
  await server.store.write(async (tx) =>
    tx.$client.run("UPDATE company_owners SET read_only_since = ? WHERE account_id = ?", [clock.toISOString(), reader]),
  );
  const choose = () => server.as(kelp.key).over("REST", "choose_free_listing", { listing_id: kelp.id });
  expect((await choose()).body.launch_week).toBe("2026-W50");
  expect((await choose()).status).toBe(200);
  await work();
  const [toCo, toOwner, ...none] = received();
  expect([toCo!.recipient, toOwner!.recipient, none]).toEqual(["co@example.test", kelp.email, []]);
  expect(toOwner!.mail.subject).toBe("kelp has a free launch (main)");
  expect(toOwner!.text).toBe(`Hello Ada,

kelp has a place in a launch week that begins on 7 December 2026.

kelp goes live in its launch week when the following is done:

• Put the badge on the home page of the product's website.
• There is no founder profile yet.

Complete this by 13 December 2026, 24:00 UTC. Otherwise, the listing moves to a later week.

${badgeCode("kelp")}

View listing: https://site/account/listings/${kelp.id}

${closing("kelp")}`);
  expect(toOwner!.mail.html).toContain(`href="${server.url}/account/listings/${kelp.id}"`);

  hasBadge = true;
  await goTo(new Date(clock.getTime() + dayMs));
  expect(received().map(({ text }) => text)).toEqual(
    ["Bo", "Ada"].map(
      (name) => `Hello ${name},

We found the badge on the website of kelp. Keep it there: a free listing needs the badge.

Before kelp can go live, the following is missing:

• Complete your founder profile.

View listing: https://site/account/listings/${kelp.id}

${closing("kelp")}`,
    ),
  );

  await completeProfile(server.store, kelp.account.id);
  await goTo(week("2026-W50"));
  const [coLive, live, ...others] = received();
  expect([coLive!.mail.subject, live!.mail.subject, others]).toEqual([
    "kelp is live (main)",
    "kelp is live (main)",
    [],
  ]);
  expect(live!.text).toBe(`Hello Ada,

kelp is now public on main, and visitors can vote for it. Share the link with the people who know your product.

A picture for your posts: https://site/listings/kelp/share.png

To show visitors of your website that the product is listed, copy this badge:

${badgeCode("kelp")}

View public page: https://site/listings/kelp

${closing("kelp")}`);
  expect(live!.mail.html).toContain(`href="${server.url}/listings/kelp"`);
  for (const path of ["/listings/kelp", "/badges/site.svg"]) expect((await fetch(server.url + path)).status).toBe(200);

  // Equal votes rank by the time of the last one, as on the leaderboard.
  await server.store.write(async (tx) => {
    const rival = await addListing(tx, 1, "rival");
    await addVotes(tx, 1, kelp.id, "2026-W50", 3, "2026-12-09T00:00:00.000Z");
    await addVotes(tx, 1, rival, "2026-W50", 3, "2026-12-08T00:00:00.000Z");
    await addVotes(tx, 1, kelp.id, "2026-12", 9, "2026-12-09T00:00:00.000Z");
  });
  await goTo(week("2026-W51"));
  const [coWeek, result, ...noMore] = received();
  expect([coWeek!.recipient, result!.recipient, noMore]).toEqual(["co@example.test", kelp.email, []]);
  expect(result!.mail.subject).toBe("kelp: place 2 of the week (main)");
  const { items } = (await server.call("get_leaderboard", { board: "community-weekly", period: "2026-W50" })).body;
  expect(items.map(({ listing, rank }: any) => [rank, listing.slug])).toEqual([
    [1, "rival"],
    [2, "kelp"],
  ]);
  const awards = (await server.call("list_awards", {})).body.items;
  const idOf = (period: "week" | "month") =>
    awards.find((award: any) => award[period] && award.listing.slug === "kelp").id;
  const unsubscribe = (kind: string) =>
    new RegExp(`\nUnsubscribe: https://site/unsubscribe\\?token=[\\w.-]+&mails=${kind}\n`);
  expect(result!.text).toMatch(unsubscribe("week_results"));
  expect(result!.text.replace(unsubscribe("week_results"), "")).toBe(`Hello Ada,

The week of 7 to 13 December 2026 has ended, and the votes are counted.

kelp
https://site/listings/kelp

Place 2 with 3 votes. The listing won an award with this badge:

<a href="https://site/listings/kelp"><img src="https://site/badges/kelp/award-${idOf("week")}.svg" alt="kelp: #2 of week 50, 2026 on main" height="54"></a>

View leaderboard: https://site/leaderboards/community-weekly?period=2026-W50

${closing("kelp")}`);

  await goTo("2027-01-01T00:00:00Z");
  const [coAward, award, ...nothing] = received();
  expect([coAward!.recipient, award!.recipient, nothing]).toEqual(["co@example.test", kelp.email, []]);
  expect(award!.mail.subject).toBe("kelp won an award (main)");
  const [latest] = (await server.call("list_awards", {})).body.items;
  expect(award!.text.replace(unsubscribe("awards"), "")).toBe(`Hello Ada,

kelp is #1 of December 2026 on main. Show it on your website with this badge:

<a href="https://site/listings/kelp"><img src="https://site/badges/kelp/award-${latest.id}.svg" alt="kelp: #1 of December 2026 on main" height="54"></a>

View public page: https://site/listings/kelp

${closing("kelp")}`);
  expect((await fetch(`${server.url}/badges/kelp/award-${latest.id}.svg`)).status).toBe(200);
  await goTo("2027-01-02T00:00:00Z");
  expect(subjects()).toEqual([]);
});

/** A live listing of a person, with votes in W47. */
async function voted(slug: string, email: string, votes: number, more: Parameters<typeof ownedListing>[2] = {}) {
  const owned = await ownedListing(server.store, slug, { status: "live", plan: "free", email, ...more });
  if (votes > 0)
    await server.store.write((tx) =>
      addVotes(tx, more.siteId ?? 1, owned.id, "2026-W47", votes, testNow.toISOString()),
    );
  return owned;
}

test("a closed week: one mail for all listings that took part; nothing about other listings, weeks and sandboxes", async () => {
  const twin = await server.store.write(async (tx) => openSandbox(tx, (await allSites(tx))[0]!, testNow));
  await voted("first", "ada@example.test", 4);
  await voted("second", "ada@example.test", 1);
  await voted("idle", "ada@example.test", 0);
  const started = { launchWeek: "2026-W47", launchedAt: testNow.toISOString() };
  await voted("started", "ada@example.test", 0, started);
  await voted("resting", "bo@example.test", 0);
  await voted("tried", "bo@example.test", 9, { siteId: twin });
  await voted("unconfirmed", "un@example.test", 2);
  await voted("refused", "refused@example.test", 2);
  const set = async (email: string, changes: Parameters<typeof updateAccount>[2]) => {
    const { id } = (await accountByEmail(server.store.read, email))!;
    await server.store.write((tx) => updateAccount(tx, id, changes, clock));
  };
  await set("un@example.test", { emailVerifiedAt: null });
  await set("refused@example.test", { mailRefusedAt: testNow.toISOString() });
  const imported = await server.store.write((tx) => addListing(tx, 1, "imported"));
  await server.store.write((tx) => addVotes(tx, 1, imported, "2026-W47", 5));

  await goTo(testNow);
  await goTo(week("2026-W48"));
  const mails = received();
  expect(mails.map(({ recipient, mail }) => [recipient, mail.subject])).toEqual([
    ["ada@example.test", "The results of the week for first and 2 more (main)"],
  ]);
  const lines = mails[0]!.text.split("\n\n");
  expect(lines.slice(1, -4)).toEqual([
    "The week of 16 to 22 November 2026 has ended, and the votes are counted.",
    "first\nhttps://site/listings/first",
    "Place 2 with 4 votes. The listing won an award with this badge:",
    expect.stringContaining("/badges/first/award-"),
    "second\nhttps://site/listings/second",
    "Place 5 with 1 vote.",
    "started\nhttps://site/listings/started",
    "No votes in this week.",
  ]);

  // A repeated request for the mails of the week sends nothing.
  await server.store.write((tx) => enqueue(tx, results.request({ siteId: 1, period: "2026-W47" }), clock));
  await work();
  await goTo(week("2026-W49"));
  expect(subjects()).toEqual([]);
});

test("weeks that ended during a downtime: only the last one sends its results", async () => {
  const ada = await voted("first", "ada@example.test", 4);
  for (const name of ["2026-W48", "2026-W49"])
    await server.store.write((tx) => addVotes(tx, 1, ada.id, name, 2, testNow.toISOString()));
  await goTo(testNow);
  await goTo(week("2026-W50"));
  expect(received().map(({ text }) => text.split("\n\n")[1])).toEqual([
    "The week of 30 November to 6 December 2026 has ended, and the votes are counted.",
  ]);
});

test("results and awards can be switched off, by the unsubscribe link and on the page", async () => {
  const ada = await signUpAs(server, "ada@example.test");
  const listing = await voted("first", "ada@example.test", 4);
  for (const name of ["2026-W48", "2026-W49", "2026-W50"])
    await server.store.write((tx) => addVotes(tx, 1, listing.id, name, 2, testNow.toISOString()));
  const stopped = async () => {
    const account = (await accountByEmail(server.store.read, "ada@example.test"))!;
    const kinds = Object.entries(optionalMails).filter(([mails]) => mails !== "insights");
    return kinds.flatMap(([mails, column]) => (account[column] === null ? [] : [mails]));
  };
  await goTo(testNow);
  received();
  await goTo(week("2026-W48"));
  const [result] = received();
  const url = headerOf(result!, "list-unsubscribe")!.slice(1, -1);
  expect(headerOf(result!, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(result!.mail.text).toContain(`Unsubscribe: ${url}`);
  expect(result!.mail.html).toContain(`href="${url.replace("&", "&amp;")}"`);

  expect(await (await fetch(url)).text()).toContain("about the weekly results of your listings to ada@example.test");
  expect(await stopped()).toEqual([]);
  const oneClick = () => new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  const pressed = await fetch(url, { method: "POST", body: oneClick() });
  expect([pressed.status, await stopped()]).toEqual([200, ["week_results"]]);
  for (const wrong of ["nothing", "constructor", "email"]) {
    const changed = url.replace("week_results", wrong);
    expect((await fetch(changed, { method: "POST", body: oneClick() })).status).toBe(404);
  }

  // Without the results, the award still comes.
  await goTo(week("2026-W49"));
  const [award, ...others] = received();
  expect([award!.mail.subject, others]).toEqual(["first won an award (main)", []]);
  expect(award!.text).toContain("first is #1 of week 48, 2026 on main.");
  await visitor(server).post(new URL(headerOf(award!, "list-unsubscribe")!.slice(1, -1)).href.replace(server.url, ""), {
    "List-Unsubscribe": "One-Click",
  });
  expect(await stopped()).toEqual(["week_results", "awards"]);
  await goTo(week("2026-W50"));
  expect(subjects()).toEqual([]);

  expect((await ada.get("/account/following")).html).toContain("Emails about awards of your listings are off.");
  const wrongKind = await ada.post("/account/following", { do: "on", mails: "nothing" });
  expect(wrongKind.status).toBeGreaterThanOrEqual(400);
  for (const mails of ["week_results", "awards"])
    expect((await ada.post("/account/following", { do: "on", mails })).location).toBe(
      `/account/following?done=on-${mails}`,
    );
  expect(await stopped()).toEqual([]);
  const off = await ada.post("/account/following", { do: "off", mails: "digests" });
  expect((await ada.get(off.location!)).html).toContain('role="status">Emails about what you follow are off.');
  expect(await stopped()).toEqual(["digests"]);
  await goTo(week("2026-W51"));
  expect(subjects()).toEqual(["ada@example.test: first: place 1 of the week (main)"]);
});

test("mails of operations and of sign-in have the site's colour and logo", async () => {
  const look = { accent: "#7a0b4f", logo: "ab".repeat(32) };
  await server.store.write(async (tx) => {
    tx.$client.run("UPDATE sites SET settings = json_set(settings, '$.look', json(?))", [JSON.stringify(look)]);
  });
  const kelp = await ownedListing(server.store, "kelp");
  await server.as(kelp.key).over("REST", "choose_free_listing", { listing_id: kelp.id });
  await visitor(server).post("/sign-up", { name: "Bo", email: "bo@example.test" });
  await server.mails();
  await work();
  const mails = received();
  expect(mails.map(({ recipient }) => recipient)).toEqual(["bo@example.test", kelp.email]);
  for (const { mail } of mails) {
    expect(mail.html).toContain(`background:${look.accent}`);
    expect(mail.html).toContain(`<img src="${server.url}/media/${look.logo}" alt=""`);
  }
});

test("a dry run and a sandbox key choose a plan without a mail", async () => {
  const kelp = await ownedListing(server.store, "kelp");
  const choose = (key: string, listing_id: number, more = "") =>
    fetch(`${server.url}/api/v1/me/listings/${listing_id}/free${more}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
    });
  expect((await choose(kelp.key, kelp.id, "?dry_run=true")).status).toBe(200);
  const twin = await server.store.write(async (tx) => openSandbox(tx, (await allSites(tx))[0]!, testNow));
  const tried = await ownedListing(server.store, "tried", { siteId: twin });
  const { key } = await keyFor(server.store, { email: tried.email, scopes: ["listings:write"], isTest: true });
  expect((await choose(key, tried.id)).status).toBe(200);
  hasBadge = true;
  await work();
  for (const day of ["2026-12-07", "2026-12-14"]) await goTo(day);
  expect(server.store.read.$client.query("SELECT status FROM listings WHERE id = ?").values(tried.id)).toEqual([
    ["live"],
  ]);
  expect(subjects()).toEqual([]);
  expect((await choose(kelp.key, kelp.id)).status).toBe(200);
  await work();
  expect(subjects()).toContain(`${kelp.email}: kelp has a free launch (main)`);
});

test("a badge that is found again: one mail; a listing without owners mails nobody", async () => {
  const kelp = await ownedListing(server.store, "kelp", { hasProfile: false });
  await server.as(kelp.key).over("REST", "choose_free_listing", { listing_id: kelp.id });
  await work();
  received();
  hasBadge = true;
  for (let day = 1; day < 4; day++) await goTo(new Date(testNow.getTime() + day * dayMs));
  expect(subjects()).toEqual([`${kelp.email}: We found the badge of kelp (main)`]);
  const found = { isFound: true, fault: null, detail: null, isMiss: false };
  const imported = await server.store.write(async (tx) => {
    const id = await addListing(tx, 1, "imported", { status: "scheduled", plan: "paid", launchWeek: "2026-W48" });
    await saveBadgeCheck(tx, id, found, clock);
    return id;
  });
  await goTo(week("2026-W48"));
  expect((await server.call("get_listing", { slug: "imported" })).body.id).toBe(imported);
  expect(subjects()).toEqual([]);
});
