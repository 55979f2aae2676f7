import { expect, test } from "bun:test";
import { shortUrl } from "./text.ts";

const urlOf = (q: string) => `https://slipway.example/search?${new URLSearchParams({ q })}`;

test.each([
  ["写真 バックアップ", "写真+バックアップ"],
  ["Größe", "Größe"],
  ["क्षेत्र", "क्षेत्र"],
  ["a&b=c#d%20é", "a%26b%3Dc%23d%2520é"],
  // Punctuation, spaces and invisible characters of other scripts, and a letter that is not in NFC.
  ["写真、動画", "写真%E3%80%81動画"],
  ["写真\u3000動画", "写真%E3%80%80動画"],
  ["a\u202Eb\u200B", "a%E2%80%AEb%E2%80%8B"],
  ["e\u0301", "e%CC%81"],
])("short URL of a search for %p: browsers read the same URL", (q, shown) => {
  const url = urlOf(q);
  expect(shortUrl(url)).toBe(`https://slipway.example/search?q=${shown}`);
  expect(new URL(shortUrl(url)).href).toBe(url);
});

test("bytes that are not UTF-8 stay encoded", () => {
  expect(shortUrl("https://slipway.example/%E3%81%FF%80")).toBe("https://slipway.example/%E3%81%FF%80");
});
