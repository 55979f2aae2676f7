import { expect, test } from "bun:test";
import { clipText, clipWords, countWords, isWholeSentence, lengthOf, sentencesOf } from "./sentences.ts";

test.each([
  ["It runs on e.g. Linux. It is small.", ["It runs on e.g. Linux.", "It is small."]],
  ["Made by Acme Inc. for cooks. Try it!", ["Made by Acme Inc. for cooks.", "Try it!"]],
  ["Version 2.0 is out, see example.com now", ["Version 2.0 is out, see example.com now"]],
  ["小さな旅館の台帳です。電話の予約も入ります。", ["小さな旅館の台帳です。", "電話の予約も入ります。"]],
  ["هل يعمل بدون إنترنت؟ نعم.", ["هل يعمل بدون إنترنت؟", "نعم."]],
  ["", []],
])("%p: split into sentences", (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences);
});

test("whole sentence: complete start and end", () => {
  expect(isWholeSentence("Notes are kept as files.")).toBeTrue();
  for (const part of ["Notes are kept as files", "and notes are kept as files.", "Read more.", "Notes are kept as…"])
    expect([part, isWholeSentence(part)]).toEqual([part, false]);
});

test("clip: at a sentence, otherwise at a word, counted in characters", () => {
  expect(clipText("One sentence here. Another sentence there.", 30)).toBe("One sentence here.");
  expect(clipText("Only one long sentence that goes on and on.", 26)).toBe("Only one long sentence");
  expect(clipWords("Charts for people and the machines", 25)).toBe("Charts for people");
  expect(clipText("Bread and cakes. Write to us@fernleaf.example", 37)).toBe("Bread and cakes.");
  expect(clipText("Write to us@fernleaf.example", 21)).toBe("Write");
  expect(clipText("It costs 12.50 a month", 12)).toBe("It costs");
  expect(clipText("Bread.\nCakes and more", 12)).toBe("Bread.");
  expect(clipText("予約は1200円からです", 5)).toBe("予約は");
  expect(clipText("予約はSlipwayからです", 10)).toBe("予約はSlipway");
  expect(clipText("🌿".repeat(9), 9)).toBe("🌿".repeat(9));
  expect(lengthOf(clipText("🌿".repeat(20), 9))).toBe(9);
});

test("scripts without spaces: words are counted", () => {
  expect(countWords("予約台帳ソフトです")).toBe(3);
  expect(countWords("two words")).toBe(2);
});
