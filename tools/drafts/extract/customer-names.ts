import type { TextBlock } from "../shared/crawled-page.ts";

const handle = /^(?:\p{L}{3,}\d{3,}|@[\p{L}\d_]{3,})$/u;
/** If a row of passages has at least this many user names, customers wrote it all. A single one may be a model name. */
const leastHandles = 2;

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
