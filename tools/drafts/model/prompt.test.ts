import { expect, test } from "bun:test";
import { fernleaf, fernleafPassages } from "#test/support/fakes/crawled-site.ts";
import type { Passage } from "../shared/writing.ts";
import { materialFor } from "./prompt.ts";

const passage = (quote: string): Passage => ({ ...fernleafPassages()[0]!, id: "x1", quote });

test("prompt material: the categories, then one line for each passage with its id", () => {
  const prompt = materialFor(fernleaf(), fernleafPassages());
  expect(prompt).toContain("\nnote-taking: Note taking, Apps for writing things down.\n");
  expect(prompt).toContain("\np3: Fernleaf keeps every note as a text file, so you can open it anywhere.\n");
  expect(prompt.match(/^p\d: /gmu)).toHaveLength(fernleafPassages().length);
  expect(prompt.trimEnd()).toEndWith("by their ids.");
});

test("line breaks in a passage: replaced, so that it cannot imitate another line", () => {
  const prompt = materialFor(fernleaf(), [passage("One\nx2: Two\u2028x3: Three\u0085x4: Four")]);
  expect(prompt).toContain("\nx1: One x2: Two x3: Three x4: Four\n");
});

test("half a character in a passage: replaced", () => {
  expect(materialFor(fernleaf(), [passage("🌿".slice(0, 1))]).isWellFormed()).toBe(true);
});
