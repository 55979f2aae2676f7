import { listingFields } from "#db/schema/listing-fields.ts";
import { isPageName } from "../crawl/page-kind-of.ts";
import { clipPhrase } from "./clip-phrase.ts";
import { isBesideThePoint, isKind, isSlogan, kindAt, kindOf, namePattern, saysKind } from "./kinds.ts";
import { titleParts } from "./name.ts";
import { calmText, capitalise, isCallToAction, isHousekeeping, isNoise, isShouting } from "./noise.ts";
import { mentionsAmount, price } from "./price-words.ts";
import { type Found, namedThings, type Passage, productThings, quotesOf, type Site, textsOf } from "./read-site.ts";
import { countWords, endsInJoint, isSpaceless, lengthOf, sentencesOf, spokenLength } from "./sentences.ts";
import { isFirstPerson } from "./summary.ts";

const maxLength = 80;
/** Shorter phrases are mostly keywords or calls to action. */
const minWords = 4;

/** Titles and descriptions, which makers write to say what the product is. Headings are mostly slogans. */
function candidates(site: Site, name: string): (Passage & { isTitle: boolean })[] {
  const { page } = site.home;
  const known = namePattern(name, site.url);
  const titles = [page.title, page.meta["og:title"], page.meta["twitter:title"]]
    .flatMap((title) => titleParts(title ?? ""))
    .filter((part) => part.toLowerCase() !== name.toLowerCase());
  const things = [...productThings(site), ...namedThings(site, name)];
  const described = [
    ...[page.meta.description, page.meta["og:description"], page.meta["twitter:description"]].map((text = "") => ({
      page,
      text,
    })),
    ...things.flatMap(({ page: at, thing }) => textsOf(thing.description).map((text) => ({ page: at, text }))),
  ].flatMap(({ page: at, text }) => {
    const [first = ""] = sentencesOf(text);
    return saysKind(first, known) || lengthOf(first) <= maxLength ? [{ page: at, text: first }] : [];
  });
  return [
    ...titles.map((text) => ({ page, text, isTitle: true })),
    ...described.map((passage) => ({ ...passage, isTitle: false })),
  ];
}

function tidied({ text, isTitle }: { text: string; isTitle: boolean }, name: string, known: string): string {
  const calm = calmText(text, [name]);
  const kind = (isTitle ? calm : kindOf(calm, known)).replace(/[\s.。:;,–—|-]+$/u, "");
  return capitalise(isTitle ? kind : clipPhrase(kind, maxLength));
}

/** In these languages, a product type late in a text is an addition: "Vendedores do campus em um único app". */
const kindComesFirst = /^(?:ca|es|fr|gl|it|pt|ro|vi|id)\b/u;
const maxBefore = 2;

/** Returns the first title or description that names the type of product in 10 to 80 characters. */
export function findHeadline(site: Site, name: string): Found<string> | null {
  const known = namePattern(name, site.url);
  for (const candidate of candidates(site, name)) {
    const value = tidied(candidate, name, known);
    const isHead =
      !kindComesFirst.test(candidate.page.lang ?? "") || countWords(value.slice(0, kindAt(value))) <= maxBefore;
    if (isHeadline(value, name) && isHead && !isBesideThePoint(candidate.text))
      return { value, quotes: quotesOf([candidate]) };
  }
  return null;
}

function isHeadline(text: string, name: string): boolean {
  const length = spokenLength(text);
  if (length < listingFields.headline.min || lengthOf(text) > maxLength) return false;
  if (!isKind(text) || (!isSpaceless(text) && countWords(text) < minWords)) return false;
  const isNamed = name !== "" && text.toLowerCase().includes(name.toLowerCase());
  const isList = /[|｜·•→：]|(?:[,，、].*){3}|[.!。！]\s*\S|[?？؟!！]/u.test(text.replace(/\b\p{L}\./gu, ""));
  const isPriced = mentionsAmount.test(text) && price.test(text);
  return !(
    isNamed ||
    isList ||
    isPriced ||
    isSlogan(text) ||
    /\b(?:you|your|yours)\b/iu.test(text) ||
    isFirstPerson(text) ||
    endsInJoint(text) ||
    isNoise(text) ||
    isCallToAction(text) ||
    isHousekeeping(text) ||
    isPageName(text) ||
    isShouting(text)
  );
}
