import type { ListingStatus } from "#db/schema/vocabulary.ts";
import { hiddenField, textField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { dayOf } from "../frame/time.ts";
import { listingWords } from "../own-listing/status.ts";

interface Side {
  slug: string;
  name: string;
  url: string;
  status: ListingStatus;
  votes: number;
  created_at: string;
}

/** One of two listings that may be about the same product. */
export const listingLine = ({ slug, name, url, status, votes, created_at }: Side): Html =>
  html`<a href="/team/listings/${slug}"><bdi>${name}</bdi></a> (${slug}), ${url}, ${listingWords[status]}, ${votes.toLocaleString("en")} ${votes === 1 ? "vote" : "votes"}, added ${dayOf(created_at)}`;

export const mergePath = (slug: string) => `/team/listings/${slug}/merge`;

/** A form that opens the confirmation. Without `into`, the member types the slug of the listing that remains. */
export const mergeForm = (slug: string, into?: { slug: string; name: string }, error?: string): Html =>
  html`<form method="get" action="${mergePath(slug)}">
${
  into
    ? html`${hiddenField("into", into.slug)}<button>Merge into <bdi>${into.name}</bdi></button>`
    : html`${textField({ name: "into", label: "Slug of the listing that remains", maxlength: 120, error })}
<div class="actions"><button>Compare listings</button></div>`
}
</form>`;

/** The section of the team's page of a listing. */
export const mergeSection = (slug: string): Html =>
  html`<details class="card"><summary>Merge into another listing</summary>
<p>Merge this listing if another one is about the same product. You confirm the merge on the next page.</p>
${mergeForm(slug)}</details>`;
