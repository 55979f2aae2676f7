const endings = new Map([
  ["one", "st"],
  ["two", "nd"],
  ["few", "rd"],
]);
const plurals = new Intl.PluralRules("en", { type: "ordinal" });
/** `1st` of 1. */
export const ordinal = (place: number) => `${place}${endings.get(plurals.select(place)) ?? "th"}`;
