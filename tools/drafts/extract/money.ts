import type { PricePeriod } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import { currencies, digitsOf, minorUnits } from "../../core/text/currency.ts";
import { languageOf } from "../crawl/language.ts";
import type { CrawledPage } from "../shared/crawled-page.ts";
import { formsPerUnit, namesOfUnit, oneOf, signs } from "./price-words.ts";
import words from "./words/money.json" with { type: "json" };
import prices from "./words/prices.json" with { type: "json" };

export interface Price {
  /** In minor units. */
  price: number;
  /** Null only if the price is 0. */
  currency: string | null;
  per: PricePeriod | null;
  /** True if the text says that the price is paid for a year at once. */
  isBilledYearly: boolean;
  /** The price and its period in the text. */
  start: number;
  end: number;
}

const symbols = new Map<string, Set<string>>(
  Object.entries(words.symbols).map(([symbol, list]) => [symbol, new Set(list)]),
);
for (const { currency, sign } of signs) symbols.getOrInsertComputed(sign, () => new Set()).add(currency);
const codeNames = currencies.join("|");
const sign = `(?:${oneOf(symbols.keys())}|${codeNames})`;
const number =
  "(?!0\\d)(?:\\d{1,3}(?:[ .,’'\\u00a0\\u202f]\\d{3})+(?:[.,]\\d{1,2})?|\\d{1,9}(?:\\s?[.,]\\d{1,3})?)(?![.,]?\\d)";
// Scripts without spaces write amounts next to words.
const letters = "\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}";
const amount = new RegExp(
  `(?<![${letters}.,])(?<before>(?:(?:${codeNames})\\s?)?${sign})\\s?(?<first>${number})(?:[.,][-–])?(?:\\s?(?<code>${codeNames})(?!\\p{L}|\\s?\\d))?|(?<![${letters}.,$€£])(?<second>${number})(?:[.,][-–])?\\s?(?<after>${sign})(?:(?<=\\p{Sc})(?!\\p{Lu})|(?!\\p{L})|(?=[月年]額))(?!\\p{N}|\\s?\\d(?!\\P{L}{0,12}${sign}))`,
  "gu",
);

/** Codes of currencies in a text. A code that is also a word, such as CAD, must be next to an amount or a price. */
const codeInText = new RegExp(
  `\\b(?!(?:${prices.codesThatAreWords.join("|")})\\b)[A-Z]{3}\\b|(?<=[\\d$]\\s?|\\b(?:prices?|billed|charged)\\b[^.]{0,30} in )[A-Z]{3}\\b|\\b[A-Z]{3}(?=\\s?\\$)`,
  "gu",
);

/** A page has many prices, so its language and the currencies that it names are found once. */
const contexts = new WeakMap<CrawledPage, { language: string; named: Set<string> }>();
const contextOf = (page: CrawledPage) => ({
  language: languageOf(page) ?? "",
  named: new Set([
    ...page.blocks.flatMap(({ text }) => text.match(codeInText) ?? []),
    ...page.jsonLd.flatMap(({ priceCurrency }) => (typeof priceCurrency === "string" ? [priceCurrency] : [])),
  ]),
});

/** Returns the currency of a sign on a page; null if the page does not say which of several it means. */
function currencyOf(written: string, code: string | undefined, isBefore: boolean, page: CrawledPage): string | null {
  if (code) return code;
  const stated = /^[A-Z]{3}/u.exec(written)?.[0];
  if (stated && currencies.includes(stated)) return stated;
  const possible = symbols.get(written.trim());
  if (!possible) return null;
  if (possible.size === 1) return [...possible][0]!;
  const context = contexts.getOrInsertComputed(page, contextOf);
  const named = [...possible].filter((name) => context.named.has(name));
  if (named.length > 0) return named.length === 1 ? named[0]! : null;
  // Companies everywhere use Colombia's domain.
  const country = new URL(page.url).hostname.split(".").at(-1)!.toUpperCase().replace(/^CO$/u, "-");
  const { region = country } = new Intl.Locale(page.lang ?? "und");
  const isLocal = (name: string) => name.startsWith(region) || name.startsWith(country);
  const { language } = context;
  // Elsewhere, a dollar sign may mean the country's own currency. In French, Canada's follows the amount.
  if (possible.has("USD"))
    return (words.dollarLanguages.split(" ").includes(language) || (language === "fr" && isBefore)) &&
      ![...possible].some((name) => name !== "USD" && isLocal(name))
      ? "USD"
      : null;
  const byLanguage = lookup(words.languages as Record<string, string>, language);
  return [...possible].find(isLocal) ?? (byLanguage && possible.has(byLanguage) ? byLanguage : null);
}

function minorOf(text: string, currency: string): number {
  const plain = text.replace(/[\s’']/gu, "");
  const isGrouped = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d{1,2})?$/u.exec(plain);
  const ungrouped = isGrouped ? plain.replaceAll(isGrouped[1]!, "") : plain;
  return minorUnits(ungrouped.replace(/[.,]0+$/u, ""), currency);
}

// Two elements beside each other may leave no space: "$9/mobilled yearly".
const end = `(?:(?=(?:${words.billed.join("|")})\\s)|(?![\\p{Script=Latin}\\p{Script=Cyrillic}額間払付]))`;
const lead = `^[\\s*+,()（）·|–—-]*(?:(?<sign>[/／⁄∕・])\\s*|(?<per>${words.per.join("|")})\\s+)?(?:(?:1|one|active|additional|full|paid|eine?[nrms]?)\\s+)?`;
const kinds = ["month", "year", "person", "once", "other", "usage"] as const;
const steps = kinds.map((kind) => {
  const names = kind === "month" || kind === "year" ? oneOf([...namesOfUnit(kind), ...formsPerUnit(kind)]) : "";
  return [kind, new RegExp(`${lead}(?:${[...words[kind], names].filter(Boolean).join("|")})${end}`, "iu")] as const;
});

/** A label before an amount: "Monthly: $9", "Price/month: $9", or a line such as "Pro Monthly". */
const labels = (["month", "year", "once"] as const).map((per) => {
  const names = words.labels[per].join("|");
  const units = per === "once" ? "" : `|\\p{L}+\\s?[/／]\\s?(?:${[...words[per], oneOf(namesOfUnit(per))].join("|")})`;
  return [
    per,
    new RegExp(`(?:^|\\n)(?:[\\p{L}+]+ ){0,2}(?:${names}${units})(?: price| licen[cs]e)?[\\s:：]*$`, "iu"),
  ] as const;
});
export const labelBefore = (text: string) => labels.find(([, label]) => label.test(text.slice(-80)))?.[0] ?? null;

/** "Billed" before the only period: "$99 billed annually". After another period, it tells when to pay. */
const billed = new RegExp(`^[\\s,(（·|–—-]*(?:${words.billed.join("|")})\\s(?=\\S)`, "iu");

/** "$8 a month with the annual plan". */
const withYearlyPlan =
  /^[\s,(·|–—-]*(?:with|on|im|bei|con|avec|en|no|met|bij|przy)\s(?:\p{L}+\s){0,2}(?:annual|yearly|jähr|jahres|annuel|anual|jaar|roczn)/iu;

/** A note about tax between an amount and its period: "9 € HT / mois". */
const taxed = new RegExp(`^[\\s*+,(（]*(?:${prices.taxed.join("|")})[.\\s]*(?:VAT|MwSt|USt|BTW|IVA|tax)?[.)）]*`, "iu");

/** Reads the period that follows an amount, such as "/ user / month" or "per year". */
function periodAfter(text: string) {
  const found = new Set<(typeof kinds)[number]>();
  let length = 0;
  let isBare = false;
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const [kind, step] of steps) {
      // "$9 / user, billed monthly"; "billed yearly" would not tell whether the price is for a month.
      const left = found.size === 0 ? text.replace(taxed, "") : text.slice(length);
      const rest = found.size === 0 || kind === "month" ? left.replace(billed, "") : left;
      const match = step.exec(rest);
      // A fee that is paid once may follow the price for a month.
      if (!match || found.has(kind) || (kind === "once" && found.size > 0)) continue;
      const isWord = !match.groups!.sign && !match.groups!.per;
      const then = rest.slice(match[0].length);
      // Without "per", only a period can follow an amount: "$5 users" is not a price, and "$5 Year 1" has no period.
      const isNumbered = kind !== "once" && /^[^\S\n]?\d/u.test(then);
      const isPeriod = /^(?:month|year|once)$/u.test(kind) || (kind === "person" && /^\s?[/·]/u.test(then));
      if (isWord && (isNumbered || !isPeriod)) continue;
      isBare ||= found.size === 0 && isWord;
      found.add(kind);
      length = text.length - then.length;
      isMore = true;
      break;
    }
  }
  const then = text.slice(length);
  const per = periodOf(found);
  const yearly = steps[kinds.indexOf("year")]![1];
  const isBilledYearly =
    per === "year"
      ? billed.test(text)
      : withYearlyPlan.test(then) || (billed.test(then) && yearly.test(then.replace(billed, "")));
  return { per, length, isBare, isOther: found.has("other"), isBilledYearly };
}

const otherText = { lines: 3, length: 40 };

/** Finds a period that is all of a short text soon after an amount: "until 30 April · one-time". */
function periodBelow(text: string): { per: PricePeriod | null; length: number } {
  const found: { per: PricePeriod | null; length: number }[] = [];
  let at = 0;
  for (const [i, line] of text.split("\n", otherText.lines + 1).entries()) {
    if (i > 0 && line.search(amount) >= 0) break;
    let start = at;
    if (line.length <= otherText.length)
      for (const part of line.split(/[·•|,;()（）–—]/u)) {
        const { per, length, isBilledYearly } = periodAfter(part);
        if (per && !isBilledYearly && part.slice(length).trim() === "") found.push({ per, length: start + length });
        start += part.length + 1;
      }
    at += line.length + 1;
  }
  const [first] = found;
  return first && found.every(({ per }) => per === first.per) ? first : { per: null, length: 0 };
}

function periodOf(found: Set<string>): PricePeriod | null {
  if (found.has("other") || (found.has("month") && found.has("year"))) return null;
  if (found.has("usage")) return found.size === 1 ? "usage" : null;
  if (found.has("once")) return "once";
  const period = found.has("month") ? "month" : found.has("year") ? "year" : null;
  return period && found.has("person") ? `seat_${period}` : period;
}

const notPrice = new RegExp(`(?:${words.notPrice.join("|")})[^\\S\\n]*$`, "iu");
const amountNext = new RegExp(`^[\\s:：]*(?:${amount.source})`, "u");
/** Words after a price that add to the price of a plan: "$10/mo for each additional user". */
const onTop = new RegExp(`^[^\\S\\n]?(?:[(+]?\\p{L}{2,3}\\s)?(?:(?:each|every)\\s)?(?:${words.onTop.join("|")})`, "iu");

/** Returns the prices in a text. Savings, limits and sums of money that nobody pays are left out. */
export function pricesIn(text: string, page: CrawledPage): Price[] {
  const found = [...text.matchAll(amount)].flatMap((match) => {
    const { before, first, code, second, after: sign } = match.groups!;
    const start = match.index;
    // Both parts are short, so that a page full of amounts is read quickly.
    const ahead = text.slice(Math.max(0, start - 80), start);
    const rest = text.slice(start + match[0].length, start + match[0].length + 200);
    if (
      notPrice.test(ahead) ||
      /^\s?(?:[kKMBb]\b|[-–—]\s?\P{L}?\d|million|billion|%|off\b|value\b|\+\s?\/)/u.test(rest)
    )
      return [];
    const currency = currencyOf(before ?? sign!, code, before !== undefined, page);
    const isZero = /^0(?:[.,]0+)?$/u.test(first ?? second!);
    if (!isZero && (currency === null || digitsOf(currency) > 2)) return [];
    const price = isZero ? 0 : minorOf(first ?? second!, currency!);
    if (Number.isNaN(price)) return [];
    const { isOther, isBilledYearly, ...after } = periodAfter(rest);
    const then = rest.slice(after.length);
    if (isOther || onTop.test(then)) return [];
    const label = labelBefore(ahead);
    // "Monthly: $9 Yearly: $90" labels each amount with the word before it.
    const own = label && after.isBare && amountNext.test(then) ? { per: label, length: 0 } : after;
    const { per, length } = own.length > 0 || label ? own : periodBelow(rest);
    const amountEnd = start + match[0].length;
    const end = amountEnd + length;
    return [{ price, currency, per: length > 0 ? per : label, isBilledYearly, start, end, amountEnd }];
  });
  // Both sides of a switch: "$9 $90" with "/month /year" after them.
  for (const [i, price] of found.entries()) {
    const next = found[i + 1];
    if (price.per !== null || !next || /\S/u.test(text.slice(price.end, next.start))) continue;
    const after = text.slice(next.amountEnd, next.amountEnd + 200).trimStart();
    const [first, second] = after.split(/\s+(?=[/／])/u, 2).map(periodAfter);
    if (first?.per && second?.per)
      [price.per, next.per, next.isBilledYearly] = [first.per, second.per, second.isBilledYearly];
  }
  return found;
}
