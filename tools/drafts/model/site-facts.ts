import type { CrawledPage } from "../shared/crawled-page.ts";
import { foldedPage } from "../shared/quotes.ts";

export interface SiteFacts {
  text: string;
  addresses: Set<string>;
  numbers: Set<string>;
}

export const factsOf = (pages: CrawledPage[]): SiteFacts =>
  factsIn(
    pages.map(foldedPage),
    pages.flatMap(({ url, links }) => [url, ...links.map((link) => link.url)]),
  );

export function factsIn(texts: readonly string[], addresses: readonly string[]): SiteFacts {
  const text = comparable(texts.join("\n"));
  return {
    text,
    addresses: new Set(addresses.map(addressKey)),
    numbers: new Set(numbersIn(text).flatMap(({ digits, amount }) => (amount ? [digits, amount] : [digits]))),
  };
}

function addressKey(address: string): string {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/iu.test(address) ? address : `https://${address}`);
  if (!url) return address;
  if (url.protocol === "mailto:") return url.href.toLowerCase();
  return `${url.host.replace(/^www\./u, "")}${url.pathname.replace(/\/$/u, "")}${url.search}`;
}

const webUrl = /\b(?:[a-z][a-z\d+.-]*:\/\/|www\.)[^\s<>"'()[\]]+/giu;
const mailOrHost = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;

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

function numbersIn(text: string): { digits: string; amount?: string }[] {
  return [...text.matchAll(number)].map(([, before, written = "", after]) => {
    const digits = written.replace(/[.,]00?$/u, "").replace(/[.,]/gu, "");
    const currency = before ?? after;
    return currency ? { digits, amount: `${currency}${digits}` } : { digits };
  });
}

/** Maps different forms of a letter or digit to a single form. */
export const comparable = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => String(digit.charCodeAt(0) & 15));
