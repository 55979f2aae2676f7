export class RuleViolation extends Error {}
