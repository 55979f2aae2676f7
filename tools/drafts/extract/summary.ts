import { listingFields } from "#db/schema/listing-fields.ts";
import { hasFewWords } from "./few-words.ts";
import {
  isDenial,
  isOnMaker,
  isOnOrigin,
  isOnOwner,
  isOnParts,
  kindSentences,
  namePattern,
  saysKind,
} from "./kind-sentences.ts";
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
import { productSections } from "./product-sections.ts";
import {
  type Found,
  namedThings,
  type Passage,
  pagesOfKind,
  productThings,
  quotesOf,
  type Site,
  textsOf,
} from "./read-site.ts";
import {
  countWords,
  endsAsSentence,
  isSpaceless,
  isWholeSentence,
  lengthOf,
  sentencesOf,
  spokenLength,
} from "./sentences.ts";
import { isForSigningIn } from "./sign-in.ts";
import { isBoast, isImperative } from "./slogans.ts";
import { overlapOf, termsOf } from "./words.ts";

interface Source extends Passage {
  sentences: string[];
  weight: number;
  isChosen: boolean;
  isKind: boolean;
}

const plural =
  /\b(?:we|we['’](?:re|ve|ll)|our|ours|us|wir|uns|unsere?[rmns]?|nous|notre|nos|nosotros|nuestr[oa]s?|vi er|vi har|vores)\b|chúng tôi|(?<!\p{L})(?:نحن|لدينا)(?!\p{L})|私たち|弊社|当社|我们/iu;
export const singularPerson =
  /(?<![\p{L}’'-])(?:I(?= \p{Ll})|I['’](?:m|ve)|[Mm]y|[Ii]ch|[Mm]ein(?:e[rmns]?)?|[Jj]['’]ai|[Jj]e (?:suis|peux|recommande)|[Mm]e (?:encanta|ha)|[Mm]i (?:hij[ao]|familia|negocio|suegr[ao]|madre|padre|abuel[ao]|mujer|marido|espos[ao])|[Mm]inh[ao]s?|[Ii]o|[Mm]i[ao] (?=\p{Ll})|[Ii]k|[Mm]ijn|[Mm]oj[aąeęi]\p{L}{0,2}|[Mm]uszę|[Mm]ogę|[Jj]estem|[Mm]am na imię|\p{L}{2,}ł[ae]m|[Nn]azywam się|\p{L}+ł(?:bym|abym)|[Jj]ako (?:tata|mama)|мо[йяёєїю]|[Bb]enim|[Tt]ôi)(?![\p{L}’'-])|私は|僕/u;
export const isFirstPerson = (text: string) => plural.test(text) || singularPerson.test(text);
const thirdPerson =
  /\b(?:is an?|is the|are|helps?|lets?|gives?|keeps?|turns?|makes?|provides?|offers?|allows?|enables?|runs?|shows?|sends?|tracks?|ist (?:ein|eine)|hilft|est un|permet|es una?|permite|aiuta)\b|です|ます|هو |هي /iu;
export const dependent =
  /^(?:additionally|furthermore|moreover|besides|in addition|außerdem|zudem|darüber hinaus|de plus|en outre|además|inoltre|além disso|bovendien|ponadto|ayrıca|кроме того|крім того|it|its|this|that|they|these|those|he|she|and|but|so|or|also|then|instead|however|because|which|with it|er|es|sie|dies\w*|il|elle|ils|c['’]est|cela|ello|esto|aber|doch|oder|eller|denn|deshalb|mais|donc|pero|así|porém|então|quindi|però|ma non|e non|mas|men|maar|dus|daarom|ob|jednak|więc|ale|lecz|ama|fakat)(?![\p{L}'’])|^(?:но|поэтому|але|тому)(?!\p{L})|^(?:でも|しかし|だから|そこで)/iu;
/** "The Fernleaf project aims to provide a …" says what the product is. */
const provides = /^.{0,60}?\bproject (?:aims to|provides|offers)\b/iu;
/** "Fernleaf is your reliable partner" does not say what the product is. */
const vague = /(?<!\p{L})(?:partners?|partenaire|socio|partner\p{L}*|партн[её]р\p{L}*)(?!\p{L})/iu;
const story =
  /^(?:the story of|our story|unsere geschichte|notre histoire|nuestra historia|nossa história|la nostra storia|ons verhaal|nasza historia|vores historie|vår historia|câu chuyện)(?!\p{L})/iu;
const comfortable = 320;
const leastScore = 5;

/** Whether a sentence is only a call to action. Longer ones describe the product: "Book manicures at home near you." */
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
    if (
      isNoise(raw) ||
      isCall ||
      address.test(raw) ||
      isTorn(raw) ||
      hasPhone(raw) ||
      isHousekeeping(raw) ||
      isBoast(raw)
    )
      continue;
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

function sources(site: Site, name: string): Source[] {
  const { page } = site.home;
  const known = namePattern(name, site.url);
  const isKind = (sentence: string) =>
    saysKind(sentence, known) || (name !== "" && sentence.toLowerCase().startsWith(`${name.toLowerCase()} is `));
  const found: Source[] = [];
  const add = (passage: Passage, weight: number, text = passage.text, isChosen = false) => {
    if (isNoise(passage.text) || isOffer(passage.text)) return;
    const sentences = goodSentences(text, [name], isChosen);
    if (sentences.length === 0) return;
    found.push({ ...passage, sentences, weight, isChosen, isKind: isKind(sentences[0]!) });
  };
  for (const [key, weight] of [
    ["description", 12],
    ["og:description", 11],
    ["twitter:description", 10],
  ] as const) {
    const text = page.meta[key] ?? "";
    add({ page, text }, weight, withStop(text), true);
  }
  for (const { page: at, thing } of productThings(site))
    for (const text of textsOf(thing.description)) add({ page: at, text }, 12, withStop(text), true);
  for (const { page: at, thing } of namedThings(site, name))
    for (const text of textsOf(thing.description)) add({ page: at, text }, 9, withStop(text), true);
  for (const passage of kindSentences(site, name)) add(passage, passage.page === page ? 10 : 7);
  // The main heading may be the only sentence that says what the product does.
  const hero = site.home.content.find(({ tag }) => tag === "h1");
  if (hero !== undefined && isWholeSentence(hero.text)) add({ page, text: hero.text }, 6);
  // The paragraphs of a sign-in page explain how to sign in.
  if (hasFewWords(site) && isForSigningIn(site)) return found;
  const paragraphs = productSections(site.home, name)
    .flatMap(({ blocks }) => blocks)
    .filter(({ tag }) => /^(?:p|div|h2|section|span)$/u.test(tag));
  for (const [rank, { text }] of paragraphs.slice(0, 6).entries()) add({ page, text }, 9 - rank);
  for (const { page: at, kind, content: about } of pagesOfKind(site, "about", "features"))
    for (const [rank, { text }] of about
      .filter(({ tag }) => tag === "p")
      .slice(0, 3)
      .entries())
      add({ page: at, text }, (kind === "about" ? 7 : 5) - rank);
  return found;
}

function scoreOf(source: Source, name: string): number {
  const first = source.sentences[0]!;
  const text = source.sentences.slice(0, 3).join(" ");
  const length = spokenLength(text);
  let score = source.weight;
  if (length >= 80 && length <= 400) score += 4;
  if (length < listingFields.summary.min) score -= 6;
  if (thirdPerson.test(first)) score += 2;
  if (name !== "" && text.toLowerCase().includes(name.toLowerCase())) score += 3;
  if (source.isKind && !vague.test(first)) score += isOnMaker(text) && !provides.test(text) ? -6 : 3;
  else if (isOnOwner(first)) score -= 6;
  // "Fernleaf on macOS" is only a part of the product.
  const lower = first.toLowerCase();
  const afterName = name !== "" && lower.startsWith(name.toLowerCase()) ? lower.slice(name.length) : "";
  if (/ (?:on|for|with|in) /u.test(afterName.slice(0, 6))) score -= 6;
  // "Fernleaf projects are …" is about things made with the product.
  if (/^\s\p{Ll}+s are /u.test(afterName)) score -= 6;
  if (isTicked(text)) score -= 6;
  if (isDenial(first)) score -= 5;
  if (isOnOrigin(first)) score -= 4;
  if (isOnParts(first)) score -= 9;
  if (isImperative(first)) score -= source.isChosen ? 5 : 2;
  if (isFirstPerson(text)) score -= 6;
  if (story.test(text)) score -= 6;
  if (/\b(?:you|your)\b/iu.test(first)) score -= 1;
  if (dependent.test(first)) score -= 8;
  if (/[?？؟!！]/u.test(text)) score -= 3;
  // "Node.js: only current versions are supported" is a note.
  if (/^[^\s:]{1,20}(?: [^\s:]{1,20}){0,3}: /u.test(text)) score -= 5;
  if (/^(?:if|when|while|as|in|by|most|modern|node)\b/iu.test(text)) score -= 3;
  return score;
}

export function findSummary(site: Site, name: string, headline: string): Found<string> | null {
  const ranked = sources(site, name)
    .map((source) => ({ source, score: scoreOf(source, name) }))
    .filter(({ score }) => score >= leastScore)
    .sort((a, b) => b.score - a.score);
  const named = namePattern(name, site.url);
  const chosen: { sentence: string; source: Source }[] = [];
  const length = () => lengthOf(chosen.map(({ sentence }) => sentence).join(" "));
  const isKind = (sentence: string) => saysKind(sentence, named);
  const isSaid = (sentence: string, { isChosen }: Source) =>
    (!isChosen && overlapOf(sentence, headline) > 0.5 && newTerms(sentence, `${headline} ${name}`) < 3) ||
    chosen.some((known) => overlapOf(known.sentence, sentence) > 0.5 || (isKind(known.sentence) && isKind(sentence)));

  const take = (source: Source, most: number, isFirst: boolean) => {
    // After a sentence that names the product type, text that leads up to naming it again adds nothing.
    if (!isFirst && chosen.some(({ sentence }) => isKind(sentence)) && source.sentences.slice(1).some(isKind))
      if (!isKind(source.sentences[0]!)) return;
    for (const sentence of source.sentences) {
      if (chosen.length >= most) return;
      if (/[?？؟]$/u.test(sentence)) continue;
      // The first sentence of the best text is kept, even if the headline repeats it.
      const begins = chosen.length === 0 && sentence === source.sentences[0];
      if (begins ? dependent.test(sentence) : isSaid(sentence, source)) continue;
      if (chosen.length === 0 && dependent.test(sentence)) continue;
      if (!isFirst && (isFirstPerson(sentence) || dependent.test(sentence))) continue;
      const limit = chosen.length === 0 ? listingFields.summary.max : comfortable;
      if (length() + lengthOf(sentence) + 1 > limit) return;
      chosen.push({ sentence, source });
    }
  };
  for (const { source } of ranked) {
    if (chosen.length === 0) take(source, 3, true);
    else if (length() * (isSpaceless(chosen[0]!.sentence) ? 2 : 1) < 120) take(source, 2, false);
  }
  // A repetition of the headline is better than nothing.
  if (chosen.length === 0 || length() < listingFields.summary.min) {
    const { min, max } = listingFields.summary;
    const fits = (sentence: string) => lengthOf(sentence) >= min && lengthOf(sentence) <= max;
    const whole = ranked.find(({ source }) => fits(source.sentences[0]!))?.source;
    if (whole !== undefined) chosen.splice(0, chosen.length, { sentence: whole.sentences[0]!, source: whole });
  }
  if (chosen.length === 0) return null;
  const value = chosen.map(({ sentence }) => sentence).join(isSpaceless(chosen[0]!.sentence) ? "" : " ");
  return { value, quotes: quotesOf(chosen.map(({ sentence, source }) => passageOf(sentence, source))) };
}

function newTerms(sentence: string, known: string): number {
  const terms = termsOf(known);
  return [...termsOf(sentence)].filter((term) => !terms.has(term)).length;
}

/** The sentence itself if tidying did not change it, otherwise the whole passage. */
const passageOf = (sentence: string, source: Source): Passage => ({
  page: source.page,
  text: source.text.includes(sentence) ? sentence : source.text,
});
