import { expect, test } from "bun:test";
import type { TextBlock } from "../shared/crawled-page.ts";
import { withoutCustomers } from "./customer-names.ts";

const blocks = (...texts: [tag: string, text: string][]): TextBlock[] =>
  texts.map(([tag, text]) => ({ tag, region: "main", text }));

test("texts below customers' user names: left out, with texts in between", () => {
  const title = blocks(["h2", "Notes for walkers"]);
  const said = blocks(
    ["p", "Walker20734"],
    ["p", "Finds every note that one ever wrote."],
    ["p", "Ida Holm"],
    ["p", "The best notebook there is."],
    ["p", "Cook4471"],
    ["p", "Writes down what the pan says."],
  );
  const own = blocks(["div", "Search"], ["p", "Finds a word in all notes."]);
  expect(withoutCustomers([...title, ...said, ...own])).toEqual([...title, ...own]);
});

test("model, standard or single handle: not a customer", () => {
  const kept = blocks(
    ["p", "Base64"],
    ["p", "Reads and writes it."],
    ["p", "Typewriter365"],
    ["p", "Prints every note on paper."],
  );
  expect(withoutCustomers(kept)).toEqual(kept);
});
