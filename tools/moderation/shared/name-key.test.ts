import { expect, test } from "bun:test";
import { nameKey, plainName } from "./name-key.ts";

test.each([
  ["a Cyrillic letter", "T\u0456depad", "Tidepad"],
  ["Cyrillic and Greek letters", "\u03a1\u0430\u0443\u0440\u0430\u04cf", "Paypal"],
  ["a capital I for an l", "GoogIe", "Google"],
  ["letters for one letter", "rnodern", "modern"],
  ["a mathematical letter and a joiner", "\u{1d5da}oogle\u200d", "Google"],
])("%s looks the same", (_, copy, name) => {
  expect(nameKey(copy)).toBe(nameKey(name));
  expect(copy === "\u{1d5da}oogle\u200d" || plainName(copy) !== plainName(name)).toBe(true);
});

test("distinguishable names have different keys", () => {
  for (const [one, other] of [
    ["Z\u00fcrich", "Zurich"],
    ["Tidepad", "Tide Pad"],
    ["Notion", "Motion"],
  ] as const)
    expect(nameKey(one)).not.toBe(nameKey(other));
});
