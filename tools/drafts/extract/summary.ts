import { listingFields } from "#db/schema/listing-fields.ts";
import { isBesideThePoint, namePattern, saysKind } from "./kinds.ts";
import {
  calmText,
  capitalise,
  hasPhone,
  isCallToAction,
  isFromStore,
  isHousekeeping,
  isNoise,
  isOffer,
  isTicked,
} from "./noise.ts";
import { patternsOf } from "./phrases.ts";
import { type Found, namedThings, type Passage, productThings, quotesOf, type Site, textsOf } from "./read-site.ts";
import {
  countWords,
  endsAsSentence,
  isSpaceless,
  isWholeSentence,
  lengthOf,
  sentencesOf,
  spokenLength,
} from "./sentences.ts";
import phraseLists from "./words/summary.json" with { type: "json" };

const phrases = patternsOf(phraseLists);

const plural =
  /\b(?:we|we['’](?:re|ve|ll)|our|ours|us|wir|uns|unsere?[rmns]?|nous|notre|nos|nosotros|nuestr[oa]s?|vi er|vi har|vores)\b|chúng tôi|(?<!\p{L})(?:نحن|لدينا)(?!\p{L})|私たち|弊社|当社|我们/iu;
export const singularPerson = phrases.singularPerson;
export const isFirstPerson = (text: string) => plural.test(text) || singularPerson.test(text);
export const dependent = phrases.dependent;
const comfortable = 320;
const maxSentences = 3;

/** Whether a sentence is only a call to action. Longer calls to action usually describe the product. */
export const isBareCall = (sentence: string) =>
  isCallToAction(sentence) && (countWords(sentence) < 9 || isFromStore(sentence));

const address = /[\p{L}\d]@[\p{L}\d-]+\.\p{L}/u;
/** Whether a bracket is opened in this sentence and closed in another, or the other way round. */
const isTorn = (sentence: string) =>
  sentence.replace(/[(（]/gu, "").length !== sentence.replace(/(?<!^\S{0,2})[)）]/gu, "").length;

const minExclamationWords = 9;

const startsWithName = (text: string, name: string) =>
  text.toLowerCase().startsWith(name.toLowerCase()) && !/^\p{L}/u.test(text.slice(name.length));

/** @param isChosen whether the text was written as a summary of the site */
export function goodSentences(text: string, names: string[], isChosen = false): string[] {
  const good: string[] = [];
  for (const raw of sentencesOf(text)) {
    const isCall = isChosen && good.length === 0 ? isBareCall(raw) : isCallToAction(raw);
    if (isNoise(raw) || isCall || address.test(raw) || isTorn(raw) || hasPhone(raw) || isHousekeeping(raw)) continue;
    const calm = calmText(raw, names);
    // A long statement that ends with an exclamation mark is a sentence.
    const isTelling = isChosen || names.some((name) => name !== "" && calm.includes(name));
    const isExclamation = isTelling && /[!！]$/u.test(raw) && countWords(calm) >= minExclamationWords;
    const isWhole = !isExclamation || endsAsSentence(calm);
    const sentence = isWhole ? calm : `${calm}${isSpaceless(calm) ? "。" : "."}`;
    // Some names start with a lower-case letter.
    const isNamed = names.some((name) => name !== "" && startsWithName(sentence, name));
    if (isWholeSentence(isNamed ? capitalise(sentence) : sentence)) good.push(sentence);
  }
  return good;
}

function withStop(text: string): string {
  const trimmed = text.trim();
  const isWhole = countWords(trimmed) >= 6 && !/(?:…|\.\.|[,;:–—-])$/u.test(trimmed) && !/[|•]/u.test(trimmed);
  if (endsAsSentence(trimmed) || !isWhole) return trimmed;
  return `${trimmed}${isSpaceless(trimmed) ? "。" : "."}`;
}

/** Texts that the maker wrote to describe the site or the product. */
function descriptions(site: Site, name: string): Passage[] {
  const { page } = site.home;
  const meta = (key: `${"" | "og:" | "twitter:"}description`) => ({ page, text: page.meta[key] ?? "" });
  const described = (things: Site["things"]) =>
    things.flatMap(({ page: at, thing }) => textsOf(thing.description).map((text) => ({ page: at, text })));
  return [
    meta("description"),
    ...described(productThings(site)),
    meta("og:description"),
    ...described(namedThings(site, name)),
    meta("twitter:description"),
  ];
}

/** Returns up to three sentences of the site's own description, or null if no description is suitable. */
export function findSummary(site: Site, name: string): Found<string> | null {
  const { min, max } = listingFields.summary;
  const known = namePattern(name, site.url);
  const fitting = descriptions(site, name).flatMap((passage) => {
    if (isNoise(passage.text) || isOffer(passage.text) || isTicked(passage.text)) return [];
    const sentences = goodSentences(withStop(passage.text), [name], true);
    const [first = ""] = sentences;
    if (first === "" || isBesideThePoint(first) || dependent.test(first) || /[?？؟]/u.test(first)) return [];
    const joint = isSpaceless(first) ? "" : " ";
    let value = first;
    for (const next of sentences.slice(1, maxSentences))
      if (lengthOf(value) + lengthOf(next) < comfortable && !isFirstPerson(next)) value += joint + next;
    const isFitting = spokenLength(value) >= min && lengthOf(value) <= max && !isFirstPerson(first);
    return isFitting ? [{ value, passage, isDefinition: saysKind(first, known) }] : [];
  });
  const best = fitting.find(({ isDefinition }) => isDefinition) ?? fitting[0];
  return best === undefined ? null : { value: best.value, quotes: quotesOf([best.passage]) };
}
