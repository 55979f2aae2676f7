import type { Faq } from "../../../db/schema/listings.ts";
import { isInstruction } from "../../core/speech.ts";
import { entryLimits, listingFields } from "../../listings/fields.ts";
import { pageKindOf } from "../crawl/page-kind-of.ts";
import type { TextBlock } from "../crawled-page.ts";
import { calmText, isNoise } from "./noise.ts";
import {
  type Found,
  isHeading,
  type Passage,
  pagesOfKind,
  quotesOf,
  type Site,
  type SitePage,
  textsOf,
} from "./read-site.ts";
import { clipText, countWords, endsAsSentence, isSpaceless, lengthOf, sentencesOf } from "./sentences.ts";
import { termsOf } from "./words.ts";

interface FoundFaq extends Faq {
  passage: Passage;
}

/** A question among the blocks of a page. */
interface Asked {
  question: TextBlock;
  answer: string[];
}

/** With the mark by which it opens. */
const isQuestion = (text: string) => /[?？؟]["'”’»)\s]*[+＋▼▾⌄›→×]?$/u.test(text);
/** Whether a heading says that questions stand below it, in the words by which pages of them are known. */
const isFaqHeading = (text: string) =>
  lengthOf(text) < 60 && (pageKindOf([], text)?.name === "faq" || faqWord.test(text));
const faqWord = /\bfaqs?\b|^questions\b/iu;
const rhetorical =
  /^(?:ready to|(?:still )?have (?:any |a |more )?questions?|any (?:more )?questions|(?:do you )?want to|need (?:help|more|something)|looking for|interested|what are you waiting|why (?:wait|us|choose|not)|sound(?:s)? (?:good|familiar)|questions|curious|got (?:a )?questions?|didn['’]t find|can['’]t find|not convinced|new here|did you know|who (?:uses|trusts)|was this (?:page )?helpful|noch (?:eine )?fragen|(?:haben sie|hast du) (?:noch )?fragen|bereit|des questions|prêt|pas trouvé|vous ne trouvez|tienes (?:preguntas|dudas)|¿?(?:aún|todavía) tienes|¿?listo|ficou (?:com )?(?:alguma )?dúvida|ainda tem|pronto|pronti|hai (?:altre |ancora )?domande|toch nog|nog (?:een )?vra|klaar|masz (?:jeszcze )?pytani|gotow|hâlâ|sorunuz|hazır|остались|готов|залишились|còn thắc mắc)(?!\p{L})/iu;

/** Text of an answer written as HTML, which FAQPage allows. */
function plainText(html: string): string {
  return html
    .replace(/<(?:br|\/p|\/li|\/div)\b[^>]*>/giu, " ")
    .replace(/<[^>]{0,1000}>/gu, "")
    .replace(/&nbsp;/giu, " ")
    .replace(/&(?:#39|apos|rsquo);/giu, "’")
    .replace(/&quot;/giu, '"')
    .replace(/&lt;/giu, "<")
    .replace(/&gt;/giu, ">")
    .replace(/&amp;/giu, "&")
    .replace(/\s+/gu, " ")
    .trim();
}

function asFaq(question: string, answer: string, passage: Passage): FoundFaq | null {
  const asked = calmText(question.replace(/^(?:[QFＱ]\s?[.:)．：]\s*|\d+\s?[.:)]\s+)|\s*[+＋▼▾⌄›→×]$/gu, ""));
  const said = calmText(answer.replace(/^[AＡ]\s?[.:)．：]\s*(?!\p{Lu}\.)/u, ""));
  if (
    lengthOf(asked) < 6 ||
    (!isSpaceless(asked) && countWords(asked) < 2) ||
    lengthOf(asked) > entryLimits.question ||
    rhetorical.test(asked)
  )
    return null;
  if (isInstruction(asked) || isInstruction(said) || isNoise(asked) || /\blorem ipsum\b/iu.test(said)) return null;
  const clipped = clipText(said, entryLimits.answer);
  if (countWords(clipped) < 2 || isQuestion(clipped) || isIndex(clipped)) return null;
  return { question: asked, answer: wholeSentences(clipped), passage };
}

/** A list of further questions answers none. */
function isIndex(text: string): boolean {
  const questions = text.match(/[?？؟]/gu)?.length ?? 0;
  return questions >= 2 && questions * 2 >= sentencesOf(text).length;
}

/** Without a sentence that breaks off at the end; a short answer such as "Yes" is one. */
function wholeSentences(text: string): string {
  const sentences = sentencesOf(text);
  const last = sentences.at(-1);
  if (sentences.length < 2 || last === undefined || endsAsSentence(last)) return text;
  const isBroken = /(?:…|\.\.|[,;:–—])$/u.test(last) || lengthOf(text) >= entryLimits.answer - 1;
  return isBroken ? sentences.slice(0, -1).join(isSpaceless(text) ? "" : " ") : text;
}

function fromThings(site: Site): FoundFaq[] {
  const found: FoundFaq[] = [];
  const seen = new Set<unknown>();
  const walk = (value: unknown, page: Passage["page"], depth: number) => {
    if (typeof value !== "object" || value === null || depth > 6 || seen.has(value)) return;
    seen.add(value);
    const thing = value as Record<string, unknown>;
    const types = [thing["@type"]].flat();
    if (types.includes("Question")) {
      const [asked = ""] = [...textsOf(thing.name), ...textsOf(thing.text)];
      const answers = [thing.acceptedAnswer, thing.suggestedAnswer].flat();
      const answer = answers.find(
        (one) => typeof one === "object" && one !== null && typeof (one as { text?: unknown }).text === "string",
      );
      if (answer !== undefined) {
        const faq = asFaq(plainText(asked), plainText((answer as { text: string }).text), { page, text: asked });
        if (faq !== null) found.push(faq);
      }
    }
    for (const inner of Object.values(thing)) walk(inner, page, depth + 1);
  };
  for (const { page, thing } of site.things) walk(thing, page, 0);
  return found;
}

/** Blocks below a question until the next one, as one answer. */
function answerBelow(
  blocks: TextBlock[],
  start: number,
  linkTexts: Set<string>,
  ends: (block: TextBlock) => boolean,
): string[] {
  const texts: string[] = [];
  for (const block of blocks.slice(start, start + 8)) {
    if (ends(block)) break;
    // A block that is a link and nothing else leads away from the answer.
    if (texts.length > 0 && linkTexts.has(block.text)) break;
    if (!/^(?:button|label)$/u.test(block.tag) && !linkTexts.has(block.text)) texts.push(block.text);
  }
  return texts;
}

/** One of a page's questions that looks unlike the rest is a figure of speech; what follows the last answer is none of it. */
function alike(asked: Asked[]): Asked[] {
  const counts = Map.groupBy(asked, ({ question }) => question.tag);
  const [most = []] = [...counts.values()].sort((a, b) => b.length - a.length);
  if (most.length < 2) return asked;
  const longest = Math.max(...most.slice(0, -1).map(({ answer }) => answer.length));
  return most.map(({ question, answer }) => ({ question, answer: answer.slice(0, longest) }));
}

function fromPage({ page, kind, content }: SitePage): FoundFaq[] {
  const asked: Asked[] = [];
  const linkTexts = new Set(page.links.map(({ text }) => text));
  const hasFaqHeading = content.some((block) => isHeading(block) && isFaqHeading(block.text));
  let isBelowFaqHeading = kind === "faq";
  let level = 0;
  const add = (question: TextBlock, answer: string[]) => {
    if (answer.length > 0) asked.push({ question, answer });
  };
  for (const [index, block] of content.entries()) {
    if (isHeading(block)) {
      const depth = Number(block.tag[1]);
      if (isFaqHeading(block.text)) {
        isBelowFaqHeading = true;
        level = depth;
        continue;
      }
      if (isBelowFaqHeading && kind !== "faq" && depth <= level && !isQuestion(block.text)) isBelowFaqHeading = false;
    }
    const isEnd = (other: TextBlock) =>
      isHeading(other) || other.tag === block.tag || /^(?:summary|dt)$/u.test(other.tag);
    if (block.tag === "dt" && (isBelowFaqHeading || isQuestion(block.text)))
      add(
        block,
        answerBelow(content, index + 1, linkTexts, (other) => other.tag !== "dd"),
      );
    else if (block.tag === "summary" && (isBelowFaqHeading || isQuestion(block.text)))
      add(block, answerBelow(content, index + 1, linkTexts, isEnd));
    else if (/^h[2-6]$/u.test(block.tag) && isQuestion(block.text) && (isBelowFaqHeading || !hasFaqHeading))
      add(block, answerBelow(content, index + 1, linkTexts, isEnd));
    else if (isBelowFaqHeading && isQuestion(block.text) && lengthOf(block.text) <= 140 && !isHeading(block))
      add(
        block,
        answerBelow(content, index + 1, linkTexts, (other) => isHeading(other) || isQuestion(other.text)),
      );
  }
  const found = alike(asked).flatMap(({ question, answer }) => {
    const faq = asFaq(question.text, answer.join(" "), { page, text: question.text });
    return faq === null ? [] : [faq];
  });
  // One question among the headings of a page is a figure of speech.
  const isFaq = kind === "faq" || content.some((block) => isFaqHeading(block.text));
  const isAnswered = found.some(({ answer }) =>
    /^(?:yes|no|ja|nein|oui|non|sí|はい|いいえ|نعم|لا)(?![\p{L}])/iu.test(answer),
  );
  return isFaq || isAnswered || found.length >= 2 || content.some(({ tag }) => tag === "summary" || tag === "dt")
    ? found
    : [];
}

/** The same for a question with other marks and spaces. */
const keyOf = (question: string) =>
  question
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** Whether two questions ask for the same, as JSON-LD and page often do. */
function isSame(one: string, other: string): boolean {
  if (keyOf(one) === keyOf(other)) return true;
  const [numbers, otherNumbers] = [one, other].map((text) => text.replace(/\D+/gu, " "));
  const [terms, others] = [termsOf(one), termsOf(other)];
  return numbers === otherNumbers && terms.intersection(others).size / terms.union(others).size > mostAlike;
}

/** Share of the terms of two questions that both have, from which they are one. */
const mostAlike = 0.65;

/** Questions that the site answers itself, those of JSON-LD first; of other pages only where none is on the product's. */
export function findFaqs(site: Site): Found<Faq[]> {
  const kept: FoundFaq[] = [];
  const keep = (faqs: FoundFaq[]) => {
    for (const faq of faqs)
      if (kept.length < listingFields.faqs.max && !kept.some(({ question }) => isSame(question, faq.question)))
        kept.push(faq);
  };
  keep(fromThings(site));
  keep(pagesOfKind(site, "faq").flatMap(fromPage));
  keep(pagesOfKind(site, "home", "features", "pricing", "about", "docs").flatMap(fromPage));
  if (kept.length === 0) keep(pagesOfKind(site, "other", "people").flatMap(fromPage));
  return {
    value: kept.map(({ question, answer }) => ({ question, answer })),
    quotes: quotesOf(kept.map(({ passage }) => passage)),
  };
}
