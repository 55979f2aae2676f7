import type { Site } from "./read-site.ts";
import { countWords } from "./sentences.ts";

/** Words on all pages below which a draft can only be a guess. */
const fewWords = 80;

export function hasFewWords(site: Site): boolean {
  let words = 0;
  for (const { content } of site.pages) for (const { text } of content) if (words < fewWords) words += countWords(text);
  return words < fewWords;
}
