import { hashSecret } from "../../../auth/secrets.ts";
import { tellOfOwner } from "../../../auth/tell.ts";
import { type Account, accountById, updateAccount } from "../../../db/queries/accounts.ts";
import { acceptInvite, inviteByToken } from "../../../db/queries/invites.ts";
import { statusById } from "../../../db/queries/listing-status.ts";
import { companyOfListing, ownersOfCompany } from "../../../db/queries/owners.ts";
import type { Db, Tx } from "../../../db/store.ts";
import { joinCompany } from "../../../tools/drafts/make-listing.ts";
import { fieldsOf } from "../../../tools/drafts/records.ts";
import { answerFault, answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { errorSummary, type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import { html } from "../frame/html.ts";
import { openPage, signInPath } from "../frame/mount.ts";
import { auditVisit, mailingSite, type Visit } from "../frame/visit.ts";
import { nameLength, readLine } from "../sign-in/person-fields.ts";

type Invitation = NonNullable<Awaited<ReturnType<typeof inviteByToken>>>;

/** `/invite`: where a co-founder's mailed link leads. Opening it only asks; accepting needs a sign-in. */
export const invitePage = openPage("/invite", "invite", {
  async get(visit) {
    const token = visit.url.searchParams.get("token") ?? "";
    const invitation = await usableInvitation(visit.runtime.store.read, visit, token);
    return invitation ? render(visit, token, invitation, {}) : deadLink(visit);
  },

  async post(visit, form) {
    const token = form.raw("token");
    const { runtime, account, now } = visit;
    const invitation = await usableInvitation(runtime.store.read, visit, token);
    if (!invitation) return deadLink(visit);
    if (!account) return answerRedirect(visit, signInPath(invitePath(token)));
    const errors: FieldErrors = {};
    const name =
      account.name || readLine(form, "name", nameLength, errors, "Enter your name: founders are shown by it.");
    if (errors.name) return render(visit, token, invitation, errors);
    const isAccepted = await runtime.store.write(async (tx) => {
      const { invite, draft } = invitation;
      if (!(await acceptInvite(tx, invite.id, account.id, now))) return false;
      if (name !== account.name) await updateAccount(tx, account.id, { name }, now);
      // Before the draft is submitted there is no company to join; submit_draft lets in who has accepted.
      const companyId = draft.listingId === null ? null : await companyOfListing(tx, draft.listingId);
      if (companyId !== null)
        await joinCompany(tx, { companyId, accountId: account.id, via: `invite:${invite.id}` }, now);
      await tellOwners(visit, tx, invitation, companyId, { account, name });
      await auditVisit(visit, tx, "invite.accept", { subject: `draft:${draft.id}` });
      return true;
    });
    return isAccepted ? answerRedirect(visit, "/account/profile?done=joined") : deadLink(visit);
  },
});

/** Whoever could edit the listing before hears of it; before there is one, that is who invited. */
async function tellOwners(
  visit: Visit,
  tx: Tx,
  { draft }: Invitation,
  companyId: number | null,
  { account, name }: { account: Account; name: string },
): Promise<void> {
  const inviter = await accountById(tx, draft.accountId);
  const owners = companyId === null ? (inviter ? [inviter] : []) : await ownersOfCompany(tx, companyId);
  const joined = { name, email: account.email, product: productOf(draft) };
  for (const owner of owners)
    if (owner.id !== account.id) await tellOfOwner(tx, owner, mailingSite(visit), joined, visit.now);
}

const productOf = (draft: Invitation["draft"]) => fieldsOf(draft).name || new URL(draft.url).hostname;

const invitePath = (token: string) => `/invite?${new URLSearchParams({ token })}`;

async function usableInvitation(db: Db, { now, site }: Visit, token: string): Promise<Invitation | null> {
  const found = await inviteByToken(db, hashSecret(token));
  if (!found || found.draft.siteId !== site.id) return null;
  const { invite, draft } = found;
  const isOpen = invite.acceptedAt === null && invite.expiresAt > now.toISOString();
  const canJoin = draft.status !== "expired" && draft.status !== "failed";
  const isListed = draft.listingId === null || (await statusById(db, draft.listingId)) !== null;
  return isOpen && canJoin && isListed ? found : null;
}

async function render(visit: Visit, token: string, { draft }: Invitation, errors: FieldErrors): Promise<Response> {
  const { account, runtime } = visit;
  const inviter = (await accountById(runtime.store.read, draft.accountId))?.name || "A co-founder";
  const product = productOf(draft);
  const about = html`<h1>Join ${product}</h1>
<p class="lead">${inviter} is listing ${product} (${draft.url}) on ${visit.site.name} and names you as a co-founder. Who accepts is shown as a founder of the company and may edit its listing.</p>`;
  if (!account)
    return answerPage(visit, {
      title: `Join ${product}`,
      layout: "narrow",
      body: html`${about}
<div class="card"><p>To accept, sign in or sign up. You come back here then.</p>
<div class="actions stacked"><a class="button primary" href="${signInPath(invitePath(token))}">Sign in</a>
<a class="button" href="/sign-up?${new URLSearchParams({ return_to: invitePath(token) }).toString()}">Sign up</a></div></div>`,
    });
  return answerPage(visit, {
    title: `Join ${product}`,
    layout: "narrow",
    errors,
    body: html`${errorSummary(errors)}
${about}
<div class="card">
<p>You are signed in as ${account.email}.</p>
${pageForm(
  visit,
  "/invite",
  html`${hiddenField("token", token)}${
    account.name === "" &&
    textField({ name: "name", label: "Your name", value: "", error: errors.name, maxlength: nameLength })
  }<div class="actions stacked"><button class="primary">Accept the invitation</button></div>`,
)}
</div>`,
  });
}

const deadLink = (visit: Visit): Response =>
  answerFault(visit, {
    status: 410,
    title: "This invitation works no more",
    text: "It was accepted, has run out, or was replaced by a newer one. Ask your co-founder to invite you again.",
  });
