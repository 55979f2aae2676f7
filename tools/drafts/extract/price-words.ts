/** The words by which sites say what they ask for. */

const amount =
  "(?:(?:US\\$|[$€£¥₹₩]|CHF|EUR|USD|GBP)\\s?\\d[\\d.,’' ]*|\\d[\\d.,’']*\\s?(?:€|EUR|USD|CHF|kr\\b|zł|円|元|₽|ريال|درهم|جنيه|دولار))";
export const price = new RegExp(amount, "u");
const period =
  "(?:\\s*(?:/|per|a|an|each|pro|im|par|por|al|je)\\s*(?:user|seat|member|person|month|mo|year|yr|week|day|site|project|device|licen[cs]e|Monat|Jahr|mois|an|mes|año|mese|anno)\\b|\\s*(?:/|／)\\s*(?:月|年|ユーザー)|\\s*(?:monthly|yearly|annually|one[- ]time|once|monatlich|jährlich|(?:في الشهر|شهري)))";
export const priceWithPeriod = new RegExp(
  `${amount}${period}|(?:月額|年額)\\s?[¥￥]?\\s?[\\d一二三四五六七八九十百千万]|(?:ريال|درهم|جنيه|دولار)\\p{L}* (?:في|كل) (?:الشهر|السنة)|\\b(?:price|costs?|from|starting at|starts at|for|only|ab|nur|à partir de|desde)\\s*:?\\s*${amount}(?!\\d|\\s?(?:million|billion|m\\b|k\\b|bn\\b))`,
  "iu",
);
export const zeroPrice =
  /(?:[$€£¥]|US\$|EUR|CHF)\s?0(?:[.,]00)?(?![\d.,])|(?<![\d.,])0(?:[.,]00)?\s?(?:€|EUR|USD|円|CHF)(?!\d)/u;

export const freePlan =
  /\bfree (?:plan|tier|version|account|edition|forever|for (?:up to|one|two|three|1|2|3|5|10|individuals|personal|small|hobby|open|solo)|up to)\b|\bforever free\b|\bstart(?:s|ed)? for free\b|\bis free for\b|\bfreemium\b|kostenlose[rns]? (?:tarif|version|plan|konto)|\b(?:plan|version|offre|formule) gratuite?\b|\b(?:plan|versión) (?:gratis|gratuit[oa])\b|(?:kostenlos|gratis|gratuit|free),? (?:danach|dann|then|after)\b|مجاني(?:ة)? حتى|無料プラン|無料版|フリープラン|خطة مجانية|النسخة المجانية|الباقة المجانية/iu;
export const free =
  /\b(?:100 ?% free|completely free|totally free|entirely free|free of charge|free to use|free to download|free forever|forever free|always free|is free(?! (?:of|from|for|to (?:choose|move|leave))\b)|(?:it['’]s|and|are) free(?=[.,!]|$)|free (?:[\w-]+ ){0,2}(?:app|tool|online|software|download|and open)|at no (?:cost|charge)|for free|no cost|free web)\b|^(?:it['’]s )?free[.!]?$|\b(?:völlig |komplett |ist )?(?:kostenlos|gratis)\b|\bgratuit(?:e|ement)?\b|無料(?!体験|トライアル|相談)|مجاني|مجانا/iu;
export const notFree =
  /\bfree (?:\d+[- ]day )?trial\b|\btry (?:it )?(?:for )?free\b|\bfree (?:shipping|delivery|returns?|consultation|demo|quote|samples?|updates|upgrades|support|month|months|for \d+ (?:days?|weeks?|months?))\b|\bfeel free\b|\b\w+-free\b|\b\d+[ -](?:days?|weeks?|months?)[ -](?:free|kostenlos|gratis)|\b(?:days?|weeks?|months?) (?:for )?free\b|\bfree of (?!charge)|\bnot free\b|\bfirst (?:month|\d+ days) (?:is |are )?free\b|\btage (?:kostenlos|gratis)\b|kostenlos testen|prueb\p{L}* gratis|gratis \d+ días|\d+ (?:días|jours|giorni) (?:gratis|gratuits?|gratuiti)|gratuit\p{L}* (?:pendant|\d+ jours)|essay\p{L}* gratuit\p{L}*|essai gratuit|prueba gratis|最初の.{1,8}無料|無料で(?:お試し|試)|無料(?:体験|トライアル|相談)|\btrial\b/giu;
export const contactOnly =
  /\b(?:contact (?:us|sales) for (?:a |our )?(?:price|pricing|quote)s?|contact (?:our )?sales|talk to (?:our )?sales|request (?:a )?(?:quote|pricing|price)|get a (?:custom )?quote|custom pricing|pricing (?:is )?(?:on|upon) request|price on request|book a demo|request a demo|schedule a demo|preis(?:e)? auf anfrage|auf anfrage|angebot anfordern|sur devis|demander (?:un devis|une démo)|solicitar (?:presupuesto|demo))\b|お見積り|資料請求|اطلب عرض/iu;
export const openSource =
  /\bopen[- ]?source(?:d)?\b|\b(?:MIT|Apache(?:[- ]2(?:\.0)?)?|BSD|A?GPL(?:[- ]?v?\d)?|MPL|ISC|EUPL)(?:[- ]\d(?:\.\d|-Clause)?)?[- ]licen[cs]ed?\b|\b(?:under|licen[cs]ed?|licen[cs]e:?) (?:the )?(?:(?:terms of )?the )?(?:MIT|Apache|BSD|GNU|A?GPL|LGPL|MPL|ISC|EUPL)\b|\bfree software\b|quelloffen|código abierto|logiciel libre|オープンソース|مفتوح المصدر/iu;
export const repository =
  /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org|git\.sr\.ht|sourceforge\.net\/projects|gitee\.com|framagit\.org)\/~?[\w.-]+(?:\/[\w.-]+)?/iu;
/** Open source that is only used, not given. */
export const othersSource =
  /\bopen[- ]source (?:alternatives?|libraries|projects|tools|software|packages|components|dependencies|community|maintainers|licen[cs]es)\b|\b(?:built on|thanks to|powered by|support(?:s|ing)?|for) (?:\w+ )?open[- ]source\b/giu;

/** A quick look, since most texts say nothing of prices. */
export const mentionsPrice =
  /[$€£¥￥₹₩]|\d\s?(?:EUR|USD|CHF|GBP|kr|zł|円|元|₽|円|元|₽)|ريال|درهم|جنيه|دولار|月額|年額|(?:EUR|USD|CHF|GBP)\s?\d|free|gratis|gratuit|kosten|cost|charge|無料|フリー|مجان|sales|quote|demo|pric|anfrage|angebot|devis|presupuesto|見積|資料|عرض/iu;
