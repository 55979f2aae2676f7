import { type ApprovalRequest, approvalRequestOfAccount } from "#db/queries/accounts/approval-requests.ts";
import { ownListing } from "#db/queries/listings/owner-listings.ts";
import type { Facts } from "#db/schema/changes.ts";
import { labelOf } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import refuseApprovalRequest from "#tools/account/refuse-approval-request.ts";
import { markOfSeen } from "#tools/core/calls/approval.ts";
import { effectText } from "#tools/core/calls/dry-run.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { pageButtons } from "#tools/core/text/page-buttons.ts";
import { answerFault, answerPage, answerRedirect, pageForm } from "../../frame/answers.ts";
import { definePage } from "../../frame/define-page.ts";
import { fieldDiff, logo } from "../../frame/field-diff.ts";
import { foldedPart, hiddenField } from "../../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { clientProblem, refusalOf } from "../../frame/submit.ts";
import { timeOf } from "../../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../../frame/visit.ts";
import { approvalsPath, decisionWords, titleOf } from "./approvals.ts";
import { type RequestedCall, requestedCall, toolOf } from "./requested-call.ts";

export const approvalPage = definePage({
  path: `${approvalsPath}/:id`,
  name: "approval",
  audience: "account",
  get: (visit) => withApprovalRequest(visit, (approvalRequest) => render(visit, approvalRequest)),

  post: (visit, form) =>
    withApprovalRequest(visit, async (approvalRequest) => {
      const path = `${approvalsPath}/${approvalRequest.id}`;
      if (form.text("do") === "refuse") {
        const refusal = await refusalOf(visit.call(refuseApprovalRequest, { id: approvalRequest.id }));
        return refusal ? render(visit, approvalRequest, refusal) : answerRedirect(visit, `${path}?done=refused`);
      }
      const call = await requestedCall(visit, approvalRequest);
      if (!call) return render(visit, approvalRequest);
      const refusal = await call.approve(form.text("seen")).then(() => null, clientProblem);
      if (!refusal) return answerRedirect(visit, `${path}?done=approved`);
      const isDecided = refusal.code === "state_conflict" && (await requestInPath(visit))?.decision != null;
      return isDecided ? answerRedirect(visit, path) : render(visit, approvalRequest, refusal);
    }),
});

const requestInPath = async ({ runtime, account, url }: SignedInVisit): Promise<ApprovalRequest | undefined> => {
  const id = Number(url.pathname.split("/")[3]);
  return Number.isSafeInteger(id) ? approvalRequestOfAccount(runtime.store.read, account.id, id) : undefined;
};

async function withApprovalRequest(
  visit: SignedInVisit,
  respond: (approvalRequest: ApprovalRequest) => Promise<Response>,
): Promise<Response> {
  const approvalRequest = await requestInPath(visit);
  if (approvalRequest) return respond(approvalRequest);
  return answerFault(visit, {
    status: 404,
    title: "Approval request not found",
    text: html`The request may belong to another account, or it may have been deleted. <a href="${approvalsPath}">See your approval requests</a>.`,
  });
}

const notices: Record<string, string> = {
  approved: "Request approved and carried out. The app or key will get the result when it checks the request.",
  refused: "Request refused. Nothing was changed. The app or key will see the refusal when it checks the request.",
};

async function render(visit: SignedInVisit, approvalRequest: ApprovalRequest, refusal?: Problem): Promise<Response> {
  const { reason, createdAt, expiresAt, decision, decidedAt, input } = approvalRequest;
  const call = await requestedCall(visit, approvalRequest);
  const listing = await listingName(visit, approvalRequest);
  const isOpen = decision === null && expiresAt > visit.now.toISOString();
  const title = wishOf(approvalRequest, call?.by ?? "An app or key", listing);
  return answerPage(visit, {
    title,
    layout: "signed-in",
    refusal,
    notice: noticeOf(visit, notices),
    body: html`<p class="hint"><a href="${approvalsPath}">Approvals</a></p>
<h1 dir="auto">${title}</h1>
<dl class="facts">
${listing && html`<div><dt>Listing</dt><dd><a href="/account/listings/${String(input.listing_id)}">${listing}</a></dd></div>`}
<div><dt>Requested by</dt><dd>${call?.by ?? "An app or key that no longer has access"}</dd></div>
<div><dt>Why it needs your approval</dt><dd>${reason}</dd></div>
<div><dt>Requested</dt><dd>${timeOf(createdAt)}</dd></div>
${decision && decidedAt ? html`<div><dt>${decisionWords[decision]}</dt><dd>${timeOf(decidedAt)}</dd></div>` : html`<div><dt>Expires</dt><dd>${timeOf(expiresAt)}</dd></div>`}
</dl>
${isOpen ? (call ? await question(visit, approvalRequest, call) : gone) : outcome(approvalRequest)}
${originalRequest(approvalRequest)}`,
  });
}

/** Names who asks, what for and for which listing. */
function wishOf(approvalRequest: ApprovalRequest, by: string, listing: string | null): string {
  const title = titleOf(approvalRequest);
  const action = title.charAt(0).toLowerCase() + title.slice(1);
  if (listing === null) return `${by} wants to ${action}`;
  return `${by} wants to ${isEdit(approvalRequest) ? `edit ${listing}` : `${action}: ${listing}`}`;
}

const gone = html`<p class="aside" role="note">The app or key that sent this request no longer has access, so the request cannot be carried out. Nothing was changed.</p>`;

async function listingName({ runtime, account }: SignedInVisit, { input }: ApprovalRequest): Promise<string | null> {
  const id = Number(input.listing_id);
  const owner = { accountId: account.id, isTest: false };
  return Number.isSafeInteger(id) ? ((await ownListing(runtime.store.read, owner, id))?.name ?? null) : null;
}

async function question(visit: SignedInVisit, approvalRequest: ApprovalRequest, call: RequestedCall): Promise<Html> {
  const path = `${approvalsPath}/${approvalRequest.id}`;
  const refuse = html`<button name="do" value="refuse">${pageButtons.refuse}</button>`;
  const dryRun = await call.dryRun().catch(clientProblem);
  if (dryRun instanceof Problem)
    return html`<p class="aside" role="note">This request cannot be carried out at the moment: ${dryRun.detail}</p>
${pageForm(visit, path, html`<div class="actions">${refuse}</div>`)}`;
  const { tried = [], approvalContent = {}, output } = dryRun;
  const seen = markOfSeen(tried, approvalContent);
  // Requests made before an update of Slipway may lack some values, so only the values that they contain are compared.
  const changes = Object.keys(approvalContent).filter(
    (name) =>
      Object.hasOwn(approvalRequest.after, name) &&
      !Bun.deepEquals(lookup(approvalContent, name), lookup(approvalRequest.after, name)),
  );
  const isStale = changes.length > 0 || markOfSeen(tried, {}) !== markOfSeen([approvalRequest], {});
  return html`${isStale && html`<p class="aside" role="note"><strong>Changed since the request.</strong> The request would now have a different effect, which is shown below.</p>`}
${changes.map((name) => fieldDiff(name, plain(lookup(approvalRequest.after, name)), plain(lookup(approvalContent, name))))}
<section class="card" aria-labelledby="change"><h2 id="change">${isEdit(tried[0]) ? "Requested changes" : "Expected result"}</h2>
${isEdit(tried[0]) ? changedFields(tried[0]!) : html`<p class="said">${withTimes(withoutNextSteps(effectText(call.tool, output)))}</p>`}
</section>
${contentSection(approvalContent, call.tool.effect === "spend" ? "Order" : "Also published")}
${pageForm(
  visit,
  path,
  html`${hiddenField("seen", seen)}<div class="actions"><button class="primary" name="do" value="approve">${pageButtons.approve}</button>${refuse}</div>
<p class="hint">If you approve the request, we will carry it out immediately for ${call.by}, on your account.</p>`,
)}`;
}

const contentSection = (approvalContent: Facts, title: string): HtmlValue =>
  Object.keys(approvalContent).length > 0 &&
  html`<section class="card" aria-labelledby="content"><h2 id="content">${title}</h2>
<dl class="facts">${Object.entries(approvalContent).map(([name, value]) => html`<div><dt>${labelOf(name)}</dt><dd class="said">${name === "logo_url" ? logo(value) : String(plain(value ?? ""))}</dd></div>`)}</dl>
</section>`;

// Removes next steps, because a dry run does not create the pages that they link to.
const withoutNextSteps = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !/^(?:For the (?:person|user)|Next):/.test(line))
    .join("\n");

// Makes the ISO 8601 times in text for assistants readable for people.
const withTimes = (text: string): HtmlValue[] =>
  text.split(/(\d{4}-\d\d-\d\dT[\d:.]+Z)/).map((part, i) => (i % 2 === 1 && Date.parse(part) ? timeOf(part) : part));

function outcome(approvalRequest: ApprovalRequest): HtmlValue {
  const { decision, answer } = approvalRequest;
  if (decision === null)
    return html`<p>This request has expired. Nothing was changed. The app or key can send the request again.</p>`;
  const change =
    isEdit(approvalRequest) &&
    html`<section class="card" aria-labelledby="change"><h2 id="change">${decision === "approved" ? "Changes" : "Refused changes"}</h2>
${changedFields(approvalRequest)}
</section>`;
  const output = answer === null ? null : (JSON.parse(answer) as Facts);
  if (output === null) return change;
  const { checkout_url: pay, status } = output;
  return html`${change}
<section class="card" aria-labelledby="result"><h2 id="result">Result</h2>
<p class="said">${toolOf(approvalRequest)?.text(output)}</p>
${typeof pay === "string" && status === "pending" && html`<p><a class="button primary" href="${pay}">Go to payment</a></p>`}
</section>`;
}

const isEdit = (entry: { before?: Facts } | undefined): boolean => Object.keys(entry?.before ?? {}).length > 0;

function changedFields({ before = {}, after = {} }: { before?: Facts; after?: Facts }): HtmlValue {
  // Version numbers mean nothing to people, so they are left out.
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])].filter((name) => name !== "versions");
  return names.map((name) => fieldDiff(name, plain(lookup(before, name)), plain(lookup(after, name))));
}

const originalRequest = ({ input }: ApprovalRequest): Html =>
  foldedPart(
    "Original request, as the app or key sent it",
    false,
    html`<dl class="facts">${Object.entries(input).map(([name, value]) => html`<div><dt>${name}</dt><dd class="said">${String(plain(value))}</dd></div>`)}</dl>`,
  );

function plain(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(plain).join("\n");
  if ("question" in value && "answer" in value) return `${value.question}\n${value.answer}`;
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${inner === null ? "none" : String(plain(inner))}`)
    .join("\n");
}
