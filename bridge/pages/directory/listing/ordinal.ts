const endings = new Map([
  ["one", "st"],
  ["two", "nd"],
  ["few", "rd"],
]);
const plurals = new Intl.PluralRules("en", { type: "ordinal" });
/** `1st` for 1. */
export const ordinal = (rank: number) => `${rank}${endings.get(plurals.select(rank)) ?? "th"}`;
