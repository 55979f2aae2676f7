import { afterAll, beforeAll, expect, test } from "bun:test";
import { statusBySlug } from "#db/queries/listings/listing-status.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import { teamCaller, teamVisitor } from "#test/support/clients/team.ts";
import type { Visitor } from "#test/support/clients/visitor.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { addListing } from "#test/support/records/records.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { scheduled } from "#test/support/server/scheduled.ts";
import editListing from "../../listings/team/edit-listing.ts";
import listDuplicates from "./list-duplicates.ts";
import { duplicateKeys, similarityOf } from "./similarity.ts";

const text =
  "Plans the tides for small harbours and marinas. It reads the official tables, adds the wind, and tells each skipper by email when the gate opens.";
const product = (name: string, changes: { url?: string; text?: string } = {}) => ({
  name,
  url: `https://${encodeURIComponent(name.toLowerCase().replace(/\W/g, "") || "x")}.example/`,
  text,
  ...changes,
});
const other = "A calm editor for long letters that keeps every version of each paragraph and prints them on one page.";
/** The similarity, if the two listings have a key in common. */
const found = (a: ReturnType<typeof product>, b: ReturnType<typeof product>) => {
  const keys = new Set(duplicateKeys(a));
  return duplicateKeys(b).some((key) => keys.has(key)) ? similarityOf(a, b) : null;
};

test("copies of texts: found despite small changes, case and look-alike letters", () => {
  const changed = text.replace("small", "little").toUpperCase();
  const disguised = text.replaceAll("a", "а").replaceAll("o", "о");
  expect(found(product("Tidegate"), product("Gatehouse"))).toEqual({ reason: "text", score: 100 });
  expect(found(product("Tidegate"), product("Gatehouse", { text: changed }))).toMatchObject({ reason: "text" });
  expect(found(product("Tidegate"), product("Gatehouse", { text: disguised }))).toEqual({ reason: "text", score: 100 });
  const chinese = "帮助小型港口规划潮汐时间的工具，每天向船长发送邮件提醒，并显示风力。";
  expect(
    found(product("Tidegate", { text: chinese }), product("Gatehouse", { text: chinese.replace("每天", "每周") })),
  ).toMatchObject({ reason: "text" });
});

test("names: same, nearly the same, and look-alike", () => {
  const named = (a: string, b: string) => found(product(a), product(b, { text: other, url: "https://else.example" }));
  expect(named("Tidegate", "tide-gate")).toEqual({ reason: "name", score: 60 });
  expect(named("Café Ñandú", "Café Ñandú".normalize("NFD"))).toMatchObject({ reason: "name" });
  expect(named("Tidegate", "Tidegаte")).toEqual({ reason: "lookalike", score: 60 });
  expect(named("潮汐", "潮汐")).toMatchObject({ reason: "name" });
  expect(named("Tidegate", "Tideway")).toBeNull();
  expect(named("🙂", "🙃")).toBeNull();
});

test("websites: the same domain under another URL, but not on shared hosts or with another product", () => {
  const at = (name: string, url: string, words = text) => product(name, { url, text: words });
  const first = at("Tidegate", "https://tidegate.co.uk");
  expect(found(first, at("Tidegate", "https://app.tidegate.co.uk/start", other))).toEqual({
    reason: "site",
    score: 80,
  });
  expect(found(first, at("Harbourmate", "https://tidegate.co.uk/harbours"))).toEqual({ reason: "site", score: 100 });
  expect(found(first, at("Lettermate", "https://tidegate.co.uk/letters", other))).toBeNull();
  expect(found(at("A", "https://github.com/a/a"), at("B", "https://github.com/b/b", other))).toBeNull();
});

test("short texts that are equal by chance: no pair, unless the names are equal too", () => {
  const short = { text: "A self-hosted wiki for teams" };
  expect(found(product("Tidegate", short), product("Gatehouse", short))).toBeNull();
  const elsewhere = { ...short, url: "https://else.example" };
  expect(found(product("Tidegate", short), product("TIDEGATE", elsewhere))).toEqual({ reason: "name", score: 100 });
});

let server: TestServer;
let site: SiteRow;
let team: Visitor;
let clock = testNow;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock, periodic: scheduled("text-check") });
  site = (await allSites(server.store.read))[0]!;
  team = await teamVisitor(server);
  await server.drainJobs();
});
afterAll(() => server.stop());

const runCheck = async () => {
  clock = new Date(clock.getTime() + 3_600_000);
  await server.drainJobs();
};
const pairs = async () => (await teamCaller(server.store, site)(listDuplicates, {})).items;

test("pairs are found when texts change, disappear when they differ, and stay dismissed", async () => {
  const before = await pairs();
  const { id, key } = await ownedListing(server.store, "tide-gate", { status: "live" });
  await server.store.write((tx) => addListing(tx, site.id, "tidegate", { url: "https://gate.example" }));
  await runCheck();
  const [pair] = await pairs();
  expect(await pairs()).toHaveLength(before.length + 1);
  expect(pair).toMatchObject({ reason: "name", older: { slug: "tide-gate" }, newer: { slug: "tidegate" } });
  const edit = (name: string) => server.as(key).over("REST", "update_my_listing", { listing_id: id, fields: { name } });
  await edit("Harbourmaster");
  await runCheck();
  expect(await pairs()).toHaveLength(before.length);
  await edit("Tide Gate");
  await runCheck();
  const [again] = await pairs();
  const { html } = await team.get("/team/review/duplicates");
  expect(html).toContain("Same name");
  expect(html).toContain('action="/team/listings/tidegate/merge"');
  const dismiss = () => team.post("/team/review/duplicates", { pair_id: String(again!.pair_id) });
  expect((await dismiss()).location).toBe("/team/review/duplicates?done=dismissed");
  expect([(await dismiss()).status, await pairs()]).toEqual([409, before]);
  await edit("Tide  gate");
  await runCheck();
  expect(await pairs()).toEqual(before);
});

test("a change of the URL alone: the pair is compared again", async () => {
  const add = (slug: string, url: string) => server.store.write((tx) => addListing(tx, site.id, slug, { url }));
  await add("quay-note", "https://quay-note.example");
  await add("quaynote", "https://jetty.example");
  const reason = async () => (await pairs()).find(({ newer }) => newer.slug === "quaynote")?.reason;
  await runCheck();
  expect(await reason()).toBe("name");
  await teamCaller(server.store, site)(editListing, { slug: "quaynote", url: "https://quay-note.example/app" });
  await runCheck();
  expect(await reason()).toBe("site");
});

test("a dismissal needs an existing pair of this site", async () => {
  const { status } = await team.post("/team/review/duplicates", { pair_id: "999999" });
  expect(status).toBe(404);
  expect(await statusBySlug(server.store.read, site.id, "tidegate")).toMatchObject({ status: "live" });
});
