import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { type Line, linesOf } from "./lines.ts";

const folder = mkdtempSync(join(tmpdir(), "slipway-lines-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;

async function read(content: string | Uint8Array, maxBytes = 1000, name = `${++made}.txt`): Promise<Line[]> {
  const path = join(folder, name);
  await Bun.write(path, content);
  const lines: Line[] = [];
  for await (const some of linesOf(path, maxBytes)) lines.push(...some);
  return lines;
}
const texts = (lines: Line[]) => lines.map((line) => line.text);

test("any text: lines with their numbers, with or without a final newline", async () => {
  const line = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\n\uFEFF]/g, ""));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1 }), fc.boolean(), async (lines, endsWithNewline) => {
      const expected = endsWithNewline || lines.at(-1) !== "" ? lines : lines.slice(0, -1);
      const found = await read(lines.join("\n") + (endsWithNewline ? "\n" : ""), 100_000);
      expect(texts(found)).toEqual(expected);
      expect(found.map((one) => one.number)).toEqual(expected.map((_, i) => i + 1));
    }),
    { numRuns: 50 },
  );
});

test("lines that span several parts of the file: complete", async () => {
  const lines = Array.from({ length: 50 }, (_, i) => String(i % 10).repeat(30_011));
  expect(texts(await read(lines.join("\n"), 100_000))).toEqual(lines);
});

test("a line of 10 MB: a fault, and the lines around it are read", async () => {
  const lines = await read(`before\n${"x".repeat(10 * 1024 * 1024)}\nafter`);
  expect(lines).toEqual([
    { number: 1, text: "before" },
    { number: 2, text: null, fault: "is longer than 1000 bytes" },
    { number: 3, text: "after" },
  ]);
});

test("bytes that are not UTF-8: a fault of their line", async () => {
  const lines = await read(
    Buffer.concat([Buffer.from("good\n"), Buffer.from([0xff, 0xfe, 10]), Buffer.from("again\n")]),
  );
  expect(lines).toEqual([
    { number: 1, text: "good" },
    { number: 2, text: null, fault: "is not UTF-8" },
    { number: 3, text: "again" },
  ]);
});

test("a byte order mark: not part of the first line", async () => {
  expect(texts(await read("\uFEFFfirst\n"))).toEqual(["first"]);
});

describe("files", () => {
  test("a name ending in .gz: decompressed", async () => {
    expect(texts(await read(Bun.gzipSync("one\ntwo\n"), 1000, "packed.txt.gz"))).toEqual(["one", "two"]);
  });

  test("a missing file, or a .gz file that is not gzip: an error of one line", async () => {
    await expect(Array.fromAsync(linesOf(join(folder, "none"), 1))).rejects.toThrow(/^Cannot read [^\n]+$/);
    await expect(read("not packed", 1000, "plain.gz")).rejects.toThrow(/^Cannot read [^\n]+$/);
  });
});
