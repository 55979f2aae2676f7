import type { CrawledPage, PageLink, Region, TextBlock } from "#tools/drafts/shared/crawled-page.ts";
import type { DraftSource } from "#tools/drafts/shared/writing.ts";

/** A block as `[tag, text]`, or `[tag, text, region]` outside the main part. */
export type Block = [tag: string, text: string, region?: Region];
/** A link as `[url, text]` in the footer, or `[url, text, region, rel]`. */
export type Link = [url: string, text: string, region?: Region, rel?: string];

interface PageParts extends Partial<Omit<CrawledPage, "blocks" | "links">> {
  blocks?: Block[];
  links?: Link[];
}

/** Returns a page as the reader passes it on, with empty parts by default. */
export function crawledPage({ blocks = [], links = [], ...parts }: PageParts = {}): CrawledPage {
  return {
    url: "https://fernleaf.example/",
    fetchedAt: "2026-11-20T10:00:00Z",
    isRendered: false,
    lang: "en",
    title: "",
    meta: {},
    canonical: null,
    jsonLd: [],
    images: [],
    ...parts,
    blocks: blocks.map(([tag, text, region = "main"]): TextBlock => {
      const block = { tag, text, region };
      return region === "main" ? { ...block, isMain: true } : block;
    }),
    links: links.map(([url, text, region = "footer", rel = ""]): PageLink => ({ url, text, region, rel })),
  };
}

/** The pages of one site, home page first. */
export function sourceOf(pages: PageParts[], rest: Partial<DraftSource> = {}): DraftSource {
  const crawled = pages.map(crawledPage);
  return { url: crawled[0]?.url ?? "https://fernleaf.example/", pages: crawled, categories: [], ...rest };
}
