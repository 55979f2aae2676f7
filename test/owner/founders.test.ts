import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { joinByClaim, makeReadOnly } from "#db/queries/accounts/access.ts";
import { accountById, updateAccount } from "#db/queries/accounts/accounts.ts";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { saveFounderProfile, setFounders } from "#db/queries/founders/founder-profile.ts";
import { syncFounders, syncFoundersOfAccount } from "#db/queries/listings/company-founders.ts";
import { launchListings, statusById } from "#db/queries/listings/listing-status.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import restoreAccount from "#tools/account/restore-account.ts";
import suspendAccount from "#tools/account/suspend-account.ts";
import { callTool } from "#tools/core/calls/call.ts";
import type { AnyOperation } from "#tools/core/operations/define.ts";
import saveProfile from "#tools/founders/save-founder-profile.ts";
import archiveListing from "#tools/listings/owner/archive-listing.ts";
import chooseAppearance from "#tools/listings/owner/choose-appearance.ts";
import unarchiveListing from "#tools/listings/owner/unarchive-listing.ts";
import updateSite from "#tools/site/update-site.ts";
import { personCaller } from "../support/clients/person-caller.ts";
import { transports } from "../support/clients/tool-caller.ts";
import { visitor } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { completeProfile, ownedListing } from "../support/records/owned-listing.ts";
import { addListing, addSite } from "../support/records/records.ts";
import { contextFor } from "../support/server/call.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { scheduled } from "../support/server/scheduled.ts";

let server: TestServer;
let clock = testNow;
beforeAll(async () => {
  const store = emptyStore();
  await store.write(async (tx) => {
    await addSite(tx);
    await addSite(tx, "dev");
  });
  server = await startTestServer({ store, now: () => clock, periodic: scheduled() });
});
afterAll(() => server.stop());

let nth = 0;
/** A live listing with its owner, whose profile is complete unless told otherwise. */
async function owned(options: { hasProfile?: boolean; status?: "live" | "scheduled" } = {}) {
  const slug = `product-${++nth}`;
  const made = await ownedListing(server.store, slug, { status: "live", plan: "paid", ...options });
  const companyId = (await companyOfListing(server.store.read, made.id))!;
  return { ...made, slug, companyId, accountId: made.account.id, as: personCaller(server, made.account.id) };
}
type Owned = Awaited<ReturnType<typeof owned>>;

const profileSlug = async (accountId: number) => {
  const [row] = server.store.read.$client
    .query("SELECT f.slug FROM accounts a JOIN founders f ON f.id = a.founder_id WHERE a.id = ?")
    .values(accountId);
  return (row?.[0] ?? null) as string | null;
};
const foundersOf = async (slug: string): Promise<string[]> =>
  (await server.call("get_listing", { slug })).body.founders.map((founder: { slug: string }) => founder.slug);
const hasPage = async (slug: string) => (await server.call("get_founder", { slug })).status === 200;
const run = (sql: string, ...values: (string | number)[]) =>
  server.store.write(async (tx) => void tx.$client.run(sql, values));
const asAdmin = async (operation: AnyOperation, input: Record<string, unknown>) => {
  const [site] = await allSites(server.store.read);
  const context = contextFor(server.store, { kind: "admin", via: "admin" }, site!);
  return callTool(operation, context, () => input, { limiter: null, checkOutput: "always", write: server.store.write });
};

describe("everyone with edit access and a complete profile is a founder", () => {
  test("an owner by claim appears on the listing and has a page with the interview", async () => {
    const listing = await owned();
    const { account, key } = await keyFor(server.store, {
      email: "claimant@example.test",
      scopes: ["account:read", "listings:write"],
    });
    await completeProfile(server.store, account.id);
    const slug = (await profileSlug(account.id))!;
    expect(await hasPage(slug)).toBe(false);
    await run("INSERT INTO interview_questions (site_id, id, question, position) VALUES (1, 'why', 'Why?', 0)");
    await server.as(key).over("REST", "answer_interview", { answers: [{ question_id: "why", answer: "I had to." }] });
    await server.store.write((tx) => joinByClaim(tx, listing.companyId, account.id, 1, testNow));
    expect(await foundersOf(listing.slug)).toEqual([(await profileSlug(listing.accountId))!, slug]);
    const { body } = await server.call("get_founder", { slug });
    expect(body).toMatchObject({
      companies: [{ listing_slug: listing.slug }],
      interview: [{ question: "Why?", answer: "I had to." }],
    });
  });

  test("an owner who completes the profile later, until it is incomplete again", async () => {
    const { slug, accountId, as } = await owned({ hasProfile: false });
    await as(saveProfile, { name: "Late", bio: "", links: { website: "https://late.example" } });
    expect(await foundersOf(slug)).toEqual([]);
    await run(
      "INSERT OR IGNORE INTO assets (hash, content_type, bytes, created_at) VALUES ('p', 'image/png', x'00', '')",
    );
    await run("UPDATE founders SET photo_hash = 'p' WHERE slug = ?", (await profileSlug(accountId))!);
    const bio = "Ran a workshop for nine years and makes small tools for people who still do.";
    const links = { website: "https://late.example" };
    await as(saveProfile, { name: "Late", bio, links });
    expect(await foundersOf(slug)).toEqual(["late"]);
    expect(await hasPage("late")).toBe(true);
    await as(saveProfile, { name: "Late", bio: "", links });
    expect([await foundersOf(slug), await hasPage("late")]).toEqual([[], false]);
    await as(saveProfile, { name: "Late", bio, links });
    expect(await foundersOf(slug)).toEqual(["late"]);
  });

  test("an owner who loses access disappears from the listing and has no page until access returns", async () => {
    const { slug, companyId, accountId } = await owned();
    const founder = (await profileSlug(accountId))!;
    expect([await foundersOf(slug), await hasPage(founder)]).toEqual([[founder], true]);
    await server.store.write((tx) => makeReadOnly(tx, { companyId, accountId }, testNow));
    expect([await foundersOf(slug), await hasPage(founder)]).toEqual([[], false]);
    // Whatever changes in the profile meanwhile.
    await server.store.write((tx) => syncFoundersOfAccount(tx, accountId));
    expect(await foundersOf(slug)).toEqual([]);
    await server.store.write((tx) => joinByClaim(tx, companyId, accountId, 7, testNow));
    expect([await foundersOf(slug), await hasPage(founder)]).toEqual([[founder], true]);
  });

  test("not while the account is suspended", async () => {
    const { slug, companyId, accountId, email } = await owned();
    const founder = (await profileSlug(accountId))!;
    // The listing stays public, because the team has assigned another owner.
    const { account } = await keyFor(server.store, { email: `assigned-${slug}@example.test` });
    await server.store.write((tx) => addOwner(tx, { companyId, accountId: account.id, via: "team" }, testNow));
    await asAdmin(suspendAccount, { email, reason: "Spam." });
    expect([await foundersOf(slug), await hasPage(founder)]).toEqual([[], false]);
    await asAdmin(restoreAccount, { email, reason: "No spam." });
    expect([await foundersOf(slug), await hasPage(founder)]).toEqual([[founder], true]);
  });

  test("by the bio length that the site requires, also after a change", async () => {
    const { slug, accountId } = await owned();
    const founder = (await profileSlug(accountId))!;
    await asAdmin(updateSite, { settings: { "story.min_bio_characters": 500 } });
    expect(await foundersOf(slug)).toEqual([]);
    await asAdmin(updateSite, { settings: { "story.min_bio_characters": null } });
    expect(await foundersOf(slug)).toEqual([founder]);
  });

  test("requires exactly what the account page asks for", async () => {
    const { slug, accountId, key } = await owned();
    const founder = (await profileSlug(accountId))!;
    const cases: [string, string][] = [
      ["name", " "],
      ["bio", "x".repeat(49)],
      ["bio", "👩‍🚀".repeat(16)],
      ["bio", "👩‍🚀".repeat(17)],
      ["links", "{}"],
      ["links", '{"mastodon":"https://social.example/@ada"}'],
    ];
    for (const [column, value] of cases) {
      const was = server.store.read.$client.query(`SELECT ${column} FROM founders WHERE slug = ?`).values(founder);
      await run(`UPDATE founders SET ${column} = ? WHERE slug = ?`, value, founder);
      await server.store.write((tx) => syncFoundersOfAccount(tx, accountId));
      const { complete } = (await server.as(key).call("get_account")).body.founder;
      expect([column, value, (await foundersOf(slug)).length]).toEqual([column, value, complete ? 1 : 0]);
      await run(`UPDATE founders SET ${column} = ? WHERE slug = ?`, was[0]![0] as string, founder);
    }
  });

  test("founders without an account stay in their order", async () => {
    const { slug, companyId, accountId } = await owned({ hasProfile: false });
    await server.store.write(async (tx) => {
      const facts = { name: "Seeded Sam", bio: "", links: {}, photoHash: null };
      await setFounders(tx, companyId, [await saveFounderProfile(tx, null, facts, testNow)]);
      await syncFounders(tx, companyId);
    });
    await completeProfile(server.store, accountId);
    const founder = (await profileSlug(accountId))!;
    expect(await foundersOf(slug)).toEqual(["seeded-sam", founder]);
    await server.store.write((tx) => makeReadOnly(tx, { companyId, accountId }, testNow));
    expect(await foundersOf(slug)).toEqual(["seeded-sam"]);
  });
});

describe("an owner chooses", () => {
  async function browserOf({ accountId, email }: Owned) {
    await server.store.write(async (tx) =>
      updateAccount(tx, accountId, { passwordHash: await Bun.password.hash("correct horse battery") }, testNow),
    );
    const browser = visitor(server);
    await browser.post("/sign-in", { email, password: "correct horse battery", do: "password" });
    return browser;
  }

  test("not to appear, and to appear again, on the listing's page", async () => {
    const listing = await owned();
    const founder = (await profileSlug(listing.accountId))!;
    const browser = await browserOf(listing);
    const path = `/account/listings/${listing.id}`;
    const choose = (appears: string) => browser.post(path, { do: "appear", appears });
    expect((await browser.get(path)).html).toContain("You appear as a founder of");
    expect((await choose("no")).location).toBe(`${path}?done=appears#founder`);
    expect((await choose("no")).location).toBe(`${path}?done=appears#founder`);
    expect((await browser.get(path)).html).toContain("You do not appear as a founder of");
    expect([await foundersOf(listing.slug), await hasPage(founder)]).toEqual([[], false]);
    // No change of the profile or of the owners undoes the choice.
    await server.store.write((tx) => syncFoundersOfAccount(tx, listing.accountId));
    const { companyId, accountId } = listing;
    await server.store.write((tx) => addOwner(tx, { companyId, accountId, via: "test" }, testNow));
    expect(await foundersOf(listing.slug)).toEqual([]);
    await choose("yes");
    expect([await foundersOf(listing.slug), await hasPage(founder)]).toEqual([[founder], true]);
  });

  test("for one company only, and no other account can choose", async () => {
    const one = await owned();
    const other = await owned();
    const founder = (await profileSlug(one.accountId))!;
    const second = await server.store.write(async (tx) => {
      const id = await addListing(tx, 1, `second-${one.slug}`);
      const companyId = (await companyOfListing(tx, id))!;
      await addOwner(tx, { companyId, accountId: one.accountId, via: "test" }, testNow);
      return id;
    });
    await one.as(chooseAppearance, { listing_id: second, appears: false });
    expect(await foundersOf(one.slug)).toEqual([founder]);
    const foreign = other.as(chooseAppearance, { listing_id: one.id, appears: false });
    await expect(foreign).rejects.toMatchObject({ code: "not_found" });
    await server.store.write((tx) => makeReadOnly(tx, { companyId: one.companyId, accountId: one.accountId }, testNow));
    const late = one.as(chooseAppearance, { listing_id: one.id, appears: true });
    await expect(late).rejects.toMatchObject({ code: "state_conflict" });
  });

  test("without an earlier choice: one email for all companies, and shown only after Yes", async () => {
    const old = await owned();
    const { accountId, email } = old;
    const founder = (await profileSlug(accountId))!;
    const second = await server.store.write(async (tx) => {
      const id = await addListing(tx, 1, `old-${old.slug}`);
      await addOwner(tx, { companyId: (await companyOfListing(tx, id))!, accountId, via: "test" }, testNow);
      return id;
    });
    const incomplete = await owned({ hasProfile: false });
    await run("UPDATE company_owners SET appears = NULL WHERE account_id IN (?, ?)", accountId, incomplete.accountId);
    await server.store.write((tx) => syncFoundersOfAccount(tx, accountId));
    const questions = async (recipient: string) =>
      (await server.mails()).filter((mail) => mail.recipient === recipient && /appear as a founder/.test(mail.subject));
    for (let hour = 1; hour <= 3; hour++) {
      clock = new Date(testNow.getTime() + hour * 3_600_000);
      await server.drainJobs();
    }
    const [asked, ...more] = await questions(email);
    expect(more).toEqual([]);
    for (const id of [old.id, second]) expect(asked!.textBody).toContain(`/account/listings/${id}#founder`);
    expect(await foundersOf(old.slug)).toEqual([]);
    expect(await questions(incomplete.email)).toEqual([]);
    await completeProfile(server.store, incomplete.accountId);
    clock = new Date(testNow.getTime() + 4 * 3_600_000);
    await server.drainJobs();
    expect((await questions(incomplete.email)).length).toBe(1);
    expect(await foundersOf(incomplete.slug)).toEqual([]);
    clock = testNow;

    const browser = await browserOf(old);
    const path = `/account/listings/${old.id}`;
    const { html } = await browser.get(path);
    expect(html).toContain("Do you want to appear as a founder of");
    expect(html.match(/<button name="appears"/g)?.length).toBe(2);
    await browser.post(path, { do: "appear", appears: "yes" });
    expect(await foundersOf(old.slug)).toEqual([founder]);
    expect(await foundersOf(`old-${old.slug}`)).toEqual([]);
  });
});

describe("a founder story", () => {
  const words = (count: number, start = "word") => Array.from({ length: count }, (_, i) => `${start}${i}`).join(" ");
  const whole = { title: "Nine years", how_started: words(100), problem: words(100, "b"), what_built: words(100, "c") };
  const write = ({ id, key }: Owned, transport: (typeof transports)[number] = "REST") =>
    server.as(key).over(transport, "set_founder_story", { listing_id: id, ...whole });
  const storyOf = async ({ id, key }: Owned) =>
    (await server.as(key).call("get_my_listing", { listing_id: id })).body.story;
  const isPublic = async ({ slug }: Owned) => (await fetch(`${server.url}/listings/${slug}/story`)).status === 200;

  for (const transport of transports)
    test(`is published with the launch, at that time, under an address that exists (${transport})`, async () => {
      const listing = await owned({ status: "scheduled" });
      const { body } = await write(listing, transport);
      expect(body).toMatchObject({ status: "draft", published_at: null, missing: [{ reason: "listing_not_live" }] });
      expect(await isPublic(listing)).toBe(false);
      clock = new Date(testNow.getTime() + 86_400_000);
      await server.store.write(async (tx) => launchListings(tx, [(await statusById(tx, listing.id))!], clock));
      const story = await storyOf(listing);
      expect(story).toMatchObject({ status: "published", published_at: clock.toISOString(), missing: [] });
      expect(story.url).toBe(`${server.url}/listings/${listing.slug}/story`);
      expect(await isPublic(listing)).toBe(true);
      const { stories } = (await server.call("get_founder", { slug: (await profileSlug(listing.accountId))! })).body;
      expect(stories).toMatchObject([{ title: "Nine years", published_at: clock.toISOString() }]);
      clock = testNow;
    });

  test("is a draft while the listing is archived, and then public with its first date", async () => {
    const listing = await owned();
    await write(listing);
    const { published_at } = await storyOf(listing);
    await listing.as(archiveListing, { listing_id: listing.id });
    expect(await storyOf(listing)).toMatchObject({
      status: "draft",
      published_at: null,
      url: `${server.url}/account/listings/${listing.id}/story`,
      missing: [{ reason: "listing_not_live" }],
    });
    await listing.as(unarchiveListing, { listing_id: listing.id });
    expect(await storyOf(listing)).toMatchObject({ status: "published", published_at, missing: [] });
    expect(await isPublic(listing)).toBe(true);
  });

  test("is published when the profile is complete, and lists what is missing until then", async () => {
    const listing = await owned({ hasProfile: false });
    await write(listing);
    const profile = `${server.url}/account/profile`;
    expect(await storyOf(listing)).toMatchObject({ status: "draft", missing: [{ url: profile }] });
    await completeProfile(server.store, listing.accountId);
    const bio = "Builds small tools for small companies, and has done so for ten years.";
    await listing.as(saveProfile, { name: "Ada L.", bio, links: { website: "https://ada.example" } });
    expect(await storyOf(listing)).toMatchObject({
      status: "published",
      published_at: testNow.toISOString(),
      missing: [],
    });
    expect(await isPublic(listing)).toBe(true);
  });

  test("waits for a profile if the listing launched without one; a suspended owner's does not count", async () => {
    const listing = await owned({ hasProfile: false, status: "scheduled" });
    await write(listing);
    await server.store.write(async (tx) => launchListings(tx, [(await statusById(tx, listing.id))!], testNow));
    expect(await storyOf(listing)).toMatchObject({
      status: "draft",
      missing: [{ url: `${server.url}/account/profile` }],
    });
    const { account } = await keyFor(server.store, { email: `suspended-${listing.slug}@example.test` });
    await completeProfile(server.store, account.id);
    await server.store.write(async (tx) => {
      await updateAccount(tx, account.id, { suspendedAt: testNow.toISOString() }, testNow);
      await addOwner(tx, { companyId: listing.companyId, accountId: account.id, via: "test" }, testNow);
    });
    expect(await storyOf(listing)).toMatchObject({
      status: "draft",
      missing: [{ url: `${server.url}/account/profile` }],
    });
  });
});

test("an account with a named founder profile is not asked for a name again", async () => {
  const { accountId, as, key } = await owned({ hasProfile: false });
  await run("UPDATE accounts SET name = '' WHERE id = ?", accountId);
  await as(saveProfile, { name: "Co Four", bio: "", links: {} });
  expect((await accountById(server.store.read, accountId))!.name).toBe("Co Four");
  expect((await server.as(key).call("get_account")).body.name).toBe("Co Four");
  await as(saveProfile, { name: "Co Five", bio: "", links: {} });
  expect((await server.as(key).call("get_account")).body.name).toBe("Co Four");
});
