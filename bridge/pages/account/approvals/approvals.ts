import {
  type ApprovalRequest,
  decidedApprovalRequests,
  waitingApprovalRequests,
} from "#db/queries/accounts/approval-requests.ts";
import { ownListings } from "#db/queries/listings/owner-listings.ts";
import { answerPage } from "../../frame/answers.ts";
import { definePage } from "../../frame/define-page.ts";
import { type Html, html } from "../../frame/html.ts";
import { timeOf } from "../../frame/time.ts";
import { toolOf } from "./requested-call.ts";

const maxDecided = 20;
const maxNamed = 500;
export const approvalsPath = "/account/approvals";

export const approvalsPage = definePage({
  path: approvalsPath,
  name: "approvals",
  audience: "account",
  menu: { in: "account", label: "Approvals", place: 12 },
  async get(visit) {
    const { read } = visit.runtime.store;
    const waiting = await waitingApprovalRequests(read, visit.account.id, visit.now);
    const decided = await decidedApprovalRequests(read, visit.account.id, maxDecided);
    const owner = { accountId: visit.account.id, isTest: false };
    const { rows } = await ownListings(read, owner, {}, { limit: maxNamed, offset: 0 });
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return answerPage(visit, {
      title: "Approvals",
      layout: "signed-in",
      body: html`<h1>Approvals</h1>
<p class="lead">Some actions by apps and API keys need your approval. To choose these actions, go to <a href="/account/apps">Connected apps</a> or <a href="/account/keys">API keys</a>.</p>
<section class="card" aria-labelledby="waiting"><h2 id="waiting">Waiting for you</h2>
${waiting.length === 0 ? html`<p class="empty">No requests are waiting for your approval.</p>` : html`<ul class="rows" role="list">${waiting.map((each) => row(each, names))}</ul>`}
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

function row(approvalRequest: ApprovalRequest, names: ReadonlyMap<number, string>): Html {
  const { id, decision, decidedAt, createdAt, expiresAt, input } = approvalRequest;
  const listing = names.get(Number(input.listing_id));
  return html`<li>
<div><strong><a href="${approvalsPath}/${id}">${titleOf(approvalRequest)}</a></strong>${listing && html` <bdi>${listing}</bdi>`}${decision && html` <span class="tag${decision === "refused" && " bad"}">${decisionWords[decision]}</span>`}
<p class="hint">${decidedAt ? html`Decided on ${timeOf(decidedAt)}.` : html`Requested on ${timeOf(createdAt)}. Expires on ${timeOf(expiresAt)}.`}</p></div>
</li>
`;
}

export const decisionWords = { approved: "Approved", refused: "Refused" } as const;

/** Titles of tools speak for the person, and pages speak to the person. */
export const titleOf = (approvalRequest: Pick<ApprovalRequest, "operation">): string =>
  (toolOf(approvalRequest)?.title ?? approvalRequest.operation).replace(/\bmy\b/, "your");
