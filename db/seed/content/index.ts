/** Everything the demo directory is filled with. */
import type { DemoFounder, DemoPost, DemoProduct } from "../types.ts";
import { foundersA } from "./founders-a.ts";
import { foundersB } from "./founders-b.ts";
import { postsA } from "./posts-a.ts";
import { postsB } from "./posts-b.ts";
import { dataProducts } from "./products-data.ts";
import { developerProductsA } from "./products-developer-a.ts";
import { developerProductsB } from "./products-developer-b.ts";
import { healthProducts } from "./products-health.ts";
import { homeProducts } from "./products-home.ts";
import { learningProducts } from "./products-learning.ts";
import { mediaProducts } from "./products-media.ts";
import { moneyProducts } from "./products-money.ts";
import { workProducts } from "./products-work.ts";

export { devCategories, mainCategories } from "./categories.ts";
export { demoSites } from "./sites.ts";

export const demoFounders: DemoFounder[] = [...foundersA, ...foundersB];

export const demoProducts: DemoProduct[] = [
  ...workProducts,
  ...mediaProducts,
  ...developerProductsA,
  ...developerProductsB,
  ...moneyProducts,
  ...healthProducts,
  ...homeProducts,
  ...learningProducts,
  ...dataProducts,
];

export const demoPosts: DemoPost[] = [...postsA, ...postsB];
