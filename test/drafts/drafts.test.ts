import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createRenderer } from "#bridge/outbound/browser.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { changeStatus, statusById } from "#db/queries/listings/listing-status.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { updateSite } from "#db/queries/sites/write-site.ts";
import { chromiumPath, hasChromium } from "../browser/chromium.ts";
import { signUpAs } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { completeFields, draftFor } from "../support/records/draft.ts";
import { completeProfile } from "../support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { injection, soft404 } from "./sites/hostile.ts";
import { plainSaas } from "./sites/plain-saas.ts";
import { type ServedSite, type Site, serveSite } from "./sites/serve.ts";
import { singlePageApp } from "./sites/single-page-app.ts";
import { structuredData } from "./sites/structured-data.ts";

// A test starts a browser.
setDefaultTimeout(30_000);

const outbound = { allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent: "SlipwayBot/test" };
const renderer = hasChromium ? createRenderer({ ...outbound, chromiumPath }) : null;
let server: TestServer;
let key: string;
const sites: ServedSite[] = [];

beforeAll(async () => {
  server = await startTestServer({ outbound, drafting: { renderer } });
  const made = await keyFor(server.store, { scopes: ["account:read", "listings:write"] });
  key = made.key;
  await completeProfile(server.store, made.account.id);
  await server.store.write(async (tx) => {
    const [site] = await allSites(tx);
    await updateSite(tx, site!.id, { ...site!, settings: { drafts: { perDay: 100 } } });
  });
});
afterAll(async () => {
  await server.stop();
  await renderer?.close();
  for (const site of sites) await site.stop();
});

async function serve(site: Site): Promise<ServedSite> {
  const served = await serveSite(site);
  sites.push(served);
  return served;
}

const call = (name: string, input: Record<string, unknown>) => server.as(key).over("REST", name, input);

/** Submits a URL, runs the jobs and returns the draft. */
async function draftOf(url: string) {
  const { status, body } = await call("submit_listing", { url });
  expect(status).toBe(202);
  await server.drainJobs();
  return (await call("get_draft", { id: body.id })).body;
}

test("submitted URL: becomes a draft and then a public listing", async () => {
  const site = await serve(plainSaas);
  const draft = await draftOf(site.url);
  expect(draft).toMatchObject({
    status: "ready",
    poll_after_ms: null,
    written_by: "extractive",
    error: null,
    progress: { step: 10, of: 10 },
    fields: { name: "Loafledger", pricing: "paid" },
  });
  expect(draft.to_write.map(({ field }: { field: string }) => field)).toEqual([
    "headline",
    "description",
    "categories",
  ]);
  const ids = draft.passages.map(({ id }: { id: string }) => id);
  for (const { passages } of draft.to_write) expect(ids).toEqual(expect.arrayContaining(passages));
  expect(draft.fields.socials).toMatchObject({ linkedin: "https://www.linkedin.com/company/loafledger" });
  expect(draft.fields.faqs.length).toBeGreaterThanOrEqual(3);
  for (const quotes of Object.values<{ url: string; quote: string }[]>(draft.evidence))
    for (const { url, quote } of quotes) {
      expect(url).toStartWith(site.url);
      expect(quote.length).toBeLessThanOrEqual(200);
    }
  const logo = await fetch(draft.fields.logo_url);
  expect([logo.status, logo.headers.get("content-type")]).toEqual([200, "image/png"]);

  const { body: updated } = await call("update_draft", {
    id: draft.id,
    fields: { headline: "Invoicing software for bakeries", categories: ["invoicing"] },
  });
  expect(updated.missing).toEqual([]);
  const { body: submitted } = await call("submit_draft", { id: draft.id });
  await server.store.write(async (tx) => {
    await changeStatus(tx, (await statusById(tx, submitted.listing_id))!, "live", null, testNow);
  });
  const { body: listing } = await server.call("get_listing", { slug: submitted.slug });
  expect(listing).toMatchObject({
    name: "Loafledger",
    url: site.url,
    categories: [{ slug: "invoicing" }],
    logo_url: draft.fields.logo_url,
    founders: [{ name: "Ada" }],
  });
  expect((await server.call("search_listings", { q: "loafledger" })).body.items[0].slug).toBe(submitted.slug);

  const history = await changesOf(server.store.read, `draft:${draft.id}`, 10);
  expect(history.reverse().map(({ action, via }) => [action, via.replace(/\d+$/, "")])).toEqual([
    ["submit_listing", "key:"],
    ["finish_crawl", "job:crawl-draft"],
    ["finish_draft", "job:write-draft"],
    ["update_draft", "key:"],
    ["submit_draft", "key:"],
  ]);
  expect(history[2]).toMatchObject({ before: { status: "drafting", name: "" }, after: { status: "ready" } });

  const again = await call("submit_listing", { url: site.url });
  expect([again.status, again.body.next_actions[0].tool]).toEqual([409, "get_my_listing"]);
});

test("crawler: identifies itself, requests robots.txt first and stays within its page limit", async () => {
  const site = await serve(structuredData);
  await draftOf(site.url);
  expect([...site.userAgents]).toEqual(["SlipwayBot/test"]);
  expect(site.hits[0]).toBe("/robots.txt");
  const pages = site.hits.filter((path) => !/\.(txt|xml|png|ico|svg|json|webmanifest)/.test(path));
  expect(pages.length).toBeLessThanOrEqual(14);
  expect(site.hits).not.toContain("/login");
});

test.skipIf(!hasChromium)("site that is empty without scripts: rendered in the browser", async () => {
  const site = await serve(singlePageApp);
  const draft = await draftOf(site.url);
  expect(draft.status).toBe("ready");
  expect(draft.fields.name).not.toBe("");
  expect(draft.fields.summary.length).toBeGreaterThan(40);
});

test("prompt injection on the site: does not change the draft", async () => {
  const site = await serve(injection);
  const draft = await draftOf(site.url);
  expect(draft.status).toBe("ready");
  expect(JSON.stringify([draft.fields, draft.passages])).not.toMatch(/ignore (all )?previous|system prompt|evil/i);
});

describe("unreadable site: the draft fails with an actionable message", () => {
  const failing: [string, Site, string][] = [
    ["not found", { pages: {} }, "not_found"],
    ["an error", { pages: { "/robots.txt": "" }, otherwise: { status: 500, body: "broken" } }, "server_error"],
    ["refusal", { pages: {}, otherwise: { status: 403, body: "no robots" } }, "refused"],
    [
      "a loop of redirects",
      { pages: {}, otherwise: { status: 302, headers: { location: "/again" } } },
      "too_many_redirects",
    ],
    [
      "a picture called a page",
      {
        pages: {
          "/": { headers: { "content-type": "text/html" }, body: new Uint8Array(4096).map((_, i) => (i * 37) % 256) },
        },
      },
      "not_html",
    ],
    ["nothing", { pages: { "/": "<!doctype html><title></title><body></body>" } }, "empty_page"],
    [
      "robots.txt forbids",
      { pages: { "/robots.txt": "User-agent: *\nDisallow: /", "/": "<h1>Kelp</h1>" } },
      "robots_forbid",
    ],
    [
      "a redirect to a private address",
      { pages: {}, otherwise: { status: 302, headers: { location: "http://10.0.0.1/" } } },
      "forbidden_address",
    ],
  ];
  for (const [name, site, code] of failing)
    test(name, async () => {
      const served = await serve(site);
      const draft = await draftOf(served.url);
      expect([draft.status, draft.error?.code]).toEqual(["failed", code]);
      expect(draft.error.message).toMatch(/^["\p{Lu}].{20,}\.$/u);
      expect(draft.next_actions[0].tool).toBe("submit_listing");
    });

  test("host name that does not exist: unresolvable", async () => {
    const draft = await draftOf("https://no-such-name.invalid/");
    expect([draft.status, draft.error.code]).toEqual(["failed", "unresolvable"]);
  });

  test("soft 404: not used as evidence", async () => {
    const site = await serve(soft404);
    const draft = await draftOf(site.url);
    expect(JSON.stringify(draft.evidence)).not.toMatch(/not found/i);
  });
});

test("redirect to a listed product: the draft fails and suggests claiming the listing", async () => {
  const product = await serve({ pages: { "/": "<title>Kelp</title><h1>Kelp counts seaweed</h1>" } });
  const { key: owner, account } = await keyFor(server.store, {
    email: "owner@example.test",
    scopes: ["account:read", "listings:write"],
  });
  const { id } = await draftFor(server.store, account.id, {
    url: product.url,
    urlKey: new URL(product.url).host,
    arrivedKey: new URL(product.url).host,
    fields: { ...completeFields, name: "Kelp" },
  });
  const { body: listed } = await server.as(owner).over("REST", "submit_draft", { id });
  const old = await serve({ pages: {}, otherwise: { status: 301, headers: { location: product.url } } });
  const draft = await draftOf(old.url);
  expect(draft).toMatchObject({
    status: "failed",
    error: { code: "listed_already", message: expect.stringContaining(listed.slug) },
    next_actions: [{ tool: "claim_listing", arguments: { slug: listed.slug } }],
  });
});

test("redirect to the account's own open draft: the error names that draft", async () => {
  const product = await serve({ pages: { "/": "<title>Wrack</title><h1>Wrack sorts seaweed by colour</h1>" } });
  const first = await draftOf(product.url);
  const old = await serve({ pages: {}, otherwise: { status: 301, headers: { location: product.url } } });
  const second = await draftOf(old.url);
  expect(second.error).toMatchObject({ code: "duplicate_draft" });
  expect(second.error.message).toContain(`draft ${first.id}`);
  expect(second.next_actions[0].tool).toBe("list_my_drafts");
});

test("discarded draft: building stops", async () => {
  const reached = Promise.withResolvers<void>();
  const site = await serve({
    pages: {
      "/": async () => {
        reached.resolve();
        await Bun.sleep(20_000);
        return new Response("late");
      },
    },
  });
  const person = await signUpAs(server, "impatient@example.test");
  const { key: own } = await keyFor(server.store, {
    email: "impatient@example.test",
    scopes: ["account:read", "listings:write"],
  });
  const { body } = await server.as(own).over("REST", "submit_listing", { url: site.url });
  const drained = server.drainJobs();
  await reached.promise;
  await person.post("/account/drafts", { id: String(body.id) });
  await drained;
  expect((await server.as(own).call("get_draft", { id: body.id })).body.status).toBe("expired");
});

test("logo URL from the user: fetched, checked and stored", async () => {
  const site = await serve(plainSaas);
  const draft = await draftOf(site.url);
  const logoUrl = `${site.url}img/touch.png`;
  await call("update_draft", { id: draft.id, fields: { logo_url: logoUrl } });
  await server.drainJobs();
  const { body: named } = await call("get_draft", { id: draft.id });
  expect(named.warnings.filter(({ code }: { code: string }) => code.startsWith("logo"))).toEqual([]);
  expect((await fetch(named.fields.logo_url)).headers.get("content-type")).toBe("image/png");
  await call("update_draft", { id: draft.id, fields: { logo_url: `${site.url}about` } });
  await server.drainJobs();
  const { body: refused } = await call("get_draft", { id: draft.id });
  expect(refused.warnings).toContainEqual({ code: "logo_failed", message: expect.any(String) });
  expect(refused.fields.logo_url).toBe(named.fields.logo_url);
});
