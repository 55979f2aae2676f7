import { stem, words } from "#db/queries/search/search-text.ts";
import { type Html, html } from "../frame/html.ts";
import type { DocsPage, DocsSection, DocsUrls } from "./docs-page.ts";

interface IndexedSection {
  page: DocsPage;
  section: DocsSection;
  /** The weight of each word stem. */
  weights: Map<string, number>;
}

export interface DocsHit extends Pick<IndexedSection, "page" | "section"> {
  excerpt: string;
  marked: Html;
}

export const maxHits = 20;
const maxWords = 12;
const excerptLength = 220;

const stems = (text: string): string[] => words(text).map(stem);

export async function indexDocs(pages: readonly DocsPage[], urls: DocsUrls): Promise<IndexedSection[]> {
  const contents = await Promise.all(pages.map((page) => page.content(urls)));
  return pages.flatMap((page, i) =>
    contents[i]!.sections.map((section) => {
      const weights = new Map<string, number>();
      for (const word of stems(section.text)) weights.set(word, Math.min(3, (weights.get(word) ?? 0) + 1));
      for (const word of stems(`${section.heading} ${section.id && page.title}`))
        weights.set(word, 6 + (weights.get(word) ?? 0));
      return { page, section, weights };
    }),
  );
}

const weightOf = ({ weights }: IndexedSection, word: string): number =>
  weights.get(word) ?? Math.max(0, ...[...weights].map(([other, weight]) => (other.startsWith(word) ? weight / 2 : 0)));

export function searchDocs(index: readonly IndexedSection[], query: string): DocsHit[] {
  const asked = [...new Set(stems(query))].slice(0, maxWords);
  const scores = index.map(() => 0);
  for (const word of asked) {
    const found = index.map((entry) => weightOf(entry, word));
    const rarity = Math.log(1 + index.length / Math.max(1, found.filter(Boolean).length));
    for (const [i, weight] of found.entries()) scores[i]! += weight * rarity;
  }
  const best = Math.max(...scores);
  return index
    .map(({ page, section }, i) => ({ page, section, score: scores[i]! }))
    .filter(({ score }) => score > best / 10)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxHits)
    .map(({ page, section }) => ({ page, section, ...excerptOf(section.text.replaceAll("`", "").trim(), asked) }));
}

function excerptOf(text: string, asked: readonly string[]): Pick<DocsHit, "excerpt" | "marked"> {
  const isAsked = (part: string) => stems(part).some((word) => asked.some((other) => word.startsWith(other)));
  const parts = (whole: string) => whole.split(/([\p{L}\p{M}\p{N}]+)/u);
  const all = parts(text);
  const at = all.slice(0, Math.max(0, all.findIndex(isAsked))).join("").length;
  const start = at < excerptLength / 2 ? 0 : text.indexOf(" ", at - excerptLength / 3) + 1;
  const end = text.length <= start + excerptLength ? text.length : text.lastIndexOf(" ", start + excerptLength);
  const excerpt = `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
  return {
    excerpt,
    marked: html`${parts(excerpt).map((part) => (isAsked(part) ? html`<mark>${part}</mark>` : part))}`,
  };
}
