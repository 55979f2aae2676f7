export { aboutPage } from "./about.ts";
export { rankingPage } from "./ranking.ts";
export { rulesPage } from "./rules.ts";
export { ownPagesPage, siteTextPages } from "./site-text.ts";
