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

/** What a site says of its price, and where. */
export interface Signs {
  free: Passage[];
  /** Offers of JSON-LD that all ask nothing, which generators write for any product. */
  freeOffer: Passage[];
  freePlan: Passage[];
  /** What is free on a page of plans: one of them, where others ask for something. */
  freeAmongPlans: Passage[];
  /** Sentences that say of a whole thing that it is free. */
  freeInWords: Passage[];
  /** Texts that say of one part that it is free and of another that it is paid for. */
  freeBesidePaid: Passage[];
  paid: Passage[];
  /** Amounts on what is to be clicked. */
  toBuy: Passage[];
  /** What the title says is free. */
  freeTitle: Passage[];
  /** Amounts that stand alone beside each other: plans, or the figures of an example. */
  bare: Passage[];
  contact: Passage[];
  /** Entries of the menu that lead to a quote, and what is to be clicked for a talk. */
  contactMenu: Passage[];
  /** That something is paid for, without the sum. */
  paidInWords: Passage[];
  /** The basket of a shop. */
  basket: Passage[];
  openSource: Passage[];
}

export const noSigns = (): Signs => ({
  free: [],
  freeOffer: [],
  freePlan: [],
  freeAmongPlans: [],
  freeInWords: [],
  freeBesidePaid: [],
  freeTitle: [],
  paid: [],
  toBuy: [],
  bare: [],
  contact: [],
  contactMenu: [],
  paidInWords: [],
  basket: [],
  openSource: [],
});

/** Offers of JSON-LD, nested or as things of their own. */
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

/** What the goods of a shop cost; an article tells of those of others. */
export function readGoods(site: Site, signs: Signs): void {
  const articles = new Set(pagesOfKind(site, "blog").map(({ page }) => page));
  for (const { page, thing } of site.things)
    if (hasType(thing, /^Product$/u) && !articles.has(page) && signs.bare.length < mostSigns)
      for (const { price: asked, text } of offerPrices(thing.offers)) if (asked > 0) signs.bare.push({ page, text });
}

/** Texts of one kind after which no more of them change anything. */
export const mostSigns = 12;

/** Characters of an entry of the menu. */
const longestEntry = 40;
/** A demo is shown of what has plans too. */
const demo = /d[eé]mo/iu;

/** What the home page leads to: a quote or a talk where nothing says a price, or a basket. */
export function readMenu({ home: { page }, pages }: Site, signs: Signs): void {
  for (const { tag, region, text } of page.blocks) {
    if (text.length > longestEntry) continue;
    const isInFrame = region === "nav" || region === "header";
    const isClicked = tag === "a" || tag === "button";
    if (isInFrame && !demo.test(text) && contactOnly.test(text)) signs.contactMenu.push({ page, text });
    if (isClicked && talkFirst.test(text)) signs.contactMenu.push({ page, text });
    if ((isInFrame || isClicked) && basket.test(text)) signs.basket.push({ page, text });
  }
  // What each service of a page of its own offers to click.
  for (const { page, kind, content } of pages) {
    if (kind !== "other") continue;
    const asking = content.filter(
      ({ tag, text }) =>
        (tag === "a" || tag === "button") && text.length <= longestEntry && !demo.test(text) && contactOnly.test(text),
    );
    if (asking.length >= leastAsking) signs.contactMenu.push(...asking.map(({ text }) => ({ page, text })));
  }
}

/** Services on one page that all ask to be quoted for; one may be a service beside the product. */
const leastAsking = 2;

/** A part of a page that tells the price of something and no more. */
export const isPriceAlone = (text: string) =>
  text.length <= 30 && (bareAmount.test(text) || (price.exec(text)?.index === 0 && priceWithPeriod.test(text)));

/** Digits of what only houses cost: a figure of what the product shows. */
export const digitsOfHouse = 6;
/** Tens of thousands in such money are a figure that the product shows; pesos are counted so. */
export function isLargeSum(text: string, least = 5): boolean {
  const digits = text.replace(/[.,]\d{1,2}(?!\d)/u, "").replace(/\D/gu, "").length;
  return /[€£₪]|CHF|EUR|GBP/u.test(text) ? digits >= least : text.includes("$") && digits >= least + 2;
}

/** The blocks of a page that stand under a heading on prices, by their index. */
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
