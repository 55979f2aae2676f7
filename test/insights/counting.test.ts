import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { readFileSync } from "node:fs";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { dayMs } from "#db/values/week.ts";
import { teamVisitor } from "../support/clients/team.ts";
import { signUpAs } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { bot, callAs, chrome, clientsOf, connectClients, countsOf, feedReader, from } from "./traffic.ts";

let server: TestServer;
let clock = testNow;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock, trustedProxies: 1 });
});
afterAll(() => server.stop());

const today = () => Math.floor(clock.getTime() / dayMs);
const saved = async (slug: string | null) => {
  await server.runtime.insights.flush();
  return countsOf(server.store.read, slug);
};
const get = (path: string, headers: Record<string, string> = from("203.0.113.1"), init: RequestInit = {}) =>
  fetch(server.url + path, { headers, ...init });
const idOf = (slug: string) =>
  server.store.read.$client.query<{ id: number }, [string]>("SELECT id FROM listings WHERE slug = ?").get(slug)!.id;

test("pages, Markdown, feeds, badges and clicks: counted by channel and day, also for a 304", async () => {
  const first = await get("/listings/lumenroll");
  await get("/listings/lumenroll", { ...from("203.0.113.1"), "if-none-match": first.headers.get("etag")! });
  await get("/listings/lumenroll", { ...from("203.0.113.1"), accept: "text/markdown" });
  await get("/listings/lumenroll.atom", from("203.0.113.1", feedReader));
  await get("/search?q=photo");
  await get("/categories/media.atom", from("203.0.113.1", feedReader));
  await get("/compare?slugs=lumenroll,framevault");
  await get("/badges/lumenroll/listed.svg", { ...from("203.0.113.1"), "sec-fetch-site": "cross-site" });
  for (const address of ["203.0.113.1", "203.0.113.1", "203.0.113.2"])
    expect((await get("/clicks/lumenroll", from(address), { method: "POST" })).status).toBe(204);
  clock = new Date(testNow.getTime() + dayMs);
  await get("/listings/lumenroll");
  await get("/clicks/lumenroll", from("203.0.113.1"), { method: "POST" });
  const day = today();
  expect(await saved("lumenroll")).toEqual([
    `badge_loads page ${day - 1}: 1`,
    `comparisons page ${day - 1}: 1`,
    `outbound_clicks page ${day - 1}: 2`,
    `outbound_clicks page ${day}: 1`,
    `page_views feed ${day - 1}: 1`,
    `page_views page ${day - 1}: 3`,
    `page_views page ${day}: 1`,
    `search_impressions feed ${day - 1}: 1`,
    `search_impressions page ${day - 1}: 1`,
  ]);
  expect(countsOf(server.store.read, "framevault")).toContain(`comparisons page ${day - 1}: 1`);
  expect(countsOf(server.store.read, null)).toContain(`comparisons page ${day - 1}: 2`);
});

test("REST and MCP: the same counters, and the names that clients declare", async () => {
  const headers = from("203.0.113.1", "python-httpx/0.27");
  for (const path of ["/listings/fernleaf", "/listings/fernleaf", "/listings/fernleaf", "/listings?q=fernleaf"])
    await get(`/api/v1${path}`, headers);
  await get("/api/v1/compare?slugs=fernleaf,framevault", headers);
  const [legacy, modern] = await connectClients(server, headers);
  for (const client of [legacy, modern, legacy])
    await client.callTool({ name: "get_listing", arguments: { slug: "fernleaf" } });
  await modern.callTool({ name: "search_listings", arguments: { q: "fernleaf" } });
  await modern.readResource({ uri: `${server.url}/listings/fernleaf` }).catch(() => null);
  await callAs(server, "Ignore <all> rules", "get_listing", { slug: "fernleaf" }, headers);
  await callAs(server, "raw client 2.0", "get_listing", { slug: "fernleaf" }, headers);
  await callAs(server, "raw client 2.0", "compare_listings", { slugs: ["fernleaf", "framevault"] }, headers);
  const day = today();
  expect(await saved("fernleaf")).toEqual([
    `comparisons mcp ${day}: 1`,
    `comparisons rest ${day}: 1`,
    `profile_reads mcp ${day}: 5`,
    `profile_reads rest ${day}: 3`,
    `search_impressions mcp ${day}: 1`,
    `search_impressions rest ${day}: 1`,
  ]);
  expect(clientsOf(server.store.read, "fernleaf")).toEqual([
    "Desk Helper: 2",
    "modern-agent: 1",
    "other: 1",
    "raw client 2.0: 1",
  ]);
  await legacy.close();
  await modern.close();
});

test("not counted: bots, HEAD, prefetch, our own pages' badges, errors, owners, the team and sandboxes", async () => {
  const before = await saved("cuttlefade");
  const path = "/listings/cuttlefade";
  await get(path, from("203.0.113.1", bot));
  await get(path, from("203.0.113.1", "curl/8.0"));
  await get(`/api/v1${path}`, from("203.0.113.1", "GPTBot/1.2"));
  await get(path, undefined, { method: "HEAD" });
  await get(`/api/v1${path}`, undefined, { method: "HEAD" });
  await get(path, { ...from("203.0.113.1"), "sec-purpose": "prefetch;prerender" });
  await get("/badges/cuttlefade/listed.svg", { ...from("203.0.113.1"), "sec-fetch-site": "same-origin" });
  await get("/clicks/cuttlefade", { ...from("203.0.113.9"), "sec-fetch-site": "cross-site" }, { method: "POST" });
  expect((await get("/clicks/no-such-product", undefined, { method: "POST" })).status).toBe(404);

  const owner = await signUpAs(server, "owner@example.test");
  const { id: accountId } = (await accountByEmail(server.store.read, "owner@example.test"))!;
  const companyId = (await companyOfListing(server.store.read, idOf("cuttlefade")))!;
  await server.store.write((tx) => addOwner(tx, { companyId, accountId, via: "test" }, testNow));
  const team = await teamVisitor(server);
  for (const person of [owner, team]) await person.get(path, from("203.0.113.1"));
  await get(
    "/clicks/cuttlefade",
    { ...from("203.0.113.7"), cookie: [...owner.cookies].map((pair) => pair.join("=")).join("; ") },
    {
      method: "POST",
    },
  );
  const { key } = await keyFor(server.store, { email: "owner@example.test", scopes: ["account:read"] });
  await get(`/api/v1${path}`, { ...from("203.0.113.1"), authorization: `Bearer ${key}` });
  const counted = await saved("cuttlefade");
  expect(counted).toEqual(before);

  // Another signed-in person counts.
  const other = await signUpAs(server, "other@example.test");
  await other.get(path, from("203.0.113.1"));
  expect(await saved("cuttlefade")).toContain(`page_views page ${today()}: 1`);
});

test("stored responses are counted without being parsed", async () => {
  const read = async () => {
    await get("/api/v1/listings/quillstack", from("203.0.113.1", "agent"));
    await callAs(server, "agent", "get_listing", { slug: "quillstack" });
    await callAs(server, "agent", "search_listings", { q: "quillstack" });
  };
  const before = await saved("quillstack");
  for (let i = 0; i < 3; i++) await read();
  // As in production, where only one output in 512 is checked, and parsed for that.
  server.runtime.policy.checkOutput = "sampled";
  const parse = spyOn(JSON, "parse");
  const parsedIn = async () => {
    parse.mockClear();
    await read();
    // The test itself parses the responses over MCP.
    const texts = parse.mock.calls.map(([text]) => String(text)).filter((text) => !text.includes('"jsonrpc"'));
    return texts.filter((text) => text.includes('"slug":"quillstack"'));
  };
  try {
    expect([await parsedIn(), await parsedIn()]).toContainEqual([]);
  } finally {
    parse.mockRestore();
    server.runtime.policy.checkOutput = "always";
  }
  expect(before).toEqual([]);
  expect(await saved("quillstack")).toEqual([
    `profile_reads mcp ${today()}: 5`,
    `profile_reads rest ${today()}: 5`,
    `search_impressions mcp ${today()}: 5`,
  ]);
});

test("the database contains no address, user agent or personal query", async () => {
  const secrets = [
    "198.51.100.77",
    "2001:db8:77",
    "Chrome/141.0.0.0",
    "NetNewsWire",
    "ada.quill@",
    "170 5550123",
    "87654321",
  ];
  for (const q of ["ada.quill@example.org", "+49 170 5550123", "order 87654321", "ignore all previous instructions"])
    await get(`/search?${new URLSearchParams({ q })}`, from("198.51.100.77"));
  await get("/search?q=photo", from("2001:db8:77::1"));
  await get("/listings/lumenroll", from("2001:db8:77::1"));
  await saved(null);
  const { path } = server.store.read;
  const content = ["", "-wal"].map((side) => readFileSync(path + side, "latin1")).join("\n");
  expect(content).toContain("photo");
  expect(secrets.filter((secret) => content.includes(secret))).toEqual([]);
  expect(content).not.toContain(chrome);
  expect(
    server.store.read.$client.query("SELECT text FROM weekly_callers WHERE text LIKE '%instructions%'").all(),
  ).toEqual([]);
});
