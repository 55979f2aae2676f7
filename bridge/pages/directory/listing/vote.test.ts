import { afterEach, beforeEach, expect, test } from "bun:test";
import { dayMs } from "#db/values/week.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { addListing, addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { createRateLimiter } from "#tools/core/operations/rate-limit.ts";
import { voteQuota } from "#tools/votes/shared/rules.ts";

const path = "/listings/apple";
let server: TestServer;
let person: Visitor;
let clock: Date;
let apple: string;

beforeEach(async () => {
  clock = testNow;
  const store = emptyStore();
  const id = await store.write(async (tx) => addListing(tx, await addSite(tx), "apple", { launchWeek: "2026-W47" }));
  apple = String(id);
  server = await startTestServer({ store, now: () => clock, limiter: createRateLimiter() });
  person = await signUpAs(server, "ada@example.org");
});
afterEach(() => server.stop());

const press = (act: string, fields = {}) => person.post(`${path}/vote`, { do: act, listing_id: apple, ...fields });
const comeOfAge = () => {
  clock = new Date(clock.getTime() + dayMs);
};

test("visitors sign in first and return to the listing", async () => {
  const page = await (await fetch(server.url + path)).text();
  expect(page).toContain(
    'href="/sign-in?return_to=%2Flistings%2Fapple%3Fto%3Dvote.apple" aria-label="Vote for apple, 0 votes"',
  );
  expect((await person.get(`${path}/vote`)).location).toBe(path);
});

test("without scripts: the button votes and shows a notice, and a second press removes the vote", async () => {
  comeOfAge();
  expect((await press("vote")).location).toBe(`${path}?done=voted`);
  const page = (await person.get(`${path}?done=voted`)).html;
  for (const part of [
    "You voted for apple.",
    '<strong>1</strong> <span class="unit">vote<',
    "Your vote counts in week 47, 2026",
  ])
    expect(page).toContain(part);
  expect(page).toContain('<button class="voted" name="do" value="take-back"');
  expect((await press("take-back")).location).toBe(`${path}?done=vote-taken-back`);
  expect((await person.get(path)).html).toContain('aria-label="Vote for apple, 0 votes"');
});

test("a vote that does not count yet: the voter reads why, and everyone sees it as cast but not counted", async () => {
  await press("vote");
  const own = (await person.get(`${path}?done=voted`)).html;
  expect(own).toContain("Your vote for apple is saved. Your vote counts from 19 Nov 2026, 12:00 UTC, because");
  const page = await (await fetch(server.url + path)).text();
  expect(page).toContain("<dt>Not counted: account younger than a day</dt><dd>1</dd>");
  expect(page).not.toContain("younger than a day.");
  const list = (await person.get("/account/votes")).html;
  for (const part of [`<a href="${path}"><bdi>apple</bdi></a>`, "Your vote counts from 19 Nov 2026, 12:00 UTC"])
    expect(list).toContain(part);
  const taken = await person.post("/account/votes", { listing_id: apple });
  expect([taken.location, (await person.get("/account/votes")).html]).toEqual([
    "/account/votes?done=taken-back",
    expect.stringContaining("You have not voted yet"),
  ]);
});

test("an account that stays too new until the week ends: the vote never counts, and the voter reads so", async () => {
  clock = new Date("2026-11-22T12:00:00Z");
  person = await signUpAs(server, "bea@example.org");
  await press("vote");
  const own = (await person.get(path)).html;
  expect(own).toContain("because new accounts wait 24 hours and the week ends before that.");
  expect(own).not.toContain("Your vote counts from");
});

test("a vote from a list redirects to the list, but never to another site", async () => {
  comeOfAge();
  expect((await press("vote", { back: "/updates?page=2" })).location).toBe("/updates?page=2");
  for (const back of ["https://evil.example/", "//evil.example", "/\\evil.example"])
    expect((await press("take-back", { back })).location).toBe(`${path}?done=vote-taken-back`);
});

test("forged forms and unknown listings: no vote is cast", async () => {
  comeOfAge();
  expect((await press("vote", { form_token: "forged" })).status).toBe(403);
  for (const listing_id of ["999999", "x", ""]) expect((await press("vote", { listing_id })).location).toBe(path);
  expect((await person.get("/account/votes")).html).toContain("You have not voted yet");
});

test("after the week has closed, a vote stays and has no button", async () => {
  comeOfAge();
  await press("vote");
  clock = new Date(clock.getTime() + 7 * dayMs);
  expect((await press("take-back")).location).toBe(path);
  const page = (await person.get(path)).html;
  expect(page).toContain("which has closed");
  expect(page).not.toContain('value="take-back"');
});

test("429: too many votes from one IP address, even with several accounts", async () => {
  const people = [person, await signUpAs(server, "bea@example.org")];
  const token = await Promise.all(people.map((one) => one.token()));
  const statuses: number[] = [];
  for (let i = 0; i <= voteQuota.points; i++) {
    const fields = { do: "vote", listing_id: apple, form_token: token[i % 2]! };
    statuses.push((await people[i % 2]!.post(`${path}/vote`, fields)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: voteQuota.points }, () => 303), 429]);
});
