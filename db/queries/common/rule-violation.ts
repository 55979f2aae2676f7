/** A write that a rule of the records forbids; the message is one sentence that says why. */
export class RuleViolation extends Error {}
