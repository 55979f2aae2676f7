import type { Site } from "./read-site.ts";
import { countWords } from "./sentences.ts";

/** If all pages together have fewer words than this, a draft is only a guess. */
const fewWords = 80;

export function hasFewWords(site: Site): boolean {
  let words = 0;
  for (const { content } of site.pages) for (const { text } of content) if (words < fewWords) words += countWords(text);
  return words < fewWords;
}
