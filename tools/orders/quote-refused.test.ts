import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { billboardPlacements } from "#db/schema/boards.ts";
import { transports } from "#test/support/clients/tool-caller.ts";
import { keyFor } from "#test/support/records/account.ts";
import { inFrance, launchOf, type Quoting, startQuoting } from "#test/support/records/quoting.ts";
import { addListing } from "#test/support/records/records.ts";
import { testNow } from "#test/support/server/harness.ts";

let quoting: Quoting;
beforeAll(async () => {
  quoting = await startQuoting();
});
beforeEach(() => quoting.forget());
afterAll(() => quoting.stop());

describe.each(transports)("over %s", (transport) => {
  const quote = (key: string, input: Record<string, unknown>) =>
    quoting.server.as(key).over(transport, "quote_order", input);

  test.each([
    [{ country: "Atlantis" }, "billing.country", "unknown_country"],
    [{ country: "FR", vat_id: "DE136695976" }, "billing.vat_id", "other_country"],
    [{ country: "FR", vat_id: "FR4030326504" }, "billing.vat_id", "invalid_format"],
    [{ country: "FR", vat_id: "FR40303265046" }, "billing.vat_id", "invalid_check_digits"],
    [{ country: "ES", postcode: "3500" }, "billing.postcode", "invalid_format"],
    [{ country: "FR", city: "Brest" }, "billing.city", "unknown_field"],
  ])("422: billing %p", async (billing, field, code) => {
    const { id, key } = await quoting.owner();
    const { status, body } = await quote(key, { ...launchOf(id), billing });
    expect([status, body.errors[0].field, body.errors[0].code]).toEqual([422, field, code]);
    expect(body.errors[0].fix).toEqual(expect.any(String));
    expect(quoting.vies.requests).toEqual([]);
  });

  test.each([
    [{ product: "gold" }, "product", "invalid_value"],
    [{ quantity: 0 }, "quantity", "too_small"],
    [{ quantity: 1_000_000 }, "quantity", "too_big"],
    [{ quantity: 2 }, "quantity", "too_big"],
    [{ launch_week: "2026-W46" }, "launch_week", "week_past"],
    [{ launch_week: "2028-W01" }, "launch_week", "week_too_far"],
    [{ launch_week: "2026-W54" }, "launch_week", "invalid_week"],
    [{ product: "sections", launch_week: "2026-W50" }, "launch_week", "no_week"],
    [{ product: "billboard", launch_week: "2027-W20", quantity: 26 }, "launch_week", "week_too_far"],
  ])("422: an item with %p", async (more, field, code) => {
    const { id, key } = await quoting.owner({ status: "live", plan: "free" });
    const { status, body } = await quote(key, launchOf(id, more));
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ field: `items.0.${field}`, code }]);
  });

  test("422: no items, or more than the maximum", async () => {
    const { id, key } = await quoting.owner();
    const many = Array(21).fill({ product: "launch", listing_id: id });
    for (const items of [[], many]) expect((await quote(key, { items, billing: inFrance })).status).toBe(422);
  });

  test("422: foreign, unknown and other-site listings are all reported at once", async () => {
    const { key, email } = await quoting.owner();
    const theirs = await quoting.owner();
    const elsewhere = await quoting.owner({ siteId: 2, email });
    const items = [theirs.id, 999_999, elsewhere.id].map((listing_id) => ({ product: "launch", listing_id }));
    const { status, body } = await quote(key, { items, billing: inFrance });
    expect(status).toBe(422);
    expect(body.errors.map(({ field, code }: any) => [field, code])).toEqual([
      ["items.0.listing_id", "unknown_listing"],
      ["items.1.listing_id", "unknown_listing"],
      ["items.2.listing_id", "other_site"],
    ]);
    expect(body.next_actions).toMatchObject([{ tool: "list_my_listings" }]);
  });

  test("422: duplicate item, or sections that the launch already includes", async () => {
    const { id, key } = await quoting.owner({ status: "live", plan: "free" });
    const launch = { product: "launch", listing_id: id };
    const twice = await quote(key, { items: [launch, launch], billing: inFrance });
    expect(twice.body.errors).toMatchObject([{ field: "items.1", code: "duplicate" }]);
    const both = await quote(key, { items: [launch, { product: "sections", listing_id: id }], billing: inFrance });
    expect(both.body.errors).toMatchObject([{ field: "items.1", code: "included" }]);
  });

  test("422: launch week for a listing that has already launched", async () => {
    const { id, key } = await quoting.owner({
      status: "live",
      plan: "free",
      launchWeek: "2026-W40",
      launchedAt: "2026-09-28T00:00:00.000Z",
    });
    const { body } = await quote(key, launchOf(id, { launch_week: "2026-W50" }));
    expect(body.errors).toMatchObject([{ field: "items.0.launch_week", code: "launched" }]);
  });

  test.each([
    ["launch", { status: "live", plan: "paid" }, "has a paid launch"],
    ["launch", { status: "rejected", plan: "paid" }, "already has a paid launch and the status rejected"],
    ["launch", { status: "suspended", plan: "free" }, "is suspended"],
    ["launch", { status: "archived", plan: "none" }, "is archived"],
    ["sections", { status: "live", plan: "paid" }, "includes milestones and updates"],
    ["sections", { status: "draft", plan: "none" }, "has no plan yet"],
    ["billboard", { status: "draft", plan: "none" }, "not public in 2026-W48"],
    ["billboard", { status: "awaiting_badge", plan: "free" }, "not public in 2026-W48"],
  ] as const)("409: %s for a listing that is %p", async (product, facts, reason) => {
    const { id, key } = await quoting.owner(facts);
    const { status, body } = await quote(key, { items: [{ product, listing_id: id }], billing: inFrance });
    expect([status, body.code]).toEqual([409, "state_conflict"]);
    expect(body.detail).toContain(reason);
    expect(body.next_actions).toMatchObject([{ tool: "get_my_listing", arguments: { listing_id: id } }]);
  });

  test("409: billboard week that is already booked", async () => {
    const { id, key } = await quoting.owner({ status: "live", plan: "free" });
    await quoting.server.store.write((tx) =>
      tx
        .insert(billboardPlacements)
        .values({ siteId: 1, week: "2026-W50", listingId: id, createdAt: testNow.toISOString() }),
    );
    const items = [{ product: "billboard", listing_id: id, quantity: 3 }];
    const { status, body } = await quote(key, { items, billing: inFrance });
    expect([status, body.code]).toEqual([409, "state_conflict"]);
    expect(body.detail).toContain("on the billboard in 2026-W50");
  });

  test("401: no key; 403: scope missing", async () => {
    const { id, email } = await quoting.owner();
    const reader = await keyFor(quoting.server.store, { email });
    expect((await quote(reader.key, launchOf(id))).status).toBe(403);
    expect((await quoting.server.over(transport, "quote_order", launchOf(id))).status).toBe(401);
  });
});

describe("paid places", () => {
  const week = "2027-W03";
  beforeAll(() =>
    quoting.server.store.write(async (tx) => {
      for (const name of ["first", "second"])
        await addListing(tx, 1, `place-${name}`, { status: "scheduled", plan: "paid", launchWeek: week });
    }),
  );

  test("409: full week; names the next one with free places", async () => {
    const { id, key } = await quoting.owner();
    const items = [{ product: "launch", listing_id: id, launch_week: week }];
    const { status, body } = await quoting.server.as(key).over("REST", "quote_order", { items, billing: inFrance });
    expect([status, body.code]).toEqual([409, "conflict"]);
    expect(body.errors).toMatchObject([{ field: "items.0.launch_week", code: "week_full" }]);
    expect(body.detail).toContain("Use launch_week 2027-W04");
  });

  test("409: three launches in one order but two free places", async () => {
    const email = "crew@example.test";
    const mine = [];
    for (let count = 0; count < 3; count++) mine.push(await quoting.owner({ email }));
    const items = mine.map(({ id }) => ({ product: "launch", listing_id: id, launch_week: "2027-W05" }));
    const { key } = mine[0]!;
    expect((await quoting.server.as(key).over("REST", "quote_order", { items, billing: inFrance })).status).toBe(409);
    const two = { items: items.slice(1), billing: inFrance };
    expect((await quoting.server.as(key).over("REST", "quote_order", two)).status).toBe(200);
  });
});
