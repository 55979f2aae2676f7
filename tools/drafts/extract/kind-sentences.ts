import { labelOf } from "./own-address.ts";
import { isHeading, type Passage, pagesOfKind, productThings, type Site, textsOf } from "./read-site.ts";
import { type AwayKind, awayKind } from "./section-words.ts";
import { lengthOf, sentencesOf } from "./sentences.ts";
import { escapePattern } from "./words.ts";

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
const madeBy =
  /^.{0,60}(?<!\p{L})(?:(?:a|an) (?:\p{L}+ ){0,2}(?:product|project|brand) (?:of|by)|ein (?:\p{L}+ ){0,2}(?:Produkt|Projekt|Angebot) (?:der|des|von)|un (?:produit|projet) (?:de|du|indépendant)|un (?:producto|proyecto) de|um (?:produto|projeto) d[aeo]|un (?:prodotto|progetto) d\p{L}+|een (?:product|project) van|(?:jest|to) (?:produktem|projektem|produkt|projekt) (?:firmy|spółki|stworzonym przez)|jest (?:produktem|projektem)|je (?:produktem|projektem|produkt|projekt) (?:firmy|společnosti|spoločnosti)|je (?:proizvod|projekat|projekt) (?:firme|kompanije|tvrtke|podjetja)|(?:este )?un (?:produs|proiect) (?:al|a|dezvoltat de)|(?:это |це |е |— )?(?:продукт|проект|проєкт|разработка|розробка) (?:компании|компанії|от компании|на компанията|на фирма)|on \p{L}+n (?:tuote|palvelu)|adalah produk (?:dari|milik)|là (?:một )?sản phẩm (?:của|do)|είναι (?:ένα )?(?:προϊόν|έργο) (?:της|του)|en (?:produkt|tjänst|tjeneste) (?:från|av|fra|af))(?!\p{L})|^.{0,60}\s(?:ürünüdür|markasıdır|projesidir|terméke)(?!\p{L})|^.{0,40}(?:株式会社|有限会社|合同会社).{0,24}(?:の(?:製品|サービス|プロダクト)|が(?:運営|提供)する(?:製品|サービス|プロダクト))です/iu;
export const isOnOwner = (sentence: string) => madeBy.test(sentence);
export const isOnMaker = (sentence: string) => maker.test(sentence) || isOnOwner(sentence);

const origin =
  /\b(?:founded|started|created) (?:by|in)\b|\bwas born\b|(?<!\p{L})(?:school project|schulprojekt|projet scolaire|proyecto escolar|skoleprojekt|skoleprosjekt|skolprojekt|gegründet|opgericht|opgezet|fondée? (?:par|en)|créée? par|est née?|nació|fundad[oa] (?:por|en|em)|nasceu|è nat[oa]|nasce (?:da|dall\p{L}*|dal)|założon\p{L}*|powstał\p{L}*|kuruldu|основан\p{L}*|заснован\p{L}*)(?!\p{L})|設立|創業/iu;
export const isOnOrigin = (text: string) => origin.test(text);

const denial =
  /(?<!\p{L})(?:is|it['’]s) (?:not|no)(?!\p{L})|\bisn['’]t\b|(?<!\p{L})(?:ist kein\p{L}*|n['’]est pas|no es|não é|non è|is geen|nie jest|není|nem csak|nu este|är inte|er ikke|ei ole|bukan|không phải|değil\p{L}*|не является|не є|(?:and|und|et|og|och|en|e|y|a|i) (?:not|kein\p{L}*|non|ikke|inte|geen|non|não|no|nie|ne) (?:medical|medizinisch\p{L}*|médical|medicinsk|medico|médico|a substitute))(?!\p{L})|ではなく|ではありません|不是|아닙니다/iu;
export const isDenial = (sentence: string) => denial.test(sentence);

/** "… is the compiler, and … is the runtime" describes two parts, each with its own subject. */
const secondSubject =
  /[,;]\s(?:(?:and|und|et|y|e|en)\s)?(?!(?:it|which|that|who)\s)\p{L}+\s(?:is|are|ist|est|es|è|é)\s/iu;
export const isOnParts = (sentence: string) => secondSubject.test(sentence);

/** "Fernleaf is my project" says whose project it is, not what it does. */
const ofMine =
  /(?<!\p{L})(?:is my|ist mein\p{L}*|est mon|est ma|es mi|è il mio|è la mia|é o meu|é a minha|is mijn|to m[oó]j[aeą]?|это мо[йяё]|це м[оі][йяє])(?!\p{L})/iu;

/** A pattern for the ways in which sentences spell a name: "JSON Server" for `json-server`, "Fitz" for "Fitz HR". */
export function namePattern(name: string, url: string | null): string {
  const words = name.split(/[\s_-]+/u);
  const whole = words.map(escapePattern).join("[\\s_-]?");
  const [first = ""] = words;
  const isShort = words.length > 1 && lengthOf(first) > 2 && url !== null;
  return isShort && labelOf(url).toLowerCase().startsWith(first.toLowerCase())
    ? `(?:${whole}|${escapePattern(first)})`
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

/** Turns "Fernleaf is a note app" into "A note app", "Fernleafはメモアプリです。" into "メモアプリ"; keeps other text. */
export function kindOf(text: string, known: string): string {
  if (!saysKind(text, known)) return text;
  const kind = text.trim().replace(beforeVerb(known), "");
  return kind === text.trim() ? kind.replace(beforeNoun(known), "").replace(copula, "") : kind;
}

/** Whether the product type comes at the end of its sentence, where a cut would remove it. */
export const endsInKind = (text: string, known: string) =>
  saysKind(text, known) && !beforeVerb(known).test(text.trim());

export function kindSentences(site: Site, name: string): Passage[] {
  const known = found.get(site);
  if (known?.name === name) return known.sentences;
  const sentences = name === "" ? [] : findKindSentences(site, name);
  found.set(site, { name, sentences });
  return sentences;
}

/** The sentences found on a site, which the headline, the summary and the categories all need. */
const found = new WeakMap<Site, { name: string; sentences: Passage[] }>();

const sectionsByOthers = new Set<AwayKind | null>(["voices", "comments", "store", "cases", "notices"]);

function findKindSentences(site: Site, name: string): Passage[] {
  const known = namePattern(name, site.url);
  const found: Passage[] = [];
  const start = name.split(/[\s_-]+/u)[0]!.toLowerCase();
  const add = (page: Passage["page"], text: string) => {
    if (!text.toLowerCase().includes(start)) return;
    const sentence = sentencesOf(text).find((each) => saysKind(each, known));
    if (
      sentence === undefined ||
      isOnMaker(sentence) ||
      ofMine.test(sentence) ||
      isDenial(sentence) ||
      isOnParts(sentence) ||
      found.some((other) => other.text === sentence)
    )
      return;
    found.push({ page, text: sentence });
  };
  for (const { page, thing } of productThings(site)) for (const text of textsOf(thing.description)) add(page, text);
  for (const { page, content } of pagesOfKind(site, "home", "about", "features", "faq", "docs")) {
    let othersLevel = 0;
    for (const block of content) {
      const level = isHeading(block) ? Number(block.tag[1]) : 0;
      if (level > 0 && (othersLevel === 0 || level <= othersLevel))
        othersLevel = sectionsByOthers.has(awayKind(block.text, name)) ? level : 0;
      if (othersLevel === 0) add(page, block.text);
    }
  }
  return found;
}
