import { lookup } from "#db/values/lookup.ts";
import compareListings from "#tools/search/compare-listings.ts";
import { definePage } from "../../frame/define-page.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { logo } from "../../frame/logo.ts";
import { searchForm } from "../../frame/search-form.ts";
import { dayOf, weekWords } from "../../frame/time.ts";
import { prices } from "../listing/prices.ts";
import { comparePath } from "./compare-path.ts";

type Value = string | number | null;

const maxCompared = 5;

export const comparePage = definePage({
  path: "/compare",
  name: "compare_page",
  audience: "everyone",
  recordName: "Comparison",
  isCounted: true,
  maxAge: 60,
  async get(ask, { query, site, urls }) {
    const slugs = [...new Set(query.getAll("slugs").flatMap((list) => list.split(",")))].filter((slug) => slug !== "");
    if (slugs.length < 2 || slugs.length > maxCompared) return instructions(slugs.length, `${urls.base}/compare`, site);
    const { items, rows } = await ask(compareListings, { slugs });
    const names = new Intl.ListFormat("en-GB").format(items.map(({ name }) => name));
    return {
      title: `Compare ${names}`,
      description: `${names} side by side: pricing, platforms, votes and founders.`,
      canonical: `${urls.base}${comparePath(slugs)}`,
      body: html`<h1>Compare</h1>
<div class="compared" role="region" aria-label="Comparison" tabindex="0">
<table>
<thead><tr><td></td>${items.map(
        (item) =>
          html`<th scope="col">${logo(item, 56)}<a href="/listings/${item.slug}"><bdi>${item.name}</bdi></a>${
            items.length > 2 &&
            html`<a class="hint" href="${comparePath(slugs.filter((slug) => slug !== item.slug))}">Remove<span class="hidden"> ${item.name}</span></a>`
          }</th>`,
      )}</tr></thead>
<tbody>${rows.map(
        ({ field, label, values }) =>
          html`<tr><th scope="row">${label}</th>${values.map((value) => html`<td><bdi>${valueText(field, value)}</bdi></td>`)}</tr>
`,
      )}</tbody>
</table>
</div>`,
    };
  },
});

function valueText(field: string, value: Value): HtmlValue {
  if (value === null) return html`<span class="hint">Unknown</span>`;
  if (field === "pricing") return lookup(prices, String(value)) ?? value;
  if (field === "launch_week") return weekWords(String(value));
  if (field === "created_at") return dayOf(`${value}T00:00:00.000Z`);
  if (field === "verified") return value === "verified" ? html`<span class="done">✓ Verified</span>` : "Not verified";
  return typeof value === "number" ? value.toLocaleString("en") : value;
}

const instructions = (count: number, canonical: string, site: { name: string }) => ({
  title: "Compare",
  description: "Products side by side: pricing, platforms, votes and founders.",
  canonical,
  hasSearch: true,
  body: html`<h1>Compare</h1>
<p class="empty">${
    count > maxCompared
      ? `You chose ${count} products, but you can compare at most ${maxCompared}.`
      : "Choose two to five products to compare."
  } Search for products and compare the results, or open a product and compare it with its alternatives.</p>
${searchForm(site, { id: "search", isMain: true })}` satisfies Html,
});
