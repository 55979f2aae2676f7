import type { PricingModel } from "../../../db/schema/vocabulary.ts";
import { pageKindOf } from "../crawl/page-kind-of.ts";
import type { TextBlock } from "../crawled-page.ts";
import {
  bareAmount,
  contactOnly,
  free,
  freePlan,
  freeThing,
  freeWord,
  lasting,
  mentionsAmount,
  mentionsFree,
  notFree,
  openSource,
  othersMoney,
  othersSource,
  price,
  priceWithPeriod,
  quoteWord,
  repository,
  yes,
  zeroPrice,
} from "./price-words.ts";
import {
  aroundMatch,
  type Found,
  type Passage,
  pagesOfKind,
  productThings,
  quotesOf,
  type Site,
  textsOf,
} from "./read-site.ts";

interface Signs {
  free: Passage[];
  /** Offers of JSON-LD that all ask nothing, which generators write for any product. */
  freeOffer: Passage[];
  freePlan: Passage[];
  /** What is free on a page of plans: one of them, where others ask for something. */
  freeAmongPlans: Passage[];
  /** Sentences that say of a whole thing that it is free. */
  freeInWords: Passage[];
  paid: Passage[];
  /** Amounts that stand alone beside each other: plans, or the figures of an example. */
  bare: Passage[];
  contact: Passage[];
  openSource: Passage[];
}

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

function readOffers(site: Site, signs: Signs): void {
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

/** Texts of one kind after which no more of them change anything. */
const mostSigns = 12;

const freeLabel =
  /^(?:free|gratis|gratuit[oa]?|kostenlos|grátis|darmowy|ücretsiz|бесплатно|безкоштовно|miễn phí|無料|免费|무료|مجاني)$/iu;

/** Whether a text speaks of what is given beside the product: notes on trials, set-up and training. */
const isGift = (text: string) =>
  text.replace(notFree, "") !== text ||
  lasting.test(text) ||
  /(?<!\p{L})(?:set-?up|ingresso|attivazione|activation|einrichtung|deposit|commission)(?!\p{L})|初期費用|入会金/iu.test(
    text,
  );

/** A badge or heading of a word or two, as they stand beside the great heading. */
const isProminentLabel = ({ tag, text }: TextBlock) =>
  tag !== "td" && tag !== "li" && text.split(/\s+/u).length <= 3 && text.length <= 30;

/** Whether a block speaks of the whole product: a heading, a label, the beginning of the home page. Prose names free things of all sorts. */
const isProminent = ({ tag, text }: TextBlock, index: number, isHome: boolean) =>
  /^h[1-4]$/u.test(tag) || text.length <= 60 || (isHome && index < 12);

function readTexts(site: Site, signs: Signs): void {
  const plans = new Set(pagesOfKind(site, "pricing"));
  for (const sitePage of site.pages) {
    if (sitePage.kind === "blog" || sitePage.kind === "people" || sitePage.kind === "other") continue;
    const { page, content } = sitePage;
    const texts = content.map((block) => block.text);
    // One may be a figure of any kind; plans stand side by side.
    const bareAmounts = texts.filter((text) => text.length <= 30 && bareAmount.test(text));
    for (const [index, text] of [page.title, page.meta.description ?? "", ...texts].entries()) {
      const isAmount = signs.paid.length < mostSigns && mentionsAmount.test(text);
      const isFreeText = signs.free.length + signs.freePlan.length < mostSigns && mentionsFree.test(text);
      const add = (list: Passage[], match: RegExpExecArray) =>
        list.push({ page, text: aroundMatch(text, match.index, match[0].length) });
      // A question says nothing of the price; its answer does.
      if (/[?？؟]$/u.test(text)) {
        const answer = texts[index - 1] ?? "";
        if (isFreeText && yes.test(answer)) signs.free.push({ page, text }, { page, text: answer });
        continue;
      }
      // The parts that speak of trials and shipping are not about the price of the product.
      const plain = isFreeText ? text.replace(notFree, (words) => "_".repeat(words.length)) : "";
      const isPlansPage = plans.has(sitePage);
      // What costs nothing may be what is given beside the product; a cell of a table may be another product's.
      const isCell = index >= 2 && content[index - 2]!.tag === "td";
      const isOwn = isAmount && !isCell && !isGift(text) && !othersMoney.test(text);
      const nothing = isOwn ? zeroPrice.exec(text) : null;
      // Further in, an amount of nothing is a figure that has yet to grow.
      const zero = nothing !== null && (isPlansPage || nothing.index <= 8) ? nothing : null;
      // What is to be clicked begins a trial more often than a plan.
      const isButton = index >= 2 && /^(?:a|button)$/u.test(content[index - 2]!.tag);
      const plan = freePlan.exec(plain);
      const among = isPlansPage && !isButton && plan === null ? (zero ?? freeLabel.exec(plain)) : null;
      const isOnProduct =
        isPlansPage || index < 2 || isProminent(content[index - 2]!, index - 2, sitePage === site.home);
      const isAnswer = /[?？؟]$/u.test(texts[index - 3] ?? "") && mentionsFree.test(texts[index - 3]!);
      const isLabel = index >= 2 && isProminentLabel(content[index - 2]!);
      const word =
        isAnswer || (isOnProduct && isLabel) ? freeWord.exec(plain) : isOnProduct ? freeThing.exec(plain) : null;
      const isForGood = plan === null && !lasting.test(plain);
      const said = isForGood ? free.exec(plain) : null;
      const isFree = isForGood ? (said ?? word ?? zero) : null;
      // Nothing a month is one of the plans.
      const perPeriod = zero !== null && priceWithPeriod.test(text) ? zero : null;
      if (plan !== null) add(signs.freePlan, plan);
      else if (perPeriod !== null) add(signs.freePlan, perPeriod);
      if (among !== null) add(signs.freeAmongPlans, among);
      if (isFree !== null && !(isPlansPage && isButton)) add(isPlansPage ? signs.freeAmongPlans : signs.free, isFree);
      if (said !== null) add(signs.freeInWords, said);
      const isAsked = isAmount && !othersMoney.test(text);
      if (isAsked && !isPlansPage && bareAmounts.length > 1 && bareAmount.test(text)) signs.bare.push({ page, text });
      const paid = isAsked ? (priceWithPeriod.exec(text) ?? (isPlansPage ? price.exec(text) : null)) : null;
      if (paid !== null && /[1-9]|\p{Script=Han}|\p{Script=Arabic}/u.test(paid[0])) add(signs.paid, paid);
      const contact = contactOnly.exec(text) ?? (isPlansPage || isButton ? quoteWord.exec(text) : null);
      if (contact !== null) add(signs.contact, contact);
    }
  }
}

function readLicense(site: Site, signs: Signs): void {
  const isOwn = repository.test(site.url);
  const link = site.pages
    .flatMap(({ page }) => page.links.map((known) => ({ page, known })))
    .find(({ known }) => repository.test(known.url));
  if (link === undefined && !isOwn) return;
  for (const { page } of site.pages.slice(0, 4)) {
    const footers = page.blocks.filter(({ region }) => region !== "nav").map(({ text }) => text);
    for (const text of [page.title, page.meta.description ?? "", ...footers]) {
      const plain = text.replace(othersSource, (words) => "_".repeat(words.length));
      const match = openSource.exec(plain);
      if (match !== null) signs.openSource.push({ page, text: aroundMatch(text, match.index, match[0].length) });
    }
  }
  if (signs.openSource.length > 0 && link !== undefined)
    signs.openSource.splice(1, 0, { page: link.page, text: link.known.url });
}

/** Whether words of a site say that its product is sold in this way, as they are read above. */
export function saysPricing(text: string, model: PricingModel): boolean {
  const plain = text.replace(notFree, (words) => "_".repeat(words.length));
  const isPlan = freePlan.test(plain);
  const isPriced = price.test(text) || paidInWords.test(text);
  switch (model) {
    case "free":
      return !isPlan && !lasting.test(plain) && (free.test(plain) || freeWord.test(plain) || zeroPrice.test(text));
    case "freemium":
      return isPlan || free.test(plain) || zeroPrice.test(text);
    case "paid":
      return isPriced;
    case "open-source":
      return openSource.test(text.replace(othersSource, ""));
    case "contact":
      return contactOnly.test(text) || quoteWord.test(text);
  }
}

const paidInWords = /\b(?:paid|subscriptions?|licen[cs]e fee)\b/iu;

/** What the product asks for, or null where the site leaves it open. */
export function findPricing(site: Site): Found<PricingModel> | null {
  const signs: Signs = {
    free: [],
    freeOffer: [],
    freePlan: [],
    freeAmongPlans: [],
    freeInWords: [],
    paid: [],
    bare: [],
    contact: [],
    openSource: [],
  };
  readOffers(site, signs);
  readTexts(site, signs);
  readLicense(site, signs);
  const found = (value: PricingModel, ...passages: Passage[]) => ({ value, quotes: quotesOf(passages) });

  const [license, ...sources] = signs.openSource;
  // Open source with a paid service beside it is sold as the plans say.
  if (license !== undefined && signs.paid.length === 0) return found("open-source", license, ...sources);
  const paid = signs.paid[0];
  const plan = signs.freePlan[0] ?? (paid && signs.freeAmongPlans[0]);
  if (plan !== undefined && paid !== undefined) return found("freemium", plan, paid);
  if (license !== undefined && paid !== undefined)
    return found(signs.free[0] === undefined ? "open-source" : "freemium", license, paid);
  // What else is free beside a price is given with the product: a talk, a calculator, an application to download.
  if (paid !== undefined) return found("paid", ...signs.paid);
  const isSaidFree = signs.free.length + signs.freeInWords.length + signs.freePlan.length > 0;
  if (signs.bare.length > 0 && !isSaidFree) return found("paid", ...signs.bare);
  const asked = signs.contact[0];
  // Where the site has prices that nobody could read, what is free may be anything.
  const given = plan === undefined && hasPrices(site) ? signs.freeInWords : [...signs.freeInWords, ...signs.free];
  if (plan !== undefined)
    return given[0] !== undefined && asked === undefined ? found("free", given[0], plan) : found("freemium", plan);
  if (given.length > 0) return found("free", ...given);
  if (asked !== undefined) return found("contact", ...signs.contact);
  return signs.freeOffer[0] === undefined || hasPrices(site) ? null : found("free", ...signs.freeOffer);
}

/** Whether a menu or heading leads to prices. */
const hasPrices = (site: Site) =>
  pagesOfKind(site, "pricing").length > 0 ||
  site.pages[0]!.page.blocks.some(
    ({ tag, region, text }) =>
      (region === "nav" || region === "header" || /^h[1-6]$/u.test(tag)) && pageKindOf([], text)?.name === "pricing",
  );
