import { hiddenField, textField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";

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
