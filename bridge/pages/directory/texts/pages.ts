export { aboutPage } from "./about.ts";
export { rankingPage } from "./ranking.ts";
export { rulesPage } from "./rules.ts";
export { siteTextPages } from "./site-text.ts";
