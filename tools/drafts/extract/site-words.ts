import { isInstruction } from "../../moderation/shared/text-scan.ts";
import type { Quote } from "../shared/writing.ts";
import { kindSentences } from "./kind-sentences.ts";
import { isStuffed } from "./noise.ts";
import { type Found, type Passage, pagesOfKind, productThings, type Site, textsOf } from "./read-site.ts";
import { isSpaceless, sentencesOf } from "./sentences.ts";
import otherMeanings from "./words/other-meanings.json" with { type: "json" };
import { escapePattern, remembered, stemsOf, stemsOfWords, wordsOf } from "./words.ts";

/** The weight of a sequence of stems on the site, and the best passage that contains it. */
export interface Hit {
  weight: number;
  strongest: number;
  passage: Passage;
  times: number;
  /** Passages about the whole product that contain it: title, first heading, description, JSON-LD. */
  telling: Set<string>;
  /** Whether one of these passages is the title, the headline or the first sentence, which do not go into detail. */
  isCentral: boolean;
}

const minSpacelessName = 6;
const leastTelling = 3;
const leastCentral = 4;
const longestRun = 3;
/** Maximum number of characters of running text that are weighed. Important content comes early. */
const maxWeighedCharacters = 15_000;

const isSearchedByLetters = remembered((phrase: string) => isSpaceless(phrase) || /\p{Script=Arabic}/u.test(phrase));

/** Whether some text contains a phrase as a word. Katakana words are joined: "フォーム" is not a word in "プラットフォーム". */
function includesWord(text: string, phrase: string): boolean {
  const at = text.indexOf(phrase);
  if (at === -1 || !/^\p{Script=Katakana}/u.test(phrase)) return at !== -1;
  return !/[\p{Script=Katakana}ー]$/u.test(text.slice(0, at));
}

/** Returns null if a phrase's stems are enough to find it. Without "on", the phrase "on-call" would match any call. */
const beginningOf = remembered((phrase: string): string | null => {
  const spoken = wordsOf(phrase);
  const isLossy = spoken.length > 1 && stemsOf(phrase).length < spoken.length;
  return phrase.endsWith("*") ? ` ${spoken.join(" ")}` : isLossy ? ` ${spoken.join(" ")} ` : null;
});

/** Chinese and Japanese have no spaces around Latin words: "CSV工具". */
const betweenScripts =
  /(?<=\p{Script=Latin})(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])(?=\p{Script=Latin})/gu;

export class SiteWords {
  private readonly hits = new Map<string, Hit>();
  private readonly texts: (Omit<Hit, "strongest" | "times"> & { text: string; words: string })[] = [];
  private readonly seen = new Set<string>();
  /** All passages joined for a quick check, because most phrases occur in none of them. */
  private allText = "";
  private allWords = "";

  /** @param text the part of the passage to be weighed */
  add(passage: Passage, fullWeight: number, text: string, isCentral: boolean): void {
    const weight = isStuffed(text) ? fullWeight / 4 : fullWeight;
    // The headline repeats one of its sources, so it adds weight but does not count as another passage.
    const isNew = !this.seen.has(passage.text);
    const times = isNew ? 1 : 0;
    const telling = new Set(isNew && fullWeight >= leastTelling ? [passage.text] : []);
    this.seen.add(passage.text);
    const spoken = wordsOf(text.replace(betweenScripts, " "));
    const words = ` ${spoken.join(" ")} `;
    this.texts.push({ passage, text, words, weight, telling, isCentral });
    this.allText += `${text}\n`;
    this.allWords += `${words}\n`;
    const stems = stemsOfWords(spoken);
    const runs = new Set<string>();
    for (let start = 0; start < stems.length; start++)
      for (let length = 1; length <= longestRun && start + length <= stems.length; length++)
        runs.add(stems.slice(start, start + length).join(" "));
    for (const run of runs)
      this.hits.set(run, joined(this.hits.get(run), { weight, strongest: weight, passage, times, telling, isCentral }));
  }

  /** @param phrase as written, with a star for any ending; searched by letters in Arabic and scripts without spaces */
  find(key: string, phrase = ""): Hit | null {
    const beginning = beginningOf(phrase);
    if (beginning === null && (phrase === "" || !isSearchedByLetters(phrase)))
      return key === "" ? null : (this.hits.get(key) ?? null);
    if (!(beginning === null ? this.allText.includes(phrase) : this.allWords.includes(beginning))) return null;
    let hit: Hit | undefined;
    for (const { passage, text, words, weight, telling, isCentral } of this.texts)
      if (beginning === null ? includesWord(text, phrase) : words.includes(beginning))
        hit = joined(hit, { weight, strongest: weight, passage, times: 1, telling, isCentral });
    return hit ?? null;
  }
}

/** Joins two hits. A repetition confirms a word, but ten paragraphs must not outweigh the headline. */
function joined(known: Hit | undefined, hit: Hit): Hit {
  if (known === undefined) return hit;
  const strongest = hit.strongest > known.strongest ? hit : known;
  return {
    weight: known.weight + hit.weight / (1 + known.weight / 3),
    strongest: strongest.strongest,
    passage: strongest.passage,
    times: known.times + hit.times,
    telling: known.telling.union(hit.telling),
    isCentral: known.isCentral || hit.isCentral,
  };
}

/** Words for what the product is not or does not have: "no account", "sin suscripción". */
const denied =
  /(?<!\p{L})(?:no|without|not an?|never|ohne|kein\p{L}*|sans|pas de|sin|sem|senza|zonder|geen|bez|без|không)\s+\p{L}+/giu;

/** Things that only come with a product: "calls with big photos" is not about photos. */
const accessory = /(?<!\p{L})(?:with|mit|avec|con|com|met)\s+(?:\p{L}+\s+){0,2}\p{L}+/giu;

/** Compounds that mean something else: a QR code is not source code, and a privacy note is not a privacy product. */
const otherMeaning = new RegExp(
  `(?<!\\p{L})(?:${otherMeanings.join("|")})(?!\\p{L})|プライバシーポリシー|隐私(?:权?政策|条款|协议)|隱私權?政策|개인정보 ?처리방침|سياسة الخصوصية`,
  "giu",
);

const kindsByPlatform = new Map([
  ["CLI", "command-line tool in the terminal"],
  ["VS Code", "visual studio code extension for developers"],
  ["Node.js", "npm package for developers"],
]);
/** If a product runs on one of these platforms, a command or a package is only one way to use it. */
const otherPlaces = new Set([
  "Web",
  "iOS",
  "Android",
  "Browser extension",
  "Windows",
  "Discord",
  "Shopify",
  "WordPress",
]);

/** @param quotes the passages behind the headline and the summary, those behind the headline first */
export function wordsOfSite(site: Site, name: string, quotes: Quote[], platforms: Found<string[]>): SiteWords {
  const words = new SiteWords();
  const { page, content } = site.home;
  // Only whole words match: the site of a product called "Rechnung" still writes about "Rechnungen".
  const pattern = escapePattern(name);
  const known = new RegExp(isSpaceless(name) ? pattern : `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, "giu");
  const withoutName = (text: string) => (name === "" ? text : text.replace(known, " "));
  const keep = (text: string, weight: number, at: Passage["page"], isCentral = weight >= leastCentral) =>
    words.add(
      { page: at, text },
      weight,
      withoutName(text).replace(denied, " ").replace(accessory, " ").replace(otherMeaning, " "),
      isCentral,
    );
  const add = (text: string | undefined, weight: number, at = page, isCentral?: boolean) => {
    if (text !== undefined && text.trim() !== "" && !isInstruction(text)) keep(text, weight, at, isCentral);
  };
  // A name of several words usually contains the product type: "Fernleaf Boat Tours", 外国人コミュニティ.
  if (/\s/u.test(name.trim()) || (isSpaceless(name) && name.length >= minSpacelessName))
    words.add({ page, text: page.title }, 4, page.title, true);
  else add(page.title, 4);
  for (const [index, { url, quote }] of quotes.entries())
    add(quote, 3, site.pages.find((known) => known.page.url === url)?.page, index === 0);
  for (const { page: at, text } of kindSentences(site, name)) add(text, 3, at, true);
  const [first, ...others] = sentencesOf(page.meta.description ?? page.meta["og:description"] ?? "");
  add(first, 4);
  for (const sentence of others) add(sentence, 2);
  add(page.meta.keywords, 2);
  for (const { page: at, thing } of productThings(site)) {
    for (const text of [...textsOf(thing.applicationCategory), ...textsOf(thing.applicationSubCategory)])
      add(text.replace(/Application$/u, "").replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " "), 5, at);
    for (const text of [...textsOf(thing.keywords), ...textsOf(thing.category), ...textsOf(thing.description)])
      add(text, 3, at);
  }
  if (!platforms.value.some((platform) => otherPlaces.has(platform)))
    for (const platform of platforms.value) {
      const [quote] = platforms.quotes;
      const kind = kindsByPlatform.get(platform);
      if (kind !== undefined && quote !== undefined) words.add({ page, text: quote.quote }, 5, kind, true);
    }
  let left = maxWeighedCharacters;
  const hero = content.find(({ tag }) => tag === "h1");
  for (const { page: at, content: blocks } of [site.home, ...pagesOfKind(site, "features", "about")])
    for (const block of at === page ? content : blocks) {
      const { tag, text } = block;
      if (left <= 0) return words;
      left -= text.length;
      const share = at === page ? 1 : 0.6;
      keep(text, (block === hero || (tag === "h1" && at !== page) ? 4 : /^h[1-3]$/u.test(tag) ? 1.2 : 0.6) * share, at);
    }
  return words;
}
