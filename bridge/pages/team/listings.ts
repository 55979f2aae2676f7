import { teamScopesOf } from "#auth/scopes.ts";
import { listingStatuses } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import findListings, { ownerWords } from "#tools/listings/team/find-listings.ts";
import { answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { selectField, textField } from "../frame/fields.ts";
import { html } from "../frame/html.ts";
import { submit } from "../frame/submit.ts";
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
    const canAdd = teamScopesOf(visit.account, visit.site.id).includes("team:content");
    const chosen = (name: string) => (visit.url.searchParams.get(name) ?? "").trim().slice(0, 253);
    const owner = chosen("owner") === "with" || chosen("owner") === "without" ? chosen("owner") : undefined;
    const sort = chosen("sort") === "oldest" ? "oldest" : "newest";
    const [domain, since] = [chosen("domain"), chosen("since")];
    const filter = { q: q.slice(0, 120), status: known, owner, domain: domain || undefined, since: since || undefined };
    const { output, errors } = await submit(visit.call(findListings, { ...filter, sort, page }), {
      domain: { label: "Domain" },
      since: { label: "Created since" },
    });
    const { items, has_more } = output ?? { items: [], has_more: false };
    return answerPage(visit, {
      title: "Listings",
      layout: "team",
      errors,
      body: html`<h1>Listings</h1>
${canAdd && html`<p><a href="/team/edit-listing">Add a listing</a>. <a href="/team/import">Import listings</a></p>`}
<form class="filter" method="get" action="/team/listings">
${textField({ name: "q", label: "Name or slug", value: q, maxlength: 120 })}
${selectField({
  name: "status",
  label: "Status",
  value: known ?? "",
  options: [{ value: "", label: "Any" }, ...listingStatuses.map((value) => ({ value, label: listingWords[value] }))],
})}
${selectField({
  name: "owner",
  label: "Owner",
  value: owner ?? "",
  options: [
    { value: "", label: "Any" },
    { value: "with", label: "With an owner" },
    { value: "without", label: "Without an owner" },
  ],
})}
${textField({ name: "domain", label: "Domain", value: domain, maxlength: 253, keyboard: "code", error: errors?.domain })}
${textField({ name: "since", label: "Created since", type: "date", value: since, error: errors?.since })}
${selectField({
  name: "sort",
  label: "Order",
  value: sort,
  options: [
    { value: "newest", label: "Newest first" },
    { value: "oldest", label: "Oldest first" },
  ],
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
<p class="hint">Created on ${timeOf(created_at)}. ${owners.length > 0 ? `Owned by ${owners.map(ownerWords).join(", ")}` : "No owner"}.</p></div>
</li>
`,
      )}</ul></section>`
}
${pageLinks(visit, page, has_more)}`,
    });
  },
});
