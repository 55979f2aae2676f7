import { type FieldName, fieldNames } from "#db/schema/listing-fields.ts";
import { isInstruction } from "../../moderation/shared/text-scan.ts";
import { isUnready } from "../crawl/placeholder.ts";
import { findFaqs } from "../extract/faqs.ts";
import { isSlogan, namePattern, saysKind } from "../extract/kinds.ts";
import { isCallToAction, isHousekeeping, isNoise } from "../extract/noise.ts";
import { mentionsPlatform } from "../extract/platform-words.ts";
import { saysPlatform } from "../extract/platforms.ts";
import { mentionsAmount, mentionsFree, openSource, price } from "../extract/price-words.ts";
import { isHeading, pagesOfKind, productThings, type Site, type SitePage, textsOf } from "../extract/read-site.ts";
import { clipText, lengthOf, sentencesOf, spokenLength } from "../extract/sentences.ts";
import { isMe, profileOf } from "../extract/social-networks.ts";
import { sellsNoSoftware } from "../extract/web-product.ts";
import type { CrawledPage, TextBlock } from "../shared/crawled-page.ts";
import { platformNames } from "../shared/platform-names.ts";
import type { Passage } from "../shared/writing.ts";

/** The limits for the passages that a draft keeps. */
export const packLimits = { passages: 40, bytes: 12 * 1024, characters: 600, bestPerField: 3, bestForDescription: 10 };

type Scores = Partial<Record<FieldName, number>>;

interface Candidate {
  page: CrawledPage;
  text: string;
  scores: Scores;
}

const minParagraph = 60;
const minSentence = 25;
const minHeadings = 3;
const maxNotice = 120;
/** Later parts of a page say less about the whole product. */
const discount = (scores: Scores, rank: number): Scores =>
  Object.fromEntries(Object.entries(scores).map(([field, score]) => [field, score / (1 + rank / 8)]));

/** Texts that the maker wrote to describe the whole site. */
function described(site: Site): Candidate[] {
  const { page } = site.home;
  const meta = (key: "description" | "og:description") => page.meta[key] ?? "";
  const summing = { summary: 8, seo_description: 8, headline: 5, description: 4, categories: 5 };
  return [
    { page, text: page.title, scores: { headline: 6, seo_title: 8, name: 5, categories: 6, summary: 1 } },
    { page, text: meta("description"), scores: summing },
    { page, text: meta("og:description"), scores: discount(summing, 1) },
    ...productThings(site).flatMap(({ page: at, thing }) =>
      textsOf(thing.description).map((text) => ({ page: at, text, scores: { ...summing, description: 8 } })),
    ),
  ];
}

/** The headings of the main text, each with the first sentence below it, and the paragraphs of the main text. */
function told({ page, content, kind }: SitePage): Candidate[] {
  const weight = { home: 0, about: 2, features: 1 }[kind as string];
  if (weight === undefined) return [];
  const main = content.some(({ isMain }) => isMain)
    ? content.filter((block) => block.isMain || block.tag === "h1")
    : content;
  const found: Candidate[] = [];
  for (const [at, block] of main.entries()) {
    const rank = found.length + weight;
    if (isHeading(block)) {
      const text = withSentence(block, main[at + 1]);
      const isFirst = block.tag === "h1";
      const scores: Scores = isFirst
        ? { headline: 7, summary: 5, description: 4, categories: 4 }
        : { description: 5, headline: 1 };
      if (text !== "") found.push({ page, text, scores: isFirst ? scores : discount(scores, rank) });
    } else if (/^(?:p|div|section|span)$/u.test(block.tag) && spokenLength(block.text) >= minParagraph)
      found.push({ page, text: block.text, scores: discount({ description: 7, summary: 5, headline: 2 }, rank) });
  }
  return found;
}

/** The headings of a page in one line, because they show topics that the paragraphs may not cover. */
function outline({ page, content, kind }: SitePage): Candidate[] {
  if (kind === "blog" || kind === "people" || kind === "docs" || kind === "faq") return [];
  const headings = [...new Set(content.filter(isHeading).map(({ text }) => text))];
  if (headings.length < minHeadings) return [];
  return [{ page, text: headings.join(" · "), scores: { description: kind === "home" ? 9 : 5 } }];
}

/** Returns a heading with the first sentence below it. Without a sentence, returns an `h1` alone, otherwise "". */
function withSentence(heading: TextBlock, below: TextBlock | undefined): string {
  if (!below || isHeading(below)) return heading.tag === "h1" ? heading.text : "";
  const [first = ""] = sentencesOf(below.text);
  if (spokenLength(first) < minSentence) return heading.tag === "h1" ? heading.text : "";
  return `${heading.text}${/[.:!?。！？]$/u.test(heading.text) ? "" : ":"} ${first}`;
}

/** Prices, free plans and licences, each with the heading above it. */
function priced({ page, content, kind }: SitePage): Candidate[] {
  if (kind === "blog" || kind === "people") return [];
  let heading = "";
  return content.flatMap((block, rank) => {
    if (isHeading(block)) heading = block.text;
    const { text } = block;
    const isPriced = mentionsAmount.test(text) && price.test(text);
    const isShort = spokenLength(text) <= 200;
    const scores: Scores = { pricing: (kind === "pricing" ? 6 : 3) + (isPriced ? 2 : 0) };
    if (!isShort || !(isPriced || mentionsFree.test(text) || openSource.test(text))) return [];
    const label = isHeading(block) || lengthOf(text) > 40 || heading === "" ? "" : `${heading}: `;
    return [{ page, text: `${label}${text}`, scores: discount(scores, rank / 4) }];
  });
}

/** Announced features that are not available yet. They show writers what the product does not offer so far. */
function planned({ page, content, kind }: SitePage): Candidate[] {
  if (kind === "blog" || kind === "people") return [];
  return content.flatMap((block, at) => {
    if (!isUnready(block.text) || lengthOf(block.text) > maxNotice) return [];
    const before = content[at - 1]?.text ?? "";
    const text = lengthOf(before) <= maxNotice ? `${before} – ${block.text}` : block.text;
    return [{ page, text, scores: { description: 6, platforms: 3 } }];
  });
}

const onPlatforms = ({ page, content, kind }: SitePage): Candidate[] =>
  kind === "blog" || kind === "people"
    ? []
    : content.flatMap(({ text }, rank) =>
        lengthOf(text) <= 200 && mentionsPlatform(text) && platformNames.some((name) => saysPlatform(text, name))
          ? [{ page, text, scores: discount({ platforms: 4 }, rank / 4) }]
          : [],
      );

const asked = (site: Site): Candidate[] =>
  findFaqs(site, 1).value.map(({ question, answer }, rank) => ({
    page: pagesOfKind(site, "faq")[0]?.page ?? site.home.page,
    text: `${question} ${answer}`,
    scores: discount({ faqs: 4, description: 2 }, rank),
  }));

function profiles({ home: { page } }: Site): Candidate[] {
  const links = page.links.filter((link) => profileOf(link.url, isMe(link)));
  return links.slice(0, 6).map(({ url }, rank) => ({ page, text: url, scores: discount({ socials: 2 }, rank) }));
}

/**
 * Chooses the passages from which a person or a model can write each field: at most 40 passages and 12 KiB, best first.
 * Texts that contain instructions to machines are left out. The same site always gives the same passages.
 */
export function passagesOf(site: Site, name: string): Passage[] {
  const known = namePattern(name, site.url);
  const candidates = [
    ...described(site),
    ...[site.home, ...pagesOfKind(site, "about", "features")].flatMap(told),
    ...site.pages.flatMap(outline),
    ...site.pages.flatMap(planned),
    ...site.pages.flatMap(priced),
    ...(sellsNoSoftware(site) ? [] : site.pages.flatMap(onPlatforms)),
    ...asked(site),
    ...profiles(site),
  ].flatMap((candidate) => tidied(candidate, known, name));
  const unique = distinct(candidates);
  const best = new Map<Candidate, FieldName[]>();
  for (const field of fieldNames)
    for (const candidate of bestFor(field, unique)) best.set(candidate, [...(best.get(candidate) ?? []), field]);
  const strongest = ({ scores }: Candidate) => Math.max(...Object.values(scores));
  const byScore = unique.toSorted((a, b) => Number(best.has(b)) - Number(best.has(a)) || strongest(b) - strongest(a));
  const kept: Passage[] = [];
  let left = packLimits.bytes;
  for (const candidate of byScore) {
    left -= Buffer.byteLength(candidate.text);
    if (left < 0 || kept.length >= packLimits.passages) break;
    const { url, fetchedAt } = candidate.page;
    const id = `p${kept.length + 1}`;
    kept.push({ id, url, quote: candidate.text, fetched_at: fetchedAt, for: best.get(candidate) ?? [] });
  }
  return kept;
}

function tidied({ page, text, scores }: Candidate, known: string, name: string): Candidate[] {
  const folded = clipText(text.replace(/\s+/gu, " ").trim(), packLimits.characters);
  const isFact = "pricing" in scores || "socials" in scores || "platforms" in scores;
  if (folded === "" || folded.toLowerCase() === name.toLowerCase() || isInstruction(folded)) return [];
  if (!isFact && (isNoise(folded) || isCallToAction(folded) || isHousekeeping(folded))) return [];
  const bonus =
    (saysKind(folded, known) ? 2 : 0) + (name !== "" && folded.includes(name) ? 1 : 0) - (isSlogan(folded) ? 1 : 0);
  const adjusted = isFact
    ? scores
    : Object.fromEntries(Object.entries(scores).map(([field, score]) => [field, score + bonus]));
  // The search engine texts say the same as the headline and the summary, so they get the same scores.
  const { headline: seo_title, summary: seo_description } = adjusted;
  const searchTexts = { ...(seo_title && { seo_title }), ...(seo_description && { seo_description }) };
  return [{ page, text: folded, scores: { ...searchTexts, ...adjusted } }];
}

/** A text that is part of a longer text counts as a duplicate from this share of the longer text's length. */
const sameShare = 0.6;

/** Merges each duplicate into the text that contains it, and keeps the highest score for each field. */
function distinct(candidates: Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.text.length - a.text.length)) {
    const { text } = candidate;
    const whole = kept.find((other) => other.text.includes(text) && text.length >= other.text.length * sameShare);
    if (whole) whole.scores = highest(whole.scores, candidate.scores);
    else kept.push(candidate);
  }
  return kept;
}

const highest = (one: Scores, other: Scores): Scores => {
  const joined: Scores = { ...one };
  for (const [field, score] of Object.entries(other) as [FieldName, number][])
    joined[field] = Math.max(joined[field] ?? 0, score);
  return joined;
};

const bestFor = (field: FieldName, candidates: Candidate[]) =>
  candidates
    .filter(({ scores }) => scores[field] !== undefined)
    .sort((a, b) => b.scores[field]! - a.scores[field]!)
    .slice(0, field === "description" ? packLimits.bestForDescription : packLimits.bestPerField);
