import type { PricingModel } from "../../../db/schema/vocabulary.ts";
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

const amount =
  "(?:(?:US\\$|[$€£¥₹₩]|CHF|EUR|USD|GBP)\\s?\\d[\\d.,’' ]*|\\d[\\d.,’']*\\s?(?:€|EUR|USD|CHF|kr\\b|zł|円|元|₽|ريال|درهم|جنيه|دولار))";
const price = new RegExp(amount, "u");
const period =
  "(?:\\s*(?:/|per|a|an|each|pro|im|par|por|al|je)\\s*(?:user|seat|member|person|month|mo|year|yr|week|day|site|project|device|licen[cs]e|Monat|Jahr|mois|an|mes|año|mese|anno)\\b|\\s*(?:/|／)\\s*(?:月|年|ユーザー)|\\s*(?:monthly|yearly|annually|one[- ]time|once|monatlich|jährlich|(?:في الشهر|شهري)))";
const priceWithPeriod = new RegExp(
  `${amount}${period}|(?:月額|年額)\\s?[¥￥]?\\s?\\d|\\b(?:price|costs?|from|starting at|starts at|for|only|ab|nur|à partir de|desde)\\s*:?\\s*${amount}(?!\\d|\\s?(?:million|billion|m\\b|k\\b|bn\\b))`,
  "iu",
);
const zeroPrice =
  /(?:[$€£¥]|US\$|EUR|CHF)\s?0(?:[.,]00)?(?![\d.,])|(?<![\d.,])0(?:[.,]00)?\s?(?:€|EUR|USD|円|CHF)(?!\d)/u;

const freePlan =
  /\bfree (?:plan|tier|version|account|edition|forever|for (?:up to|one|two|three|1|2|3|5|10|individuals|personal|small|hobby|open|solo)|up to)\b|\bforever free\b|\bstart(?:s|ed)? for free\b|\bis free for\b|\bfreemium\b|kostenlose[rns]? (?:tarif|version|plan|konto)|\b(?:plan|version|offre|formule) gratuite?\b|\b(?:plan|versión) (?:gratis|gratuit[oa])\b|無料プラン|無料版|フリープラン|خطة مجانية|النسخة المجانية|الباقة المجانية/iu;
const free =
  /\b(?:100 ?% free|completely free|totally free|entirely free|free of charge|free to use|free to download|free forever|forever free|always free|is free(?! (?:of|from|for|to (?:choose|move|leave))\b)|(?:it['’]s|and|are) free(?=[.,!]|$)|free (?:app|tool|online|software|download|and open)|at no (?:cost|charge)|for free|no cost|free web)\b|^(?:it['’]s )?free[.!]?$|\b(?:völlig |komplett |ist )?(?:kostenlos|gratis)\b|\bgratuit(?:e|ement)?\b|無料(?!体験|トライアル|相談)|مجاني|مجانا/iu;
const notFree =
  /\bfree (?:\d+[- ]day )?trial\b|\btry (?:it )?(?:for )?free\b|\bfree (?:shipping|delivery|returns?|consultation|demo|quote|samples?|updates|upgrades|support|month|months|for \d+ (?:days?|weeks?|months?))\b|\bfeel free\b|\b\w+-free\b|\b\d+[ -](?:days?|weeks?|months?)[ -](?:free|kostenlos|gratis)|\b(?:days?|weeks?|months?) (?:for )?free\b|\bfree of (?!charge)|\bnot free\b|\bfirst (?:month|\d+ days) (?:is |are )?free\b|\btage (?:kostenlos|gratis)\b|kostenlos testen|essai gratuit|prueba gratis|無料(?:体験|トライアル|相談)|\btrial\b/giu;
const contactOnly =
  /\b(?:contact (?:us|sales) for (?:a |our )?(?:price|pricing|quote)s?|contact (?:our )?sales|talk to (?:our )?sales|request (?:a )?(?:quote|pricing|price)|get a (?:custom )?quote|custom pricing|pricing (?:is )?(?:on|upon) request|price on request|book a demo|request a demo|schedule a demo|preis(?:e)? auf anfrage|auf anfrage|angebot anfordern|sur devis|demander (?:un devis|une démo)|solicitar (?:presupuesto|demo))\b|お見積り|資料請求|اطلب عرض/iu;
const openSource =
  /\bopen[- ]?source(?:d)?\b|\b(?:MIT|Apache(?:[- ]2(?:\.0)?)?|BSD|A?GPL(?:[- ]?v?\d)?|MPL|ISC|EUPL)(?:[- ]\d(?:\.\d|-Clause)?)?[- ]licen[cs]ed?\b|\b(?:under|licen[cs]ed?|licen[cs]e:?) (?:the )?(?:(?:terms of )?the )?(?:MIT|Apache|BSD|GNU|A?GPL|LGPL|MPL|ISC|EUPL)\b|\bfree software\b|quelloffen|código abierto|logiciel libre|オープンソース|مفتوح المصدر/iu;
const repository =
  /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org|git\.sr\.ht|sourceforge\.net\/projects|gitee\.com)\/~?[\w.-]+(?:\/[\w.-]+)?/iu;
/** Open source that is only used, not given. */
const othersSource =
  /\bopen[- ]source (?:alternatives?|libraries|projects|tools|software|packages|components|dependencies|community|maintainers|licen[cs]es)\b|\b(?:built on|thanks to|powered by|support(?:s|ing)?|for) (?:\w+ )?open[- ]source\b/giu;

/** A quick look, since most texts say nothing of prices. */
const mentionsPrice =
  /[$€£¥￥₹₩]|\d\s?(?:EUR|USD|CHF|GBP|kr|zł|円|元|₽|ريال|درهم|جنيه|دولار)|(?:EUR|USD|CHF|GBP)\s?\d|free|gratis|gratuit|kosten|cost|charge|無料|フリー|مجان|sales|quote|demo|pric|anfrage|angebot|devis|presupuesto|見積|資料|عرض/iu;

interface Signs {
  free: Passage[];
  /** Offers of JSON-LD that all ask nothing, which generators write for any product. */
  freeOffer: Passage[];
  freePlan: Passage[];
  paid: Passage[];
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

function readTexts(site: Site, signs: Signs): void {
  const plans = new Set(pagesOfKind(site, "pricing"));
  for (const sitePage of site.pages) {
    if (sitePage.kind === "blog" || sitePage.kind === "people") continue;
    const { page, content } = sitePage;
    for (const text of [page.title, page.meta.description ?? "", ...content.map((block) => block.text)]) {
      const add = (list: Passage[], match: RegExpExecArray) =>
        list.push({ page, text: aroundMatch(text, match.index, match[0].length) });
      if (!mentionsPrice.test(text)) continue;
      // The parts that speak of trials and shipping are not about the price of the product.
      const plain = text.replace(notFree, (words) => "_".repeat(words.length));
      const isPlansPage = plans.has(sitePage);
      const zero = zeroPrice.exec(text);
      const isFreePlan =
        freePlan.exec(plain) ??
        (isPlansPage ? (zero ?? /^(?:free|gratis|kostenlos|gratuit|無料|مجاني)$/iu.exec(plain)) : null);
      if (isFreePlan !== null) add(signs.freePlan, isFreePlan);
      else {
        const isFree = free.exec(plain) ?? zero;
        if (isFree !== null) add(signs.free, isFree);
      }
      const paid = priceWithPeriod.exec(text) ?? (isPlansPage ? price.exec(text) : null);
      if (paid !== null && /[1-9]/u.test(paid[0])) add(signs.paid, paid);
      const contact = contactOnly.exec(text);
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

/** What the product asks for, or null where the site leaves it open. */
export function findPricing(site: Site): Found<PricingModel> | null {
  const signs: Signs = { free: [], freeOffer: [], freePlan: [], paid: [], contact: [], openSource: [] };
  readOffers(site, signs);
  readTexts(site, signs);
  readLicense(site, signs);
  const found = (value: PricingModel, ...passages: Passage[]) => ({ value, quotes: quotesOf(passages) });

  const [license, ...sources] = signs.openSource;
  // Open source with a paid service beside it is sold as the plans say.
  if (license !== undefined && signs.paid.length === 0) return found("open-source", license, ...sources);
  const plan = signs.freePlan[0];
  const paid = signs.paid[0];
  if (plan !== undefined && paid !== undefined) return found("freemium", plan, paid);
  if (license !== undefined && paid !== undefined)
    return found(signs.free[0] === undefined ? "open-source" : "freemium", license, paid);
  if (paid !== undefined) {
    const isFreeToo = signs.free.length > 0 && pagesOfKind(site, "pricing").length === 0 ? signs.free[0] : undefined;
    return isFreeToo === undefined ? found("paid", ...signs.paid) : found("freemium", isFreeToo, paid);
  }
  const asked = signs.contact[0];
  if (plan === undefined && signs.free[0] === undefined && signs.freeOffer[0] !== undefined && asked === undefined)
    return found("free", ...signs.freeOffer);
  if (plan !== undefined)
    return signs.free.length > 0 && asked === undefined ? found("free", signs.free[0]!, plan) : found("freemium", plan);
  if (signs.free[0] !== undefined) return found("free", ...signs.free);
  return asked === undefined ? null : found("contact", ...signs.contact);
}
