import { hashSecret } from "#auth/secrets.ts";
import { type LinkedClaim, openClaimLink } from "#tools/claims/claim-link.ts";
import confirmClaim from "#tools/claims/confirm-claim.ts";
import { answerFault, answerPage, pageForm } from "../frame/answers.ts";
import { callByLink } from "../frame/call-by-link.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import { html } from "../frame/html.ts";
import type { Visit } from "../frame/visit.ts";

/** The target of a link emailed to a company. Opening it changes nothing, because mail scanners open every link. */
export const confirmClaimPage = definePage({
  path: "/claim",
  name: "confirm_claim",
  audience: "everyone",
  async get(visit) {
    const token = visit.url.searchParams.get("token") ?? "";
    const linked = await linkedClaim(visit, token);
    return linked ? render(visit, token, linked) : deadLink(visit);
  },

  async post(visit, form) {
    const token = form.raw("token");
    const linked = await linkedClaim(visit, token);
    if (!linked) return deadLink(visit);
    const { claim, listing, by } = linked;
    const { status } = await callByLink(visit, claim, confirmClaim, { token });
    const isDone = status === "verified";
    return answerPage(visit, {
      title: isDone ? "Confirmed" : "We found your proof",
      layout: "narrow",
      body: html`<h1>${isDone ? `${listing.name} is verified` : "We found your proof"}</h1>
<p class="lead">${
        isDone
          ? `${by} can now edit the listing for ${listing.name}.`
          : `Someone else has already verified ownership of ${listing.name}. The team will decide who owns the listing and send both people the reason.`
      }</p>
<ul class="links" role="list"><li><a href="/account/claims">Your claims</a></li></ul>`,
    });
  },
});

const linkedClaim = (visit: Visit, token: string): Promise<LinkedClaim | null> =>
  token.length > 200 ? Promise.resolve(null) : openClaimLink(visit.runtime.store.read, visit, hashSecret(token));

const render = (visit: Visit, token: string, { claim, listing, by }: LinkedClaim): Response =>
  answerPage(visit, {
    title: `Is ${listing.name} yours?`,
    layout: "narrow",
    body: html`<h1>Is ${listing.name} yours?</h1>
<p class="lead">${by} has claimed the listing for ${listing.name} (${listing.url}) and entered ${claim.email} to prove ownership.</p>
<div class="card">
<p>If you confirm, this person will be able to edit the listing. Confirm only if you or an authorised colleague made this claim. Otherwise, close this page.</p>
${pageForm(
  visit,
  "/claim",
  html`${hiddenField("token", token)}<div class="actions stacked"><button class="primary">Confirm claim</button></div>`,
)}
</div>`,
  });

const deadLink = (visit: Visit): Response =>
  answerFault(visit, {
    status: 410,
    title: "This link is no longer valid",
    text: html`The link has expired, has already been used or has been replaced by a newer one. Request a new link under <a href="/account/claims">Claims</a>.`,
  });
