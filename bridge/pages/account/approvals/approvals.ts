import { decidedProposals, type Proposal, waitingProposals } from "#db/queries/accounts/proposals.ts";
import { ownListings } from "#db/queries/listings/owner-listings.ts";
import { answerPage } from "../../frame/answers.ts";
import { type Html, html } from "../../frame/html.ts";
import { signedInPage } from "../../frame/mount.ts";
import { timeOf } from "../../frame/time.ts";
import { toolOf } from "./proposed-call.ts";

const mostDecided = 20;
const mostNamed = 500;
export const approvalsPath = "/account/approvals";

/** `/account/approvals`: what apps and keys ask the person for, and what was decided of late. */
export const approvalsPage = signedInPage(approvalsPath, "approvals", {
  async get(visit) {
    const { read } = visit.runtime.store;
    const waiting = await waitingProposals(read, visit.account.id, visit.now);
    const decided = await decidedProposals(read, visit.account.id, mostDecided);
    const owner = { accountId: visit.account.id, isTest: false };
    const { rows } = await ownListings(read, owner, {}, { limit: mostNamed, offset: 0 });
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return answerPage(visit, {
      title: "Approvals",
      layout: "signed-in",
      body: html`<h1>Approvals</h1>
<p class="lead">What assistants and scripts ask you for before they do it. What each may do without asking is under <a href="/account/apps">Connected apps</a> and <a href="/account/keys">API keys</a>.</p>
<section class="card" aria-labelledby="waiting"><h2 id="waiting">Waiting for you</h2>
${waiting.length === 0 ? html`<p class="empty">Nothing waits for you.</p>` : html`<ul class="rows" role="list">${waiting.map((each) => row(each, names))}</ul>`}
</section>
${
  decided.length > 0 &&
  html`<section class="card" aria-labelledby="decided"><h2 id="decided">Decided</h2>
<ul class="rows" role="list">${decided.map((each) => row(each, names))}</ul>
</section>`
}`,
    });
  },
});

function row(proposal: Proposal, names: ReadonlyMap<number, string>): Html {
  const { id, decision, decidedAt, createdAt, expiresAt, input } = proposal;
  const listing = names.get(Number(input.listing_id));
  return html`<li>
<div><strong><a href="${approvalsPath}/${id}">${titleOf(proposal)}</a></strong>${listing && html` <bdi>${listing}</bdi>`}${decision && html` <span class="tag${decision === "refused" && " bad"}">${decisionWords[decision]}</span>`}
<p class="hint">${decidedAt ? html`Decided ${timeOf(decidedAt)}.` : html`Asked ${timeOf(createdAt)}, open until ${timeOf(expiresAt)}.`}</p></div>
</li>
`;
}

export const decisionWords = { approved: "Approved", refused: "Refused" } as const;

export const titleOf = (proposal: Pick<Proposal, "operation">): string => toolOf(proposal)?.title ?? proposal.operation;
