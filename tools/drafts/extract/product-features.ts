import { kindNamed } from "../crawl/page-kind-of.ts";
import type { PageKindName } from "../crawl/page-kinds.ts";
import type { TextBlock } from "../crawled-page.ts";
import { calmText, isCallToAction, isHousekeeping, isNoise } from "./noise.ts";
import type { Section } from "./product-sections.ts";
import { asksHow, bullet, contrary, isAsked, isGarbled, isOnTerms, type Piece, paragraphOf } from "./product-text.ts";
import type { SitePage } from "./read-site.ts";
import {
  clipText,
  countWords,
  endsAsSentence,
  isSpaceless,
  isWholeSentence,
  lengthOf,
  sentencesOf,
} from "./sentences.ts";
import { singularPerson } from "./summary.ts";
import { isNamed, type Reader, sharedTerms } from "./telling.ts";

const mostFeatures = 8;

/** A feature with the part of the page that it stands in. */
interface Feature extends Piece {
  section: Section;
  isLabelled: boolean;
}

/** Small headings with the sentence below them, and list items that say something. */
function features(page: SitePage["page"], sections: Section[], reader: Reader): Feature[] {
  const { name } = reader;
  const found: Feature[] = [];
  const all = sections.flatMap(({ blocks }) => blocks);
  const labels = Map.groupBy(
    all.filter(({ tag }) => isLabelTag.test(tag)),
    labelOf,
  );
  for (const section of sections) {
    const divs = labelDivs(section.blocks);
    // A list below "Why it matters" tells reasons.
    let isBelowQuestion = false;
    for (const [index, block] of section.blocks.entries()) {
      const next = section.blocks[index + 1];
      const isLabelled = isLabelTag.test(block.tag) || divs.has(block);
      if (isLabelled) isBelowQuestion = asksHow.test(block.text);
      if (isLabelled && next !== undefined && /^(?:p|div|dd|span|li)$/u.test(next.tag)) {
        const label = labelOf(block);
        const isLabel =
          !isAsked(block.text) &&
          // "Challenge" and "Solution" of one customer after another.
          (labels.get(label)?.length ?? 1) === 1 &&
          /^\p{L}/u.test(label) &&
          !/\d\d:\d\d/u.test(label) &&
          !isOnTerms(label) &&
          !asksHow.test(label) &&
          !leadsElsewhere(label, name) &&
          lengthOf(block.text) <= 70 &&
          !isCallToAction(block.text) &&
          !isNoise(block.text);
        const said = firstSentences(paragraphOf(next.text, name));
        // "Xero: Xero keeps books" speaks of another product that works with this one.
        const isOther = said.startsWith(label) && !isNamed(label, reader);
        if (isLabel && said !== "" && !isOther && !contrary.test(said) && !singularPerson.test(said))
          found.push({ page, text: next.text, value: `${label}: ${said}`, section, isLabelled: true });
      } else if (block.tag === "li" && !isBelowQuestion) {
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

/** Characters of what is told of one feature. */
const longest = { comfortable: 240, most: 320 };

/** The first whole sentences of a text; none where the first is too long for a list. */
function firstSentences(text: string): string {
  const [first = "", ...more] = sentencesOf(text);
  if (lengthOf(first) > longest.most) return "";
  let said = first;
  for (const sentence of more) {
    const longer = `${said}${isSpaceless(said) ? "" : " "}${sentence}`;
    if (lengthOf(longer) > longest.comfortable) break;
    said = longer;
  }
  return said;
}

/** "About Fernleaf" and "Contact" are no features; what has a badge is one for those who pay. */
const leadsElsewhere = (label: string, name: string) =>
  elsewhere.has(kindNamed(name === "" ? label : label.replaceAll(name, ""))) || /\s(?:premium|pro)$/iu.test(label);
const elsewhere = new Set<PageKindName | undefined>(["about", "team", "contact", "help", "changelog", "blog"]);

const isLabelTag = /^(?:h[3-6]|dt|strong)$/u;
const labelOf = ({ text }: TextBlock) =>
  calmText(text)
    .replace(/^(?:\d{1,2}[.)]\s+)/u, "")
    .replace(/[\s.:!]+$/u, "");

/** Short lines that stand above a sentence three times or more are its labels, whatever element they are. */
export function labelDivs(blocks: TextBlock[]): Set<TextBlock> {
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
    isGarbled(text) ||
    isNoise(text) ||
    isCallToAction(text) ||
    isHousekeeping(text)
  )
    return false;
  if (/\S@\S+\.\S|:$/u.test(text)) return false;
  return !isAsked(text) && !/[$€£¥]\s?\d|\b\d{4}-\d\d-\d\d\b/u.test(text) && /^[\p{L}\p{N}“"'(*`]/u.test(text);
}

/** The features of the parts of a page that tell most of the product, in the order of the page. */
export function findFeatures(page: SitePage["page"], sections: Section[], reader: Reader): Piece[] {
  const found = features(page, sections, reader);
  const groups = [...Map.groupBy(found, ({ section }) => section)].flatMap(([section, all]) => {
    const labelled = all.filter(({ isLabelled }) => isLabelled);
    const items = labelled.length >= 3 ? labelled : all;
    const isList = labelled.length === 0;
    const telling = items.filter(({ value }) => isNamed(value, reader) || sharedTerms(value, reader) > 0);
    let score = (3 * telling.length) / items.length;
    if (section.isOnFeatures) score += 3;
    if (isNamed(section.heading, reader)) score += 2;
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
