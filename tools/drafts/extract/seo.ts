import { listingFields } from "#db/schema/listing-fields.ts";
import { isInstruction } from "../../moderation/shared/text-scan.ts";
import { isPageName } from "../crawl/page-kind-of.ts";
import { clipPhrase } from "./clip-phrase.ts";
import { titleParts } from "./name.ts";
import { calmText, hasPhone, isCallToAction, isNoise, isTicked } from "./noise.ts";
import { isOnSharedHost } from "./own-address.ts";
import { type Found, quotesOf, type Site } from "./read-site.ts";
import { clipText, endsAsSentence, isSpaceless, lengthOf, sentencesOf, spokenLength } from "./sentences.ts";
import { isBareCall } from "./summary.ts";

const separator = /\s+[|–—·•-]\s+|\s*[|｜]\s*/u;

function withoutPageName(title: string): string {
  const parts = title.split(separator);
  return parts.length === 2 && parts.some((part) => isPageName(part))
    ? parts.filter((part) => !isPageName(part)).join("")
    : title;
}

export function seoTitle(site: Site, name: Found<string>, headline: Found<string> | null): Found<string> | null {
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
  const phrase = headline?.value ?? titleParts(full).find((part) => part.toLowerCase() !== name.value.toLowerCase());
  if (phrase === undefined || isPageName(phrase) || isNoise(phrase)) return null;
  const isNamed = name.value === "" || phrase.toLowerCase().includes(name.value.toLowerCase());
  const value = clipPhrase(isNamed ? phrase : `${name.value} – ${phrase}`, max);
  return { value, quotes: headline?.quotes ?? quotesOf([{ page, text: page.title }]) };
}

const minSentenceLength = 50;

function wholePhrase(text: string, max: number): string {
  const clipped = clipText(text, max);
  if (clipped === text || endsAsSentence(clipped)) return clipped;
  const [first = ""] = sentencesOf(text);
  const isEnough = spokenLength(first) >= minSentenceLength;
  return lengthOf(first) <= max && endsAsSentence(first) && isEnough ? first : clipPhrase(text, max);
}

/** Returns the site's own description for search engines, shortened after a sentence if necessary, or the summary. */
export function seoDescription(site: Site, name: string, summary: Found<string> | null): Found<string> | null {
  const { page } = site.home;
  const { max } = listingFields.seo_description;
  const texts = [page.meta.description ?? "", page.meta["og:description"] ?? ""];
  const own = texts.find((text) => text !== "" && !isTicked(text) && !isNoise(text) && !isInstruction(text));
  if (own !== undefined) {
    const sentences = sentencesOf(own).filter(
      (each, index) => !(index === 0 ? isBareCall : isCallToAction)(each) && !hasPhone(each),
    );
    const value = wholePhrase(calmText(sentences.join(isSpaceless(own) ? "" : " "), [name]), max);
    if (spokenLength(value) >= minSentenceLength) return { value, quotes: quotesOf([{ page, text: own }]) };
  }
  return summary && { value: wholePhrase(summary.value, max), quotes: summary.quotes };
}
