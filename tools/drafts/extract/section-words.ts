import { pageKindOf } from "../crawl/page-kind-of.ts";
import { isSpaceless, lengthOf } from "./sentences.ts";
import words from "./words/sections.json" with { type: "json" };
import { wordsOf } from "./words.ts";

/** Words in headings, by the topic of the text below. A word with a star settles the topic at any position. */
const table = words.away;

export type AwayKind = keyof typeof table;

interface Phrase {
  kind: AwayKind;
  /** The topic's position in the table. If a heading names several topics, the first in the table counts. */
  rank: number;
  words: string[];
}

/** Phrases by their first word, words that settle the topic anywhere, and words in scripts without spaces. */
const spokenPhrases = new Map<string, Phrase[]>();
const anywhere = new Map<string, Phrase>();
const written: { kind: AwayKind; rank: number; text: string }[] = [];
for (const [rank, [kind, phrases]] of (Object.entries(table) as [AwayKind, string[]][]).entries())
  for (const text of phrases) {
    const words = wordsOf(text);
    const [first = ""] = words;
    if (isSpaceless(text)) written.push({ kind, rank, text });
    else if (text.startsWith("*")) anywhere.set(first, { kind, rank, words });
    else spokenPhrases.set(first, [...(spokenPhrases.get(first) ?? []), { kind, rank, words }]);
  }

const mostOfHeading = 90;
const mostWords = 9;
/** Number of words that may surround a phrase without changing its meaning: "Our latest projects", "Das Problem". */
const mostAround = 2;

const latest =
  /^(?:(?:our|the|unsere|die|nos|les|nuestr[oa]s|l[oa]s|noss[oa]s|[oa]s|i nostri|le nostre|gli|i|le|onze|de|nasze|naše|våra|de|våre|vores|mga)\s)?(?:latest|newest|recent|neueste[nrs]?|aktuellste[nrs]?|derni(?:ers|ères)|últim[oa]s|ultim[ie]|laatste|nieuwste|najnowsze|ostatnie|nejnovější|poslední|legújabb|legfrissebb|ultimele|senaste|nyeste|seneste|siste|viimeisimmät|uusimmat|en yeni|son eklenen\p{L}*|последние|новые|останні|нові)\s\p{L}/iu;

/** The topic that a heading announces, or null if it may be the product. @param name is ignored in the heading */
export function awayKind(heading: string, name: string): AwayKind | null {
  if (lengthOf(heading) > mostOfHeading) return null;
  if (latest.test(heading)) return "posts";
  const said = name === "" ? heading : heading.replaceAll(name, " ");
  const words = wordsOf(said);
  const found: { kind: AwayKind; rank: number }[] = isSpaceless(said)
    ? written.filter(({ text }) => said.includes(text))
    : [];
  for (const [at, word] of words.entries()) {
    const lone = anywhere.get(word);
    if (lone && words.length <= mostAround * 2) found.push(lone);
    for (const phrase of spokenPhrases.get(word) ?? []) if (decides(phrase, words, at)) found.push(phrase);
  }
  found.sort((one, other) => one.rank - other.rank);
  return found[0]?.kind ?? null;
}

function decides({ kind, words: phrase }: Phrase, words: string[], at: number): boolean {
  if (!phrase.every((word, index) => words[at + index] === word)) return false;
  const around = words.length - phrase.length;
  if (around === 0) return true;
  if (words.length > mostWords && kind !== "trouble" && kind !== "comparison") return false;
  // A single word settles the topic only at the start or alone: "Manage projects" is a feature.
  return phrase.length > 1 || kind === "comparison" || (at === 0 && around <= mostAround && kind !== "cases");
}

const padded = (phrases: string[]) => phrases.map((phrase) => ` ${wordsOf(phrase).join(" ")} `);
const includesOneOf = (said: string, phrases: string[]) => phrases.some((phrase) => said.includes(phrase));

export type Topic = "features" | "steps" | "readers" | "reasons" | "trust" | "any";

/** The topic that a heading announces. Words for readers, steps and reasons are more reliable than for features. */
export function topicOf(heading: string): Topic {
  if (heading === "" || lengthOf(heading) > mostOfHeading) return "any";
  const said = ` ${wordsOf(heading).join(" ")} `;
  if (writtenReaders.test(heading) || includesOneOf(said, readers)) return "readers";
  if (inMinutes.test(heading) || writtenSteps.test(heading) || includesOneOf(said, steps)) return "steps";
  if (writtenTrust.test(heading) || includesOneOf(said, trust)) return "trust";
  if (asksWhy.test(heading)) return "reasons";
  return isOnFeatures(heading) ? "features" : "any";
}

const isOnFeatures = (heading: string) =>
  pageKindOf([], heading)?.name === "features" ||
  everything.test(heading) ||
  (lengthOf(heading) <= mostOfOffer && offers.test(heading));
const everything =
  /^(?:everything|all (?:the|you)|all[- ]in[- ]one|alles,? (?:was|für|in|wat)|tout ce (?:que|qu['’]|dont)|todo lo que|tudo (?:o )?que|tutto (?:ciò|quello|il|in)|wszystko|vše,? co|vše pro|minden(?:,? ami|t egy)|tot ce|allt (?:du|för|som)|alt (?:du|det|hvad|i)|kaikki|semua yang|tất cả|her şey|всё|все,? що|всичко)(?!\p{L})|必要な.*(?:すべて|全て)|(?:すべて|全て)が|一站式/iu;
const mostOfOffer = 40;
const offers =
  /(?<!\p{L})(?:services|features|what we (?:do|offer)|leistungen|funktionen|angebote|prestations|fonctionnalités|servicios|funciones|funcionalidades|serviços|servizi|funzionalità|diensten|functies|usługi|oferta|funkcje|služby|funkce|szolgáltatás\p{L}*|funkciók|servicii\p{L}*|funcții\p{L}*|tjänster|funktioner|ydelser|tjenester|funksjoner|palvelut|palvelumme|ominaisuudet|layanan|fitur|dịch vụ|tính năng|hizmetler\p{L}*|özellikler\p{L}*|услуги|возможности|функции|послуги|можливості|функції|υπηρεσίες|λειτουργίες)(?!\p{L})|機能|特徴|特長|できること|サービス(?:内容|一覧)|功能|服务(?:内容|项目)|기능|서비스 (?:소개|안내)|خدماتنا|المميزات|الميزات/iu;

const inMinutes =
  /(?<!\p{L})(?:in|en|em|dans|binnen|under|på|w|za|alatt|за)\s(?:\p{L}+\s){0,3}\d{1,2}\s?(?:min|se[ckg]|мин|хв|сек|perc)|\d{1,2}\s?(?:分|秒)で/iu;
const steps = padded(words.steps);
const writtenSteps =
  /使い方|使用方法|利用方法|ご利用の流れ|の流れ|ステップ|手順|流程|步骤|如何使用|이용 ?방법|사용 ?방법|كيف (?:يعمل|نعمل)|خطوات/u;

const readers = padded(words.readers);
const writtenReaders = /こんな(?:人|方)|おすすめの方|向いている|适合(?:谁|人群)|누구를 위한|لمن/u;

const asksWhy =
  /^(?:why|warum|wieso|weshalb|pourquoi|por qué|¿por qué|por que|perché|waarom|dlaczego|proč|miért|de ce|varför|hvorfor|miksi|mengapa|kenapa|tại sao|vì sao|neden|почему|чому|защо|γιατί)(?!\p{L})|理由|为什么|لماذا/iu;
const trust = padded(words.trust);
const writtenTrust = /セキュリティ|안전|보안|الأمان/u;
