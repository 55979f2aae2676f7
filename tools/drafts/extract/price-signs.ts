import { pageKindOf } from "../crawl/page-kind-of.ts";
import { bareAmount, basket, contactOnly, price, priceWithPeriod, talkFirst } from "./price-words.ts";
import {
  hasType,
  isHeading,
  type Passage,
  pagesOfKind,
  productThings,
  type Site,
  type SitePage,
  textsOf,
} from "./read-site.ts";

export type Signs = Record<keyof ReturnType<typeof noSigns>, Passage[]>;

export const noSigns = () => ({
  free: [],
  /** JSON-LD offers that are all free of charge. Generators write such offers for any product. */
  freeOffer: [],
  freePlan: [],
  freeAmongPlans: [],
  freeInWords: [],
  freeBesidePaid: [],
  freeTitle: [],
  paid: [],
  toBuy: [],
  /** Amounts that stand alone side by side: prices of plans, or figures in an example. */
  bare: [],
  contact: [],
  /** Menu entries for requesting a quote, and buttons for arranging a call. */
  contactMenu: [],
  paidInWords: [],
  basket: [],
  openSource: [],
});

function offerPrices(value: unknown): { price: number; text: string }[] {
  if (Array.isArray(value)) return value.flatMap(offerPrices);
  if (typeof value !== "object" || value === null) return [];
  const offer = value as Record<string, unknown>;
  const own = [...textsOf(offer.price), ...textsOf(offer.lowPrice), ...textsOf(offer.highPrice)].flatMap((text) => {
    const number = Number(
      text
        .replace(/[^\d.,]/gu, "")
        .replace(/,(?=\d{1,2}$)/u, ".")
        .replace(/,/gu, ""),
    );
    return text.match(/\d/u) === null || !Number.isFinite(number) ? [] : [{ price: number, text }];
  });
  return [...own, ...offerPrices(offer.offers), ...offerPrices(offer.priceSpecification)];
}

export function readOffers(site: Site, signs: Signs): void {
  const products = productThings(site);
  const owners = products.length > 0 ? products : site.things.filter(({ thing }) => thing["@type"].includes("Offer"));
  for (const { page, thing } of owners) {
    const prices = thing["@type"].includes("Offer") ? offerPrices(thing) : offerPrices(thing.offers);
    for (const { price: asked, text } of prices)
      (asked > 0 ? signs.paid : prices.some((other) => other.price > 0) ? signs.freePlan : signs.freeOffer).push({
        page,
        text,
      });
    for (const text of textsOf(thing.license))
      if (/opensource|spdx|gnu|mit|apache|bsd|mpl/iu.test(text)) signs.openSource.push({ page, text });
  }
}

/** Reads the prices of goods in a shop. Articles are left out, because they are about other shops' goods. */
export function readGoods(site: Site, signs: Signs): void {
  const articles = new Set(pagesOfKind(site, "blog").map(({ page }) => page));
  for (const { page, thing } of site.things)
    if (hasType(thing, /^Product$/u) && !articles.has(page) && signs.bare.length < mostSigns)
      for (const { price: asked, text } of offerPrices(thing.offers)) if (asked > 0) signs.bare.push({ page, text });
}

export const mostSigns = 12;

const longestEntry = 40;
/** Products with plans offer demos too, so a demo does not mean that prices are available only on request. */
const demo = /d[eé]mo/iu;
const asksForQuote = (text: string) => !demo.test(text) && contactOnly.test(text);
const isClicked = (tag: string) => tag === "a" || tag === "button";

export function readMenu({ home: { page }, pages }: Site, signs: Signs): void {
  for (const { tag, region, text } of page.blocks) {
    if (text.length > longestEntry) continue;
    const isInFrame = region === "nav" || region === "header";
    if (isInFrame && asksForQuote(text)) signs.contactMenu.push({ page, text });
    if (isClicked(tag) && talkFirst.test(text)) signs.contactMenu.push({ page, text });
    if ((isInFrame || isClicked(tag)) && basket.test(text)) signs.basket.push({ page, text });
  }
  for (const { page, kind, content } of pages) {
    if (kind !== "other") continue;
    const asking = content.filter(
      ({ tag, text }) => isClicked(tag) && text.length <= longestEntry && asksForQuote(text),
    );
    if (asking.length >= leastAsking) signs.contactMenu.push(...asking.map(({ text }) => ({ page, text })));
  }
}

/** Minimum number of services on a page that are available on request. A single one may be an extra. */
const leastAsking = 2;

export const isPriceAlone = (text: string) =>
  text.length <= 30 && (bareAmount.test(text) || (price.exec(text)?.index === 0 && priceWithPeriod.test(text)));

/** Number of digits that only house prices have. Such a figure is something that the product shows. */
export const digitsOfHouse = 6;
/** Whether an amount is too large for a price. With `$`, two more digits are needed, because pesos use it too. */
export function isLargeSum(text: string, least = 5): boolean {
  const digits = text.replace(/[.,]\d{1,2}(?!\d)/u, "").replace(/\D/gu, "").length;
  return /[€£₪]|CHF|EUR|GBP/u.test(text) ? digits >= least : text.includes("$") && digits >= least + 2;
}

export function blocksOnPrices({ content }: SitePage): Set<number> {
  const found = new Set<number>();
  let level = 0;
  for (const [index, block] of content.entries()) {
    if (isHeading(block)) {
      const own = Number(block.tag[1]);
      const isOnPrices = block.text.length <= 60 && pageKindOf([], block.text)?.name === "pricing";
      if (isOnPrices) level = own;
      else if (own <= level) level = 0;
    }
    if (level > 0) found.add(index);
  }
  return found;
}
