import { openInvites, ownersWithAccess } from "#db/queries/accounts/access.ts";
import { companyOfListing } from "#db/queries/accounts/owners.ts";
import removePerson from "#tools/claims/remove-person.ts";
import { whyNotRemove } from "#tools/claims/rules.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import { pageButtons } from "#tools/core/text/page-buttons.ts";
import inviteCofounder from "#tools/drafts/invite-cofounder.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { answerPage, answerRedirect, confirmedForm, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import { personRow } from "../frame/person-row.ts";
import { attempt, refusalOf } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingHead, withListing } from "./own-listing.ts";
import { siteNames } from "./site-names.ts";
import { listingPath } from "./status.ts";

export const peoplePage = definePage({
  path: "/account/listings/:id/people",
  name: "listing-people",
  audience: "account",
  menu: { in: "own-listing", label: "People", place: 7 },
  get: (visit) => withListing(visit, (listing) => render(visit, listing)),
  post: (visit, form) =>
    withListing(visit, (listing) => (form.text("do") === "invite" ? invite : remove)(visit, listing, form)),
});

const confirmLabels = {
  Leave: "Leave listing",
  [pageButtons.removePerson.open]: pageButtons.removePerson.confirm,
  [pageButtons.withdrawInvitation.open]: pageButtons.withdrawInvitation.confirm,
} as const;

async function invite(visit: SignedInVisit, listing: OwnerListing, form: Form): Promise<Response> {
  const email = form.text("email");
  const call = visit.call(inviteCofounder, { listing_id: listing.id, email });
  const { output, ...result } = await attempt(call, { email: { label: "The email address" } });
  if (!output) return render(visit, listing, { ...result, email });
  return answerRedirect(visit, `${listingPath(listing.id, "/people")}?done=${output.repeated ? "known" : "invited"}`);
}

async function remove(visit: SignedInVisit, listing: OwnerListing, form: Form): Promise<Response> {
  const id = Number(form.text("id"));
  const kind = form.text("kind") === "invited" ? ("invited" as const) : ("owner" as const);
  const refusal = await refusalOf(visit.call(removePerson, { listing_id: listing.id, kind, id }));
  if (refusal) return render(visit, listing, { refusal });
  if (kind === "owner" && id === visit.account.id) return answerRedirect(visit, "/account/listings?done=left");
  return answerRedirect(
    visit,
    `${listingPath(listing.id, "/people")}?done=${kind === "owner" ? "removed" : "withdrawn"}`,
  );
}

async function render(
  visit: SignedInVisit,
  listing: OwnerListing,
  { refusal, errors, email = "" }: { refusal?: Problem; errors?: FieldErrors; email?: string } = {},
): Promise<Response> {
  const { account, now, runtime } = visit;
  const { read } = runtime.store;
  const companyId = (await companyOfListing(read, listing.id))!;
  const owners = await ownersWithAccess(read, companyId);
  const me = owners.find(({ accountId }) => accountId === account.id)!;
  const invites = await openInvites(read, companyId, now);
  const siteName = await siteNames(visit);
  const sites = [listing, ...listing.sites].map(({ site }) => siteName(site));
  const siteList = new Intl.ListFormat("en-GB").format(sites);
  const action = listingPath(listing.id, "/people");
  const confirmed = (kind: string, id: number, label: keyof typeof confirmLabels, whom: string): Html =>
    confirmedForm(
      visit,
      action,
      { label, of: whom },
      html`${hiddenField("kind", kind)}${hiddenField("id", String(id))}<button class="danger">${confirmLabels[label]}</button>`,
    );
  return answerPage(visit, {
    title: `People with access to ${listing.name}`,
    layout: "signed-in",
    notice: noticeOf(visit, {
      removed: "Access removed.",
      withdrawn: "Invitation withdrawn.",
      invited: "Invitation sent.",
      known: "This person already has access or an invitation, so no new email was sent.",
    }),
    refusal,
    errors,
    body: html`${listingHead(visit, listing, "People")}
<p>These people have access to ${listing.name} on ${siteList}. Verified owners can remove anyone who is not a verified owner.</p>
<ul class="rows" role="list">${owners.map((owner) => {
      const isMe = owner === me;
      const name = `${owner.name || "No name yet"}${isMe ? " (you)" : ""}`;
      const canRemove = whyNotRemove(owners, me, owner) === null;
      return personRow(
        owner,
        name,
        canRemove && confirmed("owner", owner.accountId, isMe ? "Leave" : pageButtons.removePerson.open, name),
      );
    })}${invites.map(({ id, email, invitedBy, since }) => {
      const isMine = invitedBy === account.id;
      const whom = isMine ? email : "Invited person";
      return html`<li><div><strong><bdi>${whom}</bdi></strong> <span class="tag">Invited</span>
<p class="hint">Invited on ${timeOf(since)}. Not accepted yet.</p></div>
${(isMine || me.method !== null) && confirmed("invited", id, pageButtons.withdrawInvitation.open, whom)}</li>
`;
    })}</ul>
${
  me.readOnlySince === null &&
  pageForm(
    visit,
    action,
    html`${textField({
      name: "email",
      label: "Co-founder's email address",
      type: "email",
      value: email,
      hint: "Co-founders who accept can edit the listing. They appear as founders once their profiles are complete, unless they choose not to.",
      error: errors?.email,
    })}
<div class="actions"><button name="do" value="invite">Invite co-founder</button></div>`,
  )
}`,
  });
}
