import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { updateDraft } from "#db/queries/drafts/drafts.ts";
import { teamListing } from "#db/queries/sites/team-lists.ts";
import { transports } from "#test/support/clients/tool-caller.ts";
import { keyFor } from "#test/support/records/account.ts";
import { completeFields, draftFor } from "#test/support/records/draft.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let accounts = 0;
const writer = (isTest = false) =>
  keyFor(server.store, {
    email: `writer${++accounts}@example.test`,
    scopes: ["account:read", "listings:write"],
    isTest,
  });
const urlOf = (name: string) => `https://${name.toLowerCase()}-${accounts}.example/`;

for (const transport of transports)
  describe(transport, () => {
    test("201: creates a listing that is not public yet, with next actions", async () => {
      const { key, account } = await writer();
      const { id } = await draftFor(server.store, account.id, { url: urlOf(transport) });
      const { status, body } = await server.as(key).over(transport, "submit_draft", { id });
      expect(status).toBe(201);
      expect(body).toMatchObject({ draft_id: id, status: "draft" });
      expect(body.slug).toMatch(/^harbour-ledger(-\d)?$/);
      expect(body.next_actions).toMatchObject([
        { who: "human", url: `${server.url}/account/profile` },
        {
          tool: "choose_free_listing",
          arguments: { listing_id: body.listing_id },
          why: expect.stringContaining("The launch week is 2026-W50, which starts on 7 December 2026."),
        },
        {
          tool: "quote_order",
          arguments: {
            items: [{ product: "launch", listing_id: body.listing_id }],
            billing: { country: "<country of the buyer>" },
          },
          why: expect.stringContaining("Paid launch for €99.00 net"),
        },
      ]);
      const listing = await teamListing(server.store.read, 1, body.slug);
      expect(listing).toMatchObject({ id: body.listing_id, name: "Harbour Ledger", status: "draft", plan: "none" });
      expect((await server.call("get_listing", { slug: body.slug })).status).toBe(404);
      expect((await server.as(key).call("get_draft", { id })).body).toMatchObject({
        status: "submitted",
        listing_id: body.listing_id,
      });
    });

    test("201: repeated request returns the same listing", async () => {
      const { key, account } = await writer();
      const { id } = await draftFor(server.store, account.id, { url: urlOf(transport) });
      const submit = () => server.as(key).over(transport, "submit_draft", { id });
      const [first, second] = [await submit(), await submit()];
      expect([second.status, second.body.listing_id]).toEqual([201, first.body.listing_id]);
    });

    test("422: lists missing fields and creates nothing", async () => {
      const { key, account } = await writer();
      const fields = { ...completeFields, summary: "", categories: [] };
      const { id } = await draftFor(server.store, account.id, { url: urlOf(transport), fields });
      const { status, body } = await server.as(key).over(transport, "submit_draft", { id });
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([
        { field: "summary", limit: 40, actual: 0 },
        { field: "categories", limit: 1, actual: 0 },
      ]);
      expect((await server.as(key).call("get_draft", { id })).body).toMatchObject({
        status: "ready",
        listing_id: null,
      });
    });

    test("409: draft is not ready", async () => {
      const { key, account } = await writer();
      const { id } = await draftFor(server.store, account.id, {
        url: urlOf(transport),
        status: "crawling",
        fields: {},
      });
      const { status, body } = await server.as(key).over(transport, "submit_draft", { id });
      expect([status, body.code, body.next_actions[0].tool]).toEqual([409, "state_conflict", "get_draft"]);
    });
  });

test("409: product was listed by another account in the meantime", async () => {
  const [one, other] = [await writer(), await writer()];
  const url = urlOf("race");
  const first = await draftFor(server.store, one.account.id, { url });
  const second = await draftFor(server.store, other.account.id, { url });
  expect((await server.as(one.key).over("REST", "submit_draft", { id: first.id })).status).toBe(201);
  const { status, body } = await server.as(other.key).call("submit_draft", { id: second.id });
  expect([status, body.next_actions[0].tool]).toEqual([409, "claim_listing"]);
});

test("422: category that no longer exists", async () => {
  const { key, account } = await writer();
  const fields = { ...completeFields, categories: ["removed"] };
  const { id } = await draftFor(server.store, account.id, { url: urlOf("removed"), fields });
  const { status, body } = await server.as(key).call("submit_draft", { id });
  expect([status, body.errors[0].field]).toEqual([422, "fields.categories.0"]);
});

test("no founder profile: one is created with the account's name", async () => {
  const { key, account } = await writer();
  const { id } = await draftFor(server.store, account.id, { url: urlOf("founder") });
  await server.as(key).over("REST", "submit_draft", { id });
  const { body } = await server.as(key).call("get_account");
  expect(body.founder.complete).toBeFalse();
  expect(body.founder.slug).toStartWith("ada");
});

test("sandbox key: the listing is not public and does not block the product's URL", async () => {
  const { key, account } = await writer(true);
  const { body: started } = await server.as(key).over("REST", "submit_listing", { url: urlOf("sandbox") });
  await server.store.write((tx) => updateDraft(tx, started.id, { status: "ready", fields: completeFields }, testNow));
  const { status, body } = await server.as(key).over("REST", "submit_draft", { id: started.id });
  expect([status, body.status]).toEqual([201, "draft"]);
  const live = await keyFor(server.store, { email: account.email, scopes: ["account:read", "listings:write"] });
  const again = await server.as(live.key).over("REST", "submit_listing", { url: urlOf("sandbox") });
  expect(again.status).toBe(202);
  expect((await server.call("get_site_info")).body.name).not.toContain("sandbox");
});

test("401 not signed in, 403 scope missing, 404 another account's draft", async () => {
  const { account } = await writer();
  const { id } = await draftFor(server.store, account.id, { url: urlOf("guarded") });
  expect((await server.call("submit_draft", { id })).status).toBe(401);
  const reader = await keyFor(server.store, { email: "reader@example.test" });
  expect((await server.as(reader.key).call("submit_draft", { id })).status).toBe(403);
  const other = await writer();
  expect((await server.as(other.key).call("submit_draft", { id })).status).toBe(404);
});

test("a plan that update_draft leaves as it is keeps the website's quote", async () => {
  const { key, account } = await writer();
  const as = server.as(key);
  const plan = { price: 1200, currency: "EUR", per: "month", free_limits: null, url: null };
  const plans = ["Berth", "Harbour"].map((name) => ({ ...plan, name }));
  const url = urlOf("plans");
  const quotes = plans.map(({ name }) => ({ url, quote: `${name}: €12 a month`, fetched_at: testNow.toISOString() }));
  const fields = { ...completeFields, plans };
  const { id } = await draftFor(server.store, account.id, { url, fields, evidence: { plans: quotes } });
  const change = (price: number) =>
    as.call("update_draft", { id, fields: { plans: [{ ...plans[0]!, price }, plans[1]!] } });
  expect((await change(1300)).body.evidence.plans).toEqual([quotes[1]]);
  expect((await change(1500)).status).toBe(200);
  const { listing_id } = (await as.call("submit_draft", { id })).body;
  const listing = (await as.call("get_my_listing", { listing_id })).body;
  expect(listing.plans.map(({ source }: any) => [source.by, source.quote])).toEqual([
    ["owner", null],
    ["site", "Harbour: €12 a month"],
  ]);
});
