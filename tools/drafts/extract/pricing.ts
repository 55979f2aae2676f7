import type { PricingModel } from "#db/schema/vocabulary.ts";
import { pageKindOf } from "../crawl/page-kind-of.ts";
import type { TextBlock } from "../shared/crawled-page.ts";
import {
  blocksOnPrices,
  digitsOfHouse,
  isLargeSum,
  isPriceAlone,
  mostSigns,
  noSigns,
  readGoods,
  readMenu,
  readOffers,
  type Signs,
} from "./price-signs.ts";
import {
  asking,
  bareAmount,
  contactOnly,
  duration,
  forFree,
  free,
  freeAlone,
  freePlan,
  freeThing,
  freeWord,
  givenForNothing,
  isAlsoPaid,
  licenseAlone,
  mentionsAmount,
  mentionsFree,
  notAskedYet,
  notFree,
  openSource,
  othersMoney,
  othersSource,
  paidOnce,
  price,
  priceWithPeriod,
  quoteWord,
  repository,
  whollyFree,
  yes,
  zeroPrice,
} from "./price-words.ts";
import { aroundMatch, type Found, isHeading, type Passage, pagesOfKind, quotesOf, type Site } from "./read-site.ts";
import { sentencesOf } from "./sentences.ts";

const freeLabel =
  /^(?:free|gratis|gratuit[oa]?|kostenlos|grátis|darmowy|ücretsiz|бесплатно|безкоштовно|miễn phí|無料|免费|무료|مجاني)$/iu;

const isFreeExtra = (text: string) =>
  text.replace(notFree, "") !== text ||
  duration.test(text) ||
  givenForNothing.test(text) ||
  /(?<!\p{L})(?:set-?up|ingresso|attivazione|activation|einrichtung|deposit|commission)(?!\p{L})|初期費用|入会金/iu.test(
    text,
  );

function isPartFree(text: string): boolean {
  const sentences = sentencesOf(text);
  return (
    sentences.some((sentence) => freeWord.test(sentence) || free.test(sentence)) &&
    sentences.some((sentence) => isAlsoPaid(sentence) && !notAskedYet.test(sentence))
  );
}

const isProminentLabel = ({ tag, text }: TextBlock) =>
  tag !== "td" && tag !== "li" && text.split(/\s+/u).length <= 3 && text.length <= 30;

/** Running text calls many things free, so only headings, labels and the start of the home page count. */
const isProminent = ({ tag, text }: TextBlock, index: number, isHome: boolean) =>
  /^h[1-4]$/u.test(tag) || text.length <= 60 || (isHome && index < 12);

/** Maximum number of characters on a button. A longer link is a card with text. */
const longestButton = 60;
const maxPlanLabel = 40;
const leastGoods = 3;

function readTexts(site: Site, signs: Signs): void {
  const plans = new Set(pagesOfKind(site, "pricing"));
  for (const sitePage of site.pages) {
    if (sitePage.kind === "blog" || sitePage.kind === "people") continue;
    const { page } = sitePage;
    const onPrices = blocksOnPrices(sitePage);
    const isOther = sitePage.kind === "other";
    const content = isOther
      ? sitePage.content.filter(({ tag }, index) => tag === "h1" || onPrices.has(index))
      : sitePage.content;
    const texts = content.map((block) => block.text);
    if (isOther) {
      const goods = sitePage.content.filter(({ text }) => isPriceAlone(text));
      if (goods.length >= leastGoods) signs.bare.push(...goods.slice(0, 3).map(({ text }) => ({ page, text })));
    }
    // A single amount may be any figure; prices of plans are side by side.
    const bareAmounts = texts.filter((text) => text.length <= 30 && bareAmount.test(text));
    const first = isOther ? ["", ""] : [page.title, page.meta.description ?? ""];
    for (const [index, text] of [...first, ...texts].entries()) {
      // The title and the description have no block.
      const block = content[index - 2];
      const isAmount = signs.paid.length < mostSigns && mentionsAmount.test(text);
      const isFreeText = signs.free.length + signs.freePlan.length < mostSigns && mentionsFree.test(text);
      const add = (list: Passage[], match: RegExpExecArray) =>
        list.push({ page, text: aroundMatch(text, match.index, match[0].length) });
      // A question says nothing about the price; its answer does.
      if (/[?？؟]$/u.test(text)) {
        const answer = texts[index - 1] ?? "";
        const isAskedFor = isFreeText && mentionsFree.test(text.replace(notFree, ""));
        if (isAskedFor && yes.test(answer) && !isPartFree(answer))
          signs.free.push({ page, text }, { page, text: answer });
        continue;
      }
      // Mentions of trials, shipping and the like are not about the product's price.
      const plain = isFreeText ? text.replace(notFree, (words) => "_".repeat(words.length)) : "";
      const isPlansPage = plans.has(sitePage) || isOther || (index >= 2 && onPrices.has(index - 2));
      // Something free may be an extra, and a table cell may describe another product.
      const isCell = block?.tag === "td";
      const isOwn = isAmount && !isCell && !isFreeExtra(text) && !othersMoney.test(text);
      const nothing = isOwn ? zeroPrice.exec(text) : null;
      // Elsewhere, a zero amount counts only near the start of a passage, and not if it is the page's only bare amount.
      const isFigure = nothing !== null && bareAmount.test(text) && bareAmounts.length < 2;
      const zero = nothing !== null && (isPlansPage || (nothing.index <= 8 && !isFigure)) ? nothing : null;
      // Buttons more often start a trial than a plan.
      const isButton = block !== undefined && /^(?:a|button)$/u.test(block.tag);
      const plan = freePlan.exec(plain);
      const among = isPlansPage && !isButton && plan === null ? (zero ?? freeLabel.exec(plain)) : null;
      const isOnProduct = isPlansPage || block === undefined || isProminent(block, index - 2, sitePage === site.home);
      const isAnswer = /[?？؟]$/u.test(texts[index - 3] ?? "") && mentionsFree.test(texts[index - 3]!);
      const isLabel = block !== undefined && isProminentLabel(block);
      const word =
        isAnswer || (isOnProduct && isLabel)
          ? freeWord.exec(plain)
          : isOnProduct
            ? (freeThing.exec(plain) ?? freeAlone.exec(plain))
            : null;
      const isPart = isFreeText && isPartFree(text);
      if (isPart) signs.freeBesidePaid.push({ page, text });
      const isForGood = !isPart && plan === null && !duration.test(plain);
      const said = isForGood
        ? (free.exec(plain) ?? (isPlansPage && text.length > maxPlanLabel ? null : whollyFree.exec(plain)))
        : null;
      const inGeneral = isForGood && index < 2 && sitePage === site.home ? forFree.exec(plain) : null;
      const isFree = isForGood ? (said ?? word ?? zero ?? inGeneral) : null;
      // A price of zero per month means a free plan.
      const perPeriod = zero !== null && priceWithPeriod.test(text) ? zero : null;
      if (plan !== null) add(signs.freePlan, plan);
      else if (perPeriod !== null) add(signs.freePlan, perPeriod);
      if (among !== null) add(signs.freeAmongPlans, among);
      if (isFree !== null && !(isPlansPage && isButton)) add(isPlansPage ? signs.freeAmongPlans : signs.free, isFree);
      if (said !== null) add(signs.freeInWords, said);
      if (said !== null && index === 0 && sitePage === site.home) add(signs.freeTitle, said);
      const isAsked = isAmount && !othersMoney.test(text);
      if (isAsked && !isPlansPage && bareAmounts.length > 1 && bareAmount.test(text) && !isLargeSum(text))
        signs.bare.push({ page, text });
      const isBuying = isButton && text.length <= longestButton;
      const asked = isAsked
        ? (priceWithPeriod.exec(text) ?? (isPlansPage || isBuying ? price.exec(text) : null))
        : null;
      if (
        asked !== null &&
        !isLargeSum(asked[0], digitsOfHouse) &&
        /[1-9]|\p{Script=Han}|\p{Script=Arabic}/u.test(asked[0])
      )
        add(isBuying ? signs.toBuy : signs.paid, asked);
      const isHeadline = block !== undefined && isHeading(block);
      const isQuote = isPlansPage || isButton || (isHeadline && asking.test(text));
      const contact = contactOnly.exec(text) ?? (isQuote ? quoteWord.exec(text) : null);
      const once = isPlansPage || isHeadline || index < 2 ? paidOnce.exec(text) : null;
      if (once !== null) add(signs.paidInWords, once);
      if (contact !== null) add(signs.contact, contact);
    }
  }
}

function readLicense(site: Site, signs: Signs): void {
  const isOwn = repository.test(site.url);
  const link = site.pages
    .flatMap(({ page }) => page.links.map((known) => ({ page, known })))
    .find(({ known }) => repository.test(known.url));
  const own = site.home.page.blocks.find(({ region, text }) => region === "footer" && licenseAlone.test(text));
  if (own !== undefined) signs.openSource.push({ page: site.home.page, text: own.text });
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

export function saysPricing(text: string, model: PricingModel): boolean {
  const plain = text.replace(notFree, (words) => "_".repeat(words.length));
  const isPlan = freePlan.test(plain);
  const isPriced = price.test(text) || paidInWords.test(text);
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
      return isPriced;
    case "open-source":
      return openSource.test(text.replace(othersSource, ""));
    case "contact":
      return contactOnly.test(text) || quoteWord.test(text);
  }
}

const paidInWords = /\b(?:paid|subscriptions?|licen[cs]e fee)\b/iu;

export function findPricing(site: Site): Found<PricingModel> | null {
  const signs: Signs = noSigns();
  readOffers(site, signs);
  readGoods(site, signs);
  readTexts(site, signs);
  readLicense(site, signs);
  readMenu(site, signs);
  const found = (value: PricingModel, ...passages: Passage[]) => ({ value, quotes: quotesOf(passages) });

  const [license, ...sources] = signs.openSource;
  // An open-source product with a paid service has the pricing model of its plans.
  if (license !== undefined && signs.paid.length === 0) return found("open-source", license, ...sources);
  const paid = signs.paid[0] ?? signs.toBuy[0];
  const [part] = signs.freeBesidePaid;
  if (part !== undefined && license === undefined) return found("freemium", part, ...(paid ? [paid] : []));
  // Goods cost money, whatever extras are free.
  const [basket] = signs.basket;
  if (basket !== undefined && license === undefined && (paid !== undefined || signs.free.length === 0))
    return found("paid", ...signs.paid, ...signs.toBuy, ...signs.bare, basket);
  // One plan may be free while other plans are priced on request.
  const [asked] = signs.contact;
  const labelled = asked && signs.freeAmongPlans.find(({ text }) => freeLabel.test(text));
  const plan = signs.freePlan[0] ?? (paid ? signs.freeAmongPlans[0] : labelled);
  if (plan !== undefined && paid !== undefined) return found("freemium", plan, paid);
  if (license !== undefined && paid !== undefined)
    return found(signs.free[0] === undefined ? "open-source" : "freemium", license, paid);
  // Something free beside a price is an extra, such as a call, a calculator or an application.
  const [title] = signs.freeTitle;
  if (title !== undefined && paid !== undefined && signs.paid.length === 0) return found("freemium", title, paid);
  if (paid !== undefined) return found("paid", ...signs.paid, ...signs.toBuy);
  const isSaidFree = signs.free.length + signs.freeInWords.length + signs.freePlan.length > 0;
  if (signs.bare.length > 0 && !isSaidFree && signs.freeOffer.length === 0) return found("paid", ...signs.bare);
  if (signs.paidInWords[0] !== undefined && !isSaidFree) return found("paid", ...signs.paidInWords);
  // If the site has prices that could not be read, anything might be free, such as an extra.
  const given = plan === undefined && hasPrices(site) ? signs.freeInWords : [...signs.freeInWords, ...signs.free];
  if (plan !== undefined)
    return given[0] !== undefined && asked === undefined ? found("free", given[0], plan) : found("freemium", plan);
  if (given.length > 0) return found("free", ...given);
  if (asked !== undefined) return found("contact", ...signs.contact);
  if (hasPrices(site)) return null;
  if (signs.freeOffer[0] !== undefined) return found("free", ...signs.freeOffer);
  return signs.contactMenu[0] === undefined ? null : found("contact", ...signs.contactMenu);
}

const hasPrices = (site: Site) =>
  pagesOfKind(site, "pricing").length > 0 ||
  site.pages[0]!.page.blocks.some(
    ({ tag, region, text }) =>
      (region === "nav" || region === "header" || /^h[1-6]$/u.test(tag)) && pageKindOf([], text)?.name === "pricing",
  );
