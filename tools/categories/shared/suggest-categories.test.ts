import { afterEach, beforeEach, expect, test } from "bun:test";
import { createCategory } from "#db/queries/content/write-category.ts";
import { importListings } from "#db/queries/listings/import-listings.ts";
import { changeStatus, statusBySlug } from "#db/queries/listings/listing-status.ts";
import { slugify } from "#db/queries/listings/slugs.ts";
import type { Store } from "#db/store/store.ts";
import { addSite } from "#test/support/records/records.ts";
import { emptyStore, testNow } from "#test/support/server/harness.ts";
import { suggestCategories } from "./suggest-categories.ts";

let store: Store;
let siteId: number;
beforeEach(async () => {
  store = await emptyStore();
  siteId = await store.write((tx) => addSite(tx));
});
afterEach(() => store.close());

const ids = new Map<string, number>();
/** Adds a category and its listings, which have these headlines. */
const addCategory = (name: string, headlines: string[] = [], { site = siteId, description = "", parent = "" } = {}) =>
  store.write(async (tx) => {
    const slug = slugify(name);
    const id = await createCategory(tx, site, { slug, name, description, parent: parent || null });
    ids.set(slug, id);
    const records = headlines.map((headline, i) => ({
      company: { name: `${slug} ${i}`, url: `https://${slug}${i}.example`, platforms: [], pricing: null, socials: {} },
      texts: { headline, summary: headline },
      categoryIds: [id],
      tags: [],
      stars: null,
    }));
    await importListings(tx, site, records, testNow.toISOString());
  });
const suggest = (text: string, site = siteId) => suggestCategories(store.read, site, [{ text, weight: 1 }]);

const boats = [
  "Dinghy rental with hulls of oak",
  "Dinghy repair and hulls",
  "Rowing dinghies",
  "Hulls of small dinghies",
];
const kitchens = ["Stoves for bakers", "Baking ovens", "Kneading dough at home", "Ovens and stoves for dough"];

test("similar listings are all in one category: it is first and certain", async () => {
  await addCategory("Marina", boats);
  await addCategory("Bistro", kitchens);
  expect(await suggest("Hulls for every dinghy")).toEqual({ slugs: ["marina"], isCertain: true });
});

test("similar listings are in several categories: all are suggested and none is certain", async () => {
  await addCategory("Marina", boats);
  await addCategory("Bistro", kitchens);
  const { slugs, isCertain } = await suggest("Stoves and ovens for dough in the hulls of dinghies");
  expect(slugs.sort()).toEqual(["bistro", "marina"]);
  expect(isCertain).toBe(false);
});

test("more than three categories fit: three are suggested", async () => {
  for (const name of ["Marina", "Harbour", "Shipyard", "Pier"])
    await addCategory(
      name,
      boats.map((text) => `${text} ${name}`),
    );
  expect((await suggest("Hulls for every dinghy")).slugs).toHaveLength(3);
});

test("the operator's categories are in Finnish: words of the listings decide", async () => {
  await addCategory("Veneily", ["Soutuveneiden vuokraus", "Soutuveneiden huolto", "Purjeveneiden vuokraus järvellä"]);
  await addCategory("Leivonta", ["Uunit leipureille", "Leipureille taikinaa", "Taikinaa ja uunit kotiin"]);
  expect((await suggest("Taikinaa leipureille")).slugs[0]).toBe("leivonta");
});

test("the operator's categories are in Japanese: words of the listings decide", async () => {
  await addCategory("Photos 写真", ["写真管理ソフト", "家族の写真アルバム"]);
  await addCategory("Accounts 会計", ["会計ソフト", "請求書と会計"]);
  expect((await suggest("家族の写真を管理")).slugs[0]).toBe("photos");
});

test("an empty directory: names and descriptions of categories decide, and none is certain", async () => {
  await addCategory("Marina", [], { description: "Renting and repairing dinghies." });
  await addCategory("Photo galleries", [], { description: "Albums for families." });
  expect(await suggest("A photo gallery")).toEqual({ slugs: ["photo-galleries"], isCertain: false });
  expect((await suggest("Repairs dinghies")).slugs).toEqual(["marina"]);
});

test("the listings are in a subcategory: the subcategory is suggested", async () => {
  await addCategory("Water");
  await addCategory("Marina", boats, { parent: "water" });
  expect((await suggest("Hulls for every dinghy")).slugs).toEqual(["marina"]);
});

test("no word occurs on the site, or there is no category: nothing is suggested", async () => {
  const nothing = { slugs: [], isCertain: false };
  expect(await suggest("Dinghy")).toEqual(nothing);
  await addCategory("Marina", boats);
  expect(await suggest("Quantum cryptography")).toEqual(nothing);
  expect(await suggest("")).toEqual(nothing);
  expect(await suggestCategories(store.read, siteId, [])).toEqual(nothing);
});

test("a text shares one word with each of many listings: nothing is suggested", async () => {
  const words = "granite marble limestone slate basalt sandstone gneiss quartz gabbro chalk flint tuff".split(" ");
  for (const word of words)
    await addCategory(`Shop ${word.length}${word[0]}${word[2]}`, [`${word} and ${word}ly ${word}y`]);
  expect((await suggest(words.join(" "))).slugs).toEqual([]);
});

test("only another site has similar listings: nothing is suggested", async () => {
  const other = await store.write((tx) => addSite(tx, "other"));
  await addCategory("Marina", boats, { site: other });
  await addCategory("Bistro", kitchens);
  expect((await suggest("Hulls for every dinghy")).slugs).toEqual([]);
  expect((await suggest("Hulls for every dinghy", other)).slugs).toEqual(["marina"]);
});

test("the only similar listing is suspended: nothing is suggested", async () => {
  await addCategory("Marina", [boats[0]!]);
  expect((await suggest(boats[0]!)).slugs).toEqual(["marina"]);
  await store.write(async (tx) =>
    changeStatus(tx, (await statusBySlug(tx, siteId, "marina-0"))!, "suspended", null, testNow),
  );
  expect((await suggest(boats[0]!)).slugs).toEqual([]);
});

test("hostile text: signs, operators and NUL are not part of the search, and a long text is cut", async () => {
  await addCategory("Marina", boats);
  // Words that the site does not know may leave too little to compare.
  for (const text of [
    '" OR "dinghy',
    "dinghy* NEAR(hull, 2) NOT AND",
    "doc:dinghy ^ + - ( {",
    "dinghy\0hull",
    "'; DROP TABLE listings; --\uE004c1 dinghy",
  ])
    expect([[], ["marina"]]).toContainEqual((await suggest(text)).slugs);
  const words = Array.from({ length: 8000 }, (_, i) => `w${i.toString(36)}`).join(" ");
  for (const text of [words, `${'"*('.repeat(17_000)} dinghy`, "a".repeat(50_000), `${words} dinghy`])
    expect((await suggest(text)).slugs).toEqual([]);
});
