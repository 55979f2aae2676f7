import type { Faq } from "#db/schema/listing-fields.ts";
import { entryLimits } from "../../listings/shared/fields.ts";
import { isInstruction } from "../../moderation/shared/text-scan.ts";
import { pageKindOf } from "../crawl/page-kind-of.ts";
import { calmText, isNoise } from "./noise.ts";
import type { Passage } from "./read-site.ts";
import { clipText, countWords, endsAsSentence, isSpaceless, lengthOf, sentencesOf } from "./sentences.ts";

export interface FoundFaq extends Faq {
  passage: Passage;
}

/** Whether a passage is a question. It may be followed by the mark that opens the answer or a note in brackets. */
export const isQuestion = (text: string) =>
  /[?？؟]["'”’»)\s]*(?:[(（][^()（）]{1,40}[)）]\s*)?[+＋▼▾⌄›→×]?$/u.test(text);
export const isFaqHeading = (text: string) =>
  lengthOf(text) < 60 && (pageKindOf([], text)?.name === "faq" || faqWord.test(text));
const faqWord = /\bfaqs?\b|^questions\b/iu;
const rhetorical =
  /^(?:ready to|(?:still )?have (?:any |a |more )?questions?|any (?:more )?questions|(?:do you )?want to|(?:still )?need (?:help|more|something)|looking for|interested|what are you waiting|why (?:wait|us|choose|not)|sound(?:s)? (?:good|familiar)|questions|curious|got (?:a )?questions?|didn['’]t find|can['’]t find|not convinced|tired of|frustrated|struggling|new here|did you know|who (?:uses|trusts)|was this (?:page )?helpful|noch (?:eine )?fragen|(?:haben sie|hast du) (?:noch )?fragen|warum (?:wir|uns)|pourquoi (?:nous|choisir)|¿?por qué (?:elegir|nosotros)|por que (?:escolher|nós)|perché (?:scegliere|noi)|waarom (?:kiezen|wij|ons)|dlaczego (?:my|warto|wybrać)|hvorfor (?:velge|vælge|os|oss)|varför (?:välja|oss)|neden (?:biz|bizi)|почему (?:мы|именно|выбирают)|чому (?:ми|обирають)|bereit|des questions|prêt|pas trouvé|vous ne trouvez|tienes (?:preguntas|dudas)|¿?(?:aún|todavía) tienes|¿?listo|ficou (?:com )?(?:alguma )?dúvida|ainda tem|pronto|pronti|hai (?:altre |ancora )?domande|toch nog|nog (?:een )?vra|klaar|masz (?:jeszcze )?pytani|gotow|hâlâ|sorunuz|hazır|остались|готов|залишились|còn thắc mắc)(?!\p{L})/iu;

/** Answers of a template that nobody has filled in. */
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
  // The text that the colon announces is elsewhere.
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
