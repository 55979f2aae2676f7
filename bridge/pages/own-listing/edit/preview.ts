import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { prices } from "../../directory/listing/prices.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { outsideLink, prose } from "../../frame/prose.ts";

export function previewOf(listing: OwnerListing, isDryRun: boolean): Html {
  const { name, headline, summary, description, url, logo_url, categories, pricing, platforms } = listing;
  const facts: [string, HtmlValue][] = [
    ["Categories", categories.map(({ name }) => name).join(", ")],
    ["Pricing", pricing && prices[pricing]],
    ["Platforms", platforms.join(", ")],
    [
      "Links",
      Object.entries(listing.socials).map(
        ([network, address], i) => html`${i > 0 && ", "}${outsideLink(address, network)}`,
      ),
    ],
  ];
  return html`<section class="preview" aria-labelledby="preview" tabindex="0"><h2 id="preview">${isDryRun ? "Preview of your changes" : "Current version"}</h2>
<div class="paper">
<header>${logo_url && html`<img class="logo" src="${new URL(logo_url).pathname}" alt="" width="56" height="56">`}
<div><h3><bdi>${name}</bdi></h3><p><bdi>${headline}</bdi></p></div></header>
<p class="hint">${URL.parse(url)?.host ?? url}</p>
<p dir="auto">${summary}</p>
<div class="prose">${prose(description)}</div>
<dl class="facts">${facts
    .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))
    .map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${listing.faqs.length > 0 && html`<h4>FAQ</h4>`}
${listing.faqs.map(({ question, answer }) => html`<p dir="auto"><strong>${question}</strong></p>${prose(answer)}`)}
</div>
<p class="hint">In search engines:</p>
<div class="paper snippet-card"><p dir="auto"><strong>${listing.seo_title || name}</strong></p><p class="hint" dir="auto">${listing.seo_description || summary}</p></div>
</section>`;
}
