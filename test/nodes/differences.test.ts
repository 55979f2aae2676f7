import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { failing, leftOut } from "./differences.ts";

const root = join(import.meta.dir, "../..");
const files = [...new Glob("{auth,bridge,db,test,tools}/**/*.test.ts").scanSync(root)];
const sources = files.map((file) => readFileSync(join(root, file), "utf8"));

test.each([...leftOut.keys()])("left out on two nodes: %s is a test file", (file) => {
  expect(files).toContain(file);
});

test.each([...failing.keys()])("expected to fail on two nodes: a test is called %j", (prefix) => {
  const parts = prefix.split(" > ").filter(Boolean);
  expect(sources.some((source) => parts.every((part) => source.includes(`"${part}"`)))).toBe(true);
});
