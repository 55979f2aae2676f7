import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { latestMails } from "#db/queries/common/mail-records.ts";
import { categoryIdsBySlugs } from "#db/queries/content/categories.ts";
import { companyWithListings } from "#db/queries/listings/company-listings.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import { teamCaller } from "#test/support/clients/team.ts";
import { keyFor } from "#test/support/records/account.ts";
import { editAs } from "#test/support/records/edits.ts";
import { ownedProduct, productTexts, sandboxListing } from "#test/support/records/owned-product.ts";
import { demoStore } from "#test/support/server/harness.ts";
import markSeen from "#tools/moderation/inbox/mark-seen.ts";
import listEdits from "../team/list-edits.ts";
import revertEdit from "./revert-edit.ts";

let store: Store;
let site: SiteRow;
let dev: SiteRow;
let accountId: number;
let product: Awaited<ReturnType<typeof ownedProduct>>;
const reason = "It is an advertisement.";

beforeEach(async () => {
  store = await demoStore();
  [site, dev] = (await allSites(store.read)) as [SiteRow, SiteRow];
  accountId = (await keyFor(store)).account.id;
  product = await ownedProduct(store, accountId);
});
afterEach(() => store.close());

const team = (at = site) => teamCaller(store, at);
const edit = (fields: object, more: object = {}) =>
  editAs(store, accountId, site, { listing_id: product.main, fields, ...more });
async function currentTexts(): Promise<Record<string, unknown>> {
  const { facts, listings } = await companyWithListings(store.read, product.companyId);
  return {
    name: facts.name,
    ...Object.fromEntries(listings.map(({ site, texts, version }) => [site, [texts.headline, version]])),
  };
}
const headline = "Buy cheap seaweed today";

describe("a reverted edit", () => {
  test("restores the old values on every site as a new version and emails the owners the reason", async () => {
    const before = await currentTexts();
    const id = await edit({ name: "Cheap Kelp", headline }, { apply_to: ["all"] });
    expect(await currentTexts()).toEqual({ name: "Cheap Kelp", main: [headline, 2], dev: [headline, 2] });
    expect(await team()(revertEdit, { change_id: id, reason })).toEqual({
      listing_id: product.main,
      fields: ["name", "headline"],
    });
    expect(await currentTexts()).toEqual({
      name: before.name,
      main: [productTexts.headline, 3],
      dev: [productTexts.headline, 3],
    });
    const [mail, ...others] = await latestMails(store.read, 10);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: "ada@example.test", replyTo: "team@slipway.example" });
    for (const text of [reason, "Name, Headline", `/account/listings/${product.main}`])
      expect(mail!.textBody).toContain(text);
  });

  test("is marked as reverted for each site's team, and the revert can be reverted", async () => {
    const id = await edit({ name: "Cheap Kelp" });
    await team(dev)(revertEdit, { change_id: id, reason });
    for (const at of [site, dev]) {
      const [back] = (await team(at)(listEdits, { slug: product.slug })).items;
      const [made] = (await team(at)(listEdits, { slug: product.slug, is_open: false })).items;
      expect(made).toMatchObject({ change_id: id, taken_back: { reason }, by: { email: "ada@example.test" } });
      expect(back).toMatchObject({
        action: "revert_edit",
        taken_back: null,
        fields: [{ field: "name", before: "Cheap Kelp", after: productTexts.name }],
      });
    }
    const [back] = (await team()(listEdits, {})).items;
    await team()(revertEdit, { change_id: back!.change_id, reason: "It was right." });
    expect((await currentTexts()).name).toBe("Cheap Kelp");
  });

  test("skips categories that were deleted in the meantime", async () => {
    const id = await edit({ categories: ["note-taking"] });
    await store.write(async (tx) => {
      const [category] = (await categoryIdsBySlugs(tx, site.id, ["invoicing"])).values();
      for (const table of ["listing_categories WHERE category_id", "categories WHERE id"])
        tx.$client.run(`DELETE FROM ${table} = ${category}`);
    });
    await expect(team()(revertEdit, { change_id: id, reason })).rejects.toMatchObject({ code: "state_conflict" });
  });
});

describe("revert_edit is refused", () => {
  const refused = (change_id: number, call = team()) => expect(call(revertEdit, { change_id, reason })).rejects;

  test("403: callers outside the team, including the owner", async () => {
    const id = await edit({ headline });
    await refused(id, teamCaller(store, site, { accountId, role: "member" })).toMatchObject({ code: "forbidden" });
    await expect(teamCaller(store, site, { accountId, role: "member" })(listEdits, {})).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("404: an edit of another site or of a sandbox, or an unknown id", async () => {
    await refused(await edit({ headline }), team(dev)).toMatchObject({ code: "not_found" });
    const listing_id = await sandboxListing(store, accountId);
    await store.write(async (tx) =>
      tx.$client.run(`UPDATE changes SET after = '{"versions":{"${listing_id}":2}}' WHERE id = 1`),
    );
    await refused(1).toMatchObject({ code: "not_found" });
    await refused(999_999).toMatchObject({ code: "not_found" });
    expect((await team(dev)(listEdits, {})).items).toEqual([]);
  });

  test("409: an edit that was already reverted", async () => {
    const id = await edit({ headline });
    await team()(revertEdit, { change_id: id, reason });
    await refused(id).toMatchObject({ code: "state_conflict", detail: expect.stringContaining("already") });
    expect(await latestMails(store.read, 10)).toHaveLength(1);
  });

  test("409: a field that was changed again, and nothing is reverted", async () => {
    const id = await edit({ headline, name: "Cheap Kelp" });
    await edit({ headline: "Kelp farming with a plan" });
    await refused(id).toMatchObject({ code: "state_conflict", detail: expect.stringContaining("Headline") });
    expect(await currentTexts()).toMatchObject({ name: "Cheap Kelp", main: ["Kelp farming with a plan", 3] });
  });

  test("422: a missing reason", async () => {
    const id = await edit({ headline });
    await expect(team()(revertEdit, { change_id: id, reason: "  " })).rejects.toMatchObject({
      code: "validation_failed",
      errors: [{ field: "reason" }],
    });
  });
});

test("list_edits: pages, and filters by listing and account", async () => {
  const ids: number[] = [];
  for (const word of ["one", "two", "three"]) ids.unshift(await edit({ headline: `Kelp farming, part ${word}` }));
  const first = await team()(listEdits, { per_page: 2 });
  expect([first.items.map(({ change_id }) => change_id), first.has_more]).toEqual([ids.slice(0, 2), true]);
  const second = await team()(listEdits, { per_page: 2, page: 2 });
  expect([second.items.map(({ change_id }) => change_id), second.has_more]).toEqual([ids.slice(2), false]);
  const only = { slug: product.slug, email: "ada@example.test" };
  expect((await team()(listEdits, only)).items).toHaveLength(3);
  expect((await team()(listEdits, { email: "ada@example.test" })).items).toHaveLength(3);
  const { account_id } = first.items[0]!.by;
  expect((await team()(listEdits, { account_id: account_id!, kind: "key" })).items).toEqual([]);
  const seen = teamCaller(store, site, { accountId });
  await seen(markSeen, { kind: "edit", items: [ids[0]!] });
  const shown = async (filter: object) => (await seen(listEdits, filter)).items.map(({ is_seen }) => is_seen);
  expect([await shown({}), await shown({ is_unseen: true })]).toEqual([
    [true, false, false],
    [false, false],
  ]);
  for (const none of [{ slug: "tidepad" }, { slug: "no-such" }, { email: "eve@example.test" }])
    expect(await team()(listEdits, { ...only, ...none })).toEqual({ items: [], has_more: false, total: 0 });
});

test("the query for edits uses its index", () => {
  const plan = store.read.$client
    .query<{ detail: string }, []>(
      "EXPLAIN QUERY PLAN SELECT id FROM changes c WHERE json_type(c.after, '$.versions') = 'object' AND c.id < 9 ORDER BY c.id DESC LIMIT 20",
    )
    .all();
  expect(plan.map(({ detail }) => detail).join()).toContain("changes_edits");
});
