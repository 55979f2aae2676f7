import { stem, words } from "#db/queries/search/search-text.ts";
import { type Html, html } from "../frame/html.ts";
import type { DocsPage, DocsSection, DocsUrls } from "./docs-page.ts";

interface IndexedSection {
  page: DocsPage;
  section: DocsSection;
  heading: string[];
  text: Map<string, number>;
}

export interface DocsHit {
  page: DocsPage;
  heading: string;
  /** Path and fragment of the section. */
  href: string;
  snippet: Html;
  /** The snippet without marks. */
  text: string;
}

const maxHits = 20;
const maxWords = 12;
const snippetLength = 220;

const stems = (text: string): string[] => words(text).map(stem);

/** An index of all sections of the pages, for searches in memory. */
export async function indexDocs(pages: readonly DocsPage[], urls: DocsUrls): Promise<IndexedSection[]> {
  const contents = await Promise.all(
    pages.map(async (page) => ({ page, sections: (await page.content(urls)).sections })),
  );
  return contents.flatMap(({ page, sections }) =>
    sections.map((section) => {
      const text = new Map<string, number>();
      for (const word of stems(section.text)) text.set(word, (text.get(word) ?? 0) + 1);
      return { page, section, heading: stems(`${section.heading} ${section.id && page.title}`), text };
    }),
  );
}

/** The sections that fit a query best, the best first. */
export function searchDocs(index: readonly IndexedSection[], query: string): DocsHit[] {
  const asked = [...new Set(stems(query))].slice(0, maxWords);
  const scores = new Map<IndexedSection, number>();
  for (const word of asked) {
    const found = index.flatMap((entry) => {
      const weight = weightIn(entry, word);
      return weight > 0 ? [{ entry, weight }] : [];
    });
    // A word that few sections have says more about what was meant.
    const rarity = Math.log(1 + index.length / (found.length || 1));
    for (const { entry, weight } of found) scores.set(entry, (scores.get(entry) ?? 0) + weight * rarity);
  }
  const best = Math.max(0, ...scores.values());
  return [...scores]
    .filter(([, score]) => score > best / 10)
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxHits)
    .map(([{ page, section }]) => {
      const text = excerpt(section.text, asked);
      const href = section.id ? `${page.path}#${section.id}` : page.path;
      return { page, heading: section.heading, href, snippet: marked(text, asked), text };
    });
}

function weightIn({ heading, text }: IndexedSection, word: string): number {
  const inHeading = heading.includes(word) ? 6 : heading.some((other) => other.startsWith(word)) ? 3 : 0;
  const count = text.get(word) ?? 0;
  const inText = count > 0 ? 1 + Math.log(count) : [...text.keys()].some((other) => other.startsWith(word)) ? 0.5 : 0;
  return inHeading + inText;
}

const parts = (text: string): string[] => text.split(/([\p{L}\p{M}\p{N}]+)/u);
const isAsked = (part: string, asked: readonly string[]) =>
  stems(part).some((word) => asked.some((other) => word.startsWith(other)));

/** The part of a text around the first word that was asked for. */
function excerpt(text: string, asked: readonly string[]): string {
  const split = parts(text);
  const first = split.findIndex((part) => isAsked(part, asked));
  const at = split.slice(0, Math.max(0, first)).join("").length;
  const start = at < snippetLength / 2 ? 0 : text.indexOf(" ", at - snippetLength / 3) + 1;
  const end = text.length <= start + snippetLength ? text.length : text.lastIndexOf(" ", start + snippetLength);
  return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}

const marked = (text: string, asked: readonly string[]): Html =>
  html`${parts(text).map((part) => (isAsked(part, asked) ? html`<mark>${part}</mark>` : part))}`;
