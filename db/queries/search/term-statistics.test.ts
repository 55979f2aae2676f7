import { afterEach, beforeEach, expect, test } from "bun:test";
import { addSite } from "#test/support/records/records.ts";
import { emptyStore, testNow } from "#test/support/server/harness.ts";
import type { Store } from "../../store/store.ts";
import { createCategory } from "../content/write-category.ts";
import { importListings } from "../listings/import-listings.ts";
import { changeStatus, statusBySlug } from "../listings/listing-status.ts";
import { nearestListings, rarity, stemsOf, termStatistics } from "./term-statistics.ts";

let store: Store;
let siteId: number;
let categoryIds: number[];
beforeEach(async () => {
  store = await emptyStore();
  [siteId, categoryIds] = (await store.write(async (tx) => {
    const id = await addSite(tx);
    const facts = (slug: string) => ({ slug, name: slug, description: "", parent: null });
    return [id, [await createCategory(tx, id, facts("music")), await createCategory(tx, id, facts("boats"))]] as const;
  })) as [number, number[]];
});
afterEach(() => store.close());

const addListings = (site: number, headlines: string[], filed: number[] = []) =>
  store.write((tx) =>
    importListings(
      tx,
      site,
      headlines.map((headline, i) => ({
        company: { name: `Kelp ${i}`, url: `https://kelp${i}.example`, platforms: [], pricing: null, socials: {} },
        texts: { headline, summary: headline },
        categoryIds: filed,
        tags: [],
        stars: null,
      })),
      testNow.toISOString(),
    ),
  );
const takeOff = (slug: string) =>
  store.write(async (tx) => changeStatus(tx, (await statusBySlug(tx, siteId, slug))!, "suspended", null, testNow));
const weightsOf = (text: string) => new Map([...stemsOf(text)].map((stem) => [stem, 1]));

test("a stem in two of three listings: it is counted twice and weighs less than a stem in one", async () => {
  await addListings(siteId, ["Lutes for sailors", "Lutes for divers", "Anchors for divers"]);
  const { listings, counts } = await termStatistics(store.read, siteId, stemsOf("Lute anchors, drums"));
  expect(listings).toBe(3);
  expect(Object.fromEntries(counts)).toEqual({ lute: 2, anchor: 1, drum: 0 });
  expect(rarity(counts.get("lute")!, listings)).toBeLessThan(rarity(counts.get("anchor")!, listings));
});

test("another site has the same words: its listings are neither counted nor returned", async () => {
  const other = await store.write((tx) => addSite(tx, "other"));
  await addListings(other, ["Lutes for sailors"]);
  const { listings, counts } = await termStatistics(store.read, siteId, ["lute"]);
  expect([listings, counts.get("lute")]).toEqual([0, 0]);
  expect(await nearestListings(store.read, siteId, weightsOf("Lutes for sailors"))).toEqual([]);
  expect(await nearestListings(store.read, other, weightsOf("Lutes for sailors"))).toHaveLength(1);
});

test("a listing is suspended: it is neither counted nor returned", async () => {
  await addListings(siteId, ["Lutes for sailors"]);
  await takeOff("kelp-0");
  const { listings, counts } = await termStatistics(store.read, siteId, ["lute"]);
  expect([listings, counts.get("lute")]).toEqual([0, 0]);
  expect(await nearestListings(store.read, siteId, weightsOf("Lutes"))).toEqual([]);
});

test("listings share more or fewer stems: the nearest comes first, with its categories in order", async () => {
  await addListings(siteId, ["Lutes for sailors", "Anchors and sails"], [categoryIds[1]!, categoryIds[0]!]);
  const [near, far, ...others] = await nearestListings(store.read, siteId, weightsOf("Lutes that sailors anchor"));
  expect(near!.similarity).toBeGreaterThan(far!.similarity);
  expect(near!.categoryIds).toEqual([categoryIds[1]!, categoryIds[0]!]);
  expect(others).toEqual([]);
});

test("a text repeats a listing's text: the similarity is 1", async () => {
  await addListings(siteId, ["Lutes for sailors"]);
  const [same] = await nearestListings(store.read, siteId, weightsOf("Kelp: lutes for sailors"));
  expect(same!.similarity).toBeCloseTo(1);
});

test("more listings share a stem than are compared: 500 listings are returned, those with the heaviest stem among them", async () => {
  await addListings(
    siteId,
    Array.from({ length: 600 }, (_, i) => (i === 0 ? "Lutes for sailors" : "Boats for sailors")),
  );
  const found = await nearestListings(
    store.read,
    siteId,
    new Map([
      ["sailor", 1],
      ["lute", 2],
    ]),
  );
  expect(found).toHaveLength(500);
  expect(found[0]!.similarity).toBeGreaterThan(found[1]!.similarity);
});

test("a name joins words by capitals: the parts are stems too", () => {
  expect([...stemsOf("PhotoPrism")]).toEqual(["photoprism", "photo", "prism"]);
});

test("a text in a script without spaces: its pairs of characters are stems", () => {
  expect([...stemsOf("写真管理")]).toEqual(["写真", "真管", "管理"]);
});
