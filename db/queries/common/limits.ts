/** Items after this position are not served. The caller has to narrow the query. */
export const countLimit = 1000;

/** A mail whose key is missing cannot be read, for example after a restore without the key. */
export const exactUpTo = 10_000;

export const depthLimit = 10_000;
