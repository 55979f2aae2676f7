import type { ErasurePlan, ListingFate } from "#db/queries/erasure/plan.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";

export function deletionFacts(plan: ErasurePlan): Html {
  const of = (fate: ListingFate) => plan.listings.filter((listing) => listing.fate === fate);
  const [deleted, kept, shared] = [of("deleted"), of("kept"), of("shared")];
  const { runningVotes, closedVotes, openOrders, invoices } = plan;
  return html`<section class="card" aria-labelledby="goes"><h2 id="goes">What will be deleted</h2>
<ul class="plain-list">
<li>Your name, email and password, and all sessions, API keys and connected apps.</li>
<li>Your founder profile with its photo and interview, and the stories of listings that only you own.</li>
<li>Your drafts, claims and follows, and emails to you that are not sent yet.</li>
${deleted.length > 0 && html`<li>Listings that were never public: ${names(deleted)}.</li>`}
${runningVotes > 0 && html`<li>${votes(runningVotes)} of this week, because a new account could cast them again.</li>`}
${openOrders.length > 0 && html`<li>Unconfirmed orders, which are cancelled: ${openOrders.join(", ")}.</li>`}
<li>Your name and email in the audit log.</li>
</ul></section>
<section class="card" aria-labelledby="stays"><h2 id="stays">What will remain, without your account</h2>
<ul class="plain-list">
${kept.length > 0 && html`<li>Listings that are or were public, as facts about the product and without an owner: ${names(kept)}. To remove one from public view, archive it first on its page.</li>`}
${shared.length > 0 && html`<li>Listings that you share with other owners: ${names(shared)}.</li>`}
${closedVotes > 0 && html`<li>${votes(closedVotes)} of past weeks, because their published results can be recounted.</li>`}
${invoices > 0 && html`<li>${invoices} ${invoices === 1 ? "invoice" : "invoices"} with your billing details, as tax law requires. Only our accounting can see them.</li>`}
<li>The audit log of your changes, under a number that no longer refers to a person.</li>
</ul></section>`;
}

const votes = (count: number): string => `${count} ${count === 1 ? "vote" : "votes"}`;

const names = (listings: { name: string; slug: string }[]): HtmlValue =>
  listings.map(({ name, slug }, i) => html`${i > 0 && ", "}<strong>${name}</strong> (${slug})`);
