import { type FactName, type FactSource, factNames, listingFields } from "#db/schema/listing-fields.ts";
import { planPrice } from "#tools/core/text/plan-text.ts";
import { day } from "#tools/core/text/text.ts";
import {
  authorOf,
  factValues,
  isUnknown,
  singleFacts,
  sourcesOf,
  sourceWords,
} from "#tools/listings/shared/fact-text.ts";
import type { PublicListing } from "#tools/listings/shared/records.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { outsideLink } from "../../frame/prose.ts";
import { table } from "../../frame/table.ts";
import { dayOf } from "../../frame/time.ts";
import { namedPath } from "../search/subject-path.ts";

const withoutScheme = (url: string) => url.replace(/^https?:\/\/(?:www\.)?|\/$/g, "");

export const hostOf = (url: string) => (URL.parse(url)?.hostname ?? url).replace(/^www\./, "");

type Facts = Parameters<typeof factValues>[0];
type Source = FactSource | null | undefined;

/** A source with the day of its last confirmation. The quote is a tooltip of the page's link. */
const sourceNote = ({ url, quote, checked_at: at, by, confirmed }: FactSource, listing: Facts): Html =>
  html`${
    url === null ? authorOf(by, listing) : html`<span title="${quote ?? ""}">${outsideLink(url, hostOf(url))}</span>`
  }, ${!confirmed && "unconfirmed since "}${dayOf(at)}`;

/** Sources that say the same; null if a source has a note of its own. */
const sameAs = (source: Source): string | null =>
  source && source.url === null && source.confirmed ? `${source.by} ${day(source.checked_at)}` : null;

/** The most common source without a page. It is shown once, because on every fact it would hide the facts. */
function commonSource(sources: Source[]): FactSource | null {
  const [most = []] = [...Map.groupBy(sources, sameAs)]
    .flatMap(([key, all]) => (key === null ? [] : [all]))
    .sort((a, b) => b.length - a.length);
  return most.length > 1 ? most[0]! : null;
}

const noteUnless = (common: FactSource | null, source: Source, listing: Facts): HtmlValue =>
  source && !(common && sameAs(source) === sameAs(common)) && sourceNote(source, listing);

const hint = (note: HtmlValue): HtmlValue => note && html`<p class="hint">${note}</p>`;

/** Only a live listing is on the pages of the products that it replaces. */
const linkedValues = (listing: Facts, name: Parameters<typeof factValues>[1], isLive = true): Html[] =>
  factValues(listing, name).map(({ text, url }, i) => {
    const value = url ? outsideLink(url, text === url ? withoutScheme(url) : text) : text;
    const linked = isLive && name === "alternative_to" ? html`<a href="${namedPath(text)}">${text}</a>` : value;
    return html`${i > 0 && ", "}<bdi>${linked}</bdi>`;
  });

/** The sources of a fact as hints, each once. */
export function sourceNotes(listing: Facts, name: FactName): HtmlValue {
  const words = sourceWords(listing, name);
  return sourcesOf(listing, name).map(
    (source, i) => words.indexOf(words[i]!) === i && hint(sourceNote(source, listing)),
  );
}

/** A fact with its sources, as a cell of a table. */
export const factCell = (listing: Facts, name: FactName): Html =>
  html`${
    isUnknown(listing, name)
      ? html`<span class="hint">Unknown</span>`
      : name === "plans"
        ? listing.plans.map((plan) => html`<p><bdi>${plan.name}</bdi>: ${planPrice(plan)}</p>`)
        : linkedValues(listing, name)
  }${sourceNotes(listing, name)}`;

export const factRows = (listing: PublicListing, isLive: boolean) => {
  const common = commonSource(singleFacts.map((name) => listing.fact_sources[name]));
  return singleFacts.flatMap((name) => {
    const values = linkedValues(listing, name, isLive);
    if (values.length === 0) return [];
    return {
      label: listingFields[name].label,
      value: values,
      source: noteUnless(common, listing.fact_sources[name], listing),
    };
  });
};

/** The source of the facts of {@link factRows} without a note. */
export function sourceOfOthers(listing: PublicListing): HtmlValue {
  const common = commonSource(singleFacts.map((name) => listing.fact_sources[name]));
  return common && hint(html`Source of other facts: ${sourceNote(common, listing)}`);
}

const lowerCase = (text: string) => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** The facts that nobody has stated yet. Visitors see them only beside other facts. */
export function missingFacts(listing: PublicListing, canEdit: boolean): HtmlValue {
  const missing = factNames.filter((name) => isUnknown(listing, name));
  if (missing.length === 0 || (missing.length === factNames.length && !canEdit)) return null;
  const names = missing.map((name) => lowerCase(listingFields[name].label));
  return html`<p class="hint">Not stated: ${names.join(", ")}.${canEdit && html` <a href="/account/listings/${listing.id}/edit#facts">Add facts</a>`}</p>`;
}

export function priceTable(listing: PublicListing): Html {
  const { name, plans, price_history: history } = listing;
  const common = commonSource(plans.map(({ source }) => source));
  return html`${table(
    html`<span class="hidden">Prices of ${name}</span>`,
    ["Plan", "Price"],
    plans.map((plan) => ({
      cells: [
        html`<bdi>${plan.name}</bdi>${plan.free_limits !== null && html`<p class="hint" dir="auto">${plan.free_limits}</p>`}`,
        html`${plan.url === null || plan.source?.url ? planPrice(plan) : outsideLink(plan.url, planPrice(plan))}${hint(noteUnless(common, plan.source, listing))}`,
      ],
    })),
    "plan-table",
  )}
${common && hint(html`Source of prices: ${sourceNote(common, listing)}`)}${
  history.length > 0 &&
  html`<details class="question"><summary>Former prices</summary>
<ul>${history.map(
    ({ plan, from, until, ...price }) =>
      html`<li><bdi>${plan}</bdi>: ${planPrice(price)}, ${dayOf(from)} to ${dayOf(until)}</li>`,
  )}</ul></details>`
}`;
}
