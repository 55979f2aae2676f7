/** Matches are counted up to this number; `countLimit + 1` as a total means "more". */
export const countLimit = 1000;

/** Directories with at most this many listings count all matches, because that is cheap there. */
export const exactUpTo = 10_000;

/** Items after this position are not served. The caller has to narrow the query. */
export const depthLimit = 10_000;
