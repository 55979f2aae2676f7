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
const notices: Record<string, string> = { decided: "The case is decided, and both sides are told." };

type Case = Awaited<ReturnType<typeof casesOf>>["items"][number];
interface Refused {
  disputeId: number;
  reason: string;
  errors: FieldErrors;
}

/** `/team/claims`: listings that two say are theirs, with a form that decides whose each is. */
export const claimCasesPage = definePage({
  path,
  name: "team_claims",
  audience: "team",
  menu: { in: "team", label: "Claims", place: 6 },
  get: (visit) => render(visit),

  async post(visit, form) {
    const disputeId = Number(form.text("dispute_id"));
    const input = { dispute_id: disputeId, decision: form.text("decision"), reason: form.text("reason") };
    const { errors } = await submit(visit.call(decideDispute, input), {
      decision: { says: "Choose whose it is." },
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
<p class="lead">Listings that two people have proved to be theirs. Nothing changes until you decide. Both people read your reason.</p>
${open.length === 0 ? html`<p class="empty">No case is open.</p>` : open.map((one) => openCase(visit, one, refused))}
${
  decided.length > 0 &&
  html`<section class="card" aria-labelledby="decided"><h2 id="decided">Decided</h2>
<ul class="plain-list">${decided.map(
    ({ name, slug, status, reason, claimant, decided_at }) =>
      html`<li><a href="/listings/${slug}">${name}</a>, claimed by ${claimant.email}: ${status}${decided_at && html`, ${timeOf(decided_at)}`}.${reason && ` ${reason}`}</li>`,
  )}</ul></section>`
}
${total > items.length && html`<p class="hint">These are the latest ${items.length} of ${total}.</p>`}`,
  });
}

function openCase(visit: SignedInVisit, one: Case, refused?: Refused): Html {
  const { dispute_id, name, slug, url, claimant, owners, method, opened_at, proved_at, last_error } = one;
  const mine = refused?.disputeId === dispute_id ? refused : undefined;
  const who = ({ name, email }: { name: string; email: string }) => `${name || "Somebody"} (${email})`;
  return html`<article class="card" aria-labelledby="case-${dispute_id}">
<h2 id="case-${dispute_id}"><a href="/listings/${slug}">${name}</a></h2>
<p class="hint">${url}, since ${timeOf(opened_at)}</p>
<dl class="facts">
<div><dt>Claims it</dt><dd>${who(claimant)}</dd></div>
<div><dt>By</dt><dd>${methodWords[method].label}: ${proved_at ? html`proved ${timeOf(proved_at)}` : `not proved yet${last_error ? `. ${last_error}` : ""}`}</dd></div>
<div><dt>Has proved it before</dt><dd>${owners.length > 0 ? owners.map(who).join(", ") : "Nobody any more"}</dd></div>
</dl>
${pageForm(
  visit,
  path,
  html`${hiddenField("dispute_id", String(dispute_id))}
${choices({
  id: `decision-${dispute_id}`,
  name: "decision",
  type: "radio",
  label: "Whose is it?",
  options: [
    { value: "grant", label: `${claimant.email}'s`, hint: "Those who had it may only read from then on." },
    { value: "refuse", label: "It stays as it is", hint: "The claim has failed." },
  ],
  chosen: [],
  error: mine?.errors.decision,
})}
${textArea({ id: `reason-${dispute_id}`, name: "reason", label: "Reason", hint: "Both sides read it.", value: mine?.reason ?? "", rows: 3, maxlength: maxReasonLength, error: mine?.errors.reason })}
<div class="actions"><button class="primary">Decide</button></div>`,
)}
</article>`;
}
