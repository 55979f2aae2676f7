import pages from "./words/pages.json" with { type: "json" };

export type PageKindName = keyof typeof pages.kinds;

export interface PageKind {
  name: PageKindName;
  /** Pages with a higher weight are read sooner. The crawl does not look for kinds with a weight of 0. */
  weight: number;
  words: string[];
}

export const pageKinds: PageKind[] = Object.entries(pages.kinds).map(([name, kind]) => ({
  name: name as PageKindName,
  ...kind,
}));

export const homeWords = pages.home;

export const unwantedParts = new Set(pages.unwantedParts);

/** Path segments under which each page is a single article, which may be about anything. */
export const articleParts = new Set(pages.articleParts);

/** Path segments below which a page has a kind only if its name, link or title is exactly a word for that kind. */
export const manualParts = new Set(pages.manualParts);
