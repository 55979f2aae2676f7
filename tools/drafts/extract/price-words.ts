import { patternsOf } from "./phrases.ts";
import phraseLists from "./words/price-words.json" with { type: "json" };
import words from "./words/prices.json" with { type: "json" };

const phrases = patternsOf(phraseLists);

const markets = Object.entries(words.markets);

/** Longer words come first, so that `R$` is not read as `$`. */
export const oneOf = (words: Iterable<string>) =>
  [...new Set(words)]
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .map((word) => word.split(/\s+/u).map(RegExp.escape).join("\\s?"))
    .join("|");

const partOf = (format: Intl.NumberFormat, type: string, value: number) =>
  format.formatToParts(value).find((part) => part.type === type)?.value ?? "";

/** Currency codes that are also words: "all 50 states", "try 3 of them". */
const isWordOfItsOwn = new Set(words.codesThatAreWords);

/** The signs of the currencies of each market, such as `€` for euros. */
export const signs = markets.flatMap(([locale, codes]) =>
  codes.map((currency) => {
    const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol" });
    return { currency, sign: partOf(format, "currency", 1).replace(/[\u200e\u200f]/gu, "") };
  }),
);
const symbols = signs.flatMap(({ currency, sign }) => [isWordOfItsOwn.has(currency) ? "" : currency, sign]);
const currencies = oneOf([...symbols, ...words.currencies]);

export const namesOfUnit = (unit: string) =>
  markets.flatMap(([locale]) => {
    const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
    return [partOf(format, "unit", 1), partOf(format, "unit", 5)];
  });

/** The forms of "per month" and of its short form, such as "par mois" and "měs", without slashes. Single letters are ambiguous. */
export const formsPerUnit = (unit: string) =>
  markets.flatMap(([locale]) =>
    (["long", "short"] as const).flatMap((unitDisplay) => {
      const write = (unit: string) => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay }).format(1);
      const form = write(`bit-per-${unit}`)
        .replace(write("bit"), "")
        .replace(/^\s*\/?\s*|\.$/gu, "");
      return /\p{L}{2}|[\p{Script=Han}\p{Script=Hangul}]/u.test(form) ? [form] : [];
    }),
  );

const periods = oneOf([...["day", "week", "month", "year"].flatMap(namesOfUnit), ...words.periods]);
export const duration = new RegExp(`(?<![\\d.,])\\d{1,3}[\\s-]?(?:${periods})`, "iu");

const hours = namesOfUnit("hour").filter((word) => word.length > 2);
const units = [oneOf(hours), ...words.units].join("|");
const per = words.per.join("|");

/** An amount with its currency. The limit on digits keeps the pattern fast on a page full of digits. */
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
export const free = phrases.free;
/** "Free" as a sentence or entry of its own: "Free / macOS 13+", "Guides for gardeners. Free." */
export const freeAlone = new RegExp(`(?:^|[.!•·|/–—✓✔☑] )(?:free|${freeOfCharge}) ?(?:$|[.!•·|/–—✓✔☑](?: |$))`, "iu");
export const freeWord = new RegExp(`(?<!\\p{L})(?:${freeOfCharge})`, "iu");
export const notFree = new RegExp(
  `\\bfree (?:[\\p{L}\\d-]+ ){0,2}(?:${freeExtras})(?!\\p{L})|(?<!\\p{L})(?:${freeOfCharge})(?: | und | et | y | e |の)?(?:[\\p{L}\\d-]+ ){0,2}(?:${freeExtras})(?!\\p{Script=Latin})|(?<!\\p{L})(?:${freeExtras})(?: ?[\\p{L}\\d-]+){0,2} ?(?:${freeOfCharge})|\\btry (?:it )?(?:for )?free\\b|\\bfree for \\d+ (?:days?|weeks?|months?)|\\bfeel free\\b|\\b\\w+-free\\b|\\b\\d+[ -](?:\\p{L}+)[ -](?:free|${freeOfCharge})|\\b(?:days?|weeks?|months?) (?:for )?free\\b|\\bfree of (?!charge)|\\bnot free\\b|\\bfirst (?:month|\\d+ days) (?:is |are )?free\\b|(?:prueb|prov|essay|experiment|tes[tz]|probe|prob[iu]|wypróbuj|vyzkouš|prøv|kokeil|kipróbál|încearc|dene)\\p{L}* (?:${freeOfCharge})|(?:${freeOfCharge}) \\d+ (?:días|tage|jours|giorni|dias|dni)|最初の.{1,8}無料|(?<!\\p{L})(?:months?|monat\\p{L}*|mois|mes|mês|mese|miesiąc\\p{L}*) [^.!?]{0,40}(?:${freeOfCharge})|(?:${freeOfCharge}) (?:pendant|durante|für|per|por|przez) \\d+|\\btrial\\b`,
  "giu",
);
/** A price of zero for something that comes before a purchase: "0 zł for the estimate". */
export const givenForNothing = new RegExp(
  `(?:${zeroPrice.source})(?!\\s?/)[^.!?/]{0,25}(?<!\\p{L})(?:${freeExtras})(?!\\p{Script=Latin})`,
  "iu",
);
const paidPlan = phrases.paidPlan;
const paidName = /^(?:Premium|Pro|Plus) \p{Ll}/u;
export const isAlsoPaid = (sentence: string) => paidPlan.test(sentence) || paidName.test(sentence);
export const contactOnly = phrases.contactOnly;
export const openSource = phrases.openSource;
export const licenseAlone =
  /^(?:(?:code )?licen[cs]e: ?|released under (?:the )?)?(?:MIT|Apache(?:[- ]2(?:\.0)?)?|BSD|A?GPL(?:[- ]?v?\d(?:\.\d)?)?|MPL|ISC|EUPL)(?:[- ]\d(?:\.\d|-Clause)?)? licen[cs]e\.?$/iu;
export const repository =
  /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org|git\.sr\.ht|sourceforge\.net\/projects|gitee\.com|framagit\.org)\/~?[\w.-]+(?:\/[\w.-]+)?/iu;
export const othersSource =
  /\bopen[- ]source (?:alternatives?|libraries|projects|tools|software|packages|components|dependencies|community|maintainers|licen[cs]es)\b(?! (?:alternative|replacement) to)|\b(?:built on|thanks to|powered by|support(?:s|ing)?|for) (?:\w+ )?open[- ]source\b/giu;

export const quoteWord = phrases.quoteWord;
export const othersMoney = phrases.othersMoney;
export const whollyFree = new RegExp(
  `(?<![\\p{L}\\d])(?:100 ?%|totalement|entièrement|complètement|vollständig|komplett|völlig|totalmente|completamente|tamamen|całkowicie|w pełni|полностью|совершенно|абсолютно|повністю|helt|volledig|helemaal|täysin|teljesen|úplně|zcela|hoàn toàn|完全|완전)\\s?(?:${freeOfCharge})`,
  "iu",
);
const kinds = words.kinds.join("|");
export const kindAbroad = new RegExp(`(?<!\\p{L})(?:${kinds})(?!\\p{Script=Latin})`, "iu");

/** Quick checks that rule out most of the passages that do not mention prices. */
export const mentionsAmount = /\d|月額|年額|ريال|درهم|جنيه|دولار/u;
export const mentionsFree = new RegExp(`free|trial|no cost|フリー|${freeOfCharge}`, "iu");
export const paidInWords = /\b(?:paid|subscriptions?|licen[cs]e fee)\b/iu;
