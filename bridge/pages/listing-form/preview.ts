import { lookup } from "#db/values/lookup.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { prices } from "../directory/listing/prices.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { logo } from "../frame/logo.ts";
import { outsideLink, prose } from "../frame/prose.ts";

type Shown = Pick<
  OwnerListing,
  | ("name" | "headline" | "summary" | "description" | "url" | "logo_url" | "platforms" | "socials" | "faqs")
  | ("seo_title" | "seo_description")
> & { categories: { name: string }[]; pricing: string | null };

/** A preview of a listing's public page. `below` is shown after the summary. */
export function previewOf(listing: Shown, title: string, below?: HtmlValue): Html {
  const { name, headline, summary, description, url, categories, pricing, platforms } = listing;
  const facts: [string, HtmlValue][] = [
    ["Categories", categories.map(({ name }) => name).join(", ")],
    ["Pricing", pricing && lookup(prices, pricing)],
    ["Platforms", platforms.join(", ")],
    [
      "Links",
      Object.entries(listing.socials).map(
        ([network, address], i) => html`${i > 0 && ", "}${outsideLink(address, network)}`,
      ),
    ],
  ];
  const found = listing.seo_description || summary;
  return html`<section class="preview" aria-labelledby="preview"><h2 id="preview">${title}</h2>
<div class="paper">
<header>${logo(listing, 56)}
<div><h3><bdi>${name}</bdi></h3><p>${headline ? html`<bdi>${headline}</bdi>` : html`<span class="empty">No headline yet</span>`}</p></div></header>
<p class="hint">${URL.parse(url)?.host ?? url}</p>
<p dir="auto">${summary || html`<span class="empty">No summary yet</span>`}</p>
${below}
<div class="prose">${prose(description)}</div>
<dl class="facts">${facts
    .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))
    .map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${listing.faqs.length > 0 && html`<h4>FAQ</h4>`}
${listing.faqs.map(({ question, answer }) => html`<details class="question"><summary>${question}</summary>${prose(answer)}</details>`)}
</div>
${
  found !== "" &&
  html`<p class="hint">In search engines:</p>
<div class="paper snippet-card"><p dir="auto"><strong>${listing.seo_title || name}</strong></p><p class="hint" dir="auto">${found}</p></div>`
}
</section>`;
}
