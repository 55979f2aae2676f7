import type * as z from "zod";
import { lookup } from "#db/values/lookup.ts";
import { amountText } from "#tools/core/text/plan-text.ts";
import { answerText } from "#tools/listings/shared/fact-text.ts";
import { languageName } from "#tools/listings/shared/formats.ts";
import type searchListings from "#tools/search/search-listings.ts";
import { filterTitle, filterTitles } from "#tools/search/shared/search-path.ts";
import { sheet } from "../../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { prices } from "../listing/prices.ts";
import { type Filter, type SearchQuery, searchPath, sorts, toggled } from "./search-query.ts";

type Found = z.input<typeof searchListings.output>;
const shownOfEach = 8;
/** The filters whose values are offered. There are too many tags to offer, so only the chosen tags are shown. */
const offered = ["category", "pricing", "platform", "license", "language"] as const;
const features = ["self_hosted", "free_plan", "has_api", "has_mcp", "sso"] as const;
/** Limits for a monthly price, in minor units. */
const priceLimits = ["500", "1000", "2000", "5000"];

export const facetChips = (
  query: SearchQuery,
  { facets, total }: Pick<Found, "facets" | "total">,
  { categoryNames, currency }: { categoryNames: Map<string, string>; currency: string },
): Html => {
  const { chosen } = query;
  const counts: Partial<NonNullable<typeof facets>> = facets ?? {};
  const labelOf = (name: Filter, value: string): string => {
    if (name === "category") return categoryNames.get(value) ?? value;
    if (name === "pricing") return lookup(prices, value) ?? value;
    if (name === "license") return answerText(value);
    if (name === "language") return languageName(value);
    if (name === "price_max") return `Up to ${amountText(Number(value), chosen.currency[0] ?? currency)} a month`;
    if (name === "platform" || name === "tag") return value;
    if (value === "false") return `${filterTitle(name)}: no`;
    return value === "no" ? "Not self-hosted" : filterTitle(name);
  };
  const chipOf = (name: Filter, value: string, count?: number) =>
    chip(
      searchPath(toggled(query, name, value, chosen.currency[0] ?? currency)),
      labelOf(name, value),
      chosen[name].includes(value),
      count,
    );
  const chipsOf = (name: Exclude<Filter, "currency" | "price_max" | "verified">) =>
    valuesOf(chosen[name], counts[name] ?? [], total).map(({ value, count }) => chipOf(name, value, count));
  const offeredOf = (name: Filter, values: string[]) => (total > 1 ? values : chosen[name]);
  const limits = [...new Set([...priceLimits, ...chosen.price_max])].sort((a, b) => Number(a) - Number(b));
  const all = Object.keys(filterTitles) as (keyof typeof filterTitles)[];
  const list = all.flatMap((name) => chosen[name].map((value) => chipOf(name, value)));
  const rows = html`<div class="facets">
${[...offered, ...(chosen.tag.length > 0 ? (["tag"] as const) : [])].map((name) => chipRow(filterTitles[name], chipsOf(name)))}
${chipRow("Features", features.flatMap(chipsOf))}
${chipRow(
  filterTitles.price_max,
  offeredOf("price_max", limits).map((limit) => chipOf("price_max", limit)),
)}
${chipRow(
  "Owner",
  offeredOf("verified", ["true"]).map((value) => chipOf("verified", value)),
)}
${
  total > 1 &&
  chipRow(
    "Sort",
    sorts.map(([key, label]) => chip(searchPath({ ...query, sort: key }), label, key === query.sort)),
  )
}
</div>`;
  const chosenList = html`<ul class="chips" role="list" aria-label="Chosen filters">${list}</ul>`;
  return sheet({ id: "filters", label: "Filter and sort" }, rows, list.length > 0 && chosenList);
};

// Chosen values are always shown, so that they can be removed. A value that all results have would not filter them.
function valuesOf(chosen: string[], counts: { value: string; count: number }[], total: number) {
  const first = counts.filter(({ count }) => chosen.length > 0 || count < total).slice(0, shownOfEach);
  const others = chosen.filter((value) => !first.some((one) => one.value === value));
  return [
    ...first,
    ...others.map((value) => ({ value, count: counts.find((one) => one.value === value)?.count ?? 0 })),
  ];
}

export const chipRow = (title: string, chips: Html[]): HtmlValue =>
  chips.length > 0 &&
  html`<nav class="facet" aria-label="${title}"><span class="meta" aria-hidden="true">${title}</span><ul class="chips" role="list">${chips}</ul></nav>
`;

export const chip = (path: string, label: string, isChosen: boolean, count?: number): Html =>
  html`<li><a class="chip" href="${path}"${isChosen && html` aria-current="true"`} rel="nofollow">${label}${
    count !== undefined && html` <span>${count}</span>`
  }</a></li>`;
