/** Characters of a person's name. */
export const nameLength = 100;

/** Characters of an API key's name. */
export const keyNameLength = 60;

/** API keys an account may have at a time. */
export const mostKeys = 50;
