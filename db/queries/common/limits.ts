/** Matches are counted up to this number. A total of `countLimit + 1` means "more than `countLimit`". */
export const countLimit = 1000;

/** In larger directories, the matches of a search are counted up to this number, because counting takes longest. */
export const searchCountLimit = 200;

/** Directories with at most this many listings count all matches, because that is cheap. */
export const exactUpTo = 10_000;

/** Items beyond this position are not returned. The caller has to narrow the query. */
export const depthLimit = 10_000;

const manyListings = 100_000;
const fewMatches = 20;

/**
 * The number up to which a search counts matches. With many listings, words with filters are counted only to the end of
 * the page, because each match takes a look-up in the index for every filter.
 */
export function countedUpTo(listings: number, endOfFilteredPage: number | null): number {
  if (listings <= exactUpTo) return exactUpTo;
  const isLimited = endOfFilteredPage !== null && listings > manyListings;
  return isLimited ? Math.max(fewMatches, endOfFilteredPage) : searchCountLimit;
}
