import { listingFields } from "#db/schema/listing-fields.ts";
import { isPageName } from "../crawl/page-kind-of.ts";
import { endsInKind, isDenial, isOnMaker, isOnParts, kindSentences, namePattern, saysKind } from "./kind-sentences.ts";
import { isCompany, isEnglishKind, isKindAbroad, isKind as namesKind } from "./kind-words.ts";
import { titleParts } from "./name.ts";
import { hasWords, isCallToAction, isHousekeeping, isNoise, isShouting } from "./noise.ts";
import { mentionsAmount, price } from "./price-words.ts";
import {
  type Found,
  isHeading,
  namedThings,
  type Passage,
  productThings,
  quotesOf,
  type Site,
  textsOf,
} from "./read-site.ts";
import { awayKind } from "./section-words.ts";
import {
  countWords,
  endsAsSentence,
  endsInJoint,
  isSpaceless,
  lengthOf,
  sentencesOf,
  spokenLength,
} from "./sentences.ts";
import { isAddressed, isBoast, isGreeting, isImperative } from "./slogans.ts";
import { singularPerson } from "./summary.ts";
import { longestHeadline, tidyHeadline } from "./tidy-headline.ts";
import { beginningOf, termsOf } from "./words.ts";

interface Candidate extends Passage {
  headline: string;
  weight: number;
  isKind: boolean;
  isCutAtPhrase: boolean;
  terms: string[];
}

const genericHeadings =
  /^(?:home|welcome|introduction|overview|getting started|get started|documentation|docs|readme|about(?: us)?|features?|pricing|faq|frequently asked questions|what is \S+|why \S+|how it works|news|blog|contact|table of contents|contents|installation|usage|quick ?start|license|our (?:features|product|story|mission)|key features|startseite|willkommen|accueil|inicio|ホーム|トップページ|الرئيسية)[?!.:]?$/iu;
const buzz =
  /\b(?:revolution\w*|next[- ](?:level|gen(?:eration)?)|game[- ]chang\w*|world['’]?s (?:best|first|leading|most)|world[- ]class|#1|number one|best[- ]in[- ]class|cutting[- ]edge|supercharge|unleash|unlock|reimagin\w*|redefin\w*|future of|like never before|10x|blazing(?:ly)?|effortless(?:ly)?|seamless(?:ly)?|amazing|awesome|ultimate|magic(?:al)?|delightful|(?:best|right|easiest|only) (?:choice|way|place)|the answer)\b|(?<!\p{L})(?:de confiance|de confianza|de confiança|di fiducia|zaufany|důvěryhodný)(?!\p{L})|(?<!\p{L})(?:partners?|partenaire|socio|партн[её]р\p{L}*)(?!\p{L})/iu;
const companyForm =
  /^(?:合同会社|株式会社|有限会社|ТОВ|ООО|ПП)(?!\p{Script=Latin})|(?:株式会社|合同会社|GmbH|Sp\. z o\.o\.|S\.r\.l\.?|LLC)$/iu;
const forWhom = /\s(?:for|für|pour|para|per|voor)\s/iu;
/** A list of place names says where, not what. English and German also capitalise other words, so they are left out. */
const namesOnly =
  /^\p{Lu}[\p{L}'’-]+(?:, \p{Lu}[\p{L}'’-]+)+(?: (?:y|e|i|a|et|en|og|och|ja|és|și|ve|и|та) \p{Lu}[\p{L}'’-]+)?$/u;
const tickMarks = /[✓✔★●]/u;
const technique = /^(?:\p{L}+\s){0,2}(?:progressive web app|PWA|single[- ]page app)(?!\p{L})/iu;
const questionStart =
  /^(?:why|how|what|where|wo|où|waar|gdzie|где|warum|wieso|weshalb|wie funktioniert|was ist|pourquoi|comment|qu['’]est|por qué|¿|cómo|perché|come funziona|por que|waarvoor|waarom|hoe|dlaczego|jak|почему|как|чому|як|neden|nasıl|tại sao|because|weil|parce que|porque|perché|omdat|ponieważ|потому что|тому що|çünkü|bởi vì)(?!\p{L})/iu;
const refersToContext =
  /^(?:this|these|those|ess[ea]s?|est[ea]s?|quest[oaei]|dies(?:e[rsmn]?)?|cett?e|deze|dit|это|цей|この|这|이)(?!\p{L})/iu;
function isEndOfPhrase(headline: string, text: string): boolean {
  const end = headline.slice(-12);
  const at = text.toLowerCase().indexOf(end.toLowerCase());
  return at !== -1 && /^\s*(?:[:：;；(]|[–—-]\s)/u.test(text.slice(at + end.length));
}

function acronymsOf({ home: { page, content } }: Site): Set<string> {
  const texts = [page.meta.description ?? "", ...content.map(({ text }) => text)].filter((text) => !isShouting(text));
  const words = new Set(texts.flatMap((text) => text.match(/\p{L}+/gu) ?? []));
  return new Set([...words].filter((word) => /^\p{Lu}{2,5}$/u.test(word) && !words.has(word.toLowerCase())));
}

const withAcronyms = (headline: string, text: string, acronyms: Set<string>) =>
  isShouting(text)
    ? headline.replace(/\p{L}+/gu, (word) => (acronyms.has(word.toUpperCase()) ? word.toUpperCase() : word))
    : headline;

const isHost = (part: string) => /^(?:[\p{L}\d-]+\.)+\p{L}{2,}$/u.test(part) && part === part.toLowerCase();

/** Joins the two phrases that complete each other beside the name in a title. Returns "" for other titles. */
function wholeTitle({ home: { page } }: Site, name: string): string {
  const parts = titleParts(page.title);
  const phrases = parts.filter((part) => part.toLowerCase() !== name.toLowerCase() && !isHost(part));
  const whole = phrases.join(" – ");
  return phrases.length === 2 && parts.length === 3 && lengthOf(whole) <= longestHeadline ? whole : "";
}

function candidates(site: Site, name: string): Candidate[] {
  const { page, content } = site.home;
  const known = namePattern(name, site.url);
  const acronyms = acronymsOf(site);
  const found: Candidate[] = [];
  const add = (text: string | undefined, weight: number, at = page, isTitle = true) => {
    if (text === undefined || text.trim() === "" || isNoise(text)) return;
    const headline = withAcronyms(tidyHeadline(text, name, known), text, acronyms);
    const length = spokenLength(headline);
    if (length < listingFields.headline.min || !hasWords(headline) || countWords(headline) < 2) return;
    if (
      genericHeadings.test(headline) ||
      isPageName(headline) ||
      isCallToAction(headline) ||
      isNoise(headline) ||
      isHousekeeping(headline)
    )
      return;
    if (namesOnly.test(headline) && !/^(?:en|de)/iu.test(page.lang ?? "en")) return;
    if (isOnParts(sentencesOf(text)[0] ?? "") && headline !== text) return;
    if (isGreeting(headline) || isBoast(headline) || isDenial(headline) || tickMarks.test(headline)) return;
    // A headline about the technology does not describe the product.
    if (technique.test(headline) || awayKind(headline, name) === "notices") return;
    if (questionStart.test(headline) || refersToContext.test(headline) || /^\(.*\)$/u.test(headline)) return;
    if (endsInKind(text, known) && lengthOf(text) > longestHeadline) return;
    // Further down the page, a short text is a label or the start of a paragraph, which describes only a part.
    const leastWords = weight < 10 ? 4 : weight < 20 ? 3 : 2;
    const isLabel = !isSpaceless(headline) && countWords(headline) < leastWords && !namesKind(headline);
    const isKind = saysKind(text, known);
    // "Fernleaf – a note app …" also defines the product, unless it is a title.
    const defines =
      !isTitle && new RegExp(`^${known}\\s*(?:[:–—]|-\\s)\\s*\\p{L}`, "iu").test(text) && !isImperative(headline);
    if (isLabel || (weight < 5 && !isKind)) return;
    if (headline.toLowerCase() === name.toLowerCase() || companyForm.test(headline)) return;
    found.push({
      page: at,
      text,
      headline,
      weight: weight + (isKind ? (countWords(headline) > 4 ? 6 : 0) : defines ? 3 : 0),
      isKind,
      isCutAtPhrase: isEndOfPhrase(headline, text),
      terms: [...termsOf(text)].map(beginningOf),
    });
  };
  // The first of several sentences is more useful in the summary.
  const addFirst = (text: string | undefined, weight: number, at = page) => {
    // A heading may be in capitals; a paragraph in capitals is a label or a list.
    if (text === undefined || isShouting(text)) return;
    const sentences = sentencesOf(text);
    add(sentences[0], sentences.length > 1 ? weight - 4 : weight, at, false);
  };

  const hero = content.findIndex(({ tag }) => tag === "h1");
  for (const block of content.filter(({ tag }) => tag === "h1").slice(0, 3)) add(block.text, 20);
  // If the main heading is a slogan, the line above it often names the product type.
  const above = content[hero - 1];
  if (above !== undefined && /^(?:p|div|span|h[2-6])$/u.test(above.tag) && lengthOf(above.text) <= longestHeadline)
    add(above.text, 13);
  for (const block of content.slice(hero + 1, hero + 4)) {
    if (/^(?:li|td|button|summary|dt|dd)$/u.test(block.tag)) break;
    if (block.tag === "a") continue;
    const isPart = /^h[4-6]$/u.test(block.tag);
    (isHeading(block) ? add : addFirst)(block.text, hero === -1 || isPart ? 10 : 17);
  }
  for (const title of [page.title, page.meta["og:title"], page.meta["twitter:title"]])
    for (const [index, part] of titleParts(title ?? "").entries())
      add(part, index > 0 || titleParts(title ?? "")[1]?.toLowerCase() === name.toLowerCase() ? 20 : 17);
  const whole = wholeTitle(site, name);
  if (whole !== "") add(whole, 18);
  for (const key of ["description", "og:description", "twitter:description"] as const) addFirst(page.meta[key], 15);
  for (const { page: at, thing } of [...productThings(site), ...namedThings(site, name)]) {
    addFirst(textsOf(thing.description)[0], 15, at);
    add(textsOf(thing.slogan)[0], 10, at);
  }
  for (const { page: at, text } of kindSentences(site, name)) add(text, at === page ? 12 : 9, at);
  for (const block of content.filter(({ tag }) => tag === "h2").slice(0, 2)) add(block.text, 6);
  for (const block of content.filter(({ tag }) => tag === "p").slice(0, 2)) addFirst(block.text, 8);
  return found;
}

/** Whether a passage is a row of short sentences, such as "Write. Walk. Find." */
const isRowOfShortSentences = (text: string) =>
  sentencesOf(text).length > 2 && sentencesOf(text).every((part) => countWords(part) < 3);
const unstopped = (text: string) => text.replace(/[.!。！]/gu, "").toLowerCase();

const leastScore = 9;

function scoreOf(candidate: Candidate, all: Candidate[], name: string): number {
  const { headline } = candidate;
  const length = spokenLength(headline);
  let score = candidate.weight;
  score += length < 16 ? -3 : 8;
  // A row of labels is not a phrase.
  if (/\s[·•]\s/u.test(headline) || (isSpaceless(headline) && headline.split(/\s/u).length > 3)) score -= 9;
  // A phrase cut from a longer passage says less than a passage of the right length.
  if (lengthOf(candidate.text) > longestHeadline + 15 && !candidate.isKind) score -= candidate.isCutAtPhrase ? 3 : 8;
  if (/[.!。！]\s*\S/u.test(headline.replace(/\b\p{L}\./gu, ""))) score -= 20;
  if (headline.includes("→")) score -= 9;
  // Words that another text separates with full stops are a slogan.
  if (all.some(({ text }) => isRowOfShortSentences(text) && unstopped(text).includes(unstopped(headline)))) score -= 20;
  // Words that recur in other passages describe the product; those of a slogan do not recur.
  const others = new Set(
    all.filter(({ text }) => !text.includes(headline) && !headline.includes(text)).flatMap(({ terms }) => terms),
  );
  const terms = [...termsOf(headline)].map(beginningOf);
  const agreed = terms.length > 0 ? terms.filter((term) => others.has(term)).length / terms.length : 0;
  score += agreed * 9;
  const isShort = !isSpaceless(headline) && countWords(headline) < 4;
  const isNamed = namesKind(headline) || forWhom.test(headline);
  if (isShort) score -= isNamed ? 4 : 9;
  // In other languages, a sentence with a product type talks about the product; only a phrase says what the product is.
  if (isEnglishKind(headline) || (isKindAbroad(headline) && !endsAsSentence(candidate.text))) score += 6;
  if (/\b(?:for|that|with|in|to|from|für|pour|para|per)\b/iu.test(headline)) score += 2;
  if (/^the\b/iu.test(headline)) score += 2;
  // A passage that starts with "a" usually names a product type.
  if (/^(?:an?|eine?|une?|una|um|uma|een|et?|en|egy|một|един|една)\s(?=\p{L}{2})/iu.test(headline))
    score += countWords(headline) > 4 ? 4 : 2;
  if (
    /(?<!\p{L})(?:we|our|us|i|my|wir|unsere?|nous|notre|nuestr[oa]|ons|onze|nasz\p{L}*|nostr[aoie]|noss[ao]s?|m[oó]j[aeą]?)(?!\p{L})|私|僕たち|弊社|저희/iu.test(
      headline,
    )
  )
    score -= 7;
  if (/\b(?:you|your|dein|deine|ihre|votre|tu|su)\b/iu.test(headline)) score -= 1;
  if (/[?？؟]/u.test(headline)) score -= 9;
  if (buzz.test(headline)) score -= 7;
  // A heading that ends like this has a last word that keeps changing on the page.
  if (endsInJoint(headline)) score -= 9;
  if (isCompany(headline)) score -= 6;
  // German nouns start with a capital letter. A passage without one has only verbs and adjectives.
  if (candidate.page.lang?.startsWith("de") && !/\s\p{Lu}/u.test(headline)) score -= 6;
  if (singularPerson.test(headline)) score -= 9;
  if (isAddressed(headline)) score -= 7;
  if (isImperative(headline)) score -= 9;
  if (/^(?:it|they|and|but|so|no|ob|whether|egal|a partir)(?!\p{L})/iu.test(headline)) score -= 5;
  // A sentence about the product belongs in the summary. A headline does not repeat the name beside it.
  if (name !== "" && headline.toLowerCase().startsWith(name.toLowerCase())) score -= 5;
  if (endsAsSentence(headline)) score -= 2;
  if (isOnMaker(candidate.text) && candidate.isKind) score -= 9;
  if (mentionsAmount.test(headline) && price.test(headline)) score -= 8;
  if (/\d{4}|[$€£¥]\s?\d|\bv?\d+\.\d+/u.test(headline)) score -= 4;
  return score;
}

const isCut = ({ headline, text }: Candidate) =>
  !sentencesOf(text)[0]!
    .toLowerCase()
    .replace(/[.!。！]+$/u, "")
    .endsWith(headline.toLowerCase());

export function findHeadline(site: Site, name: string): Found<string> | null {
  const all = candidates(site, name);
  const [best] = all
    .map((candidate) => ({ candidate, score: scoreOf(candidate, all, name) }))
    .sort((a, b) => b.score - a.score);
  if (best === undefined || best.score < leastScore) return null;
  const { candidate } = best;
  const uncut = isCut(candidate)
    ? all.find((other) => !isCut(other) && candidate.headline.startsWith(`${other.headline} `) && other.isKind)
    : undefined;
  if (uncut !== undefined) return { value: uncut.headline, quotes: quotesOf([uncut]) };
  // A title of two phrases stays whole, unless one is a place or the chosen one names the product type.
  const whole = wholeTitle(site, name);
  const isHalf = whole.split(" – ").some((part) => tidyHeadline(part, name) === candidate.headline);
  const entire =
    isHalf && !namesKind(candidate.headline) && !/– (?:\p{Lu}\S*\s?){1,3}$/u.test(whole)
      ? all.find(({ text }) => text === whole)
      : undefined;
  if (entire !== undefined)
    return { value: entire.headline, quotes: quotesOf([{ page: entire.page, text: entire.page.title }]) };
  return { value: candidate.headline, quotes: quotesOf([candidate]) };
}
