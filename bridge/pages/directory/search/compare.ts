import type * as z from "zod";
import { fold } from "#db/queries/search/search-text.ts";
import { factNames } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import { notFound, Problem } from "#tools/core/errors/errors.ts";
import { capital } from "#tools/core/text/text.ts";
import {
  type Condition,
  conditionCode,
  conditionText,
  factOf,
  writtenCondition,
} from "#tools/listings/shared/conditions.ts";
import compareListings from "#tools/search/compare-listings.ts";
import { comparePath, maxCompared } from "#tools/search/shared/compare-path.ts";
import suggestSearches from "#tools/search/suggest-searches.ts";
import { moved } from "../../../http/server/moved.ts";
import { type Ask, definePage } from "../../frame/define-page.ts";
import { choices, foldedPart } from "../../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import type { Page } from "../../frame/layout.ts";
import { logo } from "../../frame/logo.ts";
import { dayOf, weekWords } from "../../frame/time.ts";
import { prices } from "../listing/prices.ts";
import { factCell, sourceNotes } from "../listing/product-facts.ts";

type Value = string | number | null;
type Comparison = z.input<typeof compareListings.output>;
type Choice = { slug: string; name: string };

const maxShown = 10;
const maxNameLength = 80;
const offered = ["self_hosted", "free_plan", "repository", "has_api", "has_mcp", "sso"].map(
  (field) => `${field}:is:yes`,
);
const description =
  "Products side by side: prices, licence, hosting, API, single sign-on and where each fact comes from.";

export const comparePage = definePage({
  path: "/compare",
  name: "compare_page",
  audience: "everyone",
  recordName: "Comparison",
  isCounted: true,
  maxAge: 60,
  async get(ask, { query, urls }) {
    const sent = query.getAll("slugs").flatMap((list) => list.split(","));
    const chosenSlugs = [...new Set(sent.filter((slug) => slug !== ""))];
    const must = mustOf(query);
    const added = await addedProduct(ask, query.get("add") ?? "", chosenSlugs, must);
    const all = [...chosenSlugs, ...(added.slug ?? [])];
    if (all.length >= 2 && all.length <= maxCompared)
      return comparisonPage(await ask(compareListings, { slugs: all, must }), added.note);
    const chosen = await Promise.all(
      all.slice(0, maxShown).map(async (slug) => ({ slug, name: await nameOf(ask, slug) })),
    );
    return {
      title: "Compare",
      description,
      canonical: `${urls.base}/compare`,
      body: html`<h1>Compare</h1>
<p class="lead">${
        all.length > maxCompared
          ? `You chose ${all.length} products, but you can compare at most ${maxCompared}. Untick some of them.`
          : all.length === 1
            ? "Add at least one more product to compare."
            : "Choose two to five products to compare."
      } You can also tick products in <a href="/search">search results</a> and <a href="/categories">categories</a>.</p>
${added.note}
${compareForm(chosen, must)}`,
    };
  },
});

const maxSplits = 8;

/** `/compare/{a}-vs-{b}`: the slugs are in alphabetical order. Others redirect. */
export const pairPage = definePage({
  path: "/compare/:slug",
  name: "pair_page",
  audience: "everyone",
  recordName: "Comparison",
  indexed: "pairs",
  isCounted: true,
  maxAge: 60,
  async get(ask, { params, query }) {
    const pair = params.slug!;
    const must = mustOf(query);
    const comparison = await comparedPair(ask, pair, must);
    const sorted = comparison.items.map(({ slug }) => slug).sort();
    if (sorted.join("-vs-") !== pair) throw moved(sorted.join("-vs-"));
    return comparisonPage(comparison);
  },
});

/** Old slugs may contain `-vs-`, so each split is tried. */
async function comparedPair(ask: Ask, pair: string, must: string[]): Promise<Comparison> {
  let missing: unknown;
  for (const { index } of [...pair.matchAll(/-vs(?=-)/gi)].slice(0, maxSplits)) {
    try {
      return await ask(compareListings, { slugs: [pair.slice(0, index), pair.slice(index + "-vs-".length)], must });
    } catch (error) {
      if (!(error instanceof Problem) || !["not_found", "validation_failed"].includes(error.code)) throw error;
      missing ??= error;
    }
  }
  throw missing ?? notFound("comparison", pair);
}

function comparisonPage({ items, rows, must: checked, page_url }: Comparison, note?: HtmlValue): Page {
  const must = new URL(page_url).searchParams.getAll("must");
  const names = new Intl.ListFormat("en-GB").format(items.map(({ name }) => name));
  const slugs = items.map(({ slug }) => slug);
  const without = (slug: string) => pathTo(slugs.toSpliced(slugs.indexOf(slug), 1), must);
  return {
    title: `Compare ${names}`,
    description: `${names} side by side: prices, licence, hosting, API and single sign-on, with sources.`,
    // Each choice of conditions is a view of the same page.
    canonical: page_url.replace(/[?&]must=.*$/, ""),
    body: html`<h1>Compare</h1>
${note}
${foldedPart("Change products and conditions", false, compareForm(items, must))}
<div class="compared" role="region" aria-label="Comparison" tabindex="0">
<table>
<thead><tr><td></td>${items.map(
      (item) =>
        html`<th scope="col">${logo(item, 56)}<a href="/listings/${item.slug}"><bdi>${item.name}</bdi></a><a class="hint" href="${without(item.slug)}" rel="nofollow">Remove<span class="hidden"> ${item.name}</span></a></th>`,
    )}</tr></thead>
<tbody>${checked.map(
      ({ field, condition, results, price_note: priceNote }) =>
        html`<tr><th scope="row">Condition: ${condition}${priceNote && html`<p class="hint">${priceNote}</p>`}</th>${results.map(
          (result, i) => html`<td>${verdictWords[result]}${sourcesFor(items[i]!, field)}</td>`,
        )}</tr>
`,
    )}${rows.map(({ field, label, values }) => {
      const fact = factNames.find((name) => name === field);
      return html`<tr><th scope="row">${label}</th>${items.map(
        (item, i) => html`<td>${fact ? factCell(item, fact) : html`<bdi>${valueText(field, values[i]!)}</bdi>`}</td>`,
      )}</tr>
`;
    })}</tbody>
</table>
</div>
<p class="hint">Values without a source are from the products’ pages on this site. Payments never change the order.</p>`,
  };
}

const pathTo = (slugs: readonly string[], must: readonly string[]): string => comparePath(slugs, false, must);

function sourcesFor(item: Comparison["items"][number], field: string): HtmlValue {
  const fact = factOf(field as Condition["field"]);
  return fact && sourceNotes(item, fact);
}

const verdictWords = {
  met: html`<span class="done"><span aria-hidden="true">✓</span> Met</span>`,
  not_met: html`<strong><span aria-hidden="true">✗</span> Not met</strong>`,
  unknown: html`<span class="hint"><span aria-hidden="true">?</span> Unknown</span>`,
};

const mustOf = (query: URLSearchParams): string[] => [
  ...new Set(query.getAll("must").map((code) => codeOf(conditionIn(code)) ?? code)),
];
function conditionIn(code: string): Condition | undefined {
  const { data } = writtenCondition.safeParse(code);
  // Only the operation knows the currency of a price without one.
  return data && "at_most" in data && data.currency === undefined ? undefined : (data as Condition | undefined);
}
const codeOf = (condition: Condition | undefined) => condition && conditionCode(condition);

function compareForm(products: readonly Choice[], must: readonly string[]): Html {
  const conditions = [...new Set([...offered, "data_regions:is:EU", ...must])].flatMap((value) => {
    const condition = conditionIn(value);
    return condition ? { value, label: capital(conditionText(condition)) } : [];
  });
  return html`<form class="compare-form" action="/compare">
${
  products.length > 0 &&
  choices({
    type: "checkbox",
    name: "slugs",
    label: "Products",
    options: products.map(({ slug, name }) => ({ value: slug, label: html`<bdi>${name}</bdi>` })),
    chosen: products.map(({ slug }) => slug),
  })
}
${
  products.length < maxCompared &&
  html`<div class="field"><label for="field-add">Add a product</label>
<p class="hint" id="field-add-hint">Its name, as it is listed here</p>
<div class="find-field"><input id="field-add" name="add" maxlength="${maxNameLength}" autocomplete="off" aria-describedby="field-add-hint" data-product></div></div>`
}
<div class="many">${choices({ type: "checkbox", name: "must", label: "Conditions", options: conditions, chosen: must })}</div>
<p class="actions"><button class="primary">Compare</button></p>
</form>`;
}

const pathPrefix = "/listings/";

async function listedNamed(ask: Ask, name: string): Promise<Choice[]> {
  const { items } = await ask(suggestSearches, { q: name });
  return items.flatMap(({ kind, label, path }) =>
    kind === "listing" ? { name: label, slug: path.slice(pathPrefix.length) } : [],
  );
}

const nameOf = async (ask: Ask, slug: string): Promise<string> =>
  (await listedNamed(ask, slug.replaceAll("-", " ").slice(0, maxNameLength))).find((one) => one.slug === slug)?.name ??
  slug;

/** The product that the visitor typed in a list, or a note with the products that they may mean. */
async function addedProduct(
  ask: Ask,
  typed: string,
  others: readonly string[],
  must: readonly string[],
): Promise<{ slug?: [string]; note?: HtmlValue }> {
  const name = typed
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, maxNameLength);
  if (name === "") return {};
  const found = (await listedNamed(ask, name)).filter(({ slug }) => !others.includes(slug));
  const exact = found.filter((one) => fold(one.name) === fold(name) || one.slug === name);
  if (exact.length === 1) return { slug: [exact[0]!.slug] };
  return {
    note:
      found.length > 0
        ? html`<p role="status">Which product do you mean? ${found.map(
            (one, i) => html`${i > 0 && ", "}<a href="${pathTo([...others, one.slug], must)}">${one.name}</a>`,
          )}</p>`
        : html`<p role="status">We found no other product whose name begins with <q>${name}</q>. <a href="/search?q=${encodeURIComponent(name)}">Search for it</a> and tick it in the results.</p>`,
  };
}

function valueText(field: string, value: Value): HtmlValue {
  if (value === null) return html`<span class="hint">Unknown</span>`;
  if (field === "pricing") return lookup(prices, String(value)) ?? value;
  if (field === "launch_week") return weekWords(String(value));
  if (field === "created_at") return dayOf(`${value}T00:00:00.000Z`);
  if (field === "verified") return value === "verified" ? html`<span class="done">✓ Verified</span>` : "Not verified";
  return typeof value === "number" ? value.toLocaleString("en") : value;
}
