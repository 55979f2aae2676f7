import pages from "./words/pages.json" with { type: "json" };

export type PageKindName = keyof typeof pages.kinds;

/** A kind of page that says something for a listing. */
export interface PageKind {
  name: PageKindName;
  /** Pages of a higher weight are read sooner. Kinds of weight 0 are not searched. */
  weight: number;
  /** The words of its links and the last part of its URL, in lower case with single spaces. */
  words: string[];
}

export const pageKinds: PageKind[] = Object.entries(pages.kinds).map(([name, kind]) => ({
  name: name as PageKindName,
  ...kind,
}));

/** Names of the home page in menus and titles. */
export const homeWords = pages.home;

/** Parts of a URL that lead to pages for customers, lawyers and machines. */
export const unwantedParts = new Set(pages.unwantedParts);

/** Parts of a URL below which pages are single articles, which may be about anything. */
export const articleParts = new Set(pages.articleParts);

/** Parts below which a page must have exactly the name of its kind. */
export const manualParts = new Set(pages.manualParts);
