import { expect, test } from "bun:test";
import { readmePath, withGeneratedParts } from "./readme.ts";

test("the generated parts of README.md are up to date; `bun run readme` brings them there", async () => {
  const readme = await Bun.file(readmePath).text();
  expect(withGeneratedParts(readme)).toBe(readme);
});
