import { labelOf } from "./own-address.ts";
import { patternsOf } from "./phrases.ts";
import { kindAbroad } from "./price-words.ts";
import { lengthOf } from "./sentences.ts";
import phraseLists from "./words/kinds.json" with { type: "json" };

const phrases = patternsOf(phraseLists);

const isWord = "(?:is|are|ist|est|es|è|é|jest|to|är|er|là|je|este|е|هو|هي)";
const article =
  "(?:an?|the|your|one|eine?|die|der|das|une?|una?|uma?|um|le|la|el|il|een|d[eé]|h[eé]t|en|ett|et|một|един|една)\\s";
const bareKind =
  "(?:(?:[\\p{L}-]+\\s){0,3}(?:software|freeware|middleware|platform\\p{L}*|aplikac\\p{L}*|narzędzi\\p{L}*|nástroj\\p{L}*|program\\p{L}*|system\\p{L}*|serwis\\p{L}*|usług\\p{L}*|sklep|portal|inicjatyw\\p{L}*|inicijativ\\p{L}*|iniciativ\\p{L}*|ứng dụng|phần mềm|nền tảng|платформа|приложение|تطبيق|منصة)(?![\\p{L}]))";
const beginsKind = `${isWord}\\s+(?=${article}|${bareKind})`;
/** "The Fernleaf project aims to provide a …" means "Fernleaf is a …". */
const provides = "(?:project )?(?:aims to (?:be|provide|offer)|provides|offers)\\s+(?=an?\\s)";
const dashed = "(?:[—–-]\\s+(?:это|це)|to(?=\\s+\\p{Ll}+\\s)(?!\\s+(?:the|a|an|your|my|be|get|więcej|nie|coś)\\s))\\s+";
const particle = "(?:とは|は)、?|是(?=一)|(?:은|는)\\s|[,;]?\\s";
/** Ends of sentences that name a product type, in languages that put the verb last. */
const endsKind =
  /(?:(?:アプリ|サービス|ツール|サイト|システム|ソフト|ソフトウェア|プラットフォーム)(?:です)?|(?:앱|서비스|플랫폼|도구)입니다|(?:platform|uygulama|yazılım|program|sistem|araç|arac|hizmet|site|marka|oyun|mağaza|dükkan)\p{L}{0,4}[dt][ıiuü]r)[.。]?$/iu;
const copula = /(?:です|입니다|[dt][ıiuü]r)[.。]?$/iu;

const maker = /^.{0,60}\b(?:project|company|team|community|startup|organi[sz]ation)\b/iu;
const madeBy = phrases.madeBy;

const origin = phrases.origin;

const denial = phrases.denial;

/** "… is the compiler, and … is the runtime" describes two parts, each with its own subject. */
const secondSubject =
  /[,;]\s(?:(?:and|und|et|y|e|en)\s)?(?!(?:it|which|that|who)\s)\p{L}+\s(?:is|are|ist|est|es|è|é)\s/iu;

/** "Fernleaf is my project" says whose project it is, not what it does. */
const ofMine =
  /(?<!\p{L})(?:is my|ist mein\p{L}*|est mon|est ma|es mi|è il mio|è la mia|é o meu|é a minha|is mijn|to m[oó]j[aeą]?|это мо[йяё]|це м[оі][йяє])(?!\p{L})/iu;

/** A pattern for the ways in which sentences spell a name: "JSON Server" for `json-server`, "Fitz" for "Fitz HR". */
export function namePattern(name: string, url: string | null): string {
  const words = name.split(/[\s_-]+/u);
  const whole = words.map(RegExp.escape).join("[\\s_-]?");
  const [first = ""] = words;
  const isShort = words.length > 1 && lengthOf(first) > 2 && url !== null;
  return isShort && labelOf(url).toLowerCase().startsWith(first.toLowerCase())
    ? `(?:${whole}|${RegExp.escape(first)})`
    : whole;
}

const beforeVerb = (known: string) => new RegExp(`^(?:the )?${known}\\s+(?:${beginsKind}|${provides}|${dashed})`, "iu");
const beforeNoun = (known: string) => new RegExp(`^${known}(?:${particle})`, "iu");

/** Whether a passage says what the product is, as in "Fernleaf is a …". */
export function saysKind(text: string, known: string): boolean {
  const said = text.trim();
  if (known === "") return false;
  return beforeVerb(known).test(said) || (endsKind.test(said) && beforeNoun(known).test(said));
}

/** Turns "Fernleaf is a note app" into "a note app". Returns other text unchanged. */
export function kindOf(text: string, known: string): string {
  if (!saysKind(text, known)) return text;
  const kind = text.trim().replace(beforeVerb(known), "");
  return kind === text.trim() ? kind.replace(beforeNoun(known), "").replace(copula, "") : kind;
}

const englishKinds = phrases.englishKinds;
/** Languages with compound nouns put the product type at the end of the word: "rapportverktøy", "Haushaltsrechner". */
const joinedKind =
  /\p{L}{3}(?:verktøy|værktøj|verktyg|werkzeug|system|tjeneste|tjänst|plattform|platform|software|programm|rechner|assistent|sovellus|ohjelma|palvelu|(?<!whats)app)(?!\p{L})/iu;
/** In languages without spaces, the product type comes at the end of the text. */
const kindAtEnd =
  /(?:アプリ|ツール|サービス|サイト|プラットフォーム|システム|ソフト(?:ウェア)?|拡張(?:機能)?|プラグイン|メディア|マーケット(?:プレイス)?|スクール|教室|ゲーム|ショップ|工具|平台|应用|软件|系统|网站|插件|商城|앱|서비스|플랫폼|도구|솔루션|프로그램)$/u;
const trades = phrases.trades;
export const isKind = (text: string) => kindAt(text) !== -1;

/** Returns the index at which a text first names a type of product or service, or -1. */
export function kindAt(text: string): number {
  const found = [englishKinds, trades, kindAbroad, joinedKind, kindAtEnd].flatMap(
    (kinds) => kinds.exec(text)?.index ?? [],
  );
  return found.length > 0 ? Math.min(...found) : -1;
}

/** A phrase such as "a software company" does not say what the product does. */
const company =
  /^(?:\p{L}+\s){1,2}(?:company|business|firma|firm|selskap|företag|virksomhed|entreprise|société|empresa|azienda|bedrijf|Unternehmen|společnost|cég|vállalkozás|yritys|perusahaan|şirket|компания|компанія|công ty)(?!\p{L})/iu;

const imperative = phrases.imperative;

const addressed =
  /(?<!\p{L})(?:tua|tuo|tuoi|tue|ton|ta|tes|votre|vos|tus|sua|suas|seu|seus|jouw|je|uw|twój|twoja|twoje|twojej|твой|deine?[rmns]?|eure?[rmns]?|din|ditt|dina|dit|dine|sinun|tău|ta|tale|dvs|vaš\p{L}*|tvůj|tvoje|saját|της|σου|твоя|ваш\p{L}*|senin|sizin)(?!\p{L})/iu;

const greeting = phrases.greeting;

const neverSo = phrases.neverSo;

const buzz = phrases.buzz;

/** Whether a sentence is about the product's maker, history or parts, or says only what the product is not. */
export const isBesideThePoint = (sentence: string) =>
  [maker, madeBy, origin, denial, secondSubject, ofMine, company].some((pattern) => pattern.test(sentence));

/** Whether a text addresses or greets its reader, or praises the product, instead of describing it. */
export const isSlogan = (text: string) =>
  [imperative, addressed, greeting, neverSo, buzz].some((pattern) => pattern.test(text));
