import pages from "./words/pages.json" with { type: "json" };

export type PageKindName = keyof typeof pages.kinds;

/** A kind of page that tells something for a listing. */
export interface PageKind {
  name: PageKindName;
  /** The higher, the sooner it is read; one of 0 is not looked for. */
  weight: number;
  /** What its links and the last part of its address say, in lower case with single spaces. */
  words: string[];
}

export const pageKinds: PageKind[] = Object.entries(pages.kinds).map(([name, kind]) => ({
  name: name as PageKindName,
  ...kind,
}));

/** What sites call the page they begin with, in menus and titles. */
export const homeWords = pages.home;

/** Places that are for customers, lawyers and machines, by a part of the address. */
export const unwantedParts = new Set(pages.unwantedParts);

/** Parts of an address below which pages are single articles: their words are about anything. */
export const articleParts = new Set(pages.articleParts);

/** Parts below which only a page named exactly so is of that kind. */
export const manualParts = new Set(pages.manualParts);
