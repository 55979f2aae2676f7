import { listingToClaim } from "#db/queries/claims/claimed-listings.ts";
import listMyClaims from "#tools/claims/list-my-claims.ts";
import type { ClaimRecord } from "#tools/claims/shared/records.ts";
import {
  checkNow,
  claimOutcome,
  claimState,
  claimSteps,
  methodWords,
  refreshSeconds,
  tag,
} from "../claims/claim-parts.ts";
import { answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type Html, html } from "../frame/html.ts";
import type { SignedInVisit } from "../frame/visit.ts";

const path = "/account/claims";
const maxShown = 50;

export const claimsPage = definePage({
  path,
  name: "claims",
  audience: "account",
  menu: { in: "account", label: "Claims", place: 6 },
  async get(visit) {
    const { items, total } = await visit.call(listMyClaims, { per_page: maxShown });
    const isChecking = items.some(({ poll_after_ms }) => poll_after_ms !== null);
    const named = items.map(async (claim) => {
      const listing = await listingToClaim(visit.runtime.store.read, visit.site.id, claim.slug);
      return claimSection(visit, claim, listing?.name ?? claim.slug);
    });
    const sections = await Promise.all(named);
    return answerPage(visit, {
      title: "Claims",
      layout: "signed-in",
      refreshSeconds: isChecking ? refreshSeconds : undefined,
      body: html`<h1>Claims</h1>
<p class="lead">A claim lets you prove that a listing belongs to your company. You can start a claim on the listing's page.</p>
${
  items.length === 0
    ? html`<section class="card" aria-label="Claims"><p class="empty">You have no claims yet. <a href="/search">Find your company's listing</a>.</p></section>`
    : sections
}
${total > items.length && html`<p class="hint">Showing the latest ${items.length} of ${total} claims.</p>`}`,
    });
  },

  post: (visit, form) => checkNow(visit, form.text("claim"), path),
});

const claimSection = (
  visit: SignedInVisit,
  claim: ClaimRecord,
  listingName: string,
): Html => html`<article class="card" aria-labelledby="claim-${claim.claim_id}">
<h2 id="claim-${claim.claim_id}"><bdi>${listingName}</bdi> ${tag(claim.status)}</h2>
<p class="hint">${methodWords[claim.method].label}</p>
${claim.status === "pending" ? [claimSteps(claim, listingName), claimState(visit, claim, path)] : html`<p>${claimOutcome(claim)}</p>`}
${(claim.status === "expired" || claim.status === "revoked") && html`<p><a href="/listings/${claim.slug}/claim">Claim again</a></p>`}
</article>`;
