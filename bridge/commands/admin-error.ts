/** Thrown if a command cannot be run. The message is a single line. */
export class AdminError extends Error {}
