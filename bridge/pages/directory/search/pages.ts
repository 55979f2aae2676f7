export { alternativesPage } from "./alternatives.ts";
export { comparePage, pairPage } from "./compare.ts";
export { followSearchPage } from "./follow-search.ts";
export { searchPage } from "./search.ts";
