import type { TextBlock } from "../shared/crawled-page.ts";
import { languageOf, languageOfWords } from "./language.ts";

/** A page with at least this many passages in each of two languages says everything twice. */
const leastTexts = 3;
const leastShare = 0.25;
const leastWords = 8;

/** Removes the second language from a page that says everything in two languages and shows one of them by script. */
export function inOneLanguage(
  blocks: TextBlock[],
  marked: readonly (string | null)[],
  declared: string | null,
): TextBlock[] {
  const own = declared === null ? null : new Intl.Locale(declared).language;
  const isOther = (language: string | null | undefined) => language != null && own !== null && language !== own;
  const mine = marked.filter((language) => language === own).length;
  const theirs = marked.filter(isOther).length;
  if (mine >= leastTexts && theirs >= leastTexts) return blocks.filter((_, index) => !isOther(marked[index]));
  return withoutSecond(blocks, declared);
}

function withoutSecond(blocks: TextBlock[], declared: string | null): TextBlock[] {
  const own = languageOf({ lang: declared, blocks });
  const long = blocks.filter(({ text }) => text.length >= leastWords * 4);
  if (own === null || long.length < leastTexts * 2) return blocks;
  const languages = new Map(long.map((block) => [block, languageOfWords(block.text, leastWords)]));
  const byLanguage = Map.groupBy(
    long.filter((block) => languages.get(block) != null),
    (block) => languages.get(block)!,
  );
  const lengthOf = (texts: TextBlock[] = []) => texts.reduce((sum, { text }) => sum + text.length, 0);
  const mine = byLanguage.get(own) ?? [];
  const all = lengthOf(long);
  if (mine.length < leastTexts || lengthOf(mine) < all * leastShare) return blocks;
  const second = [...byLanguage].find(
    ([language, texts]) => language !== own && texts.length >= leastTexts && lengthOf(texts) >= all * leastShare,
  );
  if (second === undefined) return blocks;
  const dropped = new Set(second[1]);
  return blocks.filter((block, index) => {
    if (dropped.has(block)) return false;
    // A heading is in the same language as the text below it.
    const below = /^h[1-6]$/.test(block.tag)
      ? blocks.slice(index + 1).find((other) => languages.get(other) != null)
      : undefined;
    return below === undefined || !dropped.has(below);
  });
}
