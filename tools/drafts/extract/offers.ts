import type { Plan } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import { currencies, minorUnits } from "../../core/text/currency.ts";
import type { CrawledPage } from "../shared/crawled-page.ts";
import { elision, stringsOf } from "../shared/quotes.ts";
import { labelBefore, pricesIn } from "./money.ts";
import { hasType, productThings, type Site, textsOf } from "./read-site.ts";

type Properties = Record<string, unknown>;
type Offered = { plan: Plan; quote: string };

const listOf = (value: unknown): Properties[] =>
  [value].flat().filter((item): item is Properties => typeof item === "object" && item !== null);

/** Units of time as ISO 8601 durations and as common codes of UN/CEFACT recommendation 20, in which C62 means "one". */
const unitNames = { MON: "month", P1M: "month", ANN: "year", P1Y: "year", P12M: "year" };

/** Returns what a UnitPriceSpecification says its price is paid for, such as "month", each with the text that says it. */
function unitsIn({ unitText, unitCode, billingDuration, referenceQuantity }: Properties) {
  const isCount = typeof billingDuration === "number";
  const duration = isCount ? [] : billingDuration;
  const own = { unitText: [unitText, duration], unitCode, value: isCount ? billingDuration : 1 };
  return [own, ...listOf(duration), ...listOf(referenceQuantity)].flatMap(
    ({ unitText, unitCode, value = 1 }: Properties) =>
      textsOf([unitText, unitCode].filter((unit) => unit !== "C62")).map((text) => {
        const unit = lookup(unitNames, text) ?? text.replace(/^(?:per\b|\/)\s*/iu, "");
        return { text, unit: Number(value) === 1 ? unit : `${value} ${unit}s` };
      }),
  );
}

/** Reads an offer with a name, or returns null if its price, currency or period is not certain. */
function readOffer(offer: Properties, page: CrawledPage): Offered | null {
  const specifications = listOf(offer.priceSpecification);
  const [specification = {}] = specifications;
  const first = (...values: unknown[]) => textsOf(values)[0] ?? "";
  const name = first(offer.name, ...listOf(offer.itemOffered).map((item) => item.name));
  const price = first(offer.price, specification.price);
  const currency = first(offer.priceCurrency, specification.priceCurrency);
  const isPrice = /^\d+(?:\.\d{1,2})?$/u.test(price) && currencies.includes(currency);
  if (name === "" || name.length > 40 || specifications.length > 1 || !isPrice) return null;
  const amount = minorUnits(price.replace(/\.0+$/u, ""), currency);
  const units = unitsIn(specification);
  const described = textsOf(offer.description).flatMap((text) =>
    pricesIn(text, page).flatMap(({ price, per, start, end }) =>
      per && price === amount ? [{ per, text, part: text.slice(start, end) }] : [],
    ),
  );
  const written = [`${currency} ${price}`, ...units.map(({ unit }) => unit)].join(" / ");
  const stated = [
    units.length > 0 ? pricesIn(written, page)[0]?.per : null,
    ...described.map(({ per }) => per),
    labelBefore(name.replace(/[()]/gu, "")),
  ].filter((per) => per !== null);
  const [per] = stated;
  if (Number.isNaN(amount) || (amount > 0 && (!per || new Set(stated).size > 1))) return null;
  const told = new Set([name, price, currency, ...units.map(({ text }) => text)]);
  const parts = stringsOf(offer).flatMap((text) =>
    told.has(text) ? text : described.filter((other) => other.text === text).map(({ part }) => part),
  );
  const plan = { name, price: amount, currency, per: per ?? "month", free_limits: null, url: page.url };
  return { plan, quote: [...new Set(parts)].join(elision) };
}

/** Returns the plans that a page's JSON-LD offers, if it describes one product. */
export function offersOn(page: CrawledPage, site: Site): Offered[] {
  const own = site.things.filter(({ page: at, thing }) => at === page && hasType(thing, /^(?:Product|Service)$/u));
  const software = productThings(site).filter(({ page: at }) => at === page);
  const [thing, second] = software.length > 0 ? software : own;
  if (!thing || second) return [];
  const offers = listOf(thing.thing.offers).flatMap((offer) => (offer.offers ? listOf(offer.offers) : [offer]));
  const named = offers.flatMap((offer) => readOffer(offer, page) ?? []);
  const isOnly = ({ plan }: Offered) => named.filter((other) => other.plan.name === plan.name).length === 1;
  // A price of zero after other prices means "on request".
  const isPlan = ({ plan }: Offered, i: number) => plan.price > 0 || (i === 0 && offers.length > 1);
  const isOneCurrency = new Set(named.map(({ plan }) => plan.currency)).size === 1;
  return isOneCurrency ? named.filter((offer, i) => isPlan(offer, i) && isOnly(offer)) : [];
}
