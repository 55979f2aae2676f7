import { listingStatuses } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import findListings from "#tools/listings/team/find-listings.ts";
import { answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { selectField, textField } from "../frame/fields.ts";
import { html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { listingWords } from "../own-listing/status.ts";
import { pageLinks, pageOf } from "./page-links.ts";

export const teamListingsPage = definePage({
  path: "/team/listings",
  name: "team_listings",
  audience: "team",
  scopes: ["team:review", "team:content"],
  menu: { in: "team", label: "Listings", place: 3 },
  async get(visit) {
    const q = visit.url.searchParams.get("q") ?? "";
    const status = visit.url.searchParams.get("status") ?? "";
    const known = lookup(listingWords, status) ? status : undefined;
    const page = pageOf(visit);
    const { items, has_more } = await visit.call(findListings, { q: q.slice(0, 120), status: known, page });
    return answerPage(visit, {
      title: "Listings",
      layout: "team",
      body: html`<h1>Listings</h1>
<form class="filter" method="get" action="/team/listings">
${textField({ name: "q", label: "Name or slug", value: q, maxlength: 120 })}
${selectField({
  name: "status",
  label: "Status",
  value: known ?? "",
  options: [{ value: "", label: "Any" }, ...listingStatuses.map((value) => ({ value, label: listingWords[value] }))],
})}
<button>Show</button>
</form>
${
  items.length === 0
    ? html`<p class="empty">No listings match. <a href="/team/listings">Show all listings</a></p>`
    : html`<section class="card" aria-label="Listings"><ul class="rows" role="list">${items.map(
        ({ slug, name, url, status, created_at, owners }) => html`<li>
<div><strong><a href="/team/listings/${slug}"><bdi>${name}</bdi></a></strong> <span class="tag">${listingWords[status]}</span>
<p class="hint">${url}</p>
<p class="hint">Created on ${timeOf(created_at)}. ${owners.length > 0 ? `Owned by ${owners.join(", ")}` : "No owner"}.</p></div>
</li>
`,
      )}</ul></section>`
}
${pageLinks(visit, page, has_more)}`,
    });
  },
});
