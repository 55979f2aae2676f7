import type { PricingModel } from "#db/schema/vocabulary.ts";
import { pageKindOf } from "../crawl/page-kind-of.ts";
import type { TextBlock } from "../shared/crawled-page.ts";
import {
  bareAmount,
  contactOnly,
  duration,
  free,
  freeAlone,
  freePlan,
  freeWord,
  givenForNothing,
  isAlsoPaid,
  licenseAlone,
  mentionsAmount,
  mentionsFree,
  notFree,
  openSource,
  othersMoney,
  othersSource,
  paidInWords,
  price,
  priceWithPeriod,
  quoteWord,
  repository,
  whollyFree,
  zeroPrice,
} from "./price-words.ts";
import {
  aroundMatch,
  type Found,
  isHeading,
  type Passage,
  productThings,
  quotesOf,
  type Site,
  type SitePage,
  textsOf,
} from "./read-site.ts";

const noSigns = () => ({
  /**
   * Prices of the product. A price counts if it has a billing period, or is on a pricing page or in structured data.
   */
  paid: [] as Passage[],
  /** Free plans, beside which there may be paid plans. */
  freePlan: [] as Passage[],
  /** Statements that the whole product is free of charge. */
  free: [] as Passage[],
  /** Free offers in structured data. */
  freeOffer: [] as Passage[],
  /** Amounts of zero in texts. They may be the price of anything. */
  zero: [] as Passage[],
  contact: [] as Passage[],
  openSource: [] as Passage[],
  /** Amounts without other text, as in a price list. */
  listed: [] as Passage[],
  /** Evidence against a simple pricing model: other amounts and paid upgrades. */
  doubts: [] as Passage[],
});
type Signs = ReturnType<typeof noSigns>;

const masked = (text: string, pattern: RegExp) => text.replace(pattern, (words) => "_".repeat(words.length));

function offerPrices(value: unknown): { price: number; text: string }[] {
  if (Array.isArray(value)) return value.flatMap(offerPrices);
  if (typeof value !== "object" || value === null) return [];
  const offer = value as Record<string, unknown>;
  const own = [offer.price, offer.lowPrice, offer.highPrice].flatMap(textsOf).flatMap((text) => {
    const number = Number.parseFloat(
      text
        .replace(/[^\d.,]/gu, "")
        .replace(/,(?=\d{1,2}$)/u, ".")
        .replace(/,/gu, ""),
    );
    return Number.isFinite(number) ? [{ price: number, text }] : [];
  });
  return [...own, ...offerPrices(offer.offers), ...offerPrices(offer.priceSpecification)];
}

function readOffers(site: Site, signs: Signs): void {
  for (const { page, thing } of productThings(site)) {
    const prices = offerPrices(thing.offers);
    const isPaid = prices.some(({ price }) => price > 0);
    for (const { price, text } of prices)
      (price > 0 ? signs.paid : isPaid ? signs.freePlan : signs.freeOffer).push({ page, text });
    for (const text of textsOf(thing.license))
      if (/opensource|spdx|gnu|mit|apache|bsd|mpl/iu.test(text)) signs.openSource.push({ page, text });
  }
}

/** Whether an amount is too large for a price. The limit is higher for currencies with small units (pesos). */
const isLargeSum = (text: string) => {
  const digits = text.replace(/[.,]\d{1,2}(?!\d)/u, "").replace(/\D/gu, "").length;
  return /[€£₪]|CHF|EUR|GBP/u.test(text) ? digits >= 5 : digits >= 7;
};

function readText({ kind, page }: SitePage, { tag, text }: Pick<TextBlock, "tag" | "text">, signs: Signs): void {
  const isProminent = kind === "home" && /^(?:title|h1)$/u.test(tag);
  const add = (list: Passage[], match: RegExpExecArray | null) =>
    match && list.push({ page, text: aroundMatch(text, match.index, match[0].length) });
  add(signs.contact, contactOnly.exec(text));
  // A question says nothing about the price; its answer does.
  if (/[?？؟]$/u.test(text)) return;
  if (mentionsFree.test(text)) {
    const plain = masked(text, notFree);
    const plan = freePlan.exec(plain);
    const said =
      duration.test(plain) || plan ? null : (whollyFree.exec(plain) ?? free.exec(plain) ?? freeAlone.exec(plain));
    add(signs.freePlan, plan);
    add(isAlsoPaid(text) ? signs.doubts : signs.free, said);
    if (!plan && !said && isProminent) add(signs.free, freeWord.exec(plain));
  }
  if (!mentionsAmount.test(text) || othersMoney.test(text)) return;
  const zero = zeroPrice.exec(text);
  const isPlan = priceWithPeriod.test(text) ? !givenForNothing.test(text) : kind === "pricing" && tag !== "td";
  add(isPlan ? signs.freePlan : signs.zero, zero);
  const asked = priceWithPeriod.exec(text) ?? (kind === "pricing" ? price.exec(text) : null);
  if (asked && !zero && !isLargeSum(asked[0])) add(signs.paid, asked);
  else if (bareAmount.test(text) && !isLargeSum(text)) signs.listed.push({ page, text });
  else if (!zero) add(signs.doubts, price.exec(text));
}

function readTexts(site: Site, signs: Signs): void {
  for (const sitePage of site.pages) {
    const { kind, page, content } = sitePage;
    if (kind === "blog" || kind === "people" || kind === "other") continue;
    const told = [page.title, page.meta.description ?? ""].map((text) => ({ tag: "title", text }));
    for (const block of [...told, ...content]) readText(sitePage, block, signs);
  }
}

function readLicense(site: Site, signs: Signs): void {
  const links = site.pages.flatMap(({ page }) => page.links.map(({ url }) => ({ page, text: url })));
  const source = links.find(({ text }) => repository.test(text));
  const { page } = site.home;
  const own = page.blocks.find(({ region, text }) => region === "footer" && licenseAlone.test(text));
  if (own) signs.openSource.push({ page, text: own.text });
  if (!source && !repository.test(site.url)) return;
  for (const { page } of site.pages.slice(0, 4)) {
    const texts = page.blocks.filter(({ region }) => region !== "nav").map(({ text }) => text);
    for (const text of [page.title, page.meta.description ?? "", ...texts]) {
      const match = openSource.exec(masked(text, othersSource));
      if (match) signs.openSource.push({ page, text: aroundMatch(text, match.index, match[0].length) });
    }
  }
  if (signs.openSource.length > 0 && source) signs.openSource.splice(1, 0, source);
}

const hasPrices = ({ pages }: Site) =>
  pages.some(({ kind }) => kind === "pricing") ||
  pages[0]!.page.blocks.some(
    (block) =>
      (block.region === "nav" || block.region === "header" || isHeading(block)) &&
      pageKindOf([], block.text)?.name === "pricing",
  );

/** If there are fewer amounts than this, they may be figures in an example. */
const minListed = 3;

/** Returns the pricing model if the site states it in one of six forms that are rarely wrong. */
export function findPricing(site: Site): Found<PricingModel> | null {
  const signs = noSigns();
  readOffers(site, signs);
  readTexts(site, signs);
  readLicense(site, signs);
  const { paid, freePlan: plan, free: stated, freeOffer, zero, contact, openSource: license, listed, doubts } = signs;
  const said = [...stated, ...freeOffer];
  const found = (value: PricingModel, ...passages: Passage[]) => ({ value, quotes: quotesOf(passages) });
  const isSaidFree = stated.length + plan.length > 0;
  if (license[0] && paid.length === 0 && listed.length < minListed) return found("open-source", ...license);
  if (plan[0] && paid[0]) return found("freemium", plan[0], paid[0]);
  if (paid[0] && !isSaidFree && !license[0]) return found("paid", ...paid);
  if (paid.length > 0 || license.length > 0) return null;
  if (listed.length >= minListed && said.length + plan.length + zero.length === 0) return found("paid", ...listed);
  if (plan.length + doubts.length + listed.length > 0) return null;
  if (hasPrices(site)) return null;
  if (said.length > 0) return contact.length > 0 ? null : found("free", ...said);
  return contact.length > 0 && zero.length === 0 ? found("contact", ...contact) : null;
}

/** Whether a passage states this pricing model. */
export function saysPricing(text: string, model: PricingModel): boolean {
  const plain = masked(text, notFree);
  const isPlan = freePlan.test(plain);
  switch (model) {
    case "free":
      return (
        !isPlan &&
        !duration.test(plain) &&
        (free.test(plain) || whollyFree.test(plain) || freeWord.test(plain) || zeroPrice.test(text))
      );
    case "freemium":
      return isPlan || free.test(plain) || zeroPrice.test(text);
    case "paid":
      return price.test(text) || paidInWords.test(text);
    case "open-source":
      return openSource.test(masked(text, othersSource));
    case "contact":
      return contactOnly.test(text) || quoteWord.test(text);
  }
}
