import { expect, test } from "bun:test";
import type { SimilarityFeatures } from "#db/queries/search/alternatives.ts";
import { readWords } from "#db/queries/search/search-words.ts";
import { featuresOf, similarities } from "./similarity.ts";

const traits = (parts: Partial<Omit<SimilarityFeatures, "read">>): SimilarityFeatures => {
  const { name = "", headline = "", summary = "" } = parts;
  return {
    id: 1,
    slug: "",
    url: "",
    votes: 0,
    stars: null,
    name: "",
    headline: "",
    summary: "",
    categories: [],
    tags: [],
    topics: [],
    knownAs: null,
    ...parts,
    read: { name: readWords(name), text: readWords(`${headline} ${summary}`) },
  };
};
const galleries = { id: 2, slug: "photo-galleries", name: "Photo galleries" };
const media = { id: 1, slug: "media", name: "Media" };
const own = traits({
  headline: "Photo albums for families",
  categories: [galleries, media],
  tags: ["backup"],
});

/** Compares listings on a site where the given values occur in 40 listings, and all others in 4. */
function compare(mine: SimilarityFeatures, others: SimilarityFeatures[], common: string[] = []) {
  const frequencies = [...featuresOf(mine)].map(
    ([key, { value }]) =>
      [key, common.includes(value) ? { count: 40, rarity: 0.1 } : { count: 4, rarity: 0.6 }] as const,
  );
  return similarities(mine, others, new Map(frequencies));
}

test("a copy shares everything; an unrelated listing scores 0 and shares nothing", () => {
  const [copy, other] = compare(own, [own, traits({ headline: "Tax returns", tags: ["tax"] }), own]);
  expect(copy!.score).toBe(1);
  expect(copy!.shared.toSorted()).toEqual([
    "both in Media",
    "both in Photo galleries",
    "both mention photo, albums, families",
    "both tagged backup",
  ]);
  expect(other).toEqual({ score: 0, shared: [] });
});

test("a category, tag and word that are rare on the site count more than common ones", () => {
  const kitchen = traits({ headline: "Recipes, menus", tags: ["cooking", "food"] });
  for (const [rare, common, ...names] of [
    [traits({ categories: [galleries] }), traits({ categories: [media] }), "Media"],
    [traits({ tags: ["cooking"] }), traits({ tags: ["food"] }), "food"],
    [traits({ headline: "Recipes" }), traits({ headline: "Menus" }), "menus"],
  ] as const) {
    const mine = traits({ ...kitchen, categories: [{ ...media, id: 3 }, galleries, media] });
    const [one, other] = compare(mine, [rare, common], names);
    expect(one!.score).toBeGreaterThan(other!.score);
  }
});

test("the first category counts more than the others", () => {
  const [main, other] = compare(own, [traits({ categories: [galleries] }), traits({ categories: [media] })]);
  expect(main!.score).toBeGreaterThan(other!.score);
});

test("a word counts more, and is a reason, if other listings with it are in the shared category", () => {
  const albums = traits({ headline: "Albums", categories: [galleries] });
  const families = traits({ headline: "Families", categories: [galleries] });
  const [typical, , byChance] = compare(own, [albums, albums, families]);
  expect(typical!.score).toBeGreaterThan(byChance!.score);
  expect(typical!.shared).toEqual(["both mention albums", "both in Photo galleries"]);
  expect(byChance!.shared).toEqual(["both in Photo galleries"]);
});

test("common words and filler are no reasons", () => {
  const say = traits({ headline: "Albums say each with photos", categories: [galleries] });
  const [first] = compare(traits({ ...own, ...say }), [say, say], ["say", "each"]);
  expect(first!.shared).toEqual(["both mention albums, photos", "both in Photo galleries"]);
});

test("words match in all forms and are shown as the listing spells them", () => {
  const album = traits({ summary: "An album of the family's photos", categories: [galleries] });
  expect(compare(own, [album, album])[0]!.shared.join()).toMatch(/both mention .*albums/);
});

test("a listing that names the other counts more, unless the name is a common word", () => {
  const reader = traits({ name: "Feedwell", headline: "Like Reader for feeds", categories: [galleries] });
  const named = traits({ name: "Reader", categories: [galleries] });
  const [rare, unnamed] = compare(reader, [named, traits({ categories: [galleries] })]);
  const [common] = compare(reader, [named], ["reader"]);
  expect(rare!.shared).toContain("Feedwell names Reader");
  expect(rare!.score).toBeGreaterThan(common!.score);
  expect(common!.score).toBeGreaterThan(unnamed!.score);
  const [other] = compare(traits({ headline: "Like Reader for feeds" }), [traits({ name: "Reader" })]);
  expect(other!.shared).toEqual([]);
});

test("two products of one kind, or known for one, count more", () => {
  const [of, known, neither] = compare(traits({ ...own, topics: ["photos"], knownAs: "photos" }), [
    traits({ categories: [galleries], topics: ["photos"] }),
    traits({ categories: [galleries], knownAs: "photos" }),
    traits({ categories: [galleries], topics: ["maps"], knownAs: "maps" }),
  ]);
  expect([of!.shared, known!.shared]).toEqual([
    ["both in Photo galleries", "both for photos"],
    ["both in Photo galleries", "both known for photos"],
  ]);
  expect(Math.min(of!.score, known!.score)).toBeGreaterThan(neither!.score);
});
