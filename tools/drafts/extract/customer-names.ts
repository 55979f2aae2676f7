import type { TextBlock } from "../shared/crawled-page.ts";

/** What people call themselves in a store or a forum: "Walker20734", "@ida". */
const handle = /^(?:\p{L}{3,}\d{3,}|@[\p{L}\d_]{3,})$/u;
/** Handles in a row of texts from which all of it is said by customers: one alone may be the name of a model. */
const leastHandles = 2;

/** The blocks without texts that stand one after another below names which customers gave themselves. */
export function withoutCustomers(blocks: TextBlock[]): TextBlock[] {
  const kept: TextBlock[] = [];
  for (let start = 0, end = 0; start < blocks.length; start = end) {
    const isText = !/^(?:h[1-6]|a|t[dh])$/u.test(blocks[start]!.tag);
    while (end < blocks.length && blocks[end]!.tag === blocks[start]!.tag) end += 1;
    const run = blocks.slice(start, end);
    if (!isText || run.filter(({ text }) => handle.test(text)).length < leastHandles) kept.push(...run);
  }
  return kept;
}
