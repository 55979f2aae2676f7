import type { FactFilter } from "#db/queries/search/search-facts.ts";
import { minorUnits } from "../../core/text/currency.ts";
import { languageCodes, licensesMatching, regionNames } from "../../listings/shared/formats.ts";

/** A condition read from the words of a query. `price_max` has its currency in the value. */
export interface Requirement {
  field: "pricing" | FactFilter;
  value: string;
  /** The words of the query. */
  text: string;
}

const edge = "[\\p{L}\\p{N}\\p{M}-]";
/** The source of a pattern for whole words: a hyphen or letter beside them makes another word. */
export const aloneSource = (source: string) => `(?<!${edge})(?:${source})(?!${edge})`;
export const alone = (source: string) => new RegExp(aloneSource(source), "u");

// Many other codes are also English words, such as "all", "top" and "try".
const codes = "eur usd gbp chf jpy cad aud nzd sek nok dkk pln czk huf inr brl".split(" ");
const namesOfCurrencies = { EUR: "€ euro euros", USD: "$ dollar dollars", GBP: "£ pound pounds" };
const currencies = new Map([
  ...Object.entries(namesOfCurrencies).flatMap(([code, names]) =>
    names.split(" ").map((name) => [name, code] as const),
  ),
  ...codes.map((code) => [code, code.toUpperCase()] as const),
]);
const currency = [...currencies.keys()].map(RegExp.escape).join("|");
const below =
  "(?:for )?(?:under|below|less than|cheaper than|up to|at most|no more than|max|unter|weniger als|hochstens|bis zu|moins de|menos de|por menos de|meno di|onder|minder dan|ponizej|mniej niz)";
const amount = "\\d{1,6}(?:[.,]\\d{1,2})?";
const period =
  "(?: ?/ ?| (?:a|per|each|pro|im|par|por|al) )(?:(?<year>year|yr|jahr|an|ano)|month|mo|monat|mois|mes|mese)";
const priceWords = alone(
  `${below} (?:(?<before>${currency}) ?(?<first>${amount})|(?<second>${amount}) ?(?<after>${currency}))(?:${period})?`,
);

/** Reads words such as `under 20 euros` and `below $10 a month`. */
function priceIn(text: string): Requirement | null {
  const found = priceWords.exec(text);
  if (!found) return null;
  const { before, after, first, second, year } = found.groups!;
  const code = currencies.get((before ?? after)!)!;
  const price = Math.ceil(minorUnits((first ?? second)!, code) / (year === undefined ? 1 : 12));
  return price > 0 ? { field: "price_max", value: `${price} ${code}`, text: found[0] } : null;
}

const version = "(?:[ -]?v?(?<version>\\d(?:\\.\\d)?))?";
const licenseWords = [
  alone(`(?:under (?:the |an? )?)?(?<name>agpl|lgpl|gpl|mpl|eupl)${version}(?:[ -]licen[sc]ed?)?`),
  alone(`(?:under (?:the |an? )?)?(?<name>mit|apache|bsd|isc)${version}[ -]licen[sc]ed?`),
  alone(`(?<name>[a-z0-9.-]+)${version}[ -]licen[sc]ed`),
];

/** Reads words such as `MIT licensed`, `AGPL` and `Apache 2.0 license`. */
function licenseIn(text: string): Requirement | null {
  for (const pattern of licenseWords) {
    const found = pattern.exec(text);
    if (!found) continue;
    const { name, version } = found.groups!;
    const ids =
      version === undefined ? [name!] : [`${name}-${version.includes(".") ? version : `${version}.0`}`, name!];
    for (const id of ids) {
      const [first] = licensesMatching(id);
      if (first !== undefined) return { field: "license", value: first.slice(0, id.length), text: found[0] };
    }
  }
  return null;
}

const languageWords = alone(
  `(?:in|auf|en|em|po|pa) (?<name>${[...languageCodes.keys()].map(RegExp.escape).join("|")})`,
);

/** Reads words such as `in German` and `auf Deutsch`. */
function languageIn(text: string): Requirement | null {
  const found = languageWords.exec(text);
  return found && { field: "language", value: languageCodes.get(found.groups!.name!)!, text: found[0] };
}

const places = [...regionNames, ..."eu us usa uk europe europa ue".split(" ")].map(RegExp.escape);
const hosting =
  "host(?:ed|ing)|stored|kept|servers?|data|gehostet|daten|heberge\\w*|donnees|aloja\\w*|datos|hosped\\w*|dados|dati";
/** Places where data is kept, such as `hosted in the EU`, `EU hosting` and `Daten in Deutschland`. No filter finds it. */
export const regionWords = alone(
  `(?:${hosting})(?: (?:is|are|stored|kept|hosted|located|stays?|residency|cent(?:er|re)s?))* (?:in|within|inside|innerhalb|en|na|no) (?:the |der |den |l'|la )?(?:${places.join("|")})|(?:european|german|swiss|french|dutch|${places.join("|")})[ -](?:${hosting})`,
);

/** An MCP server at the start of a query is itself the product that is looked for. */
function mcpIn(text: string): Requirement | null {
  const [found] = text.match(/(?<=\S.*)(?:with |with an )?mcp[ -]servers?$/u) ?? [];
  return found === undefined ? null : { field: "has_mcp", value: "true", text: found };
}

export const factWords = [priceIn, licenseIn, languageIn, mcpIn];
