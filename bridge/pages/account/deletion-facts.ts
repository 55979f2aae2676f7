import type { ErasurePlan, ListingFate } from "#db/queries/erasure/plan.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";

/** What goes with an account and what stays, and why; what there is none of is not spoken of. */
export function deletionFacts(plan: ErasurePlan): Html {
  const of = (fate: ListingFate) => plan.listings.filter((listing) => listing.fate === fate);
  const [deleted, kept, shared] = [of("deleted"), of("kept"), of("shared")];
  const { runningVotes, closedVotes, openOrders, invoices } = plan;
  return html`<section class="card" aria-labelledby="goes"><h2 id="goes">What goes</h2>
<ul class="plain-list">
<li>Your name, email, password and everything that signs you in: browsers, keys, connected apps.</li>
<li>Your founder profile with its photo and interview, and the stories of listings that are yours alone.</li>
<li>Your drafts, claims, what you follow, and mail that is on its way to you.</li>
${deleted.length > 0 && html`<li>Listings that were never public: ${names(deleted)}.</li>`}
${runningVotes > 0 && html`<li>${votes(runningVotes)} of this week: a new account could cast them again.</li>`}
${openOrders.length > 0 && html`<li>Orders that nobody has confirmed are canceled: ${openOrders.join(", ")}.</li>`}
<li>Your name and email in the log of changes.</li>
</ul></section>
<section class="card" aria-labelledby="stays"><h2 id="stays">What stays, without you</h2>
<ul class="plain-list">
${kept.length > 0 && html`<li>Listings that are or were public stay as facts about the product, and belong to nobody: ${names(kept)}. To have one taken down, do that first on its page.</li>`}
${shared.length > 0 && html`<li>What others own with you stays theirs: ${names(shared)}.</li>`}
${closedVotes > 0 && html`<li>${votes(closedVotes)} of weeks that have closed, without your account: their count is published and can be recounted.</li>`}
${invoices > 0 && html`<li>${invoices} ${invoices === 1 ? "invoice" : "invoices"} with the billing address, as tax law asks for: nobody sees them but who keeps the books.</li>`}
<li>The log of what was changed, under a number that stands for nobody.</li>
</ul></section>`;
}

const votes = (count: number): string => `${count} ${count === 1 ? "vote" : "votes"}`;

const names = (listings: { name: string; slug: string }[]): HtmlValue =>
  listings.map(({ name, slug }, i) => html`${i > 0 && ", "}<strong>${name}</strong> (${slug})`);
