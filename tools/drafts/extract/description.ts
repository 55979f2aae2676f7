import type { Faq } from "../../../db/schema/listings.ts";
import { listingFields } from "../../listings/fields.ts";
import type { TextBlock } from "../crawled-page.ts";
import { calmText, isCallToAction, isHousekeeping, isNoise, isOffer } from "./noise.ts";
import { mentionsAmount, price } from "./price-words.ts";
import { productBlocks } from "./product-blocks.ts";
import { type Found, type Passage, pagesOfKind, quotesOf, type Site, type SitePage } from "./read-site.ts";
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
import { overlapOf } from "./words.ts";

/** Characters at which a description says enough; features beyond it are left out. */
const comfortable = 2400;
const mostFeatures = 10;

const codeLike = /[{};$]\s|=>|^\s*[$#>] |\w\(\)|<\/?\w+>|--\w+|::|https?:\/\//u;

/** Answers to questions, and what a form says once it is sent. */
const isReply =
  /^(?:yes|no|ja|nein|oui|non|sí|sim|não|sì|nee|tak|nie|evet|hayır|да|нет|так|ні)[,.!]\s|^(?:vamos te|wir melden uns|we['’]ll (?:get back|be in touch)|nous vous recontact|te contactaremos|ti ricontatt|assim que aprovarmos)/iu;

interface Piece extends Passage {
  value: string;
}

function paragraphOf(text: string, name: string): string {
  if (codeLike.test(text) || isNoise(text)) return "";
  // What it costs changes, and has a field of its own.
  if (isOffer(text) || (mentionsAmount.test(text) && price.test(text))) return "";
  const paragraph = goodSentences(text, [name]).join(isSpaceless(text) ? "" : " ");
  if (isReply.test(paragraph) || /[?？؟]$/u.test(paragraph)) return "";
  return lengthOf(paragraph) * (isSpaceless(text) ? 2 : 1) >= 50 ? paragraph : "";
}

function paragraphs(sitePage: SitePage, name: string, most: number): Piece[] {
  const found: Piece[] = [];
  const blocks = productBlocks(sitePage);
  for (const [index, block] of blocks.entries()) {
    if (!/^(?:p|div|section|span|article)$/u.test(block.tag)) continue;
    // What stands right under a small heading is that feature's text, and is taken with it.
    const before = blocks[index - 1];
    if (before !== undefined && /^h[3-6]$/u.test(before.tag)) continue;
    const value = paragraphOf(block.text, name);
    if (value !== "") found.push({ page: sitePage.page, text: block.text, value });
    if (found.length === most) break;
  }
  return found;
}

/** Small headings with the sentence below them, and list items that say something. */
function features(sitePage: SitePage, name: string): Piece[] {
  const found: Piece[] = [];
  const blocks = productBlocks(sitePage);
  const labels = Map.groupBy(
    blocks.filter(({ tag }) => isLabelTag.test(tag)),
    labelOf,
  );
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    const page = sitePage.page;
    if (isLabelTag.test(block.tag) && next !== undefined && /^(?:p|div|dd|span|li)$/u.test(next.tag)) {
      const isLabel =
        !/[?？؟]$/u.test(block.text) &&
        // "Challenge" and "Solution" of one customer after another.
        labels.get(labelOf(block))!.length === 1 &&
        lengthOf(block.text) <= 70 &&
        !isCallToAction(block.text) &&
        !isNoise(block.text);
      const said = paragraphOf(next.text, name);
      // "Xero: Xero keeps books" speaks of another product that works with this one.
      const isOther = said.startsWith(labelOf(block)) && !labelOf(block).toLowerCase().includes(name.toLowerCase());
      if (isLabel && said !== "" && !isOther && !singularPerson.test(said))
        found.push({ page, text: next.text, value: `${labelOf(block)}: ${clipText(said, 240)}` });
    } else if (block.tag === "li" && isItem(block.text)) {
      found.push({ page, text: block.text, value: clipText(calmText(block.text, [name]), 240) });
    }
    if (found.length === mostFeatures) break;
  }
  return found;
}

const isLabelTag = /^(?:h[3-6]|dt|strong)$/u;
const labelOf = ({ text }: TextBlock) => text.replace(/[\s.:!]+$/u, "");

function isItem(text: string): boolean {
  const words = countWords(text);
  // Names of people and of links have no words in small letters.
  const small = text.match(/(?<![\p{L}\p{N}@/.])\p{Ll}{2,}/gu)?.length ?? 0;
  if (/\p{Lu}/u.test(text) && small < 2) return false;
  if (
    words < 3 ||
    lengthOf(text) > 300 ||
    codeLike.test(text) ||
    isNoise(text) ||
    isCallToAction(text) ||
    isHousekeeping(text)
  )
    return false;
  return !/[?？؟]$/u.test(text) && !/[$€£¥]\s?\d|\b\d{4}-\d\d-\d\d\b/u.test(text) && /^[\p{L}\p{N}“"'(*`]/u.test(text);
}

/** Whether a paragraph begins with the product, and needs nothing before it. */
function isAbout(text: string, name: string): boolean {
  const [first = ""] = sentencesOf(text);
  return name !== "" && first.toLowerCase().includes(name.toLowerCase()) && !dependent.test(first);
}

/** The summary as the first paragraph. */
function leadOf(site: Site, { value, quotes: [quote] }: Found<string>): Piece | null {
  const page = site.pages.find(({ page }) => page.url === quote?.url)?.page;
  return page && quote && !isFirstPerson(value) ? { page, text: quote.quote, value } : null;
}

/** Drops what an earlier piece said already. */
function withoutRepeats(pieces: Piece[], known: Piece[]): Piece[] {
  const kept: Piece[] = [];
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
  const { home } = site;
  const featurePages = pagesOfKind(site, "features").slice(0, 2);
  const isAnswer = ({ value }: Piece) => faqs.some(({ answer }) => answer.includes(value) || value.includes(answer));
  const paragraphsOf = (page: SitePage, most: number) =>
    paragraphs(page, name, most).filter((piece) => !isAnswer(piece));
  const said = withoutRepeats(paragraphsOf(home, 8), []);
  // Missions and thanks stand first on many pages, and say least of the product.
  const unquoted = said.filter(({ value }) => !singularPerson.test(value));
  const neutral = unquoted.filter(({ value }) => !isFirstPerson(value));
  const intro = ([neutral, unquoted, said].find(({ length }) => length > 0) ?? []).slice(0, 4);
  // What sums the product up stands first, wherever the page says it.
  const begins = intro[0] && isAbout(intro[0].value, name);
  const summed = summary && !begins && leadOf(site, summary);
  if (summed) intro.splice(0, intro.length, summed, ...withoutRepeats(intro, [summed]).slice(0, 3));
  if (intro.length < 2)
    intro.push(...withoutRepeats(featurePages.flatMap((page) => paragraphsOf(page, 2)).slice(0, 2), intro));
  const listed = [...features(home, name), ...featurePages.flatMap((page) => features(page, name))];
  const items = withoutRepeats(listed, intro).slice(0, mostFeatures);
  const about = pagesOfKind(site, "about").flatMap((page) => paragraphsOf(page, 2));
  const closing = withoutRepeats(about, [...intro, ...items]).slice(0, 2);

  const parts: string[] = intro.map(({ value }) => value);
  // One lone item is no list.
  if (items.length > 1) parts.push(listOf(items, comfortable));
  parts.push(...closing.map(({ value }) => value));
  const used = [...intro, ...(items.length > 1 ? items : []), ...closing];
  if (used.length === 0) return null;
  const value = clipText(parts.join("\n\n"), listingFields.description.max);
  const quoted = [used[0]!, items.length > 1 ? items[0]! : used[1], closing[0] ?? used[2]].filter(
    (piece) => piece !== undefined,
  );
  return { value, quotes: quotesOf(quoted) };
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
