import { expect, test } from "bun:test";
import fc from "fast-check";
import { isTelling, isVague, queryWords, slips } from "./search-words.ts";

test("a question is reduced to what it is about", () => {
  expect(queryWords("What can I use instead of Dropbox?")).toEqual(["dropbox"]);
  expect(queryWords("the best photo backup")).toEqual(["photo", "backup"]);
});

test("where no word tells anything, all of them count", () => {
  expect(queryWords("The Who")).toEqual(["the", "who"]);
  expect(queryWords("?!")).toEqual([]);
});

test("at most twelve words are asked for", () => {
  expect(queryWords("photo ".repeat(40))).toHaveLength(12);
});

test("vague words are asked for and yet tell little", () => {
  expect(queryWords("notion alternative")).toEqual(["notion", "alternative"]);
  expect(isVague("alternative")).toBeTrue();
  expect(["album", "alternative", "the", "simple", "2024", "db"].filter(isTelling)).toEqual(["album"]);
});

test.each(["lumenrol", "lumenrolll", "lumenrokl", "lumenorll", "umenroll"])("%s is one slip from lumenroll", (slip) => {
  expect(slips(slip)).toContain("lumenroll");
});

test("slips are other words of nearly the same length, and undo each other", () => {
  const word = fc.string({ unit: fc.constantFrom(..."abcxyz019"), minLength: 5, maxLength: 12 });
  fc.assert(
    fc.property(word, fc.nat(), (written, pick) => {
      const all = slips(written);
      const slip = all[pick % all.length]!;
      expect(slip).not.toBe(written);
      expect(Math.abs(slip.length - written.length)).toBeLessThanOrEqual(1);
      expect(slips(slip)).toContain(written);
    }),
    { numRuns: 30 },
  );
});

test("words too short or too long to guess have none", () => {
  expect(slips("git")).toEqual([]);
  expect(slips("a".repeat(17))).toEqual([]);
});
