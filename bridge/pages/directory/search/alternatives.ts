import { licenseIds } from "#db/queries/search/search-facts.ts";
import { notFound } from "#tools/core/errors/errors.ts";
import { answerText, sourceNotes } from "#tools/listings/shared/fact-text.ts";
import { licensesMatching } from "#tools/listings/shared/formats.ts";
import getAlternatives from "#tools/search/get-alternatives.ts";
import listNewAlternatives from "#tools/search/list-new-alternatives.ts";
import { comparePath, maxCompared } from "#tools/search/shared/compare-path.ts";
import { type KeyFacts, keyFactTexts } from "#tools/search/similar/key-facts.ts";
import { moved } from "../../../http/server/moved.ts";
import { definePage } from "../../frame/define-page.ts";
import { feedLength, feedPath, listingEntry } from "../../frame/feed.ts";
import { html } from "../../frame/html.ts";
import { listPath } from "../../frame/page-links.ts";
import { comparableRows } from "../listing/listing-row.ts";
import { crumbs, trail } from "../lists/crumbs.ts";
import { empty } from "../lists/list-parts.ts";
import { listingList } from "../lists/structured-data.ts";
import { chip, chipRow } from "./search-facets.ts";
import { alternativesPath } from "./subject-path.ts";

const shown = 50;

export const alternativesPage = definePage({
  path: "/alternatives/:slug",
  name: "alternatives_page",
  audience: "everyone",
  indexed: "subjects",
  recordName: "Product",
  maxAge: 300,
  async get(ask, { params, query, site, urls }) {
    const { subject, items, order, sources } = await ask(getAlternatives, { slug: params.slug!, limit: shown });
    if (items.length === 0 && !subject.is_listed) throw notFound("product", subject.name);
    if (subject.slug !== params.slug) throw moved(subject.slug);
    const path = alternativesPath(subject.slug);
    const chosen = filters(
      items.map(({ facts }) => facts),
      query,
    );
    const wanted = chosen.filter(({ isChosen }) => isChosen);
    const met = items.filter(({ facts }) => wanted.every(({ meets }) => meets(facts)));
    const linkTo = (which: typeof chosen) =>
      listPath(path, Object.fromEntries(which.map(({ name, value }) => [name, value])));
    const { noteOf, line } = sourceNotes(sources);
    const name = html`<bdi>${subject.name}</bdi>`;
    return {
      title: `Alternatives to ${subject.name}`,
      description: `${items.length} alternatives to ${subject.name} on ${site.name}, with price, licence, hosting, API and single sign-on.`,
      canonical: `${urls.base}${path}`,
      feed: feedPath(path),
      structuredData: [
        trail({ site, urls }, { name: `Alternatives to ${subject.name}`, path }),
        listingList(urls.base, met),
      ],
      body: html`${subject.is_listed && crumbs({ path: `/listings/${subject.slug}`, name: subject.name })}
<h1>Alternatives to ${name}</h1>
<p class="lead">Products that say that they replace ${name} come first, then the most similar ones. <a href="${feedPath(path)}">Subscribe to feed</a></p>
${
  chosen.length > 0 &&
  chipRow(
    "Filter",
    chosen.map((filter) =>
      chip(
        linkTo(
          chosen.filter((other) =>
            other === filter ? !filter.isChosen : other.isChosen && other.name !== filter.name,
          ),
        ),
        filter.label,
        filter.isChosen,
      ),
    ),
  )
}
${
  items.length === 0
    ? empty("No close alternatives listed yet.", {
        path: `/search?q=${encodeURIComponent(subject.name)}`,
        label: "Search all products",
      })
    : met.length === 0
      ? empty("No product meets all of these conditions.", { path, label: "Show all alternatives" })
      : html`<section aria-labelledby="products"><h2 id="products" class="hidden">Products</h2>
${comparableRows(met)}
</section>
<section aria-labelledby="facts"><h2 id="facts">Facts</h2>
<div class="compared" role="region" aria-label="Facts" tabindex="0">
<table>
<thead><tr><th scope="col">Product</th>${keyFactTexts.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>${met.map(
          ({ slug, name, facts, sources: numbers }) =>
            html`<tr><th scope="row"><a href="/listings/${slug}"><bdi>${name}</bdi></a></th>${keyFactTexts.map(
              (fact) =>
                html`<td>${cellText(fact.text(facts)) ?? html`<span class="hint">Unknown</span>`}${[noteOf(numbers[fact.name])].filter(Boolean).map((note) => ` ${note}`)}</td>`,
            )}</tr>
`,
        )}</tbody>
</table>
</div>
${met.length > 1 && html`<p><a href="${comparePath(met.slice(0, maxCompared).map(({ slug }) => slug))}">Compare the first ${Math.min(maxCompared, met.length)}</a></p>`}
</section>
<p class="hint">${line && `${line}. `}${order} Payments never change the order.${wanted.length > 0 && " Products with an unknown fact are left out."}</p>`
}`,
    };
  },
  async feed(ask, { params, urls }) {
    const { slug, name, items } = await ask(listNewAlternatives, { slug: params.slug!, limit: feedLength });
    return {
      title: `New alternatives to ${name}`,
      path: alternativesPath(slug),
      entries: items.map(({ since, ...listing }) => ({ ...listingEntry(listing, urls), published: since })),
    };
  },
});

const cellText = (text: string | null) => (text?.startsWith("http") ? "Yes" : text);

interface Filter {
  name: string;
  value: string;
  label: string;
  meets(facts: KeyFacts): boolean;
}

const maxLicenses = 6;

/** The filters that some product meets or the visitor chose. An unknown fact meets none. */
function filters(known: readonly KeyFacts[], query: URLSearchParams) {
  const common = [
    ...Map.groupBy(
      known.flatMap(({ license }) => licenseIds(license ?? "")),
      (id) => id,
    ),
  ]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, maxLicenses)
    .map(([id]) => id);
  const licenses = new Set([...common, query.get("license") ?? ""].filter(Boolean));
  const all: Filter[] = [
    { name: "self_hosted", value: "yes", label: "Self-hosted", meets: (facts) => facts.self_hosted === "yes" },
    { name: "free_plan", value: "yes", label: "Free plan", meets: (facts) => facts.free_plan === true },
    { name: "has_api", value: "yes", label: "API", meets: (facts) => facts.api_url !== null },
    { name: "sso", value: "yes", label: "Single sign-on", meets: ({ sso }) => sso === "yes" || sso === "paid" },
    ...[...licenses].map((value) => {
      const wanted = licensesMatching(value);
      const meets = ({ license }: KeyFacts) => licenseIds(license ?? "").some((id) => wanted.includes(id));
      return { name: "license", value, label: answerText(value), meets };
    }),
  ];
  return all
    .map((filter) => ({ ...filter, isChosen: query.get(filter.name) === filter.value }))
    .filter(({ isChosen, meets }) => isChosen || known.some(meets));
}
