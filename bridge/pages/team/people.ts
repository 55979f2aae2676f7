import { teamScopesOf } from "#auth/scopes.ts";
import { type Owner, openInvites, ownersWithAccess } from "#db/queries/accounts/access.ts";
import { listingToClaim } from "#db/queries/claims/claimed-listings.ts";
import assignOwner from "#tools/claims/assign-owner.ts";
import changeAccess from "#tools/claims/change-access.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { choices, type FieldErrors, foldedPart, hiddenField, textArea, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import { personRow } from "../frame/person-row.ts";
import { attempt, clientProblem, onceKey, onceToken, submit } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { missingListing, slugOf } from "./listing.ts";

const notices: Record<string, string> = {
  none: "Access removed. We have sent the person the reason.",
  edit: "Access restored. We have sent the person the reason.",
  assigned: "Owner assigned. We have sent everyone concerned the reason.",
};

interface Refused {
  accountId: number;
  reason: string;
  errors: FieldErrors;
}

export const teamPeoplePage = definePage({
  path: "/team/listings/:slug/people",
  name: "team_people",
  audience: "team",
  scopes: ["team:review", "team:content"],
  get: (visit) => render(visit),

  async post(visit, form) {
    const slug = slugOf(visit);
    if (form.text("do") === "assign") return assign(visit, slug, form);
    const accountId = Number(form.text("account_id"));
    const access = form.text("access") === "edit" ? ("edit" as const) : ("none" as const);
    const reason = form.text("reason");
    const { errors } = await submit(visit.call(changeAccess, { slug, account_id: accountId, access, reason }), {
      reason: { label: "Reason" },
    });
    if (errors) return render(visit, { accountId, reason, errors });
    return answerRedirect(visit, `/team/listings/${slug}/people?done=${access}`);
  },
});

async function assign(visit: SignedInVisit, slug: string, form: Form): Promise<Response> {
  const person = form.text("person");
  const chosen = /^\d+$/.test(person) ? { account_id: Number(person) } : { email: person };
  const input = { slug, ...chosen, transfer: form.text("transfer") === "yes", reason: form.text("assign-reason") };
  const call = visit.call(assignOwner, input, onceKey(form));
  const fields = { person: { label: "Account" }, reason: { in: "assign-reason", label: "Reason" } };
  const says = "Enter the email or the ID of an account.";
  const { output, errors, refusal } = await attempt(call, {
    ...fields,
    ...{ email: { in: "person", says }, account_id: { in: "person", says } },
  }).catch((error: unknown) => ({ output: null, errors: undefined, refusal: clientProblem(error) }));
  if (output) return answerRedirect(visit, `/team/listings/${slug}/people?done=assigned`);
  return render(visit, undefined, { form, errors, refusal });
}

interface Unassigned {
  form?: Form;
  errors?: FieldErrors;
  refusal?: { status: number; detail: string };
}

async function render(visit: SignedInVisit, refused?: Refused, unassigned: Unassigned = {}): Promise<Response> {
  const { read } = visit.runtime.store;
  const slug = slugOf(visit);
  const listing = await listingToClaim(read, visit.site.id, slug);
  if (!listing) return missingListing(visit);
  const owners = await ownersWithAccess(read, listing.companyId);
  const invites = await openInvites(read, listing.companyId, visit.now);
  const errors = refused?.errors ?? unassigned.errors;
  const scopes = teamScopesOf(visit.account, visit.site.id);
  const seesEmails = scopes.includes("team:admin");
  const nameOf = ({ name, email, accountId }: Owner) =>
    `${name || "No name yet"} (${seesEmails ? email : `account ${accountId}`})`;
  return answerPage(visit, {
    title: `People with access to ${listing.name}`,
    layout: "team",
    notice: noticeOf(visit, notices),
    errors,
    refusal: unassigned.refusal,
    body: html`<p><a href="/team/listings/${slug}"><bdi>${listing.name}</bdi></a></p>
<h1>People</h1>
<p class="lead">These people have access to ${listing.name} on every site.</p>
${owners.length === 0 && html`<p class="empty">This listing has no owner.</p>`}
<ul class="rows" role="list">${owners.map((owner) => personRow(owner, nameOf(owner), accessForm(visit, owner, nameOf(owner), refused)))}${invites.map(
      ({ email, since }) =>
        html`<li><div><strong>${seesEmails ? email : "Someone"}</strong> <span class="tag">Invited</span><p class="hint">Invited on ${timeOf(since)}.</p></div></li>
`,
    )}</ul>
${scopes.includes("team:content") && assignForm(visit, unassigned)}`,
  });
}

const assignForm = (visit: SignedInVisit, { form, errors = {} }: Unassigned): Html =>
  foldedPart(
    "Assign an owner",
    form !== undefined,
    pageForm(
      visit,
      visit.url.pathname,
      html`${onceToken()}
${textField({ name: "person", label: "Account", hint: "The email or the ID of the account.", value: form?.text("person") ?? "", maxlength: 254, error: errors.person })}
${choices({ name: "transfer", type: "checkbox", label: "Transfer", options: [{ value: "yes", label: "Remove the access of everyone else" }], chosen: [form?.text("transfer") ?? ""] })}
${textArea({ name: "assign-reason", label: "Reason", hint: "Everyone concerned will receive this reason by email.", rows: 2, maxlength: 2000, value: form?.text("assign-reason") ?? "", error: errors["assign-reason"] })}
<div class="actions"><button class="primary" name="do" value="assign">Assign owner</button></div>`,
    ),
  );

function accessForm(visit: SignedInVisit, { accountId, readOnlySince }: Owner, name: string, refused?: Refused): Html {
  const mine = refused?.accountId === accountId ? refused : undefined;
  const id = `reason-${accountId}`;
  return pageForm(
    visit,
    visit.url.pathname,
    html`${hiddenField("account_id", String(accountId))}
${textArea({ id, name: "reason", label: "Reason", hint: "The person will receive this reason by email.", rows: 2, maxlength: 2000, value: mine?.reason ?? "", error: mine?.errors.reason })}
<div class="actions">${readOnlySince !== null && html`<button name="access" value="edit" aria-label="Restore access: ${name}">Restore access</button>`}<button class="danger" name="access" value="none" aria-label="Remove: ${name}">Remove</button></div>`,
  );
}
