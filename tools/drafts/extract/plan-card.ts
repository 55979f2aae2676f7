import { currencies } from "../../core/text/currency.ts";
import type { CrawledPage, TextBlock } from "../shared/crawled-page.ts";
import { elision, maxQuoteLength, standsIn } from "../shared/quotes.ts";
import { labelBefore, type Price, pricesIn } from "./money.ts";
import { namesOfUnit, oneOf } from "./price-words.ts";
import { isHeading } from "./read-site.ts";
import words from "./words/plans.json" with { type: "json" };
import prices from "./words/prices.json" with { type: "json" };

/** The name and the price of one plan on a page. */
export interface Card {
  name: string;
  /** The tag of the element with the name. All cards of a group have the same. */
  tag: string;
  /** Null if the card has several prices, and which of them applies is not certain. */
  price: Price | "free" | null;
  /** The number of texts that may be the name, and whether more than its place tells which is. */
  choices: number;
  isSure: boolean;
  /** True if features stand between the name and the price. */
  isFar: boolean;
  /** True if the name is only the label of the amount, such as "Monthly: $9". */
  isPeriod: boolean;
  /** The text from the name to the price, or the other way round. */
  text: string;
  /** The first and the last part of the text. */
  ends: [string, string];
}

const badge = new RegExp(`^(?:${[...words.ribbons, ...words.badges].join("|")})$`, "iu");
const ribbon = new RegExp(` (?:${words.ribbons.join("|")})$`, "iu");
export const freeAlone = new RegExp(`^(?:${[...words.free, ...prices.freeOfCharge].join("|")})$`, "iu");
export const planName = new RegExp(
  `^(?:plano? )?(?:${words.names.join("|")})(?:[ -](?:plan|tarif|paket|edition))?(?= [·|–—-] |$)`,
  "iu",
);
const onRequest = new RegExp(`^(?:${words.onRequest.join("|")})$`, "iu");
export const addOn = new RegExp(words.addOns.join("|"), "iu");
const duration = new RegExp(`^\\d{1,2} (?:${oneOf(["month", "year"].flatMap(namesOfUnit))})$`, "iu");
export const trial = new RegExp(words.trials.join("|"), "iu");
/** An amount with the code of its currency. */
const codes = `(?:${currencies.join("|")})`;
const written = new RegExp(`\\d\\s?${codes}(?!\\p{L})|(?<!\\p{L})${codes}\\s?\\d`, "u");
export const longest = { name: 40, price: 60, card: 3000, gap: 400, farGap: 900 };
/** A name in two languages, of which scripts show one. */
const twoScripts = /\p{scx=Latn}[\p{scx=Deva}\p{scx=Cyrl}\p{scx=Arab}]/u;
/** The number of characters after a card's first price in which another price makes it uncertain. */
const nearby = 200;

/** The text without emoji before and after it. */
export const plain = (text: string) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.!?:,)+]+$/gu, "");

const isName = ({ tag, text }: TextBlock) =>
  text.length <= longest.name &&
  text.split(" ").length <= 5 &&
  /\p{L}/u.test(text) &&
  !/[\p{Sc}{}]|^[/／]|^\d+ ?[-–+]/u.test(text) &&
  !written.test(text) &&
  !/[.!?:,]$|[/／]\s?(?:mo|yr|month|year)$|^\d[\d.,]*\+? \p{Ll}/u.test(text) &&
  !/^(?:a|label)$/u.test(tag) &&
  !badge.test(plain(text));

const allText = new WeakMap<CrawledPage, string>();

/** Returns true if a page has a text twice. Names of plans also stand in buttons and answers, but labels and mottos rarely. */
function recurs({ text }: TextBlock, page: CrawledPage): boolean {
  const all = allText.getOrInsertComputed(page, ({ blocks }) => JSON.stringify(blocks).toLowerCase());
  const one = plain(text).toLowerCase();
  return all.indexOf(one) !== all.lastIndexOf(one);
}

/** A usual name such as "Pro" is above a motto in a heading, or below that of several plans and nearer to the price. */
function isNearer(label: TextBlock, heading: TextBlock, blocks: readonly TextBlock[]): boolean {
  const at = blocks.indexOf(label);
  return at < blocks.indexOf(heading) || blocks.slice(at + 1).every(({ shared = 0 }) => shared > (label.shared ?? 0));
}

/** The blocks of a card as one text, in which each block has its start. */
interface CardText {
  blocks: readonly TextBlock[];
  text: string;
  starts: number[];
  /** The prices of the plan, without those of its features. */
  prices: Price[];
  /** Texts above the price that may be the name. */
  names: TextBlock[];
  /** The block that says that the plan is free, or -1. */
  free: number;
  /** The block with the price or, if the name alone says that the plan is free, with the name. */
  at: number;
  isFreeName: boolean;
}

const isFree = ({ text }: TextBlock) => freeAlone.test(plain(text));

function readCard(blocks: readonly TextBlock[], page: CrawledPage): CardText {
  // Features and buttons may state amounts, but some price lists consist of them.
  const minor = new Set(["li", "button", "a", "h1"]);
  minor.delete(/^(?:li|button)$/u.exec(blocks[0]?.tag ?? "")?.[0] ?? "");
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
    if (start === starts[at]) return around.length <= longest.price * 2 && (tag === "h1" || !minor.has(tag));
    return around.length <= longest.price * (per ? 1 : 0.6) && !minor.has(tag);
  });
  // In a card that is one list, the first item may be the price.
  const item = starts[blocks.findIndex(({ tag }) => tag === "li")];
  const prices = prominent.length > 0 ? prominent : stated.filter(({ start, per }) => per && start === item);
  const first = prices[0] ? blockAt(prices[0].start) : Infinity;
  const above = blocks.slice(0, Math.min(first, starts.length));
  const proper = above.filter((block) => isName(block) && !minor.has(block.tag));
  // Some cards are called "Monthly" and "Yearly", or "1 month" and "12 months".
  const names = proper.length > 0 ? proper : above.filter(({ text }) => labelBefore(text) ?? duration.test(text));
  // With the price 0, "Free" is the name of the plan.
  const free = prices[0]?.price === 0 ? -1 : above.findIndex((block) => block !== names[0] && isFree(block));
  const at = free >= 0 ? free : first < Infinity ? first : blocks.indexOf(names[0]!);
  return { blocks, text, starts, prices, names, free, at, isFreeName: free < 0 && first === Infinity };
}

/** Returns the name of a card, how sure it is, and whether it is only the label of the amount; null without a name. */
function nameIn({ blocks, text, starts, prices, names, free, at, isFreeName }: CardText, page: CrawledPage) {
  const before = names.filter((block) => blocks.indexOf(block) < at);
  const inline = { ...blocks[at]!, text: text.slice(starts[at], prices[0]?.start ?? 0).replace(/[\s:–—|-]+$/u, "") };
  const recurring = before.slice(0, 4).filter((block) => recurs(block, page));
  const usual = before.filter((block) => planName.test(plain(block.text)) || isFree(block));
  const heading = before.find(isHeading);
  // "Free forever" may be a ribbon above "Free".
  const [label, another] = usual.every(isFree) ? usual.slice(-1) : usual;
  const isTold = label && !another && (!heading || isNearer(label, heading, blocks.slice(0, at + 1)));
  const one = recurring.length === 1 ? recurring[0] : undefined;
  const told = usual.find(isHeading) ?? (isTold ? label : heading) ?? one;
  const name = isFreeName
    ? names[0]
    : (told ??
      before[0] ??
      (free < 0 && isName({ ...inline, tag: "" }) && !/^\p{Ll}/u.test(inline.text) ? inline : undefined) ??
      blocks.slice(at, at + 5).find((block) => isHeading(block) && isName(block)));
  const isRival = (block: TextBlock) =>
    block !== name && block !== blocks[at] && block.tag === name?.tag && isName(block);
  if (!name || (isHeading(name) && blocks.some(isRival))) return null;
  return {
    block: name,
    choices: before.filter(({ tag }) => tag === name.tag).length,
    isSure: told !== undefined,
    isPeriod: name === inline && labelBefore(inline.text) !== null,
  };
}

/** Reads the name and the price of one plan, or returns null if the blocks are not about one plan. */
export function cardOf(blocks: readonly TextBlock[], page: CrawledPage): Card | null {
  const card = readCard(blocks, page);
  const { text, starts, prices, names, free, at, isFreeName } = card;
  if (isFreeName && !(names[0] && isFree(names[0]))) return onRequestCard(blocks, names);
  const name = nameIn(card, page);
  if (!name) return null;
  const { block, ...choice } = name;
  const isPriced = prices[0] && free < 0;
  const shownAt = isPriced ? prices[0]!.start : starts[at]!;
  const shown = isPriced ? text.slice(shownAt, prices[0]!.end) : blocks[at]!.text;
  const nameAt = starts[blocks.indexOf(block)] ?? starts[at]!;
  const [start, last] = [Math.min(nameAt, shownAt), Math.max(nameAt, shownAt)];
  const isUnsure = free >= 0 && prices.some(({ start }) => start < shownAt + nearby);
  const price = isUnsure ? null : free >= 0 || isFreeName ? "free" : priceOf(prices);
  const isTrial = trial.test(price === "free" ? block.text + text.slice(start, shownAt) : block.text);
  if (isTrial || addOn.test(text.slice(nameAt, shownAt + nearby / 2))) return null;
  // "Starter 5 hours" is called "Starter".
  const named = plain(block.text).replace(ribbon, "");
  const cut = planName.exec(named)?.[0] ?? named.replace(/(?<=^\p{L}{3}.*) \d+ \p{L}.*$/u, "");
  const isContrary = price && price !== "free" && freeAlone.test(cut);
  if (isContrary || last - start > longest.farGap || twoScripts.test(named)) return null;
  const ends: Card["ends"] = nameAt <= shownAt ? [block.text, shown] : [shown, block.text];
  const quoted = { text: text.slice(start, last + ends[1].length), ends };
  return { name: cut, tag: block.tag, price, ...choice, isFar: last - start > longest.gap, ...quoted };
}

/** A plan without a price shows that the group it is in is a list of plans. */
function onRequestCard(blocks: readonly TextBlock[], names: readonly TextBlock[]): Card | null {
  const name = names.find(isHeading) ?? names[0];
  const asked = blocks.find(({ text }) => text.length <= longest.price && onRequest.test(plain(text)));
  if (!name || !asked || name === asked) return null;
  const quoted = { text: "", ends: ["", ""] } satisfies Partial<Card>;
  return {
    name: plain(name.text),
    tag: name.tag,
    price: null,
    choices: 1,
    isSure: true,
    isPeriod: false,
    isFar: false,
    ...quoted,
  };
}

export const quoteOf = ({ text, ends }: Card, page: CrawledPage) =>
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
