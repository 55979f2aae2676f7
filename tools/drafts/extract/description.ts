import type { Faq } from "../../../db/schema/listings.ts";
import { listingFields } from "../../listings/fields.ts";
import { kindNamed } from "../crawl/page-kind-of.ts";
import type { PageKindName } from "../crawl/page-kinds.ts";
import type { TextBlock } from "../crawled-page.ts";
import { kindSentences, namePattern, saysKind } from "./kind-sentences.ts";
import { calmText, isCallToAction, isHousekeeping, isNoise, isOffer } from "./noise.ts";
import { mentionsAmount, price } from "./price-words.ts";
import { productSections, type Section } from "./product-sections.ts";
import {
  type Found,
  isHeading,
  type Passage,
  pagesOfKind,
  productThings,
  quotesOf,
  type Site,
  type SitePage,
  textsOf,
} from "./read-site.ts";
import {
  clipText,
  countWords,
  endsAsSentence,
  isSpaceless,
  isWholeSentence,
  lengthOf,
  sentencesOf,
} from "./sentences.ts";
import { dependent, goodSentences, isFirstPerson, singularPerson } from "./summary.ts";
import { beginningOf, overlapOf, termsOf } from "./words.ts";

/** Characters at which a description says enough; features beyond it are left out. */
const comfortable = 2400;
const mostFeatures = 8;
const mostParagraphs = 3;

const codeLike = /[{};$]\s|=>|^\s*[$#>] |\w\(\)|<\/?\w+>|--\w+|::|https?:\/\//u;

/** Answers to questions, and what a form says once it is sent. */
const isReply =
  /^(?:yes|no|ja|nein|oui|non|sí|sim|não|sì|nee|tak|nie|evet|hayır|да|нет|так|ні)[,.!]\s|^(?:vamos te|wir melden uns|we['’]ll (?:get back|be in touch)|nous vous recontact|te contactaremos|ti ricontatt|assim que aprovarmos)/iu;

interface Piece extends Passage {
  value: string;
}

/** A feature with the part of the page that it stands in. */
interface Feature extends Piece {
  section: Section;
  isLabelled: boolean;
}

/** Two elements that browsers show apart, read as one word: "the toolFirst". */
const glued = /(?<!\p{L})\p{Ll}{3,}\p{Lu}\p{Ll}/u;

function paragraphOf(raw: string, name: string): string {
  const text = raw.replace(bullet, "").replace(/(?<=\p{Ll}:)(?=\p{Lu})/gu, " ");
  if (codeLike.test(text) || glued.test(text) || isNoise(text)) return "";
  const paragraph = goodSentences(text, [name])
    .filter((sentence) => !isOnTerms(sentence) && !onPage.test(sentence))
    .join(isSpaceless(text) ? "" : " ");
  if (isReply.test(paragraph) || /[?？؟]$/u.test(paragraph)) return "";
  return lengthOf(paragraph) * (isSpaceless(text) ? 2 : 1) >= 50 ? paragraph : "";
}

/** What it costs and what one gets for more changes, and has a field of its own. */
const terms =
  /\b(?:premium (?:features|plan|version|members?|removes|unlocks)|upgrade to|free (?:plan|tier|includes)|completely free|cancel any ?time|your (?:plan|tier))\b|(?<!\p{L})(?:premium-funktionen|kostenlose[rn]? tarif|boleto|comprovante|netto|formulaire ci-dessous|koszyk\p{L}*|warenkorb|add to cart|fill out the form|formularz\p{L}*|(?:please|bitte|por favor|veuillez),? (?:wait|warten|aguarde|espere|patienter))(?!\p{L})|サブスクリプション/iu;
/** Numbers to call. */
const phone = /(?:\+|(?<![\d.,]))\d(?:[\s().-]{0,2}\d){7,}/u;
/** What a page says of itself: how many steps it shows, what to point at, what stands below. */
const onPage =
  /\b(?:hover|scroll|tap a card|screenshots? of|(?:in|just|only) (?:\d|two|three|four|five) (?:\w+ )?steps|listed (?:here|below)|experiences from)\b|(?<!\p{L})(?:einblicke in|ansichten aus|hier aufgeführt|klicken sie|(?:in|nur) (?:drei|vier|\d) schritten|(?:trois|quatre|\d) étapes|(?:tres|cuatro|\d) pasos|pasa el ratón|(?:três|quatro|\d) passos|(?:tre|quattro|\d) passi|(?:drie|\d) stappen|(?:trzech|\d) krok\p{L}*|\d adım\p{L}*|(?:три|\d) шаг\p{L}*)(?!\p{L})|ご紹介します|以下に|チェックしてみて|→.*→/iu;
const isOnTerms = (sentence: string) =>
  isOffer(sentence) ||
  (mentionsAmount.test(sentence) && price.test(sentence)) ||
  terms.test(sentence) ||
  phone.test(sentence);

/** Terms of the texts that say what the whole product is. */
function tellingTerms(site: Site, name: string, summary: Found<string> | null): Set<string> {
  const { page, content } = site.home;
  const texts = [
    page.title,
    page.meta.description,
    page.meta["og:description"],
    content.find(({ tag }) => tag === "h1")?.text,
    summary?.value,
    ...kindSentences(site, name).map(({ text }) => text),
    ...productThings(site).flatMap(({ thing }) => textsOf(thing.description)),
  ];
  const own = new Set([...termsOf(name)].map(beginningOf));
  const terms = new Set(texts.flatMap((text) => [...termsOf(text ?? "")].map(beginningOf)));
  return terms.difference(own);
}

const sharedTerms = (text: string, telling: Set<string>) => {
  const count = new Set([...termsOf(text)].map(beginningOf)).intersection(telling).size;
  return isSpaceless(text) ? Math.floor(count / 3) : count;
};

const isNamed = (text: string, name: string) => name !== "" && text.toLowerCase().includes(name.toLowerCase());

interface Reader {
  site: Site;
  name: string;
  telling: Set<string>;
}

/** Below it a paragraph may be about anything that the page speaks of. */
const leastTelling = 3;

/** Characters below which a paragraph is a remark. */
const shortest = 70;
/** "How slots work" is the title of a text that stands elsewhere. */
const asks =
  /^(?:how|what|why|when|wie|warum|was|comment|pourquoi|cómo|por qué|como|come|perché|hoe|waarom|jak|dlaczego|как|почему|як|чому|nasıl|neden)(?!\p{L})/iu;

/** How much a paragraph says of the product. @param rank among the paragraphs of its section */
function tellingOf(text: string, section: Section, rank: number, { name, telling }: Reader): number {
  let score = Math.min(3, sharedTerms(text, telling));
  if (isNamed(text, name)) score += 3;
  if (section.isFirst && rank < 2) score += 3;
  if (section.isOnFeatures && rank === 0) score += 1;
  // The line below a heading says what the part is about, or nothing.
  if (!section.isFirst && lengthOf(text) < shortest && !isSpaceless(text)) score -= 1;
  if (dependent.test(text) || asks.test(text)) score -= 6;
  if (isFirstPerson(text)) score -= 1;
  return score;
}

interface Paragraph extends Piece {
  score: number;
}

function paragraphs(page: SitePage["page"], sections: Section[], reader: Reader): Paragraph[] {
  const found: Paragraph[] = [];
  for (const section of sections) {
    let rank = 0;
    const labels = labelDivs(section.blocks);
    for (const [index, block] of section.blocks.entries()) {
      if (!/^(?:p|div|section|span|article)$/u.test(block.tag)) continue;
      // What stands right under a small heading is that feature's text, and is taken with it.
      const before = section.blocks[index - 1];
      if (before !== undefined && (/^h[3-6]$/u.test(before.tag) || labels.has(before) || isAnswerTo(before))) continue;
      const value = paragraphOf(block.text, reader.name);
      if (value === "") continue;
      found.push({ page, text: block.text, value, score: tellingOf(value, section, rank++, reader) });
    }
  }
  return found;
}

/** What stands below a question that is no heading is said by someone who answers. */
const isAnswerTo = (before: TextBlock) => !isHeading(before) && isAsked(before.text);
const isAsked = (text: string) => /[?？؟]$/u.test(text);

/** Small headings with the sentence below them, and list items that say something. */
function features(page: SitePage["page"], sections: Section[], name: string): Feature[] {
  const found: Feature[] = [];
  const all = sections.flatMap(({ blocks }) => blocks);
  const labels = Map.groupBy(
    all.filter(({ tag }) => isLabelTag.test(tag)),
    labelOf,
  );
  for (const section of sections) {
    const divs = labelDivs(section.blocks);
    for (const [index, block] of section.blocks.entries()) {
      const next = section.blocks[index + 1];
      const isLabelled = isLabelTag.test(block.tag) || divs.has(block);
      if (isLabelled && next !== undefined && /^(?:p|div|dd|span|li)$/u.test(next.tag)) {
        const label = labelOf(block);
        const isLabel =
          !isAsked(block.text) &&
          // "Challenge" and "Solution" of one customer after another.
          (labels.get(label)?.length ?? 1) === 1 &&
          /^\p{L}/u.test(label) &&
          !/\d\d:\d\d/u.test(label) &&
          !isOnTerms(label) &&
          !leadsElsewhere(label, name) &&
          lengthOf(block.text) <= 70 &&
          !isCallToAction(block.text) &&
          !isNoise(block.text);
        const said = paragraphOf(next.text, name);
        // "Xero: Xero keeps books" speaks of another product that works with this one.
        const isOther = said.startsWith(label) && !isNamed(label, name);
        if (isLabel && said !== "" && !isOther && !singularPerson.test(said))
          found.push({ page, text: next.text, value: `${label}: ${clipText(said, 240)}`, section, isLabelled: true });
      } else if (block.tag === "li") {
        const text = block.text.replace(bullet, "");
        if (isItem(text))
          found.push({
            page,
            text: block.text,
            value: clipText(calmText(text, [name]), 240),
            section,
            isLabelled: false,
          });
      }
    }
  }
  return found;
}

/** "About Fernleaf" and "Contact" are no features; what has a badge is one for those who pay. */
const leadsElsewhere = (label: string, name: string) =>
  elsewhere.has(kindNamed(name === "" ? label : label.replaceAll(name, ""))) || /\s(?:premium|pro)$/iu.test(label);
const elsewhere = new Set<PageKindName | undefined>(["about", "team", "contact", "help", "changelog", "blog"]);

const bullet = /^[✓✔✅☑•·–—→➜›»*-]+\s*/u;
const isLabelTag = /^(?:h[3-6]|dt|strong)$/u;
const labelOf = ({ text }: TextBlock) =>
  calmText(text)
    .replace(/^(?:\d{1,2}[.)]\s+)/u, "")
    .replace(/[\s.:!]+$/u, "");

/** Short lines that stand above a sentence three times or more are its labels, whatever element they are. */
function labelDivs(blocks: TextBlock[]): Set<TextBlock> {
  const found = blocks.filter((block, index) => {
    const next = blocks[index + 1];
    return (
      block.tag === "div" &&
      next !== undefined &&
      /^(?:p|div)$/u.test(next.tag) &&
      lengthOf(block.text) <= 50 &&
      lengthOf(block.text) > 2 &&
      countWords(block.text) > 0 &&
      !endsAsSentence(block.text) &&
      isWholeSentence(next.text)
    );
  });
  return new Set(found.length >= 3 ? found : []);
}

function isItem(text: string): boolean {
  const words = countWords(text);
  // Names of people and of links have no words in small letters.
  const small = text.match(/(?<![\p{L}\p{N}@/.])\p{Ll}{2,}/gu)?.length ?? 0;
  if (/\p{Lu}/u.test(text) && small < 2) return false;
  if (
    words < 3 ||
    lengthOf(text) > 300 ||
    codeLike.test(text) ||
    glued.test(text) ||
    isNoise(text) ||
    isCallToAction(text) ||
    isHousekeeping(text)
  )
    return false;
  if (/\S@\S+\.\S|:$/u.test(text)) return false;
  return !isAsked(text) && !/[$€£¥]\s?\d|\b\d{4}-\d\d-\d\d\b/u.test(text) && /^[\p{L}\p{N}“"'(*`]/u.test(text);
}

/** The features of the parts of a page that tell most of the product, in the order of the page. */
function bestFeatures(found: Feature[], reader: Reader): Feature[] {
  const groups = [...Map.groupBy(found, ({ section }) => section)].flatMap(([section, all]) => {
    const labelled = all.filter(({ isLabelled }) => isLabelled);
    const items = labelled.length >= 3 ? labelled : all;
    const isList = labelled.length === 0;
    const telling = items.filter(({ value }) => isNamed(value, reader.name) || sharedTerms(value, reader.telling) > 0);
    let score = (3 * telling.length) / items.length;
    if (section.isOnFeatures) score += 3;
    if (isNamed(section.heading, reader.name)) score += 2;
    if (!isList) score += 1.5;
    if (items.length >= 3) score += 1;
    // Two that share no word with what the product is are about anything.
    return items.length < 3 && telling.length < items.length ? [] : [{ items, score }];
  });
  const ranked = groups.toSorted((a, b) => b.score - a.score);
  const [best] = ranked;
  if (best === undefined) return [];
  const kept = new Set<Feature>();
  for (const { items, score } of ranked) {
    // More of another part only where the best one is short.
    if (kept.size >= 3 && (score < best.score || kept.size + items.length > mostFeatures)) continue;
    for (const item of items) kept.add(item);
  }
  return found.filter((feature) => kept.has(feature)).slice(0, mostFeatures);
}

/** Whether a paragraph begins with the product, and needs nothing before it. */
function isAbout(text: string, summary: string, { name, site }: Reader): boolean {
  const [first = ""] = sentencesOf(text);
  if (name === "" || dependent.test(first)) return false;
  const known = namePattern(name, site.url);
  return saysKind(first, known) || (first.toLowerCase().startsWith(name.toLowerCase()) && !saysKind(summary, known));
}

const leastOfLead = 50;

/** The summary as the first paragraph, without what it costs. */
function leadOf(site: Site, { value, quotes: [quote] }: Found<string>): Piece | null {
  const page = site.pages.find(({ page }) => page.url === quote?.url)?.page;
  if (page === undefined || quote === undefined) return null;
  const told = sentencesOf(value)
    .filter((sentence) => !isOnTerms(sentence))
    .join(isSpaceless(value) ? "" : " ");
  // Better with a price than without saying what it is.
  return { page, text: quote.quote, value: lengthOf(told) < leastOfLead ? value : told };
}

/** Drops what an earlier piece said already. */
function withoutRepeats<Kept extends Piece>(pieces: Kept[], known: Piece[]): Kept[] {
  const kept: Kept[] = [];
  for (const piece of pieces)
    if (![...known, ...kept].some(({ value }) => overlapOf(value, piece.value) > 0.75)) kept.push(piece);
  return kept;
}

/**
 * Paragraphs on the product and a list of its features as plain text, parted by blank lines; null where the site says
 * too little. What `faqs` answer is not said again.
 */
export function findDescription(
  site: Site,
  name: string,
  summary: Found<string> | null,
  faqs: Faq[],
): Found<string> | null {
  const reader: Reader = { site, name, telling: tellingTerms(site, name, summary) };
  const sectionsOf = ({ page, content, kind }: SitePage) => productSections({ page, content, kind }, name);
  const isAnswer = ({ value }: Piece) => faqs.some(({ answer }) => answer.includes(value) || value.includes(answer));
  const paragraphsOf = (page: SitePage) =>
    paragraphs(page.page, sectionsOf(page), reader).filter((piece) => !isAnswer(piece));
  const said = withoutRepeats(paragraphsOf(site.home), []);
  const telling = said.filter(({ score, value }) => score >= leastTelling && !singularPerson.test(value));
  // Missions and thanks say least of the product.
  const neutral = telling.filter(({ value }) => !isFirstPerson(value));
  const intro: Piece[] = (neutral.length > 0 ? neutral : telling).slice(0, mostParagraphs);
  // What sums the product up stands first, wherever the page says it.
  const begins = intro[0] && isAbout(intro[0].value, summary?.value ?? "", reader);
  const lead = summary && !begins && leadOf(site, summary);
  if (lead) intro.splice(0, intro.length, lead, ...withoutRepeats(intro, [lead]).slice(0, mostParagraphs - 1));
  const featurePages = pagesOfKind(site, "features").slice(0, 2);
  if (intro.length < 2) {
    const more = featurePages.flatMap((page) => paragraphsOf(page).slice(0, 2));
    intro.push(
      ...withoutRepeats(
        more.filter(({ score }) => score >= leastTelling),
        intro,
      ).slice(0, 2),
    );
  }
  const listed = [site.home, ...featurePages].map((page) =>
    withoutRepeats(bestFeatures(features(page.page, sectionsOf(page), name), reader), intro),
  );
  // One lone item is no list.
  const items: Piece[] = listed.find(({ length }) => length > 2) ?? listed.find(({ length }) => length > 1) ?? [];
  // The story of the maker, where nothing else is told.
  if (intro.length < 2 && items.length === 0) {
    const about = pagesOfKind(site, "about").flatMap((page) => paragraphsOf(page).slice(0, 3));
    const fallback = [...said, ...about].filter(({ value }) => !dependent.test(value));
    const unquoted = fallback.filter(({ value }) => !singularPerson.test(value));
    intro.push(...withoutRepeats(intro.length > 0 || unquoted.length > 0 ? unquoted : fallback, intro).slice(0, 2));
  }
  const used = [...intro, ...items];
  if (used.length === 0) return null;
  const parts = intro.map(({ value }) => value);
  if (items.length > 0) parts.push(listOf(items, comfortable));
  const quoted = [intro[0], items[0] ?? intro[1], intro[1] ?? items[1]].filter((piece) => piece !== undefined);
  return { value: clipText(parts.join("\n\n"), listingFields.description.max), quotes: quotesOf(quoted) };
}

function listOf(items: Piece[], most: number): string {
  const lines: string[] = [];
  let length = 0;
  for (const { value } of items) {
    const line = `- ${endsAsSentence(value) && !isWholeSentence(value) ? value.replace(/[.。]$/u, "") : value}`;
    length += lengthOf(line);
    if (length > most) break;
    lines.push(line);
  }
  return lines.join("\n");
}
