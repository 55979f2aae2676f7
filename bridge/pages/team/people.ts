import { teamScopesOf } from "#auth/scopes.ts";
import { type Owner, openInvites, ownersWithAccess } from "#db/queries/accounts/access.ts";
import { listingToClaim } from "#db/queries/claims/claimed-listings.ts";
import assignOwner from "#tools/claims/assign-owner.ts";
import changeAccess from "#tools/claims/change-access.ts";
import { answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import { personRow } from "../frame/person-row.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { missingListing, slugOf } from "./listing.ts";
import { type Acts, actForm, noticesOf, press, type Sent } from "./operation-form.ts";

const reason = (who: string) => ({ label: "Reason", hint: `${who} will receive this reason by email.`, rows: 2 });
const accessFields = (isReadOnly: boolean) => ({
  access: { label: "Access", options: { ...(isReadOnly && { edit: "Can edit" }), none: "No access" } },
  reason: reason("The person"),
});

const actsOf = (visit: SignedInVisit): Acts => ({
  access: {
    operation: changeAccess,
    label: "Change access",
    record: "account_id",
    input: { slug: slugOf(visit) },
    fields: accessFields(true),
    isDangerous: true,
    done: "Access changed. We have sent the person the reason.",
  },
  assign: {
    operation: assignOwner,
    label: "Assign owner",
    input: { slug: slugOf(visit) },
    fields: {
      email: { label: "Email of the account", keyboard: "code", isOptional: true },
      account_id: { label: "ID of the account", hint: "Instead of the email.", keyboard: "decimal", isOptional: true },
      transfer: { label: "Transfer", tick: "Remove the access of everyone else" },
      reason: reason("Everyone concerned"),
    },
    done: "Owner assigned. We have sent everyone concerned the reason.",
  },
});

export const teamPeoplePage = definePage({
  path: "/team/listings/:slug/people",
  name: "team_people",
  audience: "team",
  scopes: ["team:review", "team:content"],
  get: (visit) => render(visit),
  post: (visit, form) => press(visit, form, actsOf(visit), render),
});

async function render(visit: SignedInVisit, sent?: Sent): Promise<Response> {
  const { read } = visit.runtime.store;
  const slug = slugOf(visit);
  const acts = actsOf(visit);
  const listing = await listingToClaim(read, visit.site.id, slug);
  if (!listing) return missingListing(visit);
  const owners = await ownersWithAccess(read, listing.companyId);
  const invites = await openInvites(read, listing.companyId, visit.now);
  const scopes = teamScopesOf(visit.account, visit.site.id);
  const seesEmails = scopes.includes("team:admin");
  const ownerRow = (owner: Owner) => {
    const { name, email, accountId, readOnlySince } = owner;
    const of = `${name || "No name yet"} (${seesEmails ? email : `account ${accountId}`})`;
    const fields = accessFields(readOnlySince !== null);
    return personRow(owner, of, actForm(visit, acts, "access", { record: String(accountId), of, fields, sent }));
  };
  return answerPage(visit, {
    title: `People with access to ${listing.name}`,
    layout: "team",
    notice: noticeOf(visit, noticesOf(acts)),
    errors: sent?.errors,
    refusal: sent?.refusal,
    body: html`<p><a href="/team/listings/${slug}"><bdi>${listing.name}</bdi></a></p>
<h1>People</h1>
<p class="lead">These people have access to ${listing.name} on every site.</p>
${owners.length === 0 && html`<p class="empty">This listing has no owner.</p>`}
<ul class="rows" role="list">${owners.map(ownerRow)}${invites.map(
      ({ email, since }) =>
        html`<li><div><strong>${seesEmails ? email : "Someone"}</strong> <span class="tag">Invited</span><p class="hint">Invited on ${timeOf(since)}.</p></div></li>
`,
    )}</ul>
${scopes.includes("team:content") && actForm(visit, acts, "assign", { sent })}`,
  });
}
