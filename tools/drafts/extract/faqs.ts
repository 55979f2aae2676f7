import type { Faq } from "../../../db/schema/listings.ts";
import { isInstruction } from "../../core/speech.ts";
import { entryLimits, listingFields } from "../../listings/fields.ts";
import type { TextBlock } from "../crawled-page.ts";
import { calmText, isNoise } from "./noise.ts";
import { type Found, isHeading, type Passage, quotesOf, type Site, type SitePage, textsOf } from "./read-site.ts";
import { clipText, countWords, endsAsSentence, isSpaceless, lengthOf, sentencesOf } from "./sentences.ts";

interface FoundFaq extends Faq {
  passage: Passage;
}

const isQuestion = (text: string) => /[?？؟]["'”’»)\s]*$/u.test(text);
const faqHeading =
  /\bfaqs?\b|frequently asked|questions(?: (?:and|&) answers)?$|common questions|häufige? (?:gestellte )?fragen|questions fréquentes|foire aux questions|preguntas frecuentes|domande frequenti|veelgestelde vragen|perguntas frequentes|dúvidas frequentes|najczęstsze pytania|najczęściej zadawane|sıkça sorulan|sık sorulan|часто задаваемые|часті (?:за)?питання|поширені запитання|câu hỏi thường gặp|preguntes freqüents|časté (?:dotazy|otázky)|gyakori kérdések|자주 묻는 질문|よくある(?:ご)?質問|الأسئلة (?:الشائعة|المتكررة)|常见问题/iu;
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
  const asked = calmText(question.replace(/^(?:Q|F|\d+)\s?[.:)]\s+/u, ""));
  const said = calmText(answer.replace(/^(?:A)\s?[.:)]\s+/u, ""));
  if (lengthOf(asked) < 6 || lengthOf(asked) > entryLimits.question || rhetorical.test(asked)) return null;
  if (isInstruction(asked) || isInstruction(said) || isNoise(asked)) return null;
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
): string {
  const texts: string[] = [];
  for (const block of blocks.slice(start, start + 8)) {
    if (ends(block)) break;
    // A block that is a link and nothing else leads away from the answer.
    if (texts.length > 0 && linkTexts.has(block.text)) break;
    if (!/^(?:button|label)$/u.test(block.tag) && !linkTexts.has(block.text)) texts.push(block.text);
  }
  return texts.join(" ");
}

function fromPage({ page, kind, content }: SitePage): FoundFaq[] {
  const found: FoundFaq[] = [];
  const linkTexts = new Set(page.links.map(({ text }) => text));
  const hasFaqHeading = content.some((block) => isHeading(block) && faqHeading.test(block.text));
  let isBelowFaqHeading = kind === "faq";
  let level = 0;
  const add = (question: TextBlock, answer: string) => {
    const faq = asFaq(question.text, answer, { page, text: question.text });
    if (faq !== null) found.push(faq);
  };
  for (const [index, block] of content.entries()) {
    if (isHeading(block)) {
      const depth = Number(block.tag[1]);
      if (faqHeading.test(block.text)) {
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
    else if (isHeading(block) && isQuestion(block.text) && (isBelowFaqHeading || !hasFaqHeading))
      add(block, answerBelow(content, index + 1, linkTexts, isEnd));
    else if (isBelowFaqHeading && isQuestion(block.text) && lengthOf(block.text) <= 140 && !isHeading(block))
      add(
        block,
        answerBelow(content, index + 1, linkTexts, (other) => isHeading(other) || isQuestion(other.text)),
      );
  }
  // One question among the headings of a page is a figure of speech.
  const isFaq = kind === "faq" || content.some((block) => faqHeading.test(block.text) && lengthOf(block.text) < 60);
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

/** Questions that the site answers itself, those of JSON-LD first. */
export function findFaqs(site: Site): Found<Faq[]> {
  const pages = site.pages.filter(({ kind }) => kind !== "blog");
  const ordered = [...pages.filter(({ kind }) => kind === "faq"), ...pages.filter(({ kind }) => kind !== "faq")];
  const kept: FoundFaq[] = [];
  for (const faq of [...fromThings(site), ...ordered.flatMap(fromPage)]) {
    if (kept.length === listingFields.faqs.max) break;
    if (!kept.some(({ question }) => keyOf(question) === keyOf(faq.question))) kept.push(faq);
  }
  return {
    value: kept.map(({ question, answer }) => ({ question, answer })),
    quotes: quotesOf(kept.map(({ passage }) => passage)),
  };
}
