const endings = new Map([
  ["one", "st"],
  ["two", "nd"],
  ["few", "rd"],
]);
const plurals = new Intl.PluralRules("en", { type: "ordinal" });
export const ordinal = (rank: number) => `${rank}${endings.get(plurals.select(rank)) ?? "th"}`;
