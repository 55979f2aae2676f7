import { expect, test } from "bun:test";
import { decodeDocument } from "./charset.ts";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));

const japaneseSjis = [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea];
const arabic1256 = [0xe3, 0xd1, 0xcd, 0xc8, 0xc7];
const euroUtf8 = [0xe2, 0x82, 0xac];

test("charset in Content-Type: takes precedence over the document's", () => {
  expect(decodeDocument(bytes('<meta charset="utf-8">', japaneseSjis), "text/html; Charset=Shift_JIS")).toEndWith(
    "日本語",
  );
  expect(decodeDocument(bytes(arabic1256), 'text/html;charset="windows-1256"')).toBe("مرحبا");
});

test("charset declared in the document: used", () => {
  const declarations = [
    "<!-- charset=utf-8 --><meta charset=x-sjis>",
    "<meta name=a content=b><META http-equiv='Content-Type' content='text/html; charset=Shift_JIS'>",
    '<?xml version="1.0" encoding="Shift_JIS"?>',
  ];
  for (const declaration of declarations)
    expect(decodeDocument(bytes(declaration, japaneseSjis), "text/html")).toEndWith("日本語");
});

test("byte order mark: takes precedence over both and is removed", () => {
  expect(decodeDocument(bytes([0xef, 0xbb, 0xbf], euroUtf8), "text/html; charset=windows-1252")).toBe("€");
  expect(decodeDocument(bytes([0xff, 0xfe, 0xac, 0x20]), "text/html; charset=utf-8")).toBe("€");
  expect(decodeDocument(bytes([0xfe, 0xff, 0x20, 0xac]), null)).toBe("€");
});

test("no charset: UTF-8 if valid, otherwise windows-1252", () => {
  expect(decodeDocument(bytes("caf", [0xc3, 0xa9]), null)).toBe("café");
  expect(decodeDocument(bytes("caf", [0xe9], " 5 ", [0x80]), null)).toBe("café 5 €");
  // The text is cut within its last character.
  expect(decodeDocument(bytes("caf", [0xc3, 0xa9], [0xe2, 0x82]), null)).toBe("café");
});

test("unknown charset: ignored; ISO-8859-1: read as windows-1252", () => {
  expect(decodeDocument(bytes("<meta charset=klingon>", euroUtf8), "text/html; charset=foo")).toEndWith("€");
  expect(decodeDocument(bytes([0x80]), "text/html; charset=iso-8859-1")).toBe("€");
  expect(decodeDocument(bytes("<meta charset=utf-16>", euroUtf8), null)).toEndWith("€");
});
