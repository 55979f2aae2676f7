import { afterAll, expect, test } from "bun:test";
import { siteByHost } from "#db/queries/sites/sites.ts";
import searchListings from "#tools/search/search-listings.ts";
import { noteStatements } from "../bench/statements.ts";
import { demoStore, testNow } from "../support/server/harness.ts";

const { ran, begin, end } = noteStatements();
const store = await demoStore();
begin();
afterAll(() => {
  end();
  return store.close();
});

const twoHundred = (word: string) => word.repeat(Math.ceil(200 / word.length)).slice(0, 200);

// A word costs some look-ups, and no more than twelve are looked up: what is measured is that this stays so. If filters
// leave nothing, the matches without each of them are counted too.
const mostStatements = 80;
const mostLookedUp = 4000;

test.each([
  ["many short beginnings", twoHundred("te ma pr st co no an in ")],
  ["one letter after the other", twoHundred("b c d f g h j k l m n p q r ")],
  ["one word again and again", twoHundred("team ")],
  ["stop words", twoHundred("the of and to in is for ")],
  ["slips", twoHundred("tema invocie phtoo bakcup notse mialing claendar projetc sotrage ")],
  ["words run together", twoHundred("photobackupinvoicemailingcalendar")],
  ["a script without spaces", twoHundred("日本語写真管理自動化予定表共有家計簿仕事検索道具")],
  ["quotes and operators", twoHundred('"team" NOT (invoice) AND NEAR(photo mail) OR ^notes* ')],
  ["kinds of product", twoHundred("crm wiki kanban analytics invoicing rss bookmarks notes ")],
  ["an alternative to much", `alternative to ${twoHundred("trello notion slack jira ")}`.slice(0, 200)],
  ["hyphens", twoHundred("photo-backup-team-invoice-")],
])("%s in 200 characters take a bounded number of look-ups", async (_, q) => {
  const site = (await siteByHost(store.read, "localhost"))!;
  const urls = { base: "http://localhost", api: "", mcp: "", docs: "" };
  const run = (input: object) =>
    searchListings.run({ read: store.read, site, now: testNow, urls } as never, searchListings.input.parse(input));
  // The first search reads the site's vocabulary.
  await run({ q: "photo" });
  for (const [more, searches] of [
    [{}, 1],
    [{ sort: "newest" }, 1],
    [{ tag: ["privacy", "self-hosted"], updated_since: "2026-11-01T10:00:00.000Z" }, 3],
  ] as const) {
    const from = ran.length;
    await run({ q, ...more });
    expect(ran.length).toBeGreaterThan(from);
    const matching = ran.slice(from).filter(({ sql }) => sql.includes("MATCH"));
    expect(matching.length).toBeLessThanOrEqual(mostStatements * searches);
    const lists = matching.map(({ params }) => String(params[0])).filter((first) => first.startsWith("["));
    expect(lists.reduce((sum, list) => sum + JSON.parse(list).length, 0)).toBeLessThanOrEqual(mostLookedUp * searches);
  }
});
