import { expect, test } from "bun:test";
import { wordDifference } from "./word-difference.ts";

const marked = (before: string, after: string) =>
  String(wordDifference(before, after)).replace(/<span class="hidden">[^<]*<\/span>/g, "");

test("what was taken out and put in is marked word by word, the rest is there once", () => {
  expect(marked("Bookkeeping for small marinas", "Bookkeeping for large marinas")).toBe(
    "Bookkeeping for <del>small</del><ins>large</ins> marinas",
  );
  expect(marked("", "New")).toBe("<ins>New</ins>");
  expect(marked("Gone", "")).toBe("<del>Gone</del>");
});

test("the marks can be heard, and text stays text", () => {
  expect(String(wordDifference("a", "<b>"))).toBe(
    '<del><span class="hidden">[removed: </span>a<span class="hidden">]</span></del>' +
      '<ins><span class="hidden">[added: </span>&lt;b&gt;<span class="hidden">]</span></ins>',
  );
});

test("texts with nothing in common come back whole, and at once", () => {
  const before = Array.from({ length: 900 }, (_, i) => `one${i}`).join(" ");
  const after = Array.from({ length: 900 }, (_, i) => `two${i}`).join("\t");
  expect(marked(before, after)).toBe(`<del>${before}</del><ins>${after}</ins>`);
});
