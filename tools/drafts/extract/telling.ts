import { kindSentences } from "./kind-sentences.ts";
import { type Found, namedThings, productThings, type Site, textsOf } from "./read-site.ts";
import { isSpaceless } from "./sentences.ts";
import { beginningOf, termsOf } from "./words.ts";

export interface Reader {
  site: Site;
  name: string;
  telling: Set<string>;
}

export function readerOf(site: Site, name: string, summary: Found<string> | null): Reader {
  const { page, content } = site.home;
  const texts = [
    page.title,
    page.meta.description,
    page.meta["og:description"],
    content.find(({ tag }) => tag === "h1")?.text,
    summary?.value,
    ...kindSentences(site, name).map(({ text }) => text),
    ...[...productThings(site), ...namedThings(site, name)].flatMap(({ thing }) => textsOf(thing.description)),
  ];
  const own = new Set([...termsOf(name)].map(beginningOf));
  const terms = new Set(texts.flatMap((text) => [...termsOf(text ?? "")].map(beginningOf)));
  return { site, name, telling: terms.difference(own) };
}

export function sharedTerms(text: string, { telling }: Reader): number {
  const count = new Set([...termsOf(text)].map(beginningOf)).intersection(telling).size;
  return isSpaceless(text) ? Math.floor(count / 3) : count;
}

export const isNamed = (text: string, { name }: Reader) =>
  name !== "" && text.toLowerCase().includes(name.toLowerCase());
