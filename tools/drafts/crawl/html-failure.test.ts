import { expect, test } from "bun:test";
import { htmlFailure } from "./html-failure.ts";

const judged = (content: string | number[], type: string | null) => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : Uint8Array.from(content);
  return htmlFailure(bytes, type)?.message.match(/leads to (.*), not to/)?.[1] ?? "page";
};

test("Content-Type and bytes: decide together", () => {
  expect(judged("anything", "text/html")).toBe("page");
  expect(judged("<p>", "Application/XHTML+XML; charset=utf-8")).toBe("page");
  expect(judged("  <!DOCTYPE html><p>", null)).toBe("page");
  expect(judged("<html>", "text/plain")).toBe("page");
  expect(judged("hello", "text/plain")).toBe("a file");
  expect(judged("hello", null)).toBe("a file");
  expect(judged("<html>", "application/pdf")).toBe("a PDF file");
  expect(judged("<svg>", "image/svg+xml")).toBe("an image");
  expect(judged("<rss>", "application/rss+xml")).toBe("an XML file");
  expect(judged("{}", "application/ld+json")).toBe("a JSON file");
});

test("binary data: not a page; UTF-16: a page", () => {
  expect(judged([0x50, 0x4b, 3, 4], "text/html")).toBe("a binary file declared as HTML");
  expect(judged([0xff, 0xfe, 0x3c, 0, 0x70, 0], "text/html")).toBe("page");
  // Escape sequences of ISO-2022-JP.
  expect(judged([0x1b, 0x24, 0x42, 0x3c], "text/html")).toBe("page");
});
