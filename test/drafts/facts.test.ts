import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { changeStatus, statusById } from "#db/queries/listings/listing-status.ts";
import { keyFor } from "../support/records/account.ts";
import { completeProfile } from "../support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { scheduled } from "../support/server/scheduled.ts";
import { type ServedSite, type SiteAnswer, serveSite } from "./sites/serve.ts";

// Each test runs the daily jobs of several months.
setDefaultTimeout(30_000);

const email = "owner@facts.example";
let server: TestServer;
let site: ServedSite;
let clock: Date;
let key: string;
let pages: Record<string, SiteAnswer>;

const head = "<!doctype html><html lang=en><title>Fernleaf – Plain text notes for walkers</title>";
const menu = '<nav><a href="/">Home</a><a href="/pricing">Pricing</a></nav>';
const home = (license = "MIT") => `${head}${menu}<main><h1>Plain text notes for walkers</h1>
  <p>Fernleaf keeps each note as a text file in a folder of your own, on any computer.</p>
  <p>Released under the ${license} license.</p><p>Your data is stored in Germany.</p></main>`;
const pricing = (pro = "€12") => `${head}${menu}<main><h1>Pricing</h1><div>
  <div><h3>Basic</h3><p>For one person</p><div><span>€</span><span>0</span></div><ul><li>Ten notes</li></ul></div>
  <div><h3>Pro</h3><p>For teams</p><div><s>€20</s> ${pro}<div>per user / month</div></div><ul><li>All notes</li></ul></div>
  </div></main>`;

beforeEach(async () => {
  clock = testNow;
  pages = { "/": home(), "/pricing": pricing() };
  const answer = ({ url }: Request) => {
    const page = pages[new URL(url).pathname];
    const {
      body,
      status,
      headers = {},
    } = typeof page === "object" ? page : { body: page as string, status: page ? 200 : 404 };
    return new Response(body as string, { status, headers: { "content-type": "text/html", ...headers } });
  };
  site = await serveSite({ pages: {}, otherwise: answer });
  server = await startTestServer({
    now: () => clock,
    outbound: { allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent: "SlipwayBot/test" },
    drafting: { limits: { pauseMs: 0 } },
    periodic: scheduled("fact-checks"),
  });
  const made = await keyFor(server.store, { email, scopes: ["account:read", "listings:write"] });
  key = made.key;
  await completeProfile(server.store, made.account.id);
});
afterEach(async () => {
  await server.stop();
  await site.stop();
});

const call = (name: string, input: Record<string, unknown>) => server.as(key).over("REST", name, input);

/** Makes a live listing from the website, after changes to its draft. */
async function listed(fields: Record<string, unknown> = {}) {
  const { body: begun } = await call("submit_listing", { url: site.url });
  await server.drainJobs();
  const { body: draft } = await call("get_draft", { id: begun.id });
  const texts = {
    headline: "Plain text notes for walkers",
    summary: "Fernleaf keeps each note as a text file in a folder of your own, on any computer.",
    categories: ["invoicing"],
  };
  await call("update_draft", { id: begun.id, fields: { ...texts, ...fields } });
  const { status, body } = await call("submit_draft", { id: begun.id });
  expect([status, body.detail]).toEqual([201, undefined]);
  await server.store.write(async (tx) =>
    changeStatus(tx, (await statusById(tx, body.listing_id))!, "live", null, testNow),
  );
  const profile = async () => (await server.call("get_listing", { slug: body.slug })).body;
  return { id: body.listing_id as number, draft, profile };
}

/** Runs the daily jobs of a whole month. Returns the paths that were read. */
async function monthPasses(): Promise<string[]> {
  const before = site.hits.length;
  clock = new Date(Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth() + 1, 1));
  for (let day = 1; day <= 28; day++) {
    await server.drainJobs();
    clock = new Date(clock.getTime() + 86_400_000);
  }
  return site.hits.slice(before);
}

const mails = async () => (await server.mails()).filter(({ subject }) => subject.startsWith("Confirm facts"));

test("facts of a draft: have the website's quotes as sources, or the owner as author", async () => {
  const { draft, profile } = await listed({ data_regions: ["CH"] });
  expect(draft.fields).toMatchObject({
    license: "MIT",
    data_regions: ["DE"],
    plans: [
      { name: "Basic", price: 0, currency: "EUR", per: "month" },
      { name: "Pro", price: 1200, currency: "EUR", per: "seat_month" },
    ],
  });
  const source = { url: site.url, by: "site", checked_at: testNow.toISOString(), confirmed: true };
  const { fact_sources, plans, license, data_regions } = await profile();
  expect([license, data_regions]).toEqual(["MIT", ["CH"]]);
  expect(fact_sources).toMatchObject({
    license: { ...source, quote: "Released under the MIT license." },
    data_regions: { url: null, quote: null, by: "owner", confirmed: true },
  });
  const quote = "Pro For teams €12 per user / month";
  expect(plans[1].source).toEqual({ ...source, url: `${site.url}pricing`, quote });
});

test("monthly check: renews the date of quotes that are still there, without a new version", async () => {
  const { profile } = await listed();
  const before = await profile();
  expect(await monthPasses()).toEqual(["/robots.txt", "/", "/pricing"]);
  const { plans, fact_sources, updated_at } = await profile();
  expect(fact_sources.license.checked_at).toStartWith("2026-12-");
  expect(plans[0].source.checked_at).toBe(fact_sources.license.checked_at);
  expect(updated_at).toBe(before.updated_at);
  expect(await mails()).toEqual([]);
});

test("documents for programs: the API's documentation, within the rules of robots.txt, and checked like pages", async () => {
  const href = `${site.url}docs/api`;
  const linkset = [{ anchor: `${site.url}api`, "service-doc": [{ href, type: "text/html" }] }];
  const headers = { "content-type": "application/linkset+json" };
  const path = "/.well-known/api-catalog";
  pages[path] = { status: 200, body: JSON.stringify({ linkset }), headers };
  pages["/.well-known/oauth-protected-resource"] = "<h1>Not a document</h1>";
  const { profile } = await listed();
  const { api_url, fact_sources } = await profile();
  expect(api_url).toBe(href);
  expect(fact_sources.api_url).toMatchObject({ by: "site", url: `${site.url}${path.slice(1)}`, quote: href });
  expect(await monthPasses()).toContain(path);
  expect((await profile()).fact_sources.api_url).toMatchObject({ confirmed: true });
  pages[path] = { status: 404, body: "" };
  await monthPasses();
  expect((await profile()).fact_sources.api_url).toMatchObject({ confirmed: false });
});

test("quote that is gone: the fact stays as unconfirmed, and the owner gets one email", async () => {
  const { id, profile } = await listed();
  pages = { "/": home("AGPL-3.0"), "/pricing": pricing("€15") };
  await monthPasses();
  await monthPasses();
  const { license, plans, fact_sources } = await profile();
  expect(license).toBe("MIT");
  expect(fact_sources.license).toMatchObject({ confirmed: false, checked_at: testNow.toISOString() });
  expect(plans.map(({ price, source }: { price: number; source: object }) => [price, source])).toMatchObject([
    [0, { confirmed: true }],
    [1200, { confirmed: false }],
  ]);
  const [mail, ...others] = await mails();
  expect([mail!.recipient, mail!.subject, others]).toEqual([email, "Confirm facts about Fernleaf (Slipway)", []]);
  expect(mail!.textBody).toContain("Prices: Pro");
  expect(mail!.textBody).toContain("Released under the MIT license.");
  expect(mail!.textBody).toContain(`${server.url}/account/listings/${id}/edit`);
  pages["/"] = home();
  await monthPasses();
  expect((await profile()).fact_sources.license.confirmed).toBe(true);
});

test("page that fails or that robots.txt forbids: changes nothing; a deleted page: its facts are unconfirmed", async () => {
  const { profile } = await listed();
  const sources = async () => (await profile()).plans.map(({ source }: { source: object }) => source);
  const before = await sources();
  pages = { "/pricing": { status: 503, body: "Down" } };
  await monthPasses();
  expect(await sources()).toEqual(before);
  expect((await profile()).fact_sources.license.confirmed).toBe(false);
  pages = { "/robots.txt": "User-agent: *\nDisallow: /pricing", "/pricing": pricing("€15") };
  expect(await monthPasses()).not.toContain("/pricing");
  expect(await sources()).toEqual(before);
});

test("fact that the owner confirms or changes: theirs, and not checked again", async () => {
  const { id, profile } = await listed();
  pages = { "/": home("AGPL-3.0"), "/pricing": pricing() };
  await monthPasses();
  const confirmed = await call("update_my_listing", { listing_id: id, fields: { license: "MIT" } });
  expect(confirmed.status).toBe(200);
  expect((await profile()).fact_sources.license).toMatchObject({ by: "owner", quote: null, confirmed: true });
  await call("update_my_listing", { listing_id: id, fields: { data_regions: ["CH"], plans: [] } });
  expect(await monthPasses()).toEqual([]);
});
