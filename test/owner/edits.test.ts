import { afterAll, beforeAll, expect, test } from "bun:test";
import updateMyListing from "#tools/listings/owner/update-my-listing.ts";
import { sendTool, transports } from "../support/clients/tool-caller.ts";
import { keyFor } from "../support/records/account.ts";
import { ownedProduct, productTexts } from "../support/records/owned-product.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

/** Edits of one product that meet: at once, on two sites, in what is kept of it. */

const later = new Date(testNow.getTime() + 60_000);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: () => later });
});
afterAll(() => server.stop());

let accounts = 0;
async function owner() {
  const { key, account } = await keyFor(server.store, {
    email: `editor${++accounts}@example.test`,
    scopes: ["account:read", "listings:write"],
  });
  return { key, as: server.as(key), ...(await ownedProduct(server.store, account.id)) };
}

test("two simultaneous edits with the same if_version: one succeeds, the other gets a conflict", async () => {
  const { key, as, main } = await owner();
  for (let version = 1; version <= 10; version++) {
    const edits = ["Kelp before dawn, always", "Kelp after dark, always"].map((headline) => ({
      listing_id: main,
      fields: { headline: `${headline} ${version}` },
      if_version: version,
    }));
    const headers = { authorization: `Bearer ${key}` };
    const answers = await Promise.all(edits.map((input) => sendTool(server, updateMyListing, input, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const made = edits[answers.findIndex(({ status }) => status === 200)]!;
    const refused = (await answers.find(({ status }) => status === 409)!.json()) as any;
    expect(refused).toMatchObject({
      code: "version_conflict",
      errors: [{ field: "if_version", limit: version + 1 }, { field: "fields.headline" }],
    });
    const now = (await as.over("REST", "get_my_listing", { listing_id: main })).body;
    expect(now).toMatchObject({ version: version + 1, headline: made.fields.headline });
  }
});

test("many simultaneous edits: all are saved, each as a version", async () => {
  const { as, main } = await owner();
  const fields = ["name", "headline", "summary", "description", "seo_title", "seo_description"];
  const text = (field: string) => `The ${field} that came at once with five other edits of it`;
  const answers = await Promise.all(
    fields.map((field, i) =>
      as.over(transports[i % 2]!, "update_my_listing", { listing_id: main, fields: { [field]: text(field) } }),
    ),
  );
  expect(answers.map(({ body }) => body.version).sort()).toEqual([2, 3, 4, 5, 6, 7]);
  const { body } = await as.over("REST", "get_my_listing", { listing_id: main });
  expect(body).toMatchObject(Object.fromEntries(fields.map((field) => [field, text(field)])));
  expect(body.versions.map(({ version }: any) => version)).toEqual([7, 6, 5, 4, 3, 2]);
});

/** What anonymous visitors of a site get of the product. */
async function seenOn(host: string, slug: string, etag?: string) {
  const headers: Record<string, string> = { host, ...(etag && { "if-none-match": etag }) };
  const response = await server.get(`/listings/${slug}`, { headers });
  const listing = response.status === 304 ? null : ((await response.json()) as any);
  const found = async (q: string) => {
    const { items } = (await (await server.get(`/listings?q=${q}`, { headers: { host } })).json()) as any;
    return items.some((item: any) => item.slug === slug);
  };
  return { status: response.status, etag: response.headers.get("etag")!, listing, found };
}

test("an edit of a company field on one site changes the listing on the other", async () => {
  const { as, main, dev, slug } = await owner();
  const hosts = ["localhost", "dev.localhost"];
  const before = await Promise.all(hosts.map((host) => seenOn(host, slug)));
  const kept = await Promise.all(hosts.map((host, i) => seenOn(host, slug, before[i]!.etag)));
  expect(kept.map(({ status }) => status)).toEqual([304, 304]);

  await as.over("MCP", "update_my_listing", { listing_id: main, fields: { name: "Wrackline", pricing: "paid" } });
  for (const [i, host] of hosts.entries()) {
    const now = await seenOn(host, slug, before[i]!.etag);
    expect([now.status, await now.found("wrackline")]).toEqual([200, true]);
    expect(now.listing).toMatchObject({ name: "Wrackline", pricing: "paid", updated_at: later.toISOString() });
    expect(now.etag).not.toBe(before[i]!.etag);
  }
  for (const listing_id of [main, dev]) {
    const { body } = await as.over("REST", "get_my_listing", { listing_id });
    expect(body).toMatchObject({ version: 2, versions: [{ version: 2, fields: ["name", "pricing"] }] });
  }
});

test("an edit of one site's texts does not change the other site", async () => {
  const { as, dev, slug } = await owner();
  const before = await seenOn("localhost", slug);
  await as.over("MCP", "update_my_listing", { listing_id: dev, fields: { headline: "Bladderwrack from a terminal" } });
  expect((await seenOn("localhost", slug, before.etag)).status).toBe(304);
  const there = await seenOn("dev.localhost", slug);
  expect(there.listing).toMatchObject({ headline: "Bladderwrack from a terminal", summary: productTexts.summary });
  expect([await there.found("bladderwrack"), await before.found("bladderwrack")]).toEqual([true, false]);
});
