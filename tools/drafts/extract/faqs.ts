import type { Faq } from "#db/schema/listing-fields.ts";
import { listingFields } from "#db/schema/listing-fields.ts";
import type { TextBlock } from "../shared/crawled-page.ts";
import { asFaq, type FoundFaq, isFaqHeading, isQuestion, plainText } from "./faq-text.ts";
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
import { endsAsSentence, lengthOf } from "./sentences.ts";
import { lettersOf, termsOf } from "./words.ts";

interface Asked {
  question: TextBlock;
  answer: string[];
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
      const texts = answers.map((answer) => (answer as { text?: unknown } | null | undefined)?.text);
      const answer = texts.find((text) => typeof text === "string");
      const faq = answer === undefined ? null : asFaq(plainText(asked), plainText(answer), { page, text: asked });
      if (faq !== null) found.push(faq);
    }
    for (const inner of Object.values(thing)) walk(inner, page, depth + 1);
  };
  for (const { page, thing } of site.things) walk(thing, page, 0);
  return found;
}

function answerBelow(
  blocks: TextBlock[],
  start: number,
  linkTexts: Set<string>,
  ends: (block: TextBlock) => boolean,
): string[] {
  const texts: string[] = [];
  for (const block of blocks.slice(start, start + 8)) {
    if (ends(block)) break;
    // A block that consists only of a link leads away from the answer.
    if (texts.length > 0 && linkTexts.has(block.text)) break;
    if (!/^(?:button|label)$/u.test(block.tag) && !linkTexts.has(block.text)) texts.push(block.text);
  }
  return texts;
}

/**
 * Keeps questions with the most common tag, because others are usually rhetorical. Cuts off text after the last answer.
 */
function alike(asked: Asked[]): Asked[] {
  const counts = Map.groupBy(asked, ({ question }) => question.tag);
  const [most = []] = [...counts.values()].sort((a, b) => b.length - a.length);
  if (most.length < 2) return asked;
  const longest = Math.max(...most.slice(0, -1).map(({ answer }) => answer.length));
  return most.map(({ question, answer }) => ({ question, answer: withoutLabel(answer.slice(0, longest)) }));
}

const maxGroupHeading = 25;

/** Removes the heading of the next group from the end of an answer. */
function withoutLabel(answer: string[]): string[] {
  const [before, last] = answer.slice(-2);
  if (before === undefined || last === undefined || !endsAsSentence(before)) return answer;
  return endsAsSentence(last) || lengthOf(last) > maxGroupHeading ? answer : answer.slice(0, -1);
}

const longestQuestion = 140;

function fromPage(sitePage: SitePage, least: number): FoundFaq[] {
  const { page, kind, content } = sitePage;
  const asked: Asked[] = [];
  const linkTexts = new Set(page.links.map(({ text }) => text));
  let isBelowFaqHeading = kind === "faq";
  let level = 0;
  const add = (question: TextBlock, index: number, ends: (block: TextBlock) => boolean) => {
    const answer = answerBelow(content, index + 1, linkTexts, ends);
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
      add(block, index, (other) => other.tag !== "dd");
    else if (
      (block.tag === "summary" && (isBelowFaqHeading || isQuestion(block.text))) ||
      (/^h[2-6]$/u.test(block.tag) && isQuestion(block.text) && isBelowFaqHeading)
    )
      add(block, index, isEnd);
    else if (
      isBelowFaqHeading &&
      isQuestion(block.text) &&
      lengthOf(block.text) <= longestQuestion &&
      !isHeading(block)
    )
      add(block, index, (other) => isHeading(other) || isQuestion(other.text));
  }
  const found = alike(asked).flatMap(
    ({ question, answer }) => asFaq(question.text, answer.join(" "), { page, text: question.text }) ?? [],
  );
  return found.length >= least ? found : [];
}
/** If a page has fewer questions than this, they are mostly headings or calls to action. */
const minQuestions = 3;

/** Whether two questions ask the same thing, as those in JSON-LD and on the page often do. */
function isSame(one: string, other: string): boolean {
  if (lettersOf(one) === lettersOf(other)) return true;
  const [numbers, otherNumbers] = [one, other].map((text) => text.replace(/\D+/gu, " "));
  const [terms, others] = [termsOf(one), termsOf(other)];
  return numbers === otherNumbers && terms.intersection(others).size / terms.union(others).size > mostAlike;
}

const mostAlike = 0.65;

/** Finds questions that the site answers in structured data, on an FAQ page or below an FAQ heading. */
export function findFaqs(site: Site, least = minQuestions): Found<Faq[]> {
  const ofPage = (page: SitePage) => fromPage(page, least);
  const kept: FoundFaq[] = [];
  const keep = (faqs: FoundFaq[]) => {
    for (const faq of faqs)
      if (
        kept.length < listingFields.faqs.max &&
        !kept.some((known) => isSame(known.question, faq.question) || known.answer === faq.answer)
      )
        kept.push(faq);
  };
  keep(fromThings(site));
  keep(pagesOfKind(site, "faq").flatMap(ofPage));
  keep(pagesOfKind(site, "home", "features", "pricing", "about").flatMap(ofPage));
  return {
    value: kept.map(({ question, answer }) => ({ question, answer })),
    quotes: quotesOf(kept.map(({ passage }) => passage)),
  };
}
