import type { CrawledPage } from "../shared/crawled-page.ts";
import { foldedPage } from "../shared/quotes.ts";

/** The facts that a text about a site may mention without inventing them. */
export interface SiteFacts {
  /** All texts, in lower case. */
  text: string;
  /** URLs of pages and links, as `addressKey` writes them. */
  addresses: Set<string>;
  /** Numbers as `numbersIn` writes them. */
  numbers: Set<string>;
}

export function factsOf(pages: CrawledPage[]): SiteFacts {
  const text = comparable(pages.map(foldedPage).join("\n"));
  const addresses = pages.flatMap(({ url, links }) => [url, ...links.map((link) => link.url)]);
  return {
    text,
    addresses: new Set(addresses.map(addressKey)),
    numbers: new Set(numbersIn(text).flatMap(({ digits, amount }) => (amount ? [digits, amount] : [digits]))),
  };
}

/** A key that is equal for a URL with and without `www.`, fragment and final slash. */
export function addressKey(address: string): string {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/iu.test(address) ? address : `https://${address}`);
  if (!url) return address;
  if (url.protocol === "mailto:") return url.href.toLowerCase();
  return `${url.host.replace(/^www\./u, "")}${url.pathname.replace(/\/$/u, "")}${url.search}`;
}

const webUrl = /\b(?:[a-z][a-z\d+.-]*:\/\/|www\.)[^\s<>"'()[\]]+/giu;
const mailOrHost = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;

/** Inventions in the text: URLs that were not crawled, and numbers that no page contains. */
export function inventionsIn(text: string, facts: SiteFacts): string[] {
  const addresses = (text.match(webUrl) ?? []).map((address) => address.replace(/[.,;:!?]+$/u, ""));
  const others = comparable(text.replace(webUrl, " "));
  return [
    ...addresses.filter((address) => !facts.addresses.has(addressKey(address))),
    ...(others.match(mailOrHost) ?? []).filter((name) => !facts.text.includes(name)),
    ...numbersIn(others)
      .map(({ digits, amount }) => amount ?? digits)
      .filter((number) => !facts.numbers.has(number)),
  ];
}

const number = /([$€£¥₹])?\s?(\d+(?:[.,]\d+)*)(?:\s?([$€£¥₹]))?/gu;

/** Numbers without separators and trailing zeros, with their currency if one is beside them. */
function numbersIn(text: string): { digits: string; amount?: string }[] {
  return [...text.matchAll(number)].map(([, before, written = "", after]) => {
    const digits = written.replace(/[.,]00?$/u, "").replace(/[.,]/gu, "");
    const currency = before ?? after;
    return currency ? { digits, amount: `${currency}${digits}` } : { digits };
  });
}

/** One form for letters and digits that look the same. */
const comparable = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => String(digit.charCodeAt(0) & 15));
