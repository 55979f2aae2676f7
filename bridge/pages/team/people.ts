import { type Owner, openInvites, ownersWithAccess } from "#db/queries/accounts/access.ts";
import { listingToClaim } from "#db/queries/claims/claimed-listings.ts";
import changeAccess from "#tools/claims/change-access.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, hiddenField, textArea } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { personRow } from "../frame/person-row.ts";
import { submit } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { missingListing, slugOf } from "./listing.ts";

const notices: Record<string, string> = {
  none: "Access removed. We have sent the person the reason.",
  edit: "Access restored. We have sent the person the reason.",
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

async function render(visit: SignedInVisit, refused?: Refused): Promise<Response> {
  const { read } = visit.runtime.store;
  const slug = slugOf(visit);
  const listing = await listingToClaim(read, visit.site.id, slug);
  if (!listing) return missingListing(visit);
  const owners = await ownersWithAccess(read, listing.companyId);
  const invites = await openInvites(read, listing.companyId, visit.now);
  const { errors } = refused ?? {};
  return answerPage(visit, {
    title: `People with access to ${listing.name}`,
    layout: "team",
    notice: noticeOf(visit, notices),
    errors,
    body: html`<p><a href="/team/listings/${slug}"><bdi>${listing.name}</bdi></a></p>
<h1>People</h1>
<p class="lead">These people have access to ${listing.name} on every site.</p>
${owners.length === 0 && html`<p class="empty">This listing has no owner.</p>`}
<ul class="rows" role="list">${owners.map((owner) => personRow(owner, nameOf(visit, owner), accessForm(visit, owner, refused)))}${invites.map(
      ({ email, since }) =>
        html`<li><div><strong>${isAdmin(visit) ? email : "Invited person"}</strong> <span class="tag">Invited</span><p class="hint">Invited on ${timeOf(since)}.</p></div></li>
`,
    )}</ul>`,
  });
}

const isAdmin = ({ account }: SignedInVisit) => account.role === "admin";

/** Only admins see email addresses. */
const nameOf = (visit: SignedInVisit, { accountId, name, email }: Owner) =>
  isAdmin(visit) ? `${name || "No name yet"} (${email})` : name || `Account ${accountId}`;

function accessForm(visit: SignedInVisit, owner: Owner, refused?: Refused): Html {
  const { accountId, readOnlySince } = owner;
  const name = nameOf(visit, owner);
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
