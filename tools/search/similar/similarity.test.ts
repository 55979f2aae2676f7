import { expect, test } from "bun:test";
import type { SimilarityFeatures } from "#db/queries/search/alternatives.ts";
import { readWords } from "#db/queries/search/search-words.ts";
import { similarities } from "./similarity.ts";

const traits = (parts: Partial<Omit<SimilarityFeatures, "read">>): SimilarityFeatures => {
  const { name = "", headline = "", summary = "" } = parts;
  return {
    id: 1,
    votes: 0,
    stars: null,
    name: "",
    headline: "",
    summary: "",
    categories: [],
    tags: [],
    platforms: [],
    pricing: null,
    topics: [],
    knownAs: null,
    ...parts,
    read: { name: readWords(name), text: readWords(`${headline} ${summary}`) },
  };
};
const own = traits({
  headline: "Photo albums for families",
  categories: [
    { id: 2, name: "Photo galleries" },
    { id: 1, name: "Media" },
  ],
  tags: ["backup"],
  platforms: ["Docker"],
  pricing: "paid",
});

test("a copy scores 1 and shares everything; an unrelated listing scores 0 and shares nothing", () => {
  const [copy, other] = similarities(own, [own, traits({ headline: "Tax returns", tags: ["tax"] })]);
  expect(copy!.score).toBeCloseTo(1);
  expect(copy!.shared).toEqual([
    "both in Photo galleries",
    "both in Media",
    "both mention families, albums, photo",
    "both tagged backup",
    "both on Docker",
    "both paid",
  ]);
  expect(other).toEqual({ score: 0, shared: [] });
});

test("a shared narrow category counts more than a broad one", () => {
  const film = traits({ categories: [{ id: 1, name: "Media" }] });
  const gallery = traits({ categories: [{ id: 2, name: "Photo galleries" }] });
  const [broad, narrow] = similarities(own, [film, gallery, film, film]);
  expect(narrow!.score).toBeGreaterThan(broad!.score);
});

test("the first category counts more than the others", () => {
  const [main, other] = similarities(own, [
    traits({ categories: [own.categories[0]!] }),
    traits({ categories: [own.categories[1]!] }),
  ]);
  expect(main!.score).toBeGreaterThan(other!.score);
});

test("a category counts more than the platform and pricing together", () => {
  const [filed, sold] = similarities(own, [
    traits({ categories: own.categories }),
    traits({ platforms: ["docker"], pricing: "paid" }),
  ]);
  expect(filed!.score).toBeGreaterThan(sold!.score);
  expect(sold!.shared).toEqual(["both on Docker", "both paid"]);
});

test("words match in all forms and are shown as the listing spells them", () => {
  const [other] = similarities(own, [traits({ summary: "An album of the family's photos" })]);
  expect(other!.shared[0]).toMatch(/^both mention .*albums/);
});
