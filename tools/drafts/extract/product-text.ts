import { hasPhone, isNoise, isOffer } from "./noise.ts";
import { isAlsoPaid, mentionsAmount, price } from "./price-words.ts";
import type { Passage } from "./read-site.ts";
import { isSpaceless, lengthOf } from "./sentences.ts";
import { goodSentences } from "./summary.ts";
import { overlapOf } from "./words.ts";

export interface Piece extends Passage {
  value: string;
}

const codeLike = /[{};$]\s|=>|^\s*[$#>] |\w\(\)|<\/?\w+>|--\w+|::|https?:\/\//u;

const isReply =
  /(?<!\p{L})(?:has been|was|successfully) (?:saved|sent|submitted|deleted)(?!\p{L})|(?<!\p{L})(?:wurden? (?:erfolgreich )?(?:gespeichert|gesendet|gelöscht|abgeschickt)|a (?:bien )?été (?:enregistrée?|envoyée?)|ha sido (?:guardad[oa]|enviad[oa])|foi (?:salv[oa]|enviad[oa])|è stat[oa] (?:salvat[oa]|inviat[oa])|is (?:opgeslagen|verzonden)|został[ao]? (?:zapisan[aey]|wysłan[aey])|byl[aoy]? (?:uložen[aoy]?|odeslán[aoy]?)|har (?:sparats|skickats|blitt sendt))(?!\p{L})|(?:送信|保存)(?:しました|されました)|ご連絡ありがとうございます|^(?:yes|no|ja|nein|oui|non|sí|sim|não|sì|nee|tak|nie|evet|hayır|да|нет|так|ні)[,.!]\s|^(?:vamos te|wir melden uns|we['’]ll (?:get back|be in touch)|nous vous recontact|te contactaremos|ti ricontatt|assim que aprovarmos)/iu;

const terms =
  /\b(?:premium (?:features|plan|version|members?|removes|unlocks)|upgrade to|free (?:plan|tier|includes)|subscriptions? (?:is|are) managed|prices? may vary|completely free|cancel any ?time|your (?:plan|tier)|special offer|launch price|introductory price)\b|(?<!\p{L})(?:premium-funktionen|abonnements? gérée?s?|prix indicatifs|abos? werden|suscripciones gestionadas|abonnementer|sonderangebot|offre spéciale|oferta especial|offerta speciale|oferta specjalna|kostenlose[rn]? tarif|einführungspreis|prix de lancement|precio de lanzamiento|preço de lançamento|prezzo di lancio|introductieprijs|lanceerprijs|cena (?:startowa|premierowa)|zaváděcí cena|preț de lansare|introduktionspris|lanseringspris|lanseerausprij\p{L}*|harga peluncuran|giá ra mắt|lansman fiyatı|стартовая цена|стартова ціна|boleto|comprovante|netto|formulaire ci-dessous|koszyk\p{L}*|warenkorb|add to cart|fill out the form|formularz\p{L}*|(?:please|bitte|por favor|veuillez),? (?:wait|warten|aguarde|espere|patienter))(?!\p{L})|サブスクリプション|定期購読/iu;
const onPage =
  /\b(?:hover|scroll|tap a card|screenshots? of|(?:in|just|only) (?:\d|two|three|four|five) (?:\w+ )?steps|listed (?:here|below)|vote for (?:us|the bot)|experiences from|subscribe to our)\b|(?<!\p{L})(?:abone ol\p{L}*|oylayarak|bize oy ver\p{L}*|stimmt? für uns|votez pour nous|vota por nosotros|vote em nós|vota per noi|zagłosuj na nas|голосуйте за нас|suscríbete|inscrivez-vous|iscriviti alla|zapisz się (?:do|na)|dưới đây|voorbeeld van|einblicke in|ansichten aus|hier aufgeführt|klicken sie|(?:in|nur) (?:drei|vier|\d) schritten|(?:trois|quatre|\d) étapes|(?:tres|cuatro|\d) pasos|pasa el ratón|(?:três|quatro|\d) passos|(?:tre|quattro|\d) passi|(?:drie|\d) stappen|(?:trzech|\d) krok\p{L}*|\d adım\p{L}*|(?:три|\d) шаг\p{L}*)(?!\p{L})|ご紹介します|以下に|チェックしてみて|ください。?$|→.*→/iu;
export const isOnTerms = (sentence: string) =>
  isOffer(sentence) ||
  (mentionsAmount.test(sentence) && price.test(sentence)) ||
  terms.test(sentence) ||
  isAlsoPaid(sentence) ||
  hasPhone(sentence);

/** Footnotes and navigation lines: "※ Prices without tax", "*Needs an account", "← older · newer →". */
const footnote = /^(?:※|†|ℹ|\*+(?=\p{L})|[←→↑↓].*[←→↑↓])/u;

export const bullet = /^[✓✔✦✅☑•·–—→➜›»*-]+\s*/u;
/** Two elements that browsers show separately but whose text runs together: "the toolFirst". */
const glued = /(?<!\p{L})\p{Ll}{3,}\p{Lu}\p{Ll}/u;

export const isGarbled = (text: string) => codeLike.test(text) || glued.test(text);

/** Starts of titles that lead to another text, such as "How slots work". */
export const asksHow =
  /^(?:how|what|why|when|wie|warum|was|comment|pourquoi|cómo|por qué|como|come|perché|hoe|waarom|jak|dlaczego|как|почему|як|чому|nasıl|neden)(?!\p{L})/iu;

/** Openings of sentences about a disadvantage of someone named above: "The cook: But he cannot keep the books." */
export const contrary =
  /^(?:but|aber|mais|pero|porém|ma non|mas|però|maar|men|ale|lecz|ama|fakat|но|але|mutta|nhưng)(?!\p{L})/iu;

export const quoted = /^["“„«「『]/u;

export const isAsked = (text: string) => /[?？؟][^\p{L}\p{N}]*$/u.test(text);

const disclaimer =
  /\b(?:does not|do not|doesn['’]t|no) (?:replace|constitute|substitute)|\bnot (?:a substitute|(?:medical|legal|financial|investment) advice)|(?<!\p{L})(?:kein ersatz|ersetzt? (?:keine?n?|nicht)|stellt keine|ne constituent? pas|ne remplacent? pas|à titre (?:purement )?indicatif|no sustituyen?|no constituyen?|não substitu\p{L}+|não constitu\p{L}+|non sostituisc\p{L}+|non costituisc\p{L}+|vervangt geen|geen vervanging|nie zastępuj\p{L}*|nie stanowi\p{L}*|nenahrazuj\p{L}*|nem helyettesít\p{L}*|nu înlocui\p{L}*|nu constituie|ersätter inte|erstatter ikke|ei korvaa|bukan pengganti|không thay thế|yerine geçmez|не заменя\p{L}+|не является (?:медицинск|публичной)\p{L}*|не замінює)(?!\p{L})|保証するものではありません|助言を行うものではありません|不构成/iu;

export const isOnPage = (text: string) => onPage.test(text) || disclaimer.test(text);

const leastOfParagraph = 50;

export function paragraphOf(raw: string, name: string, least = leastOfParagraph): string {
  if (footnote.test(raw)) return "";
  const text = raw.replace(bullet, "").replace(/(?<=\p{Ll}:)(?=\p{Lu})/gu, " ");
  if (isGarbled(text) || isNoise(text)) return "";
  const paragraph = goodSentences(text, [name])
    .filter((sentence) => !isOnTerms(sentence) && !isOnPage(sentence) && !isAsked(sentence))
    .join(isSpaceless(text) ? "" : " ");
  if (isReply.test(paragraph) || isAsked(paragraph)) return "";
  return lengthOf(paragraph) * (isSpaceless(text) ? 2 : 1) >= least ? paragraph : "";
}

export function withoutRepeats<Kept extends Piece>(pieces: Kept[], known: Piece[]): Kept[] {
  const kept: Kept[] = [];
  for (const piece of pieces)
    if (![...known, ...kept].some(({ value }) => overlapOf(value, piece.value) > 0.75)) kept.push(piece);
  return kept;
}
