import listCategories from "../../../tools/categories/list-categories.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { empty } from "./list-parts.ts";
import { type Ask, publicPage } from "./public-page.ts";

export interface Category {
  slug: string;
  name: string;
  description: string;
  listing_count: number;
  parent: string | null;
}

/** `/categories`: what there is to look through, subcategories below their own. */
export const mountCategories = publicPage({
  path: "/categories",
  name: "categories_page",
  maxAge: 60,
  async page(ask, { site, urls }) {
    const all = await allCategories(ask);
    const top = all.filter(({ parent }) => parent === null);
    return {
      title: "Categories",
      description: `What the products on ${site.name} are for.`,
      canonical: `${urls.base}/categories`,
      layout: "wide",
      body: html`<h1>Categories</h1>
<p class="lead">What the products on ${site.name} are for.</p>
${
  all.length === 0
    ? empty("There are no categories yet.", { path: "/launches", label: "See what launches" })
    : html`<ul class="categories" role="list">${top.map((category) => row(category, all))}</ul>`
}`,
    };
  },
});

const row = ({ slug, name, description, listing_count }: Category, all: Category[]): Html => html`
<li><h2><a href="/categories/${slug}" dir="auto">${name}</a> <span class="count">${listing_count}</span></h2>
${description && html`<p dir="auto">${description}</p>`}
${categoryChips(all.filter(({ parent }) => parent === slug))}</li>`;

/** Categories as chips with the number of listings in each. */
export const categoryChips = (categories: Category[]): HtmlValue =>
  categories.length > 0 &&
  html`<ul class="chips" role="list">${categories.map(
    ({ slug, name, listing_count }) =>
      html`<li><a class="chip" href="/categories/${slug}"><bdi>${name}</bdi> <span>${listing_count}</span></a></li>`,
  )}</ul>`;

// A site has some dozens; past this many pages of them nobody reads on.
const mostPages = 10;

/** The categories of the site. */
export async function allCategories(ask: Ask): Promise<Category[]> {
  const found: Category[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const { items, has_more } = await ask(listCategories, { page });
    found.push(...items);
    if (!has_more) break;
  }
  return found;
}
