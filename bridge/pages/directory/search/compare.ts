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

/** `/compare?slugs=a,b`: two to five products, fact by fact. */
export const comparePage = definePage({
  path: "/compare",
  name: "compare_page",
  audience: "everyone",
  what: "comparison",
  maxAge: 60,
  async get(ask, { query, site, urls }) {
    const slugs = [...new Set(query.getAll("slugs").flatMap((list) => list.split(",")))].filter((slug) => slug !== "");
    if (slugs.length < 2 || slugs.length > maxCompared) return howTo(slugs.length, `${urls.base}/compare`, site);
    const { items, rows } = await ask(compareListings, { slugs });
    const names = items.map(({ name }) => name).join(" and ");
    return {
      title: `${names} compared`,
      description: `${names} side by side: price, platforms, votes and who makes them.`,
      canonical: `${urls.base}${comparePath(slugs)}`,
      layout: "wide",
      body: html`<h1>Compare</h1>
<div class="compared" role="region" aria-label="Comparison" tabindex="0">
<table>
<thead><tr><td></td>${items.map(
        (item) =>
          html`<th scope="col">${logo(item, 56)}<a href="/listings/${item.slug}"><bdi>${item.name}</bdi></a>${
            items.length > 2 &&
            html`<a class="hint" href="${comparePath(slugs.filter((slug) => slug !== item.slug))}">Leave out<span class="hidden"> ${item.name}</span></a>`
          }</th>`,
      )}</tr></thead>
<tbody>${rows.map(
        ({ field, label, values }) =>
          html`<tr><th scope="row">${label}</th>${values.map((value) => html`<td><bdi>${said(field, value)}</bdi></td>`)}</tr>
`,
      )}</tbody>
</table>
</div>`,
    };
  },
});

/** A fact in words. */
function said(field: string, value: Value): HtmlValue {
  if (value === null) return html`<span class="hint">not known</span>`;
  if (field === "pricing") return lookup(prices, String(value)) ?? value;
  if (field === "launch_week") return weekWords(String(value));
  if (field === "created_at") return dayOf(`${value}T00:00:00.000Z`);
  if (field === "verified") return value === "verified" ? html`<span class="done">✓ Verified</span>` : "Not verified";
  return typeof value === "number" ? value.toLocaleString("en") : value;
}

const howTo = (given: number, canonical: string, site: { name: string }) => ({
  title: "Compare",
  description: "Products side by side: price, platforms, votes and who makes them.",
  canonical,
  layout: "wide" as const,
  hasSearch: true,
  body: html`<h1>Compare</h1>
<p class="empty">${
    given > maxCompared
      ? `These are ${given} products; ${maxCompared} fit side by side.`
      : "Choose two to five products to put side by side."
  } Search for them, then compare what you find; a product's own page compares it with what could replace it.</p>
${searchForm(site, { id: "search", isMain: true })}` satisfies Html,
});
