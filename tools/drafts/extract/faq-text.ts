import type { Faq } from "#db/schema/listing-fields.ts";
import { entryLimits } from "../../listings/shared/fields.ts";
import { isInstruction } from "../../moderation/shared/text-scan.ts";
import { pageKindOf } from "../crawl/page-kind-of.ts";
import { calmText, isNoise } from "./noise.ts";
import { patternsOf } from "./phrases.ts";
import type { Passage } from "./read-site.ts";
import { clipText, countWords, endsAsSentence, isSpaceless, lengthOf, sentencesOf } from "./sentences.ts";
import phraseLists from "./words/faq-text.json" with { type: "json" };

const phrases = patternsOf(phraseLists);

export interface FoundFaq extends Faq {
  passage: Passage;
}

/** Whether a passage is a question. A note in brackets or a symbol that expands the answer may follow it. */
export const isQuestion = (text: string) =>
  /[?？؟]["'”’»)\s]*(?:[(（][^()（）]{1,40}[)）]\s*)?[+＋▼▾⌄›→×]?$/u.test(text);
export const isFaqHeading = (text: string) =>
  lengthOf(text) < 60 && (pageKindOf([], text)?.name === "faq" || faqWord.test(text));
const faqWord = /\bfaqs?\b|^questions\b/iu;
const rhetorical = phrases.rhetorical;

/** Words of template answers that the site has not replaced. */
const unfinished = /\blorem ipsum\b|\bplaceholder\b|\b(?:depends on|describe) your product\b/iu;

/** The plain text of an answer, which may contain HTML in an FAQPage. */
export function plainText(html: string): string {
  return html
    .replace(/<(?:br|\/p|\/li|\/div)\b[^>]*>/giu, " ")
    .replace(/<[^>]{0,1000}>/gu, "")
    .replace(/&nbsp;/giu, " ")
    .replace(/&(?:#39|apos|rsquo);/giu, "’")
    .replace(/&quot;/giu, '"')
    .replace(/&lt;/giu, "<")
    .replace(/&gt;/giu, ">")
    .replace(/&amp;/giu, "&")
    .replace(/\\(?=["'])/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}

/** Tidies a question and its answer. Returns null if a reader would not ask the question or there is no answer. */
export function asFaq(question: string, answer: string, passage: Passage): FoundFaq | null {
  const asked = calmText(question.replace(/^(?:[QFＱ]\s?[.:)．：]\s*|\d+\s?[.:)]\s+)|\s*[+＋▼▾⌄›→×]$/gu, ""));
  const said = calmText(answer.replace(/^[AＡ]\s?[.:)．：]\s*(?!\p{Lu}\.)/u, ""));
  if (
    lengthOf(asked) < 6 ||
    (!isSpaceless(asked) && countWords(asked) < 2) ||
    lengthOf(asked) > entryLimits.question ||
    rhetorical.test(asked)
  )
    return null;
  if (isInstruction(asked) || isInstruction(said) || isNoise(asked) || unfinished.test(said)) return null;
  const clipped = clipText(said, entryLimits.answer);
  if (countWords(clipped) < 2 || isQuestion(clipped) || isIndex(clipped)) return null;
  const whole = wholeSentences(clipped);
  // The text that a final colon announces is elsewhere.
  return /[:：]$/u.test(whole) ? null : { question: asked, answer: whole, passage };
}

/** Whether a passage lists further questions instead of answering one. */
function isIndex(text: string): boolean {
  const questions = text.match(/[?？؟]/gu)?.length ?? 0;
  return questions >= 2 && questions * 2 >= sentencesOf(text).length;
}

/** Removes an incomplete sentence at the end. A short answer such as "Yes" is complete. */
function wholeSentences(text: string): string {
  const sentences = sentencesOf(text);
  const last = sentences.at(-1);
  if (sentences.length < 2 || last === undefined || endsAsSentence(last)) return text;
  const isBroken = /(?:…|\.\.|[,;:–—])$/u.test(last) || lengthOf(text) >= entryLimits.answer - 1;
  return isBroken ? sentences.slice(0, -1).join(isSpaceless(text) ? "" : " ") : text;
}
