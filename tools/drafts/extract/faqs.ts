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
import { endsAsSentence, isSpaceless, lengthOf, sentencesOf } from "./sentences.ts";
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

/** Keeps questions with the usual layout, because others are rhetorical, and cuts off text after the last answer. */
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

function askedInARow(content: TextBlock[]): Set<TextBlock> {
  const rows: { at: number; block: TextBlock }[][] = [];
  for (const [at, block] of content.entries()) {
    const next = content[at + 1];
    const isLine = !isHeading(block) && lengthOf(block.text) <= longestQuestion && isQuestion(block.text);
    const isAnswered = next && !isHeading(next) && endsAsSentence(next.text) && !isQuestion(next.text);
    if (!isLine || !isAnswered) continue;
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row && last && last.block.tag === block.tag && at - last.at <= maxBlocksBetween) row.push({ at, block });
    else rows.push([{ at, block }]);
  }
  return new Set(rows.filter(({ length }) => length >= leastInARow).flatMap((row) => row.map(({ block }) => block)));
}
const maxBlocksBetween = 4;
const leastInARow = 3;
const longestQuestion = 140;

/** Finds questions and answers that share a block below an FAQ heading: "How long does it take? A few minutes." */
function fromOneBlock({ page, content }: SitePage): FoundFaq[] {
  const start = content.findIndex((block) => isHeading(block) && isFaqHeading(block.text));
  if (start === -1) return [];
  const end = content.findIndex(
    (block, index) => index > start && isHeading(block) && block.tag <= content[start]!.tag,
  );
  return content.slice(start + 1, end === -1 ? undefined : end).flatMap(({ text }) => {
    const [question = "", ...answer] = sentencesOf(text);
    if (!isQuestion(question) || answer.length === 0) return [];
    return asFaq(question, answer.join(isSpaceless(text) ? "" : " "), { page, text }) ?? [];
  });
}

function fromPage(sitePage: SitePage): FoundFaq[] {
  const { page, kind, content } = sitePage;
  const asked: Asked[] = [];
  const linkTexts = new Set(page.links.map(({ text }) => text));
  const hasFaqHeading = content.some((block) => isHeading(block) && isFaqHeading(block.text));
  const inARow = askedInARow(content);
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
      (/^h[2-6]$/u.test(block.tag) && isQuestion(block.text) && (isBelowFaqHeading || !hasFaqHeading))
    )
      add(block, index, isEnd);
    else if (
      inARow.has(block) ||
      (isBelowFaqHeading && isQuestion(block.text) && lengthOf(block.text) <= longestQuestion && !isHeading(block))
    )
      add(block, index, (other) => isHeading(other) || isQuestion(other.text));
  }
  const found = alike(asked).flatMap(
    ({ question, answer }) => asFaq(question.text, answer.join(" "), { page, text: question.text }) ?? [],
  );
  // A single question among the headings is rhetorical.
  const isFaq = kind === "faq" || content.some((block) => isFaqHeading(block.text));
  const isAnswered = found.some(({ answer }) =>
    /^(?:yes|no|ja|nein|oui|non|sí|はい|いいえ|نعم|لا)(?![\p{L}])/iu.test(answer),
  );
  const isOpened = asked.some(({ question }) => question.tag === "summary" || question.tag === "dt");
  if (found.length === 0) return fromOneBlock(sitePage);
  return isFaq || isAnswered || found.length >= 2 || isOpened ? found : [];
}

/** Whether two questions ask the same thing, as those in JSON-LD and on the page often do. */
function isSame(one: string, other: string): boolean {
  if (lettersOf(one) === lettersOf(other)) return true;
  const [numbers, otherNumbers] = [one, other].map((text) => text.replace(/\D+/gu, " "));
  const [terms, others] = [termsOf(one), termsOf(other)];
  return numbers === otherNumbers && terms.intersection(others).size / terms.union(others).size > mostAlike;
}

const mostAlike = 0.65;

/** Finds questions that the site answers. Other pages are used only if the pages about the product have none. */
export function findFaqs(site: Site): Found<Faq[]> {
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
  keep(pagesOfKind(site, "faq").flatMap(fromPage));
  keep(pagesOfKind(site, "home", "features", "pricing", "about", "docs").flatMap(fromPage));
  if (kept.length === 0) keep(pagesOfKind(site, "other", "people").flatMap(fromPage));
  return {
    value: kept.map(({ question, answer }) => ({ question, answer })),
    quotes: quotesOf(kept.map(({ passage }) => passage)),
  };
}
