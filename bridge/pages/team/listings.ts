import { teamScopesOf } from "#auth/scopes.ts";
import findListings, { ownerWords } from "#tools/listings/team/find-listings.ts";
import { html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { listingWords } from "../own-listing/status.ts";
import { listPage } from "./list-page.ts";

export const teamListingsPage = listPage({
  path: "/team/listings",
  name: "team_listings",
  scopes: ["team:review", "team:content"],
  menu: { in: "team", label: "Listings", place: 3 },
  title: "Listings",
  records: "listings",
  operation: findListings,
  filters: {
    q: { label: "Name or slug" },
    status: { label: "Status", options: listingWords },
    owner: { label: "Owner", options: { with: "With an owner", without: "Without an owner" } },
    domain: { label: "Domain", keyboard: "code" },
    since: { label: "Created since", type: "date" },
    sort: { label: "Order", options: { newest: "Newest first", oldest: "Oldest first" } },
  },
  above: ({ visit: { account, site } }) =>
    teamScopesOf(account, site.id).includes("team:content") &&
    html`<p><a href="/team/edit-listing">Add a listing</a>. <a href="/team/import">Import listings</a></p>`,
  row: ({ slug, name, url, status, created_at, owners }) => html`<li>
<div><strong><a href="/team/listings/${slug}"><bdi>${name}</bdi></a></strong> <span class="tag">${listingWords[status]}</span>
<p class="hint">${url}</p>
<p class="hint">Created on ${timeOf(created_at)}. ${owners.length > 0 ? `Owned by ${owners.map(ownerWords).join(", ")}` : "No owner"}.</p></div>
</li>
`,
});
