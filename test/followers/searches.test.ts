import { afterEach, beforeEach, expect, test } from "bun:test";
import type { JobRunner } from "#bridge/jobs/runner.ts";
import { mailJob, smtpSender } from "#bridge/outbound/mail.ts";
import { changeStatus, launchListings, statusById } from "#db/queries/listings/listing-status.ts";
import { saveCompany } from "#db/queries/listings/save-company.ts";
import { weekOf } from "#db/values/week.ts";
import { maxSearches } from "#tools/followers/rules.ts";
import { followerJobs } from "#tools/followers/run-jobs.ts";
import { signUpAs, type Visitor, visitor } from "../support/clients/visitor.ts";
import { headerOf, startMailServer } from "../support/fakes/mail-server.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { startTestJobs } from "../support/server/jobs.ts";

const dayMs = 86_400_000;

let clock: Date;
let server: TestServer;
let smtp: Awaited<ReturnType<typeof startMailServer>>;
let runner: JobRunner;

beforeEach(async () => {
  clock = testNow;
  server = await startTestServer({ now: () => clock });
  smtp = await startMailServer();
  runner = startTestJobs({
    store: server.store,
    now: () => clock,
    urlsOf: () => ({ base: server.url, api: "", mcp: "", docs: "" }),
    jobs: [mailJob(smtpSender(smtp.url, "Slipway <hello@slipway.example>")), ...followerJobs],
  });
});
afterEach(async () => {
  await runner.stop();
  await smtp.stop();
  await server.stop();
});

async function night(): Promise<void> {
  clock = new Date(clock.getTime() + dayMs);
  await runner.drain();
}
const mails = () => smtp.received.splice(0);

/** Signs up a follower of a search, and delivers the sign-up email. */
async function follower(email: string, query: string): Promise<Visitor> {
  const person = await signUpAs(server, email);
  const { location } = await person.post("/follow-search", { do: "follow", query });
  expect(location).toContain("done=followed");
  await runner.drain();
  mails();
  return person;
}

/** Makes a live listing look as if it launched just now. */
async function launch(slug: string): Promise<void> {
  const { id } = (await server.call("get_listing", { slug })).body;
  await server.store.write(async (tx) => {
    await changeStatus(tx, (await statusById(tx, id))!, "awaiting_badge", null, clock);
    tx.$client.run("UPDATE listings SET launched_at = NULL, launch_week = ? WHERE id = ?", [weekOf(clock), id]);
    await launchListings(tx, [(await statusById(tx, id))!], clock);
  });
}

const oneOf = async (category: string, at = 0): Promise<{ slug: string; name: string }> =>
  (await server.call("search_listings", { category })).body.items[at];

test("a follower of a category gets one email about each new launch, and none about earlier ones", async () => {
  await follower("ada@example.org", "category=media");
  await follower("bo@example.org", "category=money");
  await night();
  expect(mails()).toEqual([]);

  const { slug, name } = await oneOf("media");
  await launch(slug);
  await night();
  const [mail, ...others] = mails();
  expect(others).toEqual([]);
  expect(mail!.recipient).toBe("ada@example.org");
  expect(mail!.mail.subject).toBe(`New: ${name} (Slipway)`);
  expect(mail!.mail.text).toContain(`${name}`);
  expect(mail!.mail.html).toContain(`href="${server.url}/listings/${slug}"`);
  expect(headerOf(mail!, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  await night();
  expect(mails()).toEqual([]);
});

test("a followed search: only matching launches, and a launch found by two searches appears once", async () => {
  const photo = (await server.call("search_listings", { q: "photo backup" })).body.items[0];
  const person = await follower("ada@example.org", "q=photo+backup");
  await person.post("/follow-search", { do: "follow", query: `category=${photo.categories[0].slug}` });
  const other = (await server.call("search_listings", { category: "money" })).body.items[0];
  await launch(photo.slug);
  await launch(other.slug);
  await night();
  const [mail, ...others] = mails();
  expect(others).toEqual([]);
  expect(mail!.mail.text!.split(`${server.url}/listings/${photo.slug}`)).toHaveLength(2);
  expect(mail!.mail.text).not.toContain(`/listings/${other.slug}`);
});

test("a followed search with facts: only launches that have them, and the site's currency is kept", async () => {
  const [one, other] = [await oneOf("media"), await oneOf("media", 1)];
  const plans = [{ name: "Pro", price: 400, currency: "EUR", per: "month" as const, free_limits: null, url: null }];
  const { name, url, pricing, platforms } = (await server.call("get_listing", { slug: one.slug })).body;
  await server.store.write((tx) =>
    saveCompany(tx, { name, url, pricing, platforms, socials: {}, license: "MIT", plans }, clock.toISOString()),
  );
  const person = await follower("ada@example.org", "license=MIT&price_max=400");
  expect((await person.get("/account/following")).html).toContain("licence MIT, at most €4 a month");
  expect((await person.get("/search?license=MIT&price_max=400&currency=EUR")).html).toContain("Unfollow this search");
  await launch(one.slug);
  await launch(other.slug);
  await night();
  const [mail] = mails();
  expect(mail!.mail.text).toContain(`/listings/${one.slug}`);
  expect(mail!.mail.text).not.toContain(`/listings/${other.slug}`);
});

test("a launch committed while a digest is being written comes with the next digest", async () => {
  await follower("ada@example.org", "category=media");
  const { slug } = await oneOf("media");
  const { slug: late } = await oneOf("media", 1);
  await launch(slug);
  clock = new Date(clock.getTime() + dayMs);
  await launch(late);
  await runner.drain();
  const [first] = mails();
  expect(first!.mail.text).toContain(`/listings/${slug}`);
  expect(first!.mail.text).not.toContain(`/listings/${late}`);
  await night();
  const [second] = mails();
  expect(second!.mail.text).toContain(`/listings/${late}`);
  expect(second!.mail.text).not.toContain(`/listings/${slug}`);
});

test("the one-click header stops digests; launches in the meantime are not sent after they resume", async () => {
  const person = await follower("ada@example.org", "category=media");
  const first = await oneOf("media");
  const second = await oneOf("media", 1);
  await launch(first.slug);
  await night();
  const [, url] = /^<([^>]+)>$/.exec(headerOf(mails()[0]!, "list-unsubscribe")!)!;
  const pressed = await fetch(url!, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
  expect(pressed.status).toBe(200);
  await launch(second.slug);
  await night();
  await person.post("/account/following", { do: "on" });
  await night();
  expect(mails()).toEqual([]);
});

test("pages: follow a category and a search, see them in the account, unfollow them", async () => {
  for (const path of ["/categories/media", "/search?q=photo&pricing=free"]) {
    const html = (await visitor(server).get(path)).html;
    expect(html).toContain(`href="/sign-in?${new URLSearchParams({ return_to: path })}"`.replaceAll("&", "&amp;"));
  }
  expect((await visitor(server).get("/search")).html).not.toContain("Follow");

  const person = await follower("ada@example.org", "category=media");
  expect((await person.get("/categories/media?done=followed")).html).toContain("You are following Media");
  expect((await person.get("/categories/media")).html).toContain('value="unfollow"');
  const searched = await person.get("/search?pricing=free&q=photo");
  const query = /name="query" value="([^"]+)"/.exec(searched.html)![1]!.replaceAll("&amp;", "&");
  expect(query).toBe("q=photo&pricing=free");
  expect((await person.post("/follow-search", { do: "follow", query })).location).toBe(
    "/search?q=photo&pricing=free&done=followed",
  );
  const account = (await person.get("/account/following")).html;
  expect(account).toContain('<a href="/search?q=photo&amp;pricing=free">“photo”, free</a>');
  expect(account).toContain('<a href="/categories/media">Media</a>');
  await person.post("/account/following", { do: "unfollow-search", query: "category=media", site_id: "1" });
  expect((await person.get("/categories/media")).html).toContain('value="follow"');
});

test("refused: an empty search, an unknown category, and more searches than the limit", async () => {
  const person = await signUpAs(server, "ada@example.org");
  const press = (query: string) => person.post("/follow-search", { do: "follow", query });
  for (const query of ["", "category=nowhere", "pricing=dear", "return=//evil.example"])
    expect([query, (await press(query)).status]).toEqual([query, 422]);
  for (let i = 0; i < maxSearches; i++) expect((await press(`q=word${i}`)).location).toContain("done=followed");
  expect((await press("q=one-more")).location).toContain("done=most-followed");
  const rows = server.store.read.$client.query("SELECT query FROM followed_searches").all();
  expect(rows).toHaveLength(maxSearches);
});
