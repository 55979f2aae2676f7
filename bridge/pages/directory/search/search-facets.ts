import { lookup } from "#db/values/lookup.ts";
import { sheet } from "../../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { prices } from "../listing/prices.ts";
import { type Filter, type SearchQuery, searchPath, sorts, toggled } from "./search-query.ts";

type Counts = Record<Filter, { value: string; count: number }[]>;

const shownOfEach = 8;
const titles: Record<Filter, string> = {
  category: "Category",
  pricing: "Price or licence",
  platform: "Platform",
  tag: "Tag",
};
/** The filters whose values are offered. There are too many tags to offer, so only the chosen tags are shown. */
const offered: Filter[] = ["category", "pricing", "platform"];

export const facetChips = (query: SearchQuery, counts: Counts, categoryNames: Map<string, string>): Html => {
  const nameOf = (name: Filter, value: string) =>
    name === "category"
      ? (categoryNames.get(value) ?? value)
      : name === "pricing"
        ? (lookup(prices, value) ?? value)
        : value;
  const rows = [...offered, ...(query.chosen.tag.length > 0 ? (["tag"] as const) : [])];
  const chosen = [
    ...rows.flatMap((name) =>
      query.chosen[name].map((value) => chip(searchPath(toggled(query, name, value)), nameOf(name, value), true)),
    ),
    ...(query.isVerified ? [verifiedChip(query)] : []),
  ];
  const facets = html`<div class="facets">
${rows.map((name) =>
  chipRow(
    titles[name],
    valuesOf(query.chosen[name], counts[name]).map(({ value, count }) =>
      chip(searchPath(toggled(query, name, value)), nameOf(name, value), query.chosen[name].includes(value), count),
    ),
  ),
)}
${chipRow("Owner", [verifiedChip(query)])}
${chipRow(
  "Sort",
  sorts.map(([key, label]) => chip(searchPath({ ...query, sort: key }), label, key === query.sort)),
)}
</div>`;
  const list = html`<ul class="chips" role="list" aria-label="Chosen filters">${chosen}</ul>`;
  return sheet({ id: "filters", label: "Filter and sort" }, facets, chosen.length > 0 && list);
};

const verifiedChip = (query: SearchQuery): Html =>
  chip(searchPath({ ...query, isVerified: !query.isVerified }), "Verified", query.isVerified);

// Chosen values are always shown, so that they can be removed.
function valuesOf(chosen: string[], counts: { value: string; count: number }[]) {
  const first = counts.slice(0, shownOfEach);
  const others = chosen.filter((value) => !first.some((one) => one.value === value));
  return [
    ...first,
    ...others.map((value) => ({ value, count: counts.find((one) => one.value === value)?.count ?? 0 })),
  ];
}

const chipRow = (title: string, chips: Html[]): HtmlValue =>
  chips.length > 0 &&
  html`<nav class="facet" aria-label="${title}"><span class="meta" aria-hidden="true">${title}</span><ul class="chips" role="list">${chips}</ul></nav>
`;

const chip = (path: string, label: string, isChosen: boolean, count?: number): Html =>
  html`<li><a class="chip" href="${path}"${isChosen && html` aria-current="true"`} rel="nofollow">${label}${
    count !== undefined && html` <span>${count}</span>`
  }</a></li>`;
