import type { Faq } from "#db/schema/listing-fields.ts";
import { listingFields } from "#db/schema/listing-fields.ts";
import type { TextBlock } from "../shared/crawled-page.ts";
import { labelDivs } from "./feature-labels.ts";
import { isOnOrigin, namePattern, saysKind } from "./kind-sentences.ts";
import { type FeatureList, findFeatures, topicWorth } from "./product-features.ts";
import { productSections, type Section } from "./product-sections.ts";
import { asksHow, isAsked, isOnTerms, type Piece, paragraphOf, quoted, withoutRepeats } from "./product-text.ts";
import { type Found, isHeading, pagesOfKind, quotesOf, type Site, type SitePage } from "./read-site.ts";
import {
  clipText,
  endsAsSentence,
  isSpaceless,
  isWholeSentence,
  lengthOf,
  sentencesOf,
  spokenLength,
} from "./sentences.ts";
import { dependent, isFirstPerson, singularPerson } from "./summary.ts";
import { isNamed, type Reader, readerOf, sharedTerms } from "./telling.ts";

const sufficientLength = 2400;
const mostParagraphs = 3;

const minScore = { alone: 3, besideList: 4 };

const minParagraphLength = 70;
/** @param rank the paragraph's position in its section */
function tellingOf(text: string, { tag }: TextBlock, section: Section, rank: number, reader: Reader): number {
  let score = Math.min(3, sharedTerms(text, reader));
  if (isNamed(text, reader)) score += 3;
  // Elements other than paragraphs are cards, notes or pictures made of text.
  else if (tag !== "p") score -= section.isFirst ? 2 : 3;
  if (section.isFirst && rank < 2) score += 3;
  if (section.topic === "features" && rank === 0) score += 1;
  // A short line below a heading either sums up the section or says nothing.
  if (!section.isFirst && lengthOf(text) < minParagraphLength && !isSpaceless(text)) score -= 1;
  if (dependent.test(text) || asksHow.test(text) || quoted.test(text)) score -= 6;
  if (isFirstPerson(text)) score -= 1;
  if (isOnOrigin(text)) score -= 3;
  return score;
}

interface Paragraph extends Piece {
  score: number;
  isFirst: boolean;
}

function paragraphs(page: SitePage["page"], sections: Section[], reader: Reader): Paragraph[] {
  const found: Paragraph[] = [];
  for (const section of sections) {
    let rank = 0;
    const labels = labelDivs(section.blocks);
    for (const [index, block] of section.blocks.entries()) {
      if (!/^(?:p|div|section|span|article)$/u.test(block.tag)) continue;
      // Text right below a small heading belongs to that feature and is collected with it.
      const before = section.blocks[index - 1];
      if (before !== undefined && (/^h[3-6]$/u.test(before.tag) || labels.has(before) || isAnswerTo(before))) continue;
      const value = paragraphOf(block.text, reader.name);
      if (value === "") continue;
      found.push({
        page,
        text: block.text,
        value,
        score: tellingOf(value, block, section, rank++, reader),
        isFirst: section.isFirst,
      });
    }
  }
  return found;
}

const isAnswerTo = (before: TextBlock) => !isHeading(before) && isAsked(before.text);

function introducesProduct({ value, isFirst, score }: Paragraph, summary: string, reader: Reader): boolean {
  const { name, site } = reader;
  const [first = ""] = sentencesOf(value);
  if (name === "" || dependent.test(first)) return false;
  const known = namePattern(name, site.url);
  // A summary that names the product is a better start than a paragraph further down.
  const isBetter = isFirst || (score >= 2 * minScore.alone && !isNamed(summary, reader));
  const isNamedFirst = isBetter && first.toLowerCase().startsWith(name.toLowerCase());
  return saysKind(first, known) || (isNamedFirst && !saysKind(summary, known));
}

const minLeadLength = 50;

const minLengthWithoutList = 150;
const sizeOf = (pieces: Piece[]) => pieces.reduce((sum, { value }) => sum + spokenLength(value), 0);

/** Removes the sentences that the first paragraph already contains, and the sentences that lead up to them. */
function withoutSentencesOf({ value: lead }: Piece, pieces: Piece[]): Piece[] {
  const known = new Set(sentencesOf(lead));
  return pieces.flatMap((piece) => {
    const all = sentencesOf(piece.value);
    const start = all.findIndex((sentence) => known.has(sentence));
    const own = all.slice(Math.max(0, start)).filter((sentence) => !known.has(sentence));
    const value = own.join(isSpaceless(lead) ? "" : " ");
    const isRest = start !== -1;
    return dependent.test(value) || (isRest && lengthOf(value) < minLeadLength) ? [] : [{ ...piece, value }];
  });
}

function leadOf(site: Site, { value, quotes: [quote] }: Found<string>): Piece | null {
  const page = site.pages.find(({ page }) => page.url === quote?.url)?.page;
  if (page === undefined || quote === undefined) return null;
  const told = sentencesOf(value)
    .filter((sentence) => !isOnTerms(sentence))
    .join(isSpaceless(value) ? "" : " ");
  // An opening that mentions a price is better than none.
  return { page, text: quote.quote, value: lengthOf(told) < minLeadLength ? value : told };
}

/** Writes paragraphs and a list of features as plain text. Answers in `faqs` are not repeated. */
export function findDescription(
  site: Site,
  name: string,
  summary: Found<string> | null,
  faqs: Faq[],
): Found<string> | null {
  const reader = readerOf(site, name, summary);
  const isAnswer = ({ value }: Piece) => faqs.some(({ answer }) => answer.includes(value) || value.includes(answer));
  const paragraphsOf = (page: SitePage, sections = productSections(page, name)) =>
    paragraphs(page.page, sections, reader).filter((piece) => !isAnswer(piece));
  const featurePages = pagesOfKind(site, "features").slice(0, 2);
  const [home, ...others] = [site.home, ...featurePages].map((page) => {
    const sections = productSections(page, name);
    return { said: paragraphsOf(page, sections), listed: findFeatures(page.page, sections, reader) };
  });
  const list = bestList(
    home!.listed,
    others.map(({ listed }) => listed),
  );
  const least = list.length > 0 ? minScore.besideList : minScore.alone;

  const said = withoutRepeats(home!.said, []);
  const telling = said.filter(({ score, value }) => score >= least && !singularPerson.test(value));
  // Mission statements and thanks say the least about the product.
  const neutral = telling.filter(({ value }) => !isFirstPerson(value));
  const isEnough = summary !== null && list.length > 0;
  const personal = telling.filter(({ isFirst }) => isFirst || !isEnough);
  const told = (neutral.length > 0 ? neutral : personal).slice(0, mostParagraphs);
  const intro: Piece[] = [...told];
  // A passage that sums up the product comes first, wherever it is on the page.
  const begins = told[0] && introducesProduct(told[0], summary?.value ?? "", reader);
  const lead = summary && !begins && leadOf(site, summary);
  if (lead)
    intro.splice(
      0,
      intro.length,
      lead,
      ...withoutRepeats(withoutSentencesOf(lead, told), [lead]).slice(0, mostParagraphs - 1),
    );
  if (intro.length < 2) {
    const more = others.flatMap(({ said }) => said.slice(0, 2)).filter(({ score }) => score >= least);
    intro.push(...withoutRepeats(more, intro).slice(0, 2));
  }
  const isTold = ({ value }: Piece) => intro.some((piece) => piece.value.includes(value.replace(/^.{0,70}?: /u, "")));
  const untold = withoutRepeats(
    list.filter((item) => !isTold(item)),
    intro,
  );
  const items = untold.length > 1 ? untold : [];
  // The maker's story is used if there is nothing else.
  if (items.length === 0 && sizeOf(intro) < minLengthWithoutList) {
    const about = pagesOfKind(site, "about").flatMap((page) => paragraphsOf(page).slice(0, 3));
    const fallback = [...said, ...about].filter(({ value }) => !dependent.test(value) && !isOnOrigin(value));
    const unquoted = fallback.filter(({ value }) => !singularPerson.test(value));
    intro.push(...withoutRepeats(intro.length > 0 || unquoted.length > 0 ? unquoted : fallback, intro).slice(0, 2));
  }
  const used = [...intro, ...items];
  if (used.length === 0) return null;
  const parts = intro.map(({ value }) => value);
  if (items.length > 0) parts.push(listOf(items, sufficientLength));
  const quoted = [intro[0], items[0] ?? intro[1], intro[1] ?? items[1]].filter((piece) => piece !== undefined);
  return { value: clipText(parts.join("\n\n"), listingFields.description.max), quotes: quotesOf(quoted) };
}

/** A separate page with at least this many features says more than a home page that names only a few. */
const leastOfOwnPage = 4;

/** The list on the home page, or one on a features page if the home page lists only steps or reasons. */
function bestList(home: FeatureList, others: FeatureList[]): Piece[] {
  const own = others.find(
    ({ items, topic }) => items.length >= leastOfOwnPage && topicWorth[topic] >= topicWorth[home.topic],
  );
  const lists = [home, ...others].map(({ items }) => items);
  if (topicWorth[home.topic] < 0 && own) return own.items;
  return lists.find(({ length }) => length > 2) ?? lists.find(({ length }) => length > 1) ?? [];
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
