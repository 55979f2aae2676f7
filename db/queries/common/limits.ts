/** Matches are counted up to here; `countLimit + 1` as a total says "more". */
export const countLimit = 1000;

/** In directories of no more listings all matches are counted, which is cheap there. */
export const exactUpTo = 10_000;

/** Items past this place are not served: the question is to be narrowed instead. */
export const depthLimit = 10_000;
