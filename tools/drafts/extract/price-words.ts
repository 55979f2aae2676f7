import words from "./words/prices.json" with { type: "json" };
import { escapePattern } from "./words.ts";

const markets = Object.entries(words.markets);

/** Longer words come first, so that `R$` is not read as `$`. */
const oneOf = (words: Iterable<string>) =>
  [...new Set(words)]
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .map((word) => escapePattern(word).replace(/\s+/gu, "\\s?"))
    .join("|");

const partOf = (format: Intl.NumberFormat, type: string, value: number) =>
  format.formatToParts(value).find((part) => part.type === type)?.value ?? "";

/** Currency codes that are also words: "all 50 states", "try 3 of them". */
const isWordOfItsOwn = new Set(words.codesThatAreWords);

const symbols = markets.flatMap(([locale, codes]) =>
  codes.flatMap((currency) => {
    const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol" });
    return [
      isWordOfItsOwn.has(currency) ? "" : currency,
      partOf(format, "currency", 1).replace(/[\u200e\u200f]/gu, ""),
    ];
  }),
);
const currencies = oneOf([...symbols, ...words.currencies]);

const namesOfUnit = (unit: string) =>
  markets.flatMap(([locale]) => {
    const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
    return [partOf(format, "unit", 1), partOf(format, "unit", 5)];
  });
const periods = oneOf([...["day", "week", "month", "year"].flatMap(namesOfUnit), ...words.periods]);
export const duration = new RegExp(`(?<![\\d.,])\\d{1,3}[\\s-]?(?:${periods})`, "iu");

const hours = namesOfUnit("hour").filter((word) => word.length > 2);
const units = [oneOf(hours), ...words.units].join("|");
const per = words.per.join("|");

/** Amounts do not have more digits than this. The limit keeps the pattern fast on a page full of digits. */
const amount = `(?:(?<![\\p{L}\\p{N}])(?:${currencies})\\s?\\d[\\d.,’' ]{0,20}|\\d[\\d.,’'\\u00a0\\u202f]{0,20}(?: \\d{3}){0,4}\\s?(?:\\p{Sc}|(?:${currencies})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])))`;
export const price = new RegExp(amount, "u");
export const bareAmount = new RegExp(`^${amount}$`, "u");
const currencyCode = "(?:\\s?(?:USD|EUR|GBP|CHF|CLP|ARS|MXN|COP|PEN|UYU|BRL|CAD|AUD|NZD|SGD|HKD))?";
const period = `${currencyCode}(?:,?[-–]?\\s*(?:${per})\\s*(?:${units}|${periods})(?![\\p{Script=Latin}\\p{Script=Cyrillic}])|\\s*/?\\s*(?:monthly|yearly|annually|one[- ]time|once|engångs\\p{L}*|engangs\\p{L}*|en gång|én gang|monatlich|jährlich|einmalig|mensuel\\p{L}*|mensua\\p{L}*|mensal|mensile|maandelijks|miesięcznie|aylık|yıllık|في الشهر|شهري\\p{L}*))`;
const from = words.from.join("|");
const taxed = words.taxed.join("|");
export const priceWithPeriod = new RegExp(
  `${amount}\\*?${period}|(?<!\\p{L})(?:havi|měsíčně|mensualidad|cuota|monthly|monatlich|mensile)\\s+(?:csak\\s+)?${amount}|${amount}\\s?[+(]?\\s?(?:${taxed})|(?:価格|料金|会費|参加費|受講料|定価|价格|售价|가격)[：:は]?\\s?${amount}|(?:月額|年額|월|每月)\\s?[¥￥₩]?\\s?[\\d一二三四五六七八九十百千万]|(?:ريال|درهم|جنيه|دولار)\\p{L}* (?:في|كل) (?:الشهر|السنة)|(?<!\\p{L})(?:${from})\\s*:?\\s*${amount}(?!\\d|\\s?(?:million|billion|m\\b|k\\b|bn\\b|mi\\b|tri\\b|mln|mrd))`,
  "iu",
);
export const zeroPrice = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${currencies})\\s?0(?:[.,]00)?(?![\\d.,]*\\d|\\s?/\\s?\\d)|(?<![\\d.,])0(?:[.,]00)?\\s?(?:${currencies})(?!\\d|\\s?/\\s?\\d)`,
  "u",
);

const freeOfCharge = words.freeOfCharge.join("|");
const freeExtras = words.given.join("|");

export const freePlan = new RegExp(
  `\\bfree (?:plan|tier|version|account|edition|forever|for (?:up to|one|two|three|1|2|3|5|10|individuals|personal|small|hobby|open|solo)|up to)\\b|\\bforever free\\b|\\bstart(?:s|ed)? for free\\b|\\bis free for\\b|\\bfreemium\\b|\\bfree to (?:start|begin|get started)\\b|(?:${freeOfCharge}) (?:att börja|at (?:starte|begynde|komme i gang)|å (?:starte|begynne|komme i gang)|om te beginnen|aloittaa|na start)(?!\\p{L})|(?:${freeOfCharge}),? (?:(?:tarif|version|plan|konto|account|hesap|план|тариф|gói)\\p{L}*|bis zu|para começar|per iniziare|pour commencer|para empezar|in seiner|dans sa version|danach|dann|then|after)(?!\\p{L})|(?<!\\p{L})(?:plan|version|versão|versión|versione|offre|formule|piano|plano|wersja|plan|план|тариф|gói) (?:${freeOfCharge})|مجاني(?:ة)? حتى|無料プラン|無料版|フリープラン|免费版|무료 ?플랜|خطة مجانية|النسخة المجانية|الباقة المجانية`,
  "iu",
);
export const free =
  /\b(?:100 ?% free|completely free|totally free|entirely free|free of charge|free to use|free to download|free forever|forever free|always free|keeps? [\p{L}\d.-]+ free(?! (?:of|from|to|and)\b)|is free(?! (?:of|from|for|to (?:choose|move|leave))\b)|(?:it['’]s|and|are) free(?=[.,!]|$)|free (?:[\w-]+ ){0,3}(?:app|tool|online|software|download|and open|generator|converter|calculator|editor|maker|checker|extension)|at no (?:cost|charge)|for free|no cost|free web)\b|^(?:it['’]s )?free[.!]?$/iu;
/** "Free" as a sentence or entry of its own: "Free / macOS 13+", "Guides for gardeners. Free." */
export const freeAlone = new RegExp(`(?:^|[.!•·|/–—✓✔☑] )(?:free|${freeOfCharge}) ?(?:$|[.!•·|/–—✓✔☑](?: |$))`, "iu");
export const freeWord = new RegExp(`(?<!\\p{L})(?:${freeOfCharge})`, "iu");
export const notFree = new RegExp(
  `\\bfree (?:[\\p{L}\\d-]+ ){0,2}(?:${freeExtras})(?!\\p{L})|(?<!\\p{L})(?:${freeOfCharge})(?: | und | et | y | e |の)?(?:[\\p{L}\\d-]+ ){0,2}(?:${freeExtras})(?!\\p{Script=Latin})|(?<!\\p{L})(?:${freeExtras})(?: ?[\\p{L}\\d-]+){0,2} ?(?:${freeOfCharge})|\\btry (?:it )?(?:for )?free\\b|\\bfree for \\d+ (?:days?|weeks?|months?)|\\bfeel free\\b|\\b\\w+-free\\b|\\b\\d+[ -](?:\\p{L}+)[ -](?:free|${freeOfCharge})|\\b(?:days?|weeks?|months?) (?:for )?free\\b|\\bfree of (?!charge)|\\bnot free\\b|\\bfirst (?:month|\\d+ days) (?:is |are )?free\\b|(?:prueb|prov|essay|experiment|tes[tz]|probe|prob[iu]|wypróbuj|vyzkouš|prøv|kokeil|kipróbál|încearc|dene)\\p{L}* (?:${freeOfCharge})|(?:${freeOfCharge}) \\d+ (?:días|tage|jours|giorni|dias|dni)|最初の.{1,8}無料|(?<!\\p{L})(?:months?|monat\\p{L}*|mois|mes|mês|mese|miesiąc\\p{L}*) [^.!?]{0,40}(?:${freeOfCharge})|(?:${freeOfCharge}) (?:pendant|durante|für|per|por|przez) \\d+|\\btrial\\b`,
  "giu",
);
/** A price of zero for something before a purchase: "0 zł for the estimate". */
export const givenForNothing = new RegExp(
  `(?:${zeroPrice.source})(?!\\s?/)[^.!?/]{0,25}(?<!\\p{L})(?:${freeExtras})(?!\\p{Script=Latin})`,
  "iu",
);
const paidPlan =
  /\b(?:paid|premium) (?:plans?|tiers?|versions?|upgrades?|subscriptions?)\b|(?<!\p{L})(?:kostenpflichtige\p{L}*|(?:offres?|version|formules?|abonnements?) (?:payante?s?|premium)|(?:plan(?:es)?|versión|suscripción) (?:de pago|premium)|(?:planos?|versão|assinatura) (?:pag[oa]s?|premium)|(?:pian[oi]|version[ei]|abbonament[oi]) (?:a pagamento|premium)|betaalde (?:versie|abonnement\p{L}*)|płatn\p{L}+ (?:plan\p{L}*|wersj\p{L}*|premium)|ücretli (?:plan|sürüm|abonelik)\p{L}*|платн\p{L}+ (?:премиум|преміум|тариф|подписк|підписк|верси|версі)\p{L}*)(?!\p{L})|有料(?:プラン|版|会員)|付费(?:版|会员)|유료 ?(?:플랜|버전)/iu;
const paidName = /^(?:Premium|Pro|Plus) \p{Ll}/u;
export const isAlsoPaid = (sentence: string) => paidPlan.test(sentence) || paidName.test(sentence);
export const contactOnly =
  /\b(?:contact (?:us|sales) for (?:a |our )?(?:price|pricing|quote)s?|contact (?:our )?sales|talk to (?:our )?sales|request (?:a )?(?:quote|pricing|price)|get a (?:custom )?quote|custom pricing|pricing (?:is )?(?:on|upon) request|price on request|book a demo|request a demo|schedule a demo|preis(?:e)? auf anfrage|auf anfrage|angebot anfordern|sur devis|demander (?:un devis|une démo)|solicitar (?:presupuesto|demo|or[çc]amento)|pe[çd]a (?:um )?or[çc]amento|richiedi (?:un preventivo|(?:una )?demo)|offerte aanvragen|vraag (?:een )?(?:offerte|demo)|zapytaj o (?:cenę|wycenę)|teklif (?:al|iste)\w*|demo (?:buchen|anfragen|vereinbaren|anfordern|sichern)|réserver une démo|agendar (?:una |uma )?demo|prenota (?:una )?demo|plan (?:een )?demo|umów (?:się na )?(?:demo|prezentacj\p{L}+)|domluvit (?:si )?(?:demo|ukázku)|demo (?:talep|iste)\w*|boka (?:en )?demo|book en demo|varaa demo|pyydä tarjous|ajánlatot kér\p{L}*|ajánlatkérés|kérjen (?:\p{L}+ ){0,2}ajánlat\p{L}*|cere(?:ți)? (?:o )?ofert\p{L}*|solicit\p{L}* (?:o )?ofert\p{L}*|få (?:et )?tilbud|begär offert|minta penawaran)(?!\p{L})|по запросу|за запитом|báo giá|お見積り|資料請求|árajánlat|ponudb|cenov\p{L}+ nabídk|اطلب عرض|(?<!\p{L})(?:prices?|pricing|fees?|preise?|kosten|prix|tarifs?|precios?|prezzi?|costi|preços?|valor(?:es)?|investimento|prijs|prijzen|cen[ay]|ціни|цены)(?!\p{L})[^.!?]{0,80}(?:contact us|get in touch|kontaktieren sie|contactez|contáctanos|contatta(?:ci|teci)|entre em contato|fale conosco|neem contact|skontaktuj)/iu;
export const openSource =
  /\bopen[- ]?source(?:d)?\b|\b(?:MIT|Apache(?:[- ]2(?:\.0)?)?|BSD|A?GPL(?:[- ]?v?\d)?|MPL|ISC|EUPL)(?:[- ]\d(?:\.\d|-Clause)?)?[- ]licen[cs]ed?\b|\b(?:under|licen[cs]ed?|licen[cs]e:?) (?:the )?(?:(?:terms of )?the )?(?:MIT|Apache|BSD|GNU|A?GPL|LGPL|MPL|ISC|EUPL)\b|\bfree software\b|quelloffen|código (?:abierto|aberto)|logiciel libre|открыт\p{L}+ исходн|オープンソース|开源|오픈 ?소스|مفتوح المصدر/iu;
export const licenseAlone =
  /^(?:(?:code )?licen[cs]e: ?|released under (?:the )?)?(?:MIT|Apache(?:[- ]2(?:\.0)?)?|BSD|A?GPL(?:[- ]?v?\d(?:\.\d)?)?|MPL|ISC|EUPL)(?:[- ]\d(?:\.\d|-Clause)?)? licen[cs]e\.?$/iu;
export const repository =
  /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org|git\.sr\.ht|sourceforge\.net\/projects|gitee\.com|framagit\.org)\/~?[\w.-]+(?:\/[\w.-]+)?/iu;
export const othersSource =
  /\bopen[- ]source (?:alternatives?|libraries|projects|tools|software|packages|components|dependencies|community|maintainers|licen[cs]es)\b(?! (?:alternative|replacement) to)|\b(?:built on|thanks to|powered by|support(?:s|ing)?|for) (?:\w+ )?open[- ]source\b/giu;

export const quoteWord =
  /(?<!\p{L})(?:(?:få|få et|indhent|innhent|begär|uforpli[kg]tende) (?:tilbud|offert)|offert|tarjouspyyn\p{L}*|pyydä tarjous|árajánlat\p{L}*|poptávk\p{L}*|cenov\p{L}+ nabídk\p{L}*|ofertă de preț|pressupost|προσφορ\p{L}+|(?:get|request|ask for|receive) (?:a|your|an? individual) (?:quote|proposal|offer)|quotation|offerte|angebot|kostenvoranschlag|devis|presupuesto|cotización|preventivo|orçamento|proposta|wycen\p{L}*|teklif|кошторис|смет\p{L}+|báo giá|见积|報價|报价)(?!\p{L})|見積|견적|عرض سعر/iu;
export const othersMoney =
  /(?<!\p{L})(?:fines?|coûts? élevés?|high costs?|hohe kosten|cost[eo]s? elevad[oa]s?|costi elevati|hoge kosten|wysoki koszt|penalt\p{L}+|salar\p{L}+|revenue|raised|savings?|save|worth|earn\p{L}*|funding|bu(?:ß|ss)geld\p{L}*|strafe\p{L}*|gehalt|spar\p{L}+|umsatz|amendes?|sanctions?|économis\p{L}+|salaire|multas?|sanci\p{L}+|ahorr\p{L}+|salario|sanzion\p{L}*|multe?|risparmi\p{L}*|guadagn\p{L}*|stipendio|economi[aez]\p{L}*|faturamento|boetes?|bespa\p{L}+|kar[ay]|grzywn\p{L}*|oszczęd\p{L}+|ceza|tasarruf|штраф\p{L}*|эконом\p{L}+|зарплат\p{L}*|subsid\p{L}*|grants? (?:of|up to)|bursar\p{L}*|subvention\p{L}*|subvenci\p{L}*|subvenç\p{L}*|sovvenzion\p{L}*|zuschuss|zuschüsse|förderung\p{L}*|fördersumme|dotacj\p{L}*|dotac[ei]\p{L}*|dofinansowan\p{L}*|bidrag|tilskud\p{L}*|avustu\p{L}*|hibe|sübvansiyon\p{L}*|субсиди\p{L}*|субсиді\p{L}*|грант\p{L}*|subvenți\p{L}*|trợ cấp)(?!\p{L})|補助金|助成金|补贴|補貼|보조금|منحة/iu;
export const whollyFree = new RegExp(
  `(?<![\\p{L}\\d])(?:100 ?%|totalement|entièrement|complètement|vollständig|komplett|völlig|totalmente|completamente|tamamen|całkowicie|w pełni|полностью|совершенно|абсолютно|повністю|helt|volledig|helemaal|täysin|teljesen|úplně|zcela|hoàn toàn|完全|완전)\\s?(?:${freeOfCharge})`,
  "iu",
);
const kinds = words.kinds.join("|");
export const kindAbroad = new RegExp(`(?<!\\p{L})(?:${kinds})(?!\\p{Script=Latin})`, "iu");

/** Quick checks that rule out most passages, because they do not mention prices. */
export const mentionsAmount = /\d|月額|年額|ريال|درهم|جنيه|دولار/u;
export const mentionsFree = new RegExp(`free|trial|no cost|フリー|${freeOfCharge}`, "iu");
export const yes =
  /^(?:yes|ja|oui|sí|sì|sim|tak|ano|igen|da|evet|да|так|có|vâng|はい|是的?|네|예|نعم|כן)(?!\p{Script=Latin})/iu;
export const paidInWords = /\b(?:paid|subscriptions?|licen[cs]e fee)\b/iu;
