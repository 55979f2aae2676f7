import { type ApprovalRequest, approvalRequestOfAccount } from "#db/queries/accounts/approval-requests.ts";
import { ownListing } from "#db/queries/listings/owner-listings.ts";
import type { Facts } from "#db/schema/changes.ts";
import { listingFields } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import refuseApprovalRequest from "#tools/account/refuse-approval-request.ts";
import { markOfSeen } from "#tools/core/calls/approval.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { answerFault, answerPage, answerRedirect, pageForm } from "../../frame/answers.ts";
import { definePage } from "../../frame/define-page.ts";
import { fieldDiff, logo } from "../../frame/field-diff.ts";
import { hiddenField } from "../../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { refusalOf } from "../../frame/submit.ts";
import { timeOf } from "../../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../../frame/visit.ts";
import { approvalsPath, decisionWords, titleOf } from "./approvals.ts";
import { type RequestedCall, requestedCall, toolOf } from "./requested-call.ts";

/** `/account/approvals/{id}`: what an app or key asks for, before and after, and the person's word on it. */
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
      const refusal = await problemOf(call.approve(form.text("seen")));
      if (!refusal) return answerRedirect(visit, `${path}?done=approved`);
      const isDone = refusal.code === "state_conflict" && (await isDecided(visit, approvalRequest));
      return isDone ? answerRedirect(visit, path) : render(visit, approvalRequest, refusal);
    }),
});

/** Returns what `then` makes of the approval request in the path, or a 404 if the person has none of that number. */
async function withApprovalRequest(
  visit: SignedInVisit,
  make: (approvalRequest: ApprovalRequest) => Promise<Response>,
): Promise<Response> {
  const id = Number(visit.url.pathname.split("/")[3]);
  const approvalRequest = Number.isSafeInteger(id)
    ? await approvalRequestOfAccount(visit.runtime.store.read, visit.account.id, id)
    : undefined;
  if (approvalRequest) return make(approvalRequest);
  return answerFault(visit, {
    status: 404,
    title: "There is no such approval request",
    text: html`It may be another account's, or long decided. <a href="${approvalsPath}">See what waits for you</a>.`,
  });
}

const isDecided = async (visit: SignedInVisit, { id }: ApprovalRequest): Promise<boolean> =>
  (await approvalRequestOfAccount(visit.runtime.store.read, visit.account.id, id))?.decision != null;

/** Why a call cannot be made, whatever the reason; null where it is made. */
const problemOf = (call: Promise<unknown>): Promise<Problem | null> =>
  call.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Problem && error.status < 500) return error;
      throw error;
    },
  );

const notices: Record<string, string> = {
  approved: "Approved, and done. Who asked for it learns of it at the next look.",
  refused: "Refused. Nothing was done, and who asked for it is told so.",
};

async function render(visit: SignedInVisit, approvalRequest: ApprovalRequest, refusal?: Problem): Promise<Response> {
  const { decision, expiresAt } = approvalRequest;
  const call = await requestedCall(visit, approvalRequest);
  const isOpen = decision === null && expiresAt > visit.now.toISOString();
  return answerPage(visit, {
    title: titleOf(approvalRequest),
    layout: "signed-in",
    refusal,
    notice: noticeOf(visit, notices),
    body: html`<p class="hint"><a href="${approvalsPath}">Approvals</a></p>
<h1>${titleOf(approvalRequest)}</h1>
${about(approvalRequest, call, await listingName(visit, approvalRequest))}
${isOpen ? (call ? await question(visit, approvalRequest, call) : gone) : outcome(approvalRequest)}
${asked(approvalRequest)}`,
  });
}

const gone = html`<p class="aside" role="note">The app or key that asked for this has no access any more, so it cannot be done. Nothing was changed.</p>`;

/** Name of the person's listing that it is about, where it is about one. */
async function listingName({ runtime, account }: SignedInVisit, { input }: ApprovalRequest): Promise<string | null> {
  const id = Number(input.listing_id);
  const owner = { accountId: account.id, isTest: false };
  return Number.isSafeInteger(id) ? ((await ownListing(runtime.store.read, owner, id))?.name ?? null) : null;
}

const about = (
  { reason, createdAt, expiresAt, decision, decidedAt, input }: ApprovalRequest,
  call: RequestedCall | null,
  listing: string | null,
): Html =>
  html`<dl class="facts">
${listing && html`<div><dt>Listing</dt><dd><a href="/account/listings/${String(input.listing_id)}">${listing}</a></dd></div>`}
<div><dt>Asked by</dt><dd>${call?.by ?? "An app or key that has no access any more"}</dd></div>
<div><dt>Why you are asked</dt><dd>${reason}</dd></div>
<div><dt>Asked</dt><dd>${timeOf(createdAt)}</dd></div>
${decision && decidedAt ? html`<div><dt>${decisionWords[decision]}</dt><dd>${timeOf(decidedAt)}</dd></div>` : html`<div><dt>Open until</dt><dd>${timeOf(expiresAt)}</dd></div>`}
</dl>`;

/** What it would do now, and the buttons. */
async function question(visit: SignedInVisit, approvalRequest: ApprovalRequest, call: RequestedCall): Promise<Html> {
  const path = `${approvalsPath}/${approvalRequest.id}`;
  const refuse = html`<button name="do" value="refuse">Refuse</button>`;
  let trial: Awaited<ReturnType<RequestedCall["try"]>>;
  try {
    trial = await call.try();
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return html`<p class="aside" role="note">It cannot be done as things stand: ${error.detail}</p>
${pageForm(visit, path, html`<div class="actions">${refuse}</div>`)}`;
  }
  const { tried = [], approvalContent = {}, output } = trial;
  const seen = markOfSeen(tried, approvalContent);
  // A request from before an update of the program lacks its approval content.
  const changes = Object.keys(approvalContent).filter(
    (name) =>
      Object.hasOwn(approvalRequest.after, name) &&
      !Bun.deepEquals(lookup(approvalContent, name), lookup(approvalRequest.after, name)),
  );
  const isStale = changes.length > 0 || markOfSeen(tried, {}) !== markOfSeen([approvalRequest], {});
  return html`${isStale && html`<p class="aside" role="note"><strong>Changed since.</strong> What this would change was changed after it was asked for. This is how it stands now.</p>`}
${changes.map((name) => fieldDiff(name, plain(lookup(approvalRequest.after, name)), plain(lookup(approvalContent, name))))}
<section class="card" aria-labelledby="change"><h2 id="change">${isEdit(tried[0]) ? "What it would change" : "What would come of it"}</h2>
${isEdit(tried[0]) ? changed(tried[0]!) : html`<p class="said">${withTimes(withoutWaysOn(call.tool.text(output)))}</p>`}
</section>
${contentSection(approvalContent, call.tool.effect === "spend" ? "What it orders" : "What goes out with it")}
${pageForm(
  visit,
  path,
  html`${hiddenField("seen", seen)}<div class="actions"><button class="primary" name="do" value="approve">Approve and do it</button>${refuse}</div>
<p class="hint">Approved, it is done at once in the name of ${call.by}, on your account.</p>`,
)}`;
}

/** What the call publishes or orders beside what was sent with it. */
const contentSection = (approvalContent: Facts, title: string): HtmlValue =>
  Object.keys(approvalContent).length > 0 &&
  html`<section class="card" aria-labelledby="content"><h2 id="content">${title}</h2>
<dl class="facts">${Object.entries(approvalContent).map(([name, value]) => html`<div><dt>${lookup(listingFields, name)?.label ?? name}</dt><dd class="said">${name === "logo_url" ? logo(value) : String(plain(value ?? ""))}</dd></div>`)}</dl>
</section>`;

// A dry run creates no page to link to.
const withoutWaysOn = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !/^(?:For the person|Next):/.test(line))
    .join("\n");

// Assistants are told times as ISO 8601 has them.
const withTimes = (text: string): HtmlValue[] =>
  text.split(/(\d{4}-\d\d-\d\dT[\d:.]+Z)/).map((part, i) => (i % 2 === 1 && Date.parse(part) ? timeOf(part) : part));

/** What has come of it. */
function outcome(approvalRequest: ApprovalRequest): HtmlValue {
  const { decision, answer } = approvalRequest;
  if (decision === null) return html`<p>Its time is up. Nothing was done; it can be asked for again.</p>`;
  const change =
    isEdit(approvalRequest) &&
    html`<section class="card" aria-labelledby="change"><h2 id="change">${decision === "approved" ? "What it changed" : "What it would have changed"}</h2>
${changed(approvalRequest)}
</section>`;
  const output = answer === null ? null : (JSON.parse(answer) as Facts);
  if (output === null) return change;
  const { checkout_url: pay, status } = output;
  return html`${change}
<section class="card" aria-labelledby="came"><h2 id="came">What came of it</h2>
<p class="said">${toolOf(approvalRequest)?.text(output)}</p>
${typeof pay === "string" && status === "pending" && html`<p><a class="button primary" href="${pay}">To the payment page</a></p>`}
</section>`;
}

/** Whether something is changed or taken away; what is new says itself what it is. */
const isEdit = (entry: { before?: Facts } | undefined): boolean => Object.keys(entry?.before ?? {}).length > 0;

// Numbers that versions get say nothing to people.
const unsaid = new Set(["versions"]);

function changed({ before = {}, after = {} }: { before?: Facts; after?: Facts }): HtmlValue {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])].filter((name) => !unsaid.has(name));
  return names.map((name) => fieldDiff(name, plain(lookup(before, name)), plain(lookup(after, name))));
}

/** What was asked for, in the words it was sent with. */
const asked = ({
  input,
}: ApprovalRequest): Html => html`<section class="card" aria-labelledby="asked"><h2 id="asked">As it was asked</h2>
<dl class="facts">${Object.entries(input).map(([name, value]) => html`<div><dt>${name}</dt><dd class="said">${String(plain(value))}</dd></div>`)}</dl>
</section>`;

/** A value whose inner records are lines too. */
function plain(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(plain).join("\n");
  if ("question" in value && "answer" in value) return `${value.question}\n${value.answer}`;
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${inner === null ? "none" : String(plain(inner))}`)
    .join("\n");
}
