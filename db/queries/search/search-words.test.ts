import { expect, test } from "bun:test";
import fc from "fast-check";
import { isTelling, isVague, queryWords, slips } from "./search-words.ts";

test("question: reduced to its meaningful words", () => {
  expect(queryWords("What can I use instead of Dropbox?")).toEqual(["dropbox"]);
  expect(queryWords("the best photo backup")).toEqual(["photo", "backup"]);
});

test("query of function words: all words count", () => {
  expect(queryWords("The Who")).toEqual(["the", "who"]);
  expect(queryWords("?!")).toEqual([]);
});

test("long query: at most twelve words are searched", () => {
  expect(queryWords("photo ".repeat(40))).toHaveLength(12);
});

test("vague words: searched, but without weight", () => {
  expect(queryWords("notion alternative")).toEqual(["notion", "alternative"]);
  expect(isVague("alternative")).toBeTrue();
  expect(["album", "alternative", "the", "simple", "2024", "db"].filter(isTelling)).toEqual(["album"]);
});

test("Japanese words for app and tool: left out at the end of a name, unless nothing else is left", () => {
  expect(queryWords("写真アプリ")).toEqual(["写真"]);
  expect(queryWords("料理 アプリケーション")).toEqual(["料理"]);
  expect(queryWords("経理ソフトの帳票")).toEqual(["経理", "帳票"]);
  expect(queryWords("アプリ")).toEqual(["アプ", "プリ"]);
  expect(queryWords("アプリ作成")).toContain("アプ");
});

test.each(["lumenrol", "lumenrolll", "lumenrokl", "lumenorll", "umenroll"])("%s is one typo from lumenroll", (slip) => {
  expect(slips(slip)).toContain("lumenroll");
});

test("typos: other words of nearly the same length, and symmetric", () => {
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

test("too short or too long words have no typos", () => {
  expect(slips("git")).toEqual([]);
  expect(slips("a".repeat(17))).toEqual([]);
});
