import { listingFields } from "#db/schema/listing-fields.ts";
import { isInstruction } from "../../moderation/shared/text-scan.ts";
import { isPageName } from "../crawl/page-kind-of.ts";
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

/** Returns the page's title if it fits and says more than the name, otherwise the name with the headline. */
export function seoTitle(site: Site, name: Found<string>, headline: Found<string> | null): Found<string> | null {
  const { page } = site.home;
  const { max } = listingFields.seo_title;
  const own = withoutPageName(calmText(page.title, [name.value]));
  const more = own.toLowerCase().replaceAll(name.value.toLowerCase(), " ");
  const isUsable =
    name.value !== "" &&
    own.toLowerCase().includes(name.value.toLowerCase()) &&
    spokenLength(more.replace(/[^\p{L}\p{N}]+/gu, " ").trim()) >= minMore &&
    lengthOf(own) <= max &&
    !/\bv?\d+\.\d+\.\d+/u.test(own) &&
    !isOnSharedHost(site.url) &&
    !isInstruction(own) &&
    !isNoise(own);
  if (isUsable) return { value: own, quotes: quotesOf([{ page, text: page.title }]) };
  if (headline === null) return null;
  const built = `${name.value} – ${headline.value}`;
  return lengthOf(built) <= max ? { value: built, quotes: headline.quotes } : null;
}

/** The minimum number of characters that a title must have besides the name. */
const minMore = 16;

const minSentenceLength = 80;

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
    const value = clipText(calmText(sentences.join(isSpaceless(own) ? "" : " "), [name]), max);
    if (spokenLength(value) >= minSentenceLength && endsAsSentence(value))
      return { value, quotes: quotesOf([{ page, text: own }]) };
  }
  return summary && lengthOf(summary.value) <= max ? summary : null;
}
