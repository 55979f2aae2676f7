import { listingFields, type Plan } from "#db/schema/listing-fields.ts";
import { currencies } from "../../core/text/currency.ts";
import type { CrawledPage, TextBlock } from "../shared/crawled-page.ts";
import { elision, maxQuoteLength, quoteFrom, standsIn } from "../shared/quotes.ts";
import { labelBefore, type Price, pricesIn } from "./money.ts";
import { offersOn } from "./offers.ts";
import { namesOfUnit, oneOf } from "./price-words.ts";
import { type Found, isHeading, type Site } from "./read-site.ts";
import words from "./words/plans.json" with { type: "json" };
import prices from "./words/prices.json" with { type: "json" };

interface Card {
  name: string;
  /** The tag of the element with the name. All cards of a group have the same. */
  tag: string;
  /** Null if the card has several prices, and which of them applies is not certain. */
  price: Price | "free" | null;
  /** The number of texts that may be the name, and whether more than its place tells which is. */
  choices: number;
  isSure: boolean;
  /** The text from the name to the price, or the other way round. */
  text: string;
  /** The first and the last part of the text. */
  ends: [string, string];
}

const badge = new RegExp(`^(?:${[...words.ribbons, ...words.badges].join("|")})$`, "iu");
const ribbon = new RegExp(` (?:${words.ribbons.join("|")})$`, "iu");
const freeAlone = new RegExp(`^(?:${[...words.free, ...prices.freeOfCharge].join("|")})$`, "iu");
const planName = new RegExp(
  `^(?:plano? )?(?:${words.names.join("|")})(?:[ -](?:plan|tarif|paket|edition))?(?= [·|–—-] |$)`,
  "iu",
);
const addOn = new RegExp(words.addOns.join("|"), "iu");
const duration = new RegExp(`^\\d{1,2} (?:${oneOf(["month", "year"].flatMap(namesOfUnit))})$`, "iu");
const trial = new RegExp(words.trials.join("|"), "iu");
/** An amount with the code of its currency. */
const codes = `(?:${currencies.join("|")})`;
const written = new RegExp(`\\d\\s?${codes}(?!\\p{L})|(?<!\\p{L})${codes}\\s?\\d`, "u");
const longest = { name: 40, price: 60, card: 3000, gap: 400 };
/** A name in two languages, of which scripts show one. */
const twoScripts = /\p{scx=Latn}[\p{scx=Deva}\p{scx=Cyrl}\p{scx=Arab}]/u;
/** The number of characters after a card's first price in which another price makes it uncertain. */
const nearby = 200;

/** The text without emoji before and after it. */
const plain = (text: string) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.!?:,)+]+$/gu, "");

const isName = ({ tag, text }: TextBlock) =>
  text.length <= longest.name &&
  text.split(" ").length <= 5 &&
  /\p{L}/u.test(text) &&
  !/[\p{Sc}{}]|^[/／]|^\d+ ?[-–+]/u.test(text) &&
  !written.test(text) &&
  !/[.!?:,]$|^\d[\d.,]*\+? \p{Ll}/u.test(text) &&
  !/^(?:a|label)$/u.test(tag) &&
  !badge.test(plain(text));

const allText = new WeakMap<CrawledPage, string>();

/** Returns true if a page has a text twice. Names of plans also stand in buttons and answers, but labels and mottos rarely. */
function recurs({ text }: TextBlock, page: CrawledPage): boolean {
  const all = allText.getOrInsertComputed(page, ({ blocks }) => JSON.stringify(blocks).toLowerCase());
  const one = plain(text).toLowerCase();
  return all.indexOf(one) !== all.lastIndexOf(one);
}

/** Reads the name and the price of one plan, or returns null if the blocks are not about one plan. */
function cardOf(blocks: readonly TextBlock[], page: CrawledPage): Card | null {
  // Features and buttons may state amounts, but some price lists consist of them.
  const tags = new Set(["li", "button", "a", "h1"]);
  tags.delete(/^(?:li|button)$/u.exec(blocks[0]?.tag ?? "")?.[0] ?? "");
  const starts: number[] = [];
  let text = "";
  for (const block of blocks) {
    starts.push(text.length);
    text += `${block.text}\n`;
    if (text.length > longest.card) break;
  }
  const blockAt = (offset: number) => starts.findLastIndex((start) => start <= offset);
  const stated = pricesIn(text, page);
  const prominent = stated.filter(({ start, per }) => {
    const at = blockAt(start);
    const { tag, text: around } = blocks[at]!;
    if (start === starts[at]) return around.length <= longest.price * 2 && (tag === "h1" || !tags.has(tag));
    return around.length <= longest.price * (per ? 1 : 0.6) && !tags.has(tag);
  });
  // In a card that is one list, the first item may be the price.
  const item = starts[blocks.findIndex(({ tag }) => tag === "li")];
  const prices = prominent.length > 0 ? prominent : stated.filter(({ start, per }) => per && start === item);
  const first = prices[0] ? blockAt(prices[0].start) : Infinity;
  const above = blocks.slice(0, Math.min(first, starts.length));
  const proper = above.filter((block) => isName(block) && !tags.has(block.tag));
  // Some cards are called "Monthly" and "Yearly", or "1 month" and "12 months".
  const names = proper.length > 0 ? proper : above.filter(({ text }) => labelBefore(text) ?? duration.test(text));
  const isFree = ({ text }: TextBlock) => freeAlone.test(plain(text));
  // With the price 0, "Free" is the name of the plan.
  const free = prices[0]?.price === 0 ? -1 : above.findIndex((block) => block !== names[0] && isFree(block));
  const at = free >= 0 ? free : first < Infinity ? first : blocks.indexOf(names[0]!);
  const isFreeName = free < 0 && first === Infinity;
  if (isFreeName && !(names[0] && freeAlone.test(plain(names[0].text)))) return null;
  const before = names.filter((block) => blocks.indexOf(block) < at);
  const inline = { ...blocks[at]!, text: text.slice(starts[at], prices[0]?.start ?? 0).replace(/[\s:–—|-]+$/u, "") };
  const recurring = before.slice(0, 4).filter((block) => recurs(block, page));
  const usual = before.filter((block) => planName.test(plain(block.text)) || isFree(block));
  const one = recurring.length === 1 ? recurring[0] : undefined;
  const told = usual.find(isHeading) ?? (usual[1] ? undefined : usual[0]) ?? before.find(isHeading) ?? one;
  const name = isFreeName
    ? names[0]
    : (told ??
      before[0] ??
      (free < 0 && isName({ ...inline, tag: "" }) && !/^\p{Ll}/u.test(inline.text) ? inline : undefined) ??
      blocks.slice(at, at + 5).find((block) => isHeading(block) && isName(block)));
  const isRival = (block: TextBlock) =>
    block !== name && block !== blocks[at] && block.tag === name?.tag && isName(block);
  if (!name || (isHeading(name) && blocks.some(isRival))) return null;
  const shownAt = prices[0] && free < 0 ? prices[0].start : starts[at]!;
  const shown = prices[0] && free < 0 ? text.slice(shownAt, prices[0].end) : blocks[at]!.text;
  const isUnsure = free >= 0 && prices.some(({ start }) => start < shownAt + nearby);
  const price = isUnsure ? null : free >= 0 || isFreeName ? "free" : priceOf(prices);
  const nameAt = starts[blocks.indexOf(name)] ?? starts[at]!;
  const ends: Card["ends"] = nameAt <= shownAt ? [name.text, shown] : [shown, name.text];
  const between = text.slice(Math.min(nameAt, shownAt), shownAt);
  if (
    trial.test(price === "free" ? name.text + between : name.text) ||
    addOn.test(text.slice(nameAt, shownAt + nearby / 2))
  )
    return null;
  const [start, last] = [Math.min(nameAt, shownAt), Math.max(nameAt, shownAt)];
  // "Starter 5 hours" is called "Starter".
  const named = plain(name.text).replace(ribbon, "");
  const cut = planName.exec(named)?.[0] ?? named.replace(/(?<=^\p{L}.*) \d+ \p{L}.*$/u, "");
  const { length: choices } = before.filter(({ tag }) => tag === name.tag);
  const quoted = { text: text.slice(start, last + ends[1].length), ends };
  if ((price && price !== "free" && freeAlone.test(cut)) || last - start > longest.gap || twoScripts.test(named))
    return null;
  return { name: cut, tag: name.tag, price, choices, isSure: told !== undefined, ...quoted };
}

const quoteOf = ({ text, ends }: Card, page: CrawledPage) =>
  text.length <= maxQuoteLength && standsIn(page, text) ? text : [...new Set(ends)].join(elision);

function priceOf(prices: readonly Price[]): Card["price"] {
  const near = prices.filter(({ start }) => start < prices[0]!.end + nearby);
  // Behind a switch, the price for a month comes with the price for a month of a year.
  const monthly = near.filter(({ isBilledYearly }) => !isBilledYearly);
  const [first, ...others] = (monthly[0]?.per === near[0]!.per ? monthly : near) as [Price, ...Price[]];
  // A price in another currency is that of another country.
  const isRival = ({ price, currency }: Price) => price !== first.price && (currency ?? "") === (first.currency ?? "");
  const rivals = others.filter((other) => isRival(other) && (other.per !== "usage" || first.per === other.per));
  if (first.price === 0) return rivals.length === 0 ? "free" : null;
  if (first.per === null) return null;
  const total = near.find(({ per, isBilledYearly }) => per === "year" && isBilledYearly);
  if (total && first.per === "month" && Math.abs(total.price - 12 * first.price) <= 12) return total;
  return rivals.some(({ per }) => per === first.per) ? null : first;
}

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

/** Cards of one group have their names in the same kind of element. Where two texts may be the name, the plan is unknown. */
function sameKind(cards: Card[]): Card[] {
  const groups = [...Map.groupBy(cards, ({ tag }) => tag).values()];
  const same = groups.reduce((best, some) => (some.length > best.length ? some : best), []);
  return same.map((card) => (card.isSure || card.choices < 2 ? card : { ...card, price: null }));
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
  const prices = [...new Map(cards.map((card) => [card.name, card])).values()].map(({ price }) => price);
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

function plansOn(page: CrawledPage): { plan: Plan; quote: string }[] {
  const cards = cardsIn(
    withoutAddOns(page.blocks.filter(({ region }) => region === "main" || region === "header")),
    page,
  );
  // A single price may be that of anything.
  if (cards.length < 2 && !cards.some(({ name }) => planName.test(name) || planName.test(name.replace(/^.* /u, ""))))
    return [];
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

/** Returns the plans with prices that the first page with plans states, else those that the JSON-LD of a page offers. */
export function findPlans(site: Site): Found<Plan[]> | null {
  const pages = site.pages.filter(({ kind }) => kind === "pricing" || kind === "home");
  const byKind = pages.toSorted((a, b) => Number(b.kind === "pricing") - Number(a.kind === "pricing"));
  const ways = [plansOn, (page: CrawledPage) => offersOn(page, site).filter(({ plan }) => !trial.test(plan.name))];
  for (const [read, { page }] of ways.flatMap((read) => byKind.map((at) => [read, at] as const))) {
    const found = read(page).slice(0, listingFields.plans.max);
    if (found.length > 0)
      return { value: found.map(({ plan }) => plan), quotes: found.map(({ quote }) => quoteFrom(page, quote)) };
  }
  return null;
}
