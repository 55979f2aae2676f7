/** Matches are counted up to this number. A total of `countLimit + 1` means "more than `countLimit`". */
export const countLimit = 1000;

/** In larger directories, the matches of a search are counted up to this number, because counting takes longest. */
export const searchCountLimit = 200;

/**
 * In directories with more than `manyListings` listings, matches of words with filters are counted up to this number or
 * the end of the page. Each of them takes a look-up in the index for every filter.
 */
export const filteredCountLimit = 20;
export const manyListings = 100_000;

/** Directories with at most this many listings count all matches, because that is cheap. */
export const exactUpTo = 10_000;

/** Items beyond this position are not returned. The caller has to narrow the query. */
export const depthLimit = 10_000;
