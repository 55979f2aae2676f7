import type { ErasurePlan, ListingFate } from "#db/queries/erasure/plan.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";

export function deletionFacts(plan: ErasurePlan): Html {
  const of = (fate: ListingFate) => plan.listings.filter((listing) => listing.fate === fate);
  const [deleted, kept, shared] = [of("deleted"), of("kept"), of("shared")];
  const scheduled = kept.filter(({ status }) => status === "scheduled");
  const published = kept.filter(({ status }) => status !== "scheduled");
  const { runningVotes, closedVotes, openOrders, invoices } = plan;
  return html`<section class="card" aria-labelledby="goes"><h2 id="goes">What will be deleted</h2>
<ul class="plain-list">
<li>Your name, email address and password, and all your sessions, passkeys, API keys and connected apps.</li>
<li>Your founder profile, with its photo and interview, and the stories of listings that only you own.</li>
<li>Your drafts, claims and follows, and any emails to you that have not been sent yet.</li>
${deleted.length > 0 && html`<li>Listings that were never public: ${names(deleted)}.</li>`}
${runningVotes > 0 && html`<li>${votes(runningVotes)} from this week, because a new account could cast them again.</li>`}
${openOrders.length > 0 && html`<li>Unconfirmed orders, which will be cancelled: ${openOrders.join(", ")}.</li>`}
<li>Your name and email address in the audit log.</li>
</ul></section>
<section class="card" aria-labelledby="stays"><h2 id="stays">What will remain after your account is deleted</h2>
<ul class="plain-list">
${published.length > 0 && html`<li>Listings that are or have been public (only the facts about the product, without an owner): ${names(published)}. To remove a listing from public view, archive it first.</li>`}
${scheduled.length > 0 && html`<li>Listings whose launch is scheduled (they will launch in their week, without an owner): ${names(scheduled)}.</li>`}
${shared.length > 0 && html`<li>Listings that you share with other owners: ${names(shared)}.</li>`}
${closedVotes > 0 && html`<li>${votes(closedVotes)} from past weeks, so that the published results can still be recounted.</li>`}
${invoices > 0 && html`<li>${invoices} ${invoices === 1 ? "invoice" : "invoices"} with your billing details, as tax law requires. Only our accounting team can see them.</li>`}
<li>The audit log of your changes, under a number that no longer identifies a person.</li>
</ul></section>`;
}

const votes = (count: number): string => `${count} ${count === 1 ? "vote" : "votes"}`;

const names = (listings: { name: string; slug: string }[]): HtmlValue =>
  listings.map(({ name, slug }, i) => html`${i > 0 && ", "}<strong>${name}</strong> (${slug})`);
