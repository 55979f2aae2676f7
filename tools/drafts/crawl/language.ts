import type { CrawledPage } from "../shared/crawled-page.ts";

const scripts: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, "ja"],
  [/\p{Script=Hangul}/gu, "ko"],
  [/\p{Script=Han}/gu, "zh"],
  [/\p{Script=Arabic}/gu, "ar"],
  [/\p{Script=Hebrew}/gu, "he"],
  [/\p{Script=Cyrillic}/gu, "ru"],
  [/\p{Script=Greek}/gu, "el"],
  [/\p{Script=Thai}/gu, "th"],
  [/\p{Script=Devanagari}/gu, "hi"],
];

const frequentWords: Record<string, Set<string>> = {
  en: new Set("the and of to for with your is that this from are you our".split(" ")),
  de: new Set("der die das und mit für ist ein eine nicht sie wir auf von ihre".split(" ")),
  fr: new Set("le les des et pour avec une est vous votre nous dans sur du".split(" ")),
  es: new Set("el los las con para una que tu por su del más es y".split(" ")),
  it: new Set("il gli che con per una della sono di tuo più è nel".split(" ")),
  pt: new Set("os com para uma que seu não são do da em você mais".split(" ")),
  nl: new Set("het een van voor met je en zijn niet op wij onze uw".split(" ")),
  pl: new Set("się nie na jest dla do oraz twoje z w jak to".split(" ")),
  sv: new Set("och att det som för med är din på av ett vi".split(" ")),
  fi: new Set("ja ei että tai voit sekä ovat myös kun niin mutta jos".split(" ")),
  cs: new Set("je se na pro nebo které jsou aby jako při vás také".split(" ")),
  hu: new Set("és az egy hogy nem van vagy minden csak már meg kell".split(" ")),
  ro: new Set("și în cu pentru este care sau din mai sunt pe fi".split(" ")),
  tr: new Set("ve bir için ile bu çok daha olarak olan sizin gibi her".split(" ")),
  id: new Set("dan yang untuk dengan anda dari ini kami tidak pada adalah dapat di".split(" ")),
  vi: new Set("và của cho các với là không bạn được trong một những".split(" ")),
};

/** The language of a page, or null if nothing indicates one. The text's script overrides the declared language. */
export function languageOf({ lang, blocks }: Pick<CrawledPage, "lang" | "blocks">): string | null {
  const declared = lang === null ? null : new Intl.Locale(lang).language;
  const text = blocks
    .map((block) => block.text)
    .join(" ")
    .slice(0, 20_000);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 20) return declared;
  for (const [letter, language] of scripts) {
    const share = (text.match(letter)?.length ?? 0) / letters;
    // A single foreign name must not decide the language, so the share must be high. Japanese mixes few kana with many
    // Chinese characters, so a lower share is enough for it.
    if (share < (language === "ja" ? 0.15 : 0.4)) continue;
    return declared !== null && scriptOf(declared) === scriptOf(language) ? declared : language;
  }
  return declared === null || declared === "en" ? (languageOfWords(text, 25) ?? declared) : declared;
}

const scriptOf = (tag: string) => new Intl.Locale(tag).maximize().script;

export function languageOfWords(text: string, least: number): string | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < least) return null;
  const counts = Object.entries(frequentWords).map(([language, frequent]) => ({
    language,
    count: words.filter((word) => frequent.has(word)).length,
  }));
  const [first, second] = counts.sort((a, b) => b.count - a.count);
  const isClear = first!.count > words.length * 0.06 && first!.count > second!.count * 1.5;
  return isClear ? first!.language : null;
}

export const languageName = (tag: string) => new Intl.DisplayNames(["en"], { type: "language" }).of(tag) ?? tag;
