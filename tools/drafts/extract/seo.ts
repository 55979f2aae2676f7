import { listingFields } from "#db/schema/listing-fields.ts";
import { isInstruction } from "../../moderation/shared/text-scan.ts";
import { isPageName } from "../crawl/page-kind-of.ts";
import { clipPhrase } from "./clip-phrase.ts";
import { calmText, hasPhone, isCallToAction, isHousekeeping, isNoise, isTicked } from "./noise.ts";
import { isOnSharedHost } from "./own-address.ts";
import { type Found, quotesOf, type Site } from "./read-site.ts";
import { clipText, clipWords, endsAsSentence, isSpaceless, lengthOf, sentencesOf, spokenLength } from "./sentences.ts";
import { isBareCall } from "./summary.ts";
import { overlapOf } from "./words.ts";

const separator = /\s+[|–—·•-]\s+|\s*[|｜]\s*/u;

function withoutPageName(title: string): string {
  const parts = title.split(separator);
  return parts.length === 2 && parts.some((part) => isPageName(part))
    ? parts.filter((part) => !isPageName(part)).join("")
    : title;
}

export function seoTitle(site: Site, name: Found<string>, headline: Found<string> | null): Found<string> {
  const { page } = site.home;
  const full = withoutPageName(calmText(page.title, [name.value]));
  const [, before] = /^(.+?)\s+[|–—-]\s+([^|]+)$/u.exec(full) ?? [];
  const isTwice =
    before?.toLowerCase().includes(name.value.toLowerCase()) && full.toLowerCase().endsWith(name.value.toLowerCase());
  const own = isTwice && name.value !== "" ? before! : full;
  const { max } = listingFields.seo_title;
  const isUsable =
    own !== "" &&
    own.toLowerCase() !== name.value.toLowerCase() &&
    !isPageName(own) &&
    !/^untitled/iu.test(own) &&
    !/\bv?\d+\.\d+\.\d+/u.test(own) &&
    !isOnSharedHost(site.url) &&
    !isInstruction(own) &&
    !isNoise(own);
  if (isUsable && lengthOf(own) <= max && own.toLowerCase().includes(name.value.toLowerCase()))
    return { value: own, quotes: quotesOf([{ page, text: page.title }]) };
  if (headline === null) return { value: clipWords(name.value, max), quotes: name.quotes };
  const isNamed = name.value === "" || headline.value.toLowerCase().startsWith(name.value.toLowerCase());
  const isToldTwice = isNamed || overlapOf(name.value, headline.value) === 1;
  const built = isToldTwice ? headline.value : `${name.value} – ${headline.value}`;
  const value = clipPhrase(built, max);
  return { value, quotes: [...name.quotes.slice(0, 1), ...headline.quotes.slice(0, 1)] };
}

const minSentenceLength = 50;

function wholePhrase(text: string, max: number): string {
  const clipped = clipText(text, max);
  if (clipped === text || endsAsSentence(clipped)) return clipped;
  const [first = ""] = sentencesOf(text);
  const isEnough = spokenLength(first) >= minSentenceLength;
  return lengthOf(first) <= max && endsAsSentence(first) && isEnough ? first : clipPhrase(text, max);
}

const minCutLength = 80;

export function seoDescription(site: Site, name: string, summary: Found<string> | null): Found<string> {
  const { page } = site.home;
  const { max } = listingFields.seo_description;
  const [described = "", shown = ""] = [page.meta.description, page.meta["og:description"]];
  // Lists with ticks are used only if there is no other text.
  const own = described === "" || (isTicked(described) && shown !== "" && !isTicked(shown)) ? shown : described;
  const sentences = sentencesOf(own).filter(
    (sentence, index) =>
      !(index === 0 ? isBareCall : isCallToAction)(sentence) && !isHousekeeping(sentence) && !hasPhone(sentence),
  );
  const kept = calmText(sentences.join(isSpaceless(own) ? "" : " "), [name]);
  const isTelling = spokenLength(kept) >= 50 || summary === null;
  const fitting = wholePhrase(kept, max);
  const isWhole = fitting === kept || endsAsSentence(fitting);
  // A whole summary is better than a cut description.
  const summed = summary && clipText(summary.value, max);
  // Text written for link previews is better than a cut description.
  const card = calmText(page.meta["og:description"] ?? "", [name]);
  const isShort = !isWhole && lengthOf(fitting) < minCutLength;
  if (isShort && lengthOf(card) >= minCutLength && lengthOf(card) <= max && !isNoise(card) && !isCallToAction(card))
    return { value: card, quotes: quotesOf([{ page, text: page.meta["og:description"]! }]) };
  // If the description's first sentences are about the problem, the summary describes the solution.
  const begins = (text: string) => name !== "" && text.toLowerCase().startsWith(name.toLowerCase());
  const isOnTrouble = !fitting.toLowerCase().includes(name.toLowerCase()) && sentencesOf(kept).slice(1).some(begins);
  if (isOnTrouble && summary && begins(summary.value))
    return { value: wholePhrase(summary.value, max), quotes: summary.quotes.slice(0, 2) };
  if (!isWhole && summary && summed && endsAsSentence(summed))
    return { value: summed, quotes: summary.quotes.slice(0, 2) };
  if (kept !== "" && isTelling && !isNoise(own)) return { value: fitting, quotes: quotesOf([{ page, text: own }]) };
  return summary === null
    ? { value: "", quotes: [] }
    : { value: wholePhrase(summary.value, max), quotes: summary.quotes.slice(0, 2) };
}
