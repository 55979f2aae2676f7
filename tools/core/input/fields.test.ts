import { expect, test } from "bun:test";
import { filled, line, paragraphs, visibleLength } from "./fields.ts";

test.each([
  ["only zero-width spaces", "\u200b".repeat(10), ""],
  ["only a Hangul filler", "\u3164", ""],
  ["only blank Braille", "\u2800\u2800", ""],
  ["an override of direction", "Tide\u202epad\u202c", "Tidepad"],
  ["an isolate", "Tide\u2066pad\u2069", "Tidepad"],
  ["a zero-width space at the end", "Tidepad\u200b", "Tidepad"],
  ["a joiner between Latin letters", "Tide\u200dpad", "Tidepad"],
  ["a mark of direction in a Latin text", "Tidepad\u200f", "Tidepad"],
  ["letters as tags", "Tidepad\u{e0061}\u{e0062}", "Tidepad"],
  ["a text in tags after a flag", `\u{1f3f4}${"\u{e0061}".repeat(20)}\u{e007f}`, "\u{1f3f4}"],
  ["a variation selector after a letter", "Tidepad\ufe0f", "Tidepad"],
])("%s is removed", (_, sent, kept) => {
  expect(line(80).parse(sent)).toBe(kept);
  expect(paragraphs(80).parse(sent)).toBe(kept);
});

test.each([
  ["Persian", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
  ["Hindi", "\u0915\u094d\u200d\u0937"],
  ["a mark of direction in Hebrew", "\u05e9\u05dc\u05d5\u05dd\u200f!"],
  ["a family", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
  ["a rocket scientist", "\u{1f469}\u{1f3fd}\u200d\u{1f680}"],
  ["a burning heart", "\u2764\ufe0f\u200d\u{1f525}"],
  ["a keycap", "1\ufe0f\u20e3"],
  ["the flag of Scotland", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
  ["a variant of a Han character", "\u845b\u{e0100}"],
])("%s keeps what it needs", (_, text) => {
  expect(line(80).parse(text)).toBe(text);
});

// Quadratic matching would take minutes. A body may have a megabyte.
test.each([
  ["marks of direction", "\u200e"],
  ["tags", "\u{e0061}"],
])("a megabyte of %s is parsed quickly", (_, character) => {
  expect(line(80).parse(character.repeat(1_048_576 / Buffer.byteLength(character)))).toBe("");
});

test("text without visible characters: empty; minimum lengths count visible characters", () => {
  expect(filled(line(80)).safeParse("\u200b\u00ad").success).toBe(false);
  expect(filled(paragraphs(80)).safeParse("\u2060\n\u200b").success).toBe(false);
  expect(visibleLength("\u0645\u06cc\u200c\u062e\u0648")).toBe(4);
});
