import { nameKey } from "../../moderation/shared/name-key.ts";

// Scripts without spaces between words. Each of their characters is a token, so that a phrase matches inside a sentence.
const unspaced = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
const token = new RegExp(`[[\\p{L}\\p{N}]&&[${unspaced}]]\\p{M}*|[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+`, "gv");

const strokes = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])\p{M}+/gu;

/** Folds case, letter forms, invisible characters, and marks that belong to no letter, such as struck-through text. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(strokes, "")
    .toLowerCase();

/** The words of a text after folding. Punctuation and spaces only separate words. */
export const tokensOf = (text: string): string[] => plain(text).match(token) ?? [];

/**
 * A text as it reads and as it looks. Some capitals look like other small letters (I and l), so the looks of both cases
 * count.
 */
function readings(text: string): string[][] {
  const folded = plain(text);
  const looks = [folded, text.replace(strokes, "")].map((form) => nameKey(form).match(token) ?? []);
  return [folded.match(token) ?? [], ...looks];
}

interface Phrase<Rule> {
  rule: Rule;
  tokens: string[];
}

interface Match<Rule> {
  rule: Rule;
  start: number;
  end: number;
}

export interface PhraseIndex<Rule> {
  byFirst: Map<string, Phrase<Rule>[]>;
}

export function phraseIndex<Rule extends { value: string }>(rules: readonly Rule[]): PhraseIndex<Rule> {
  const byFirst = new Map<string, Phrase<Rule>[]>();
  for (const rule of rules) {
    const forms = new Map<string, string[]>();
    for (const text of [rule.value, rule.value.toUpperCase()])
      for (const tokens of readings(text)) forms.set(tokens.join(" "), tokens);
    for (const tokens of forms.values()) {
      const [first] = tokens;
      if (first === undefined) continue;
      const known = byFirst.get(first);
      if (known) known.push({ rule, tokens });
      else byFirst.set(first, [{ rule, tokens }]);
    }
  }
  return { byFirst };
}

/** Returns the matches of each reading of a text. A phrase matches whole words only. */
export function phrasesIn<Rule>({ byFirst }: PhraseIndex<Rule>, text: string): Match<Rule>[][] {
  if (byFirst.size === 0) return [];
  return readings(text).map((words) =>
    words.flatMap((word, start) =>
      (byFirst.get(word) ?? [])
        .filter(({ tokens }) => tokens.every((one, i) => words[start + i] === one))
        .map(({ rule, tokens }) => ({ rule, start, end: start + tokens.length })),
    ),
  );
}
