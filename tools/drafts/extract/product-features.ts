import type { TextBlock } from "../shared/crawled-page.ts";
import {
  gluedLabel,
  gluedLabels,
  isBody,
  isLabel,
  isLabelTag,
  isOther,
  labelDivs,
  labelOf,
  repeatedLabels,
} from "./feature-labels.ts";
import { joinedItems, listItem, toldBelow } from "./feature-text.ts";
import { mentionsAmount, price } from "./price-words.ts";
import type { Section } from "./product-sections.ts";
import { asksHow, contrary, type Piece, quoted } from "./product-text.ts";
import { isHeading, type SitePage } from "./read-site.ts";
import type { Topic } from "./section-words.ts";
import { countWords, endsAsSentence, isWholeSentence } from "./sentences.ts";
import { singularPerson } from "./summary.ts";
import { isNamed, type Reader, sharedTerms } from "./telling.ts";

const mostFeatures = 8;
/** Eight items can represent a list of up to this many. */
const mostOfPartList = 16;

/** Whether a block is a number followed by what it counts, and not a list position. */
const isCount = (before: TextBlock | undefined) =>
  before !== undefined &&
  /^\D{0,2}\d[\d.,\s]*\D{0,3}$/u.test(before.text) &&
  !/^0?(?:\d|1[0-2])[.)]?$/u.test(before.text);

interface Feature extends Piece {
  section: Section;
  /** The feature's label, or null for a list item. */
  label: string | null;
}

/** Whether a phrase may describe a feature. In company facts and one-item lists, it says nothing about the product. */
const canBePhrase = (label: TextBlock, text: TextBlock) => label.tag !== "dt" && text.tag !== "li";

function itemsAfter(blocks: TextBlock[], index: number): TextBlock[] {
  const end = blocks.findIndex(({ tag }, at) => at > index && tag !== "li");
  return blocks.slice(index + 1, end === -1 ? blocks.length : end);
}

/** @param known lower-case labels that are used or excluded; newly used ones are added */
function featuresOf(page: SitePage["page"], section: Section, known: Set<string>, reader: Reader) {
  const { name } = reader;
  const { blocks } = section;
  const found: Feature[] = [];
  const divs = labelDivs(blocks);
  const isLabelled = (block: TextBlock) => isLabelTag.test(block.tag) || divs.has(block);
  // If several headings each have a list, the lists describe them. The list of a single heading is read item by item.
  const hasLists =
    blocks.filter((block, index) => isLabelled(block) && itemsAfter(blocks, index).length > 1).length > 1;
  // A list below "Why it matters" contains reasons, not features.
  let isBelowQuestion = false;
  let told = -1;
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    if (isLabelled(block)) {
      isBelowQuestion = asksHow.test(block.text);
      if (next === undefined || !isBody(next) || divs.has(next)) continue;
      const label = labelOf(block);
      if (
        known.has(label.toLowerCase()) ||
        known.has(gluedLabel(next.text)) ||
        !isLabel(block, label, name) ||
        isCount(blocks[index - 1])
      )
        continue;
      const items = itemsAfter(blocks, index);
      const joined = hasLists ? joinedItems(items, name) : "";
      if (joined !== "") told = index + items.length;
      const said = joined || toldBelow(next.text, name, canBePhrase(block, next));
      if (
        said === "" ||
        isOther(label, said, reader) ||
        contrary.test(said) ||
        singularPerson.test(said) ||
        quoted.test(said)
      )
        continue;
      known.add(label.toLowerCase());
      found.push({ page, text: next.text, value: `${label}: ${said}`, section, label });
    } else if (block.tag === "li" && !isBelowQuestion && index > told) {
      const value = listItem(block, name);
      if (value !== "" && !singularPerson.test(value))
        found.push({ page, text: block.text, value, section, label: null });
    }
  }
  return found;
}

const maxBlocksOfFeature = 4;

/** Finds a series of main headings with one text each, on pages that describe one feature after another. */
function greatFeatures(page: SitePage["page"], sections: Section[], reader: Reader): Feature[] {
  const found = sections.flatMap((section): Feature[] => {
    const { heading, blocks, isFirst } = section;
    const text = blocks.find((block) => !isHeading(block) && block.text !== heading);
    const block = { tag: "h2", region: "main", text: heading } as const;
    const label = labelOf(block);
    const isPart = !isFirst && blocks.length <= maxBlocksOfFeature && !blocks.some(({ tag }) => tag === "li");
    if (!isPart || text === undefined || endsAsSentence(heading) || !isLabel(block, label, reader.name)) return [];
    const said = toldBelow(text.text, reader.name);
    if (said === "" || singularPerson.test(said) || contrary.test(said)) return [];
    return [{ page, text: text.text, value: `${label}: ${said}`, section, label }];
  });
  return found.filter(({ value }) => isNamed(value, reader) || sharedTerms(value, reader) > 0);
}

function areTitles(features: Feature[], page: SitePage["page"]): boolean {
  const titles = features.filter(({ label }) => {
    if (label === null) return false;
    const isLong = countWords(label) > 4 || /[?!]/u.test(label);
    return isLong && page.links.some(({ region, text }) => region === "main" && text.includes(label));
  });
  return titles.length * 2 > features.length;
}

/** The worth of each topic. Steps, readers and reasons are used only if the page does not describe features. */
export const topicWorth: Record<Topic, number> = {
  features: 3,
  any: 0,
  reasons: -0.5,
  steps: -0.5,
  trust: -2.2,
  readers: -3.5,
};

const mayShareList = (one: Group, other: Group) =>
  one.topic === other.topic || (topicWorth[one.topic] >= 0 && topicWorth[other.topic] >= 0);

interface Group {
  items: Feature[];
  score: number;
  topic: Topic;
  isLabelled: boolean;
}

function groupOf(rank: number, section: Section, all: Feature[], page: SitePage["page"], reader: Reader): Group | null {
  const labelled = all.filter(({ label }) => label !== null);
  const items = labelled.length >= 3 ? labelled : all;
  const telling = items.filter(({ value }) => isNamed(value, reader) || sharedTerms(value, reader) > 0);
  // Two items that share no word with the product may be about anything.
  if ((items.length < 3 && telling.length < items.length) || areTitles(items, page)) return null;
  const { topic } = section;
  let score = (1.5 * telling.length) / items.length + 0.6 * Math.min(telling.length, 6);
  // If the product itself is about security, security is a feature.
  score += topic === "trust" && sharedTerms(section.heading, reader) > 0 ? 0 : topicWorth[topic];
  if (isNamed(section.heading, reader) && topic !== "reasons") score += 1.5;
  // Pages describe a product's functions before its advantages.
  score -= 0.15 * Math.min(rank, 8);
  if (labelled.length > 0) score += 1.5;
  // The first few of many items do not represent them all.
  if (items.length > mostOfPartList) score -= 1.5;
  score += items.length >= 3 ? 1 : items.length === 1 ? -3 : 0;
  // Steps that mention prices lead to an order.
  if (topic === "steps" && section.blocks.some(({ text }) => mentionsAmount.test(text) && price.test(text))) score -= 1;
  // Steps without an explanation describe how to order.
  const isOrder = topic === "steps" && labelled.length === 0 && !items.every(({ value }) => isWholeSentence(value));
  if (isOrder) return null;
  return { items, score, topic, isLabelled: labelled.length >= 3 };
}

const maxScoreGap = 1;
const minScoreOfSecond = 4.5;

export interface FeatureList {
  items: Piece[];
  topic: Topic;
}

export function findFeatures(page: SitePage["page"], sections: Section[], reader: Reader): FeatureList {
  const all = sections.flatMap(({ blocks }) => blocks);
  const divs = new Set(sections.flatMap(({ blocks }) => [...labelDivs(blocks)]));
  const repeated = repeatedLabels(all, (block) => isLabelTag.test(block.tag) || divs.has(block));
  const known = new Set([...repeated, ...gluedLabels(all)]);
  const groups = sections.flatMap((section, rank) => {
    const found = featuresOf(page, section, known, reader);
    return found.length === 0 ? [] : (groupOf(rank, section, found, page, reader) ?? []);
  });
  const ranked = groups.toSorted((a, b) => b.score - a.score);
  const [best] = ranked;
  if (best === undefined || best.items.length < 3 || best.topic === "steps" || best.topic === "readers") {
    const great = greatFeatures(page, sections, reader);
    if (great.length >= 3) return { items: great.slice(0, mostFeatures), topic: "any" };
  }
  if (best === undefined) return { items: [], topic: "any" };
  const kept = new Set<Feature>();
  for (const group of ranked) {
    // A further section is used only if there are fewer than three features or it is about as good as the best one.
    const isNear = best.score - group.score < maxScoreGap || (kept.size === 3 && group.score >= minScoreOfSecond);
    const isEqual = isNear && group.isLabelled && best.isLabelled;
    if (kept.size >= 3 && (!isEqual || kept.size + group.items.length > mostFeatures)) continue;
    if (mayShareList(group, best)) for (const item of group.items) kept.add(item);
  }
  const items = groups.flatMap((group) => group.items).filter((feature) => kept.has(feature));
  return { items: items.slice(0, mostFeatures), topic: best.topic };
}
