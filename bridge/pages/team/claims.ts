import decideDispute from "#tools/claims/decide-dispute.ts";
import listDisputes from "#tools/claims/list-disputes.ts";
import { methodWords } from "../claims/claim-parts.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { choices, type FieldErrors, hiddenField, textArea } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { submit } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";

const path = "/team/claims";
const maxShown = 50;
const maxReasonLength = 2000;
const notices: Record<string, string> = { decided: "Dispute decided. We have sent both sides the reason." };

type Case = Awaited<ReturnType<typeof casesOf>>["items"][number];
interface Refused {
  disputeId: number;
  reason: string;
  errors: FieldErrors;
}

export const claimCasesPage = definePage({
  path,
  name: "team_claims",
  audience: "team",
  scopes: ["team:review"],
  menu: { in: "team", label: "Claims", place: 6 },
  get: (visit) => render(visit),

  async post(visit, form) {
    const disputeId = Number(form.text("dispute_id"));
    const input = { dispute_id: disputeId, decision: form.text("decision"), reason: form.text("reason") };
    const { errors } = await submit(visit.call(decideDispute, input), {
      decision: { says: "Choose an owner." },
      reason: { label: "Reason" },
    });
    if (!errors) return answerRedirect(visit, `${path}?done=decided`);
    return render(visit, { disputeId, reason: input.reason, errors });
  },
});

const casesOf = (visit: SignedInVisit) => visit.call(listDisputes, { per_page: maxShown });

async function render(visit: SignedInVisit, refused?: Refused): Promise<Response> {
  const { items, total } = await casesOf(visit);
  const open = items.filter(({ status }) => status === "open");
  const decided = items.filter(({ status }) => status !== "open");
  return answerPage(visit, {
    title: "Claims",
    layout: "team",
    notice: noticeOf(visit, notices),
    errors: refused?.errors,
    body: html`<h1>Claims</h1>
<p class="lead">Two people have verified ownership of each of these listings. Nothing changes until you decide. Both people will receive your reason.</p>
${open.length === 0 ? html`<p class="empty">There are no open disputes. A dispute appears here when two people verify ownership of the same listing.</p>` : open.map((one) => openCase(visit, one, refused))}
${
  decided.length > 0 &&
  html`<section class="card" aria-labelledby="decided"><h2 id="decided">Decided</h2>
<ul class="plain-list">${decided.map(
    ({ name, slug, status, reason, claimant, decided_at }) =>
      html`<li><a href="/listings/${slug}">${name}</a>, claimed by ${who(claimant)}: ${status}${decided_at && html`, ${timeOf(decided_at)}`}.${reason && ` ${reason}`}</li>`,
  )}</ul></section>`
}
${total > items.length && html`<p class="hint">Showing the latest ${items.length} of ${total} disputes.</p>`}`,
  });
}

const who = ({ id, name, email }: Case["claimant"]) => `${name || `Account ${id}`}${email ? ` (${email})` : ""}`;

function openCase(visit: SignedInVisit, one: Case, refused?: Refused): Html {
  const { dispute_id, name, slug, url, claimant, owners, method, opened_at, proved_at, last_error } = one;
  const mine = refused?.disputeId === dispute_id ? refused : undefined;
  return html`<article class="card" aria-labelledby="case-${dispute_id}">
<h2 id="case-${dispute_id}"><a href="/listings/${slug}">${name}</a></h2>
<p class="hint">${url}, open since ${timeOf(opened_at)}</p>
<dl class="facts">
<div><dt>Claimed by</dt><dd>${who(claimant)}</dd></div>
<div><dt>Proof</dt><dd>${methodWords[method].label}: ${proved_at ? html`found on ${timeOf(proved_at)}` : `not verified yet${last_error ? `. ${last_error}` : ""}`}</dd></div>
<div><dt>Already verified</dt><dd>${owners.length > 0 ? owners.map(who).join(", ") : "No current owner"}</dd></div>
</dl>
${pageForm(
  visit,
  path,
  html`${hiddenField("dispute_id", String(dispute_id))}
${choices({
  id: `decision-${dispute_id}`,
  name: "decision",
  type: "radio",
  label: "Who owns the listing?",
  options: [
    {
      value: "grant",
      label: `The claimant, ${who(claimant)}`,
      hint: "The previous owners will get read-only access.",
    },
    { value: "refuse", label: "The current owners keep the listing", hint: "The claim will fail." },
  ],
  chosen: [],
  error: mine?.errors.decision,
})}
${textArea({ id: `reason-${dispute_id}`, name: "reason", label: "Reason", hint: "Both sides will see this reason.", value: mine?.reason ?? "", rows: 3, maxlength: maxReasonLength, error: mine?.errors.reason })}
<div class="actions"><button class="primary">Decide dispute</button></div>`,
)}
</article>`;
}
