import { listingFields, type Plan } from "#db/schema/listing-fields.ts";
import type { CrawledPage, TextBlock } from "../shared/crawled-page.ts";
import { quoteFrom } from "../shared/quotes.ts";
import { pricesIn } from "./money.ts";
import { offersOn } from "./offers.ts";
import { addOn, type Card, cardOf, freeAlone, longest, plain, planName, quoteOf, trial } from "./plan-card.ts";
import { type Found, isHeading, type Site } from "./read-site.ts";
import { singlePrice } from "./single-price.ts";

/** Splits blocks into the parts of the smallest element that contains them all. */
function partsOf(blocks: readonly TextBlock[]): TextBlock[][] {
  const least = blocks.slice(1).reduce((min, { shared = 0 }) => Math.min(min, shared), Infinity);
  return groups(
    blocks.map((block) => [block]),
    ([block]) => (block!.shared ?? 0) === least,
  );
}

function groups(parts: readonly TextBlock[][], isStart: (part: TextBlock[]) => boolean): TextBlock[][] {
  const joined: TextBlock[][] = [];
  for (const part of parts) {
    if (joined.length === 0 || isStart(part)) joined.push([...part]);
    else joined.at(-1)!.push(...part);
  }
  return joined;
}

/** In a table, the first row may have the names and another row the prices. */
function columnsOf(parts: readonly TextBlock[][], page: CrawledPage): TextBlock[][] {
  const cells = parts.map((row) => (row.length > 1 ? partsOf(row) : [row]));
  const [names = []] = cells;
  const isPriced = (cell: TextBlock[]) =>
    cell.some(({ text }) => freeAlone.test(text) || pricesIn(text, page).length > 0);
  const row = cells.find((cells, i) => i > 0 && cells.slice(-names.length).filter(isPriced).length > 1);
  if (names.length < 2 || !row || row.length < names.length || names.some((cell) => cell.length > 4)) return [];
  return names.map((cell, i) => [...cell, ...row.at(i - names.length)!]);
}

/**
 * Cards of one group have their names in the same kind of element, apart from usual names and headings. Where two texts
 * may be the name, the plan is unknown.
 */
function sameKind(all: Card[]): Card[] {
  const named = all.filter(({ isPeriod }) => !isPeriod);
  const cards = named.length > 0 ? named : all;
  const groups = [...Map.groupBy(cards, ({ tag }) => tag).values()];
  const sizeOf = (cards: Card[]) => cards.filter(({ name }) => !freeAlone.test(name)).length || 0.5;
  const same = groups.reduce((best, some) => (sizeOf(some) > sizeOf(best) ? some : best), groups[0] ?? []);
  const isClear = ({ name, tag, price, isSure }: Card) =>
    price && isSure && !freeAlone.test(name) && (planName.test(name) || (same.length > 1 && /^h\d/u.test(tag)));
  const kept = cards.filter((card) => same.includes(card) || isClear(card));
  // A price below a long list of features may belong to anything, unless all cards have theirs there.
  const isRow = kept.length > 2 && kept.every(({ isFar, price }) => isFar && price);
  return kept
    .filter(({ isFar }) => !isFar || isRow)
    .map((card) => (card.isSure || card.choices < 2 ? card : { ...card, price: null }));
}

const currenciesIn = (cards: readonly Card[]) =>
  new Set(cards.flatMap(({ price }) => (price && price !== "free" ? [price.currency!] : [])));

/** Joins the cards of neighbouring elements, because a price list may have several rows. Other amounts beside a row are left out. */
function rowsOf(groups: readonly Card[][]): Card[][] {
  const isRow = (cards: readonly Card[]) => cards.filter(({ price }) => price).length > 1;
  const isUsual = (cards: readonly Card[]) => cards.some(({ name }) => planName.test(name));
  const rows: Card[][] = [[]];
  for (const cards of groups.some(isRow) ? groups.filter((cards) => isRow(cards) || isUsual(cards)) : groups) {
    const row = rows.at(-1)!;
    const isNext =
      currenciesIn([...row, ...cards]).size < 2 &&
      cards.every(({ tag, name }) => tag === row[0]?.tag && row.every((other) => other.name !== name));
    if (cards.length > 0 && isNext) row.push(...cards);
    else rows.push([...cards]);
  }
  return rows;
}

/** Returns true if two groups give a plan different prices, as the panes behind a switch do. The first pane is shown. */
function contradict(first: readonly Card[], second: readonly Card[]): boolean {
  const known = new Map(first.map((card) => [card.name, amountOf(card)]));
  const isOther = (card: Card) => known.get(card.name) && !Bun.deepEquals(known.get(card.name), amountOf(card));
  return first.length > 1 && second.some((card) => card.price && isOther(card));
}

/** Returns the largest group of neighbouring cards, one for each plan. */
function cardsIn(blocks: readonly TextBlock[], page: CrawledPage): Card[] {
  if (blocks.length < 2 || !blocks.some(({ text }) => /\d/u.test(text) || freeAlone.test(text))) return [];
  const parts = partsOf(blocks);
  const inner = parts
    .map((part) => (part.length < blocks.length ? cardsIn(part, page) : []))
    .filter((cards, i, groups) => !groups.slice(0, i).some((before) => contradict(before, cards)));
  const headings = new Set(parts.flatMap(([block]) => (isHeading(block!) ? [block!.tag] : [])));
  const below = [...headings].map((heading) => groups(parts, ([block]) => block!.tag === heading));
  const ways = [parts, ...below, columnsOf(parts, page)];
  const here = ways.map((way) => sameKind(way.flatMap((part) => cardOf(part, page) ?? [])));
  return [...inner, ...here, ...rowsOf(inner)].reduce(
    (best, cards) => (scoreOf(cards) > scoreOf(best) ? cards : best),
    [],
  );
}

/** The more prices, the better. Usual names of plans decide between groups of the same size, and lists count less. */
function scoreOf(cards: readonly Card[]): number {
  const prices = [...new Map(cards.map((card) => [freeAlone.test(card.name) ? "" : card.name, card])).values()].map(
    ({ price }) => price,
  );
  const known = prices.filter((price) => price !== null);
  const sum = known.reduce((sum, price) => sum + (price === "free" ? 1.9 : price.per === "usage" ? 1 : 2), 0);
  const usual = cards.filter(({ name }) => planName.test(name)).length / (2 * cards.length || 1);
  const unknown = known.length > 0 ? Math.min(prices.length - known.length, 2) / 2 : 0;
  return (sum + unknown) * (/^(?:li|button)$/u.test(cards[0]?.tag ?? "") ? 0.25 : 0.5) + usual;
}

/** Leaves out the sections of add-ons. */
function withoutAddOns(blocks: readonly TextBlock[]): TextBlock[] {
  let level = -1;
  return blocks.filter(({ tag, text, shared = 0 }) => {
    if (shared <= level) level = -1;
    const isLabel = level < 0 && text.length <= longest.name && !/^(?:li|t[dh]|a|button)$/u.test(tag);
    if (isLabel && addOn.test(text)) level = shared;
    return level < 0;
  });
}

const fold = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Returns true for a plan with the name of the product. */
function isNamedAfter(product: string, { name }: Card): boolean {
  const [own, other] = [fold(product), fold(name)];
  return other.includes(own) || (other.length > 3 && own.startsWith(other));
}

function plansOn(page: CrawledPage, product: string): { plan: Plan; quote: string }[] {
  const all = cardsIn(
    withoutAddOns(page.blocks.filter(({ region }) => region === "main" || region === "header")),
    page,
  );
  // A list that names the product once beside others compares it with them.
  const isOwn = (card: Card) => isNamedAfter(product, card);
  const isComparison = all.filter(isOwn).length === 1;
  const cards = isComparison ? all.filter((card) => isOwn(card) || planName.test(card.name)) : all;
  // A single price may be that of anything.
  const isPlan = (card: Card) =>
    isOwn(card) || planName.test(card.name) || planName.test(card.name.replace(/^.* /u, ""));
  if (cards.length < 2 && !cards.some(isPlan)) return [];
  const byName = Map.groupBy(cards, ({ name }) => name.toLowerCase().replace(/[ -](?:plan|tarif|paket|edition)$/u, ""));
  const certain = currenciesIn(cards);
  // Amounts that are not certain may still tell the currency of a free plan.
  const others =
    certain.size > 0 || cards.filter(({ price }) => price).length > 1
      ? []
      : cards.flatMap(({ text }) => pricesIn(text, page).filter(({ price }) => price > 0));
  const [currency, second] = new Set([...certain, ...others.map(({ currency }) => currency!)]);
  if (!currency || second) return [];
  // A script counts up to some prices, which are 0 before. Several free plans must therefore be called free.
  const hasOneFree = cards.filter(({ price }) => price === "free").length < 2;
  const kind = /^(?:plano?|piano|offre|formule) | (?:plan|tier|version)$/iu;
  const isCalledFree = ({ name, ends }: Card) =>
    [name, ...ends].some((text) => freeAlone.test(plain(text).replace(kind, "")));
  return [...byName.values()].flatMap(([card, ...others]) => {
    const { name, price } = card!;
    const isSame = others.every((other) => Bun.deepEquals(amountOf(other), amountOf(card!)));
    if (!price || !isSame || (price === "free" && !hasOneFree && !isCalledFree(card!))) return [];
    const { price: amount, per } = price === "free" ? { price: 0, per: "month" as const } : price;
    return [
      {
        plan: { name, price: amount, currency, per: per!, free_limits: null, url: page.url },
        quote: quoteOf(card!, page),
      },
    ];
  });
}

const amountOf = ({ price }: Card) => price && (price === "free" ? price : [price.price, price.per]);

/**
 * Returns the plans with prices that the first page with plans states, else those that the JSON-LD of a page offers, else
 * the only price of a page about prices.
 */
export function findPlans(site: Site, name: string): Found<Plan[]> | null {
  const pages = site.pages.filter(({ kind }) => kind === "pricing" || kind === "home");
  const byKind = pages.toSorted((a, b) => Number(b.kind === "pricing") - Number(a.kind === "pricing"));
  const ways = [
    (page: CrawledPage) => plansOn(page, name),
    (page: CrawledPage) => offersOn(page, site).filter(({ plan }) => !trial.test(plan.name)),
  ];
  for (const [read, { page }] of ways.flatMap((read) => byKind.map((at) => [read, at] as const))) {
    const found = read(page).slice(0, listingFields.plans.max);
    if (found.length > 0)
      return { value: found.map(({ plan }) => plan), quotes: found.map(({ quote }) => quoteFrom(page, quote)) };
  }
  return byKind.map((at) => singlePrice(at, name)).find((found) => found !== null) ?? null;
}
