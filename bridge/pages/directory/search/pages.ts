export { alternativesPage } from "./alternatives.ts";
export { comparePage } from "./compare.ts";
export { followSearchPage } from "./follow-search.ts";
export { searchPage } from "./search.ts";
