import { expect, test } from "bun:test";
import { slugify } from "./slugs.ts";

test("no slug contains -vs-, which separates the slugs of a comparison", () => {
  for (const [name, slug] of [
    ["Cats vs. Dogs", "cats-versus-dogs"],
    ["A vs vs B", "a-versus-versus-b"],
    ["VS Code", "vs-code"],
    ["Canvas", "canvas"],
    ["Us vs", "us-vs"],
  ])
    expect(slugify(name!)).toBe(slug!);
  expect(slugify(`a vs ${"b".repeat(100)}`)).toHaveLength(80);
});
