import type { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "puppeteer";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { addFollowedSearch } from "#db/queries/followers/followed-searches.ts";
import { addFollow } from "#db/queries/followers/follows.ts";
import { addDecision, saveAnswer, standingDecision } from "#db/queries/moderation/decisions.ts";
import { addReport } from "#db/queries/moderation/reports.ts";
import { addFlag } from "#db/queries/moderation/text-flags.ts";
import { castBallot, judgeBallots } from "#db/queries/votes/ballots.ts";
import type { Tx } from "#db/store/store.ts";
import { weekOf } from "#db/values/week.ts";
import { signUpAs } from "../support/clients/visitor.ts";
import { draftFor } from "../support/records/draft.ts";
import { free, paid } from "../support/records/owner.ts";
import { addListing } from "../support/records/records.ts";
import { demoFounder } from "../support/server/demo.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { hasChromium, startChromium } from "./chromium.ts";

// Closes a text, an attribute, a tag and a script. A successful attack creates a `data-attack` element or runs a script.
const attack = `'"></title></script><img data-attack src=x onerror="window.attacked=1"><script data-attack>window.attacked=1</script>`;
const attackUrl = `https://evil.example/"><img data-attack src=x onerror=window.attacked=1>`;

const tables = [
  ...["categories", "products", "posts", "interview_questions", "interview_answers", "listings", "listing_tags"],
  ...["listing_updates", "milestones", "stories", "companies", "founders", "site_founders", "awards", "accounts"],
  ...["claims", "disputes", "drafts", "changes", "orders", "order_lines", "api_keys", "ballots", "listing_reports"],
  ...["decisions", "text_flags"],
];
/** Columns without texts of people: slugs, statuses, times, keys. */
const fixed =
  /(^|_)(slug|key|email|status|plan|week|month|period|board|kind|hash|at|until|from|by|per|hosted|sso|id|token|number|currency|country|action|actor|via|method|treatment|domain|host|scopes|product|pricing|ending|date|role|origin|search)$/;

/** Adds the attack to every text of a table and returns the changed columns. Columns with fixed values reject it. */
function attackTable(db: Database, table: string): string[] {
  const columns = db.query<{ name: string; type: string }, []>(`PRAGMA table_info(${table})`).all();
  return columns
    .filter(({ name, type }) => /text/i.test(type) && !fixed.test(name))
    .flatMap(({ name }) => {
      const [first] = db
        .query<{ value: string }, []>(`SELECT ${name} AS value FROM ${table} WHERE ${name} <> ''`)
        .all();
      if (!first) return [];
      try {
        if (/^[[{]/.test(first.value)) attackJson(db, table, name);
        else if (/^https?:/.test(first.value))
          db.run(`UPDATE ${table} SET ${name} = ? WHERE ${name} IS NOT NULL`, [attackUrl]);
        else db.run(`UPDATE ${table} SET ${name} = ? || ${name} WHERE ${name} IS NOT NULL`, [attack]);
        return [`${table}.${name}`];
      } catch {
        return [];
      }
    });
}

function attackJson(db: Database, table: string, column: string): void {
  const rows = db.query<{ value: string }, []>(
    `SELECT DISTINCT ${column} AS value FROM ${table} WHERE json_valid(${column})`,
  );
  for (const { value } of rows.all()) {
    const attacked = JSON.stringify(JSON.parse(value), (name, leaf) =>
      typeof leaf !== "string" || fixed.test(name) ? leaf : /^https?:/.test(leaf) ? attackUrl : attack + leaf,
    );
    db.run(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`, [attacked, value]);
  }
}

/** Adds a reported, flagged and suspended listing with its owner's response, and a vote excluded by the team. */
async function addSuspended(tx: Tx, accountId: number): Promise<number> {
  const listingId = await addListing(tx, 1, "kelp-harvest", { status: "suspended" });
  const companyId = (await companyOfListing(tx, listingId))!;
  await addOwner(tx, { companyId, accountId, via: "test" }, testNow);
  const decision = { status: "suspended", ground: "dead", clause: "Terms, 4", facts: "Gone.", origin: "team" } as const;
  await addDecision(tx, { ...decision, listingId, decidedBy: accountId }, testNow);
  const { id } = (await standingDecision(tx, listingId))!;
  await saveAnswer(tx, id, "It is back.", accountId, testNow);
  await addReport(tx, { listingId, kind: "other", sentence: "It is copied.", email: "ria@example.test" }, testNow);
  const flag = { kind: "votes", field: "Headline", sentence: "Vote for us.", siteId: 1, sourceId: listingId } as const;
  await addFlag(tx, "listing", flag, testNow);
  const vote = { listingId, siteId: 1, week: weekOf(testNow), castAt: testNow.toISOString(), excluded: null };
  const ballot = await castBallot(tx, accountId, vote);
  await judgeBallots(tx, [{ ballot, excluded: "team", note: "It was bought." }]);
  return listingId;
}

describe.skipIf(!hasChromium)("cross-site scripting", () => {
  let server: TestServer;
  let browser: Browser;
  let attacked: string[];
  let draft: number;
  let taken: number;

  beforeAll(async () => {
    server = await startTestServer();
    browser = await startChromium();
    const person = await signUpAs(server, "ada@example.org");
    const { accountId } = await demoFounder(server.store);
    draft = (await draftFor(server.store, accountId)).id;
    await server.store.write(async (tx) => {
      const db = tx.$client;
      // The session belongs to the demo founder, who is also in the team and follows a listing and a search.
      db.run("UPDATE sessions SET account_id = ?", [accountId]);
      db.run("UPDATE accounts SET role = 'admin' WHERE id = ?", [accountId]);
      taken = await addSuspended(tx, accountId);
      await addFollow(tx, accountId, free.listing_id, testNow);
      await addFollowedSearch(tx, accountId, 1, new URLSearchParams({ q: attack, tag: attack }).toString(), testNow);
      attacked = tables.flatMap((table) => attackTable(db, table));
      const texts = { about: attack, contact: attack, imprint: attack, privacy: attack, terms: attack };
      db.run("UPDATE sites SET name = ?1 || name, tagline = ?1, settings = json_set(settings, '$.texts', json(?2))", [
        attack,
        JSON.stringify(texts),
      ]);
    });
    for (const [name, value] of person.cookies)
      await browser.setCookie({ name, value, domain: "localhost", path: "/" });
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
  });

  const pages = [
    ...["/", "/listings/lumenroll", "/listings/lumenroll/story", "/categories", "/categories/media", "/launches"],
    ...["/launches/current", "/leaderboards", "/leaderboards/community-weekly", "/leaderboards/billboard", "/awards"],
    ...[
      "/founders",
      "/founders/amara-okonjo",
      "/blog",
      "/updates",
      "/search?q=photo&tag=%22%3E%3Cimg%20data-attack%3E",
    ],
    ...[
      "/compare?slugs=lumenroll,tidepad",
      "/pricing",
      "/about",
      "/ranking",
      "/rules",
      "/contact",
      "/imprint",
      "/privacy",
      "/terms",
      "/docs",
    ],
    ...["/nowhere/%22%3E%3Cimg%20data-attack%3E", "/listings/%3Cimg%20data-attack%3E", "/listings/lumenroll/claim"],
    ...["/account", "/account/profile", "/account/following", "/account/votes", "/account/keys", "/account/claims"],
    ...["/account/interview", "/account/orders", "/account/billing", "/account/drafts", "/account/listings", "/submit"],
    ...[
      "/team",
      "/team/edits",
      "/team/claims",
      "/team/listings",
      "/team/listings/kelp-harvest",
      "/team/jobs",
      "/team/mail",
    ],
    ...[
      "/team/reports",
      "/team/review/decisions",
      "/team/review",
      "/team/reports/flags",
      "/team/ballots",
      "/listings/lumenroll/report",
    ],
  ];

  test("no text of people runs as a script or becomes an element on any page", async () => {
    for (const column of [
      "companies.name",
      "companies.description",
      "listings.headline",
      "founders.bio",
      "posts.title",
      "listing_reports.sentence",
      "decisions.facts",
      "decisions.answer",
      "decisions.clause",
      "text_flags.sentence",
      "ballots.note",
    ])
      expect(attacked).toContain(column);
    const page = await browser.newPage();
    const messages: string[] = [];
    page.on("console", (message) => {
      // Browsers log 404 pages too.
      if (!message.text().includes("404 (Not Found)")) messages.push(`${page.url()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => messages.push(`${page.url()}: ${error}`));
    const [{ slug }] = (await server.call("list_blog_posts", {})).body.items;
    const own = ["", "/insights", "/edit", "/updates", "/milestones", "/story", "/versions", "/people"].map(
      (page) => `/account/listings/${paid.listing_id}${page}`,
    );
    for (const path of [...pages, `/blog/${slug}`, ...own, `/account/listings/${taken}`, `/account/drafts/${draft}`]) {
      const answer = await page.goto(server.url + path);
      expect([path, answer!.status() < 500]).toEqual([path, true]);
      const found = await page.evaluate("[window.attacked ?? 0, document.querySelectorAll('[data-attack]').length]");
      expect([path, found]).toEqual([path, [0, 0]]);
    }
    expect(messages).toEqual([]);
  });
});
