import { expect, test } from "bun:test";
import { readNavigation } from "./navigation.ts";

const read = (text: string, max?: number) => {
  const { links, faults } = readNavigation(text, max);
  return { links: links.map(({ label, path }) => `${label}: ${path}`), faults: faults.map(({ line }) => line) };
};

test("labels, own paths and https URLs, in their order; empty lines do not count", () => {
  const text = "FAQ > /pages/faq\r\n\n a > b >/search?q=x#y \nForum>https://forum.example.org/a";
  const links = ["FAQ: /pages/faq", "a > b: /search?q=x#y", "Forum: https://forum.example.org/a"];
  expect(read(text)).toEqual({ links, faults: [] });
});

test.each([
  ...["javascript:alert(1)", "JaVaScRiPt://x/%0aalert(1)", "data:text/html,x", "mailto:a@b.example", "faq", ""],
  ...["http://forum.example", "https://", "https:forum.example", "https://ada@forum.example", "https://a b.example"],
  ...[
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "\\\\evil.example",
  ],
])("refused: a link to %p", (target) => {
  expect(read(`FAQ > ${target}`)).toEqual({ links: [], faults: [1] });
});

test("refused: no mark, no visible label, a long label or one link too many", () => {
  const long = "x".repeat(41);
  const text = `/pages/faq\n > /a\n\u202e > /a\n${long} > /a\n${long.slice(1)} > /a\nB > /b\nC > /c`;
  expect(read(text, 2)).toEqual({ links: [`${long.slice(1)}: /a`, "B: /b"], faults: [1, 2, 3, 4, 7] });
});

test("markup in a target is encoded, and a label is plain text without direction marks", () => {
  const { links } = readNavigation('<b>x</b>\u202e > /a"onclick="b');
  expect(links).toEqual([{ label: "<b>x</b>", path: "/a%22onclick=%22b" }]);
});
