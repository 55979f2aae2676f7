import { hashSecret } from "#auth/secrets.ts";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { nameForOthers, nameLength } from "#tools/account/shared/rules.ts";
import acceptInvite from "#tools/drafts/accept-invite.ts";
import { type Invitation, openInvitation } from "#tools/drafts/invitation.ts";
import { answerFault, answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { errorSummary, type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import { html } from "../frame/html.ts";
import { openPage, signInPath } from "../frame/mount.ts";
import { submit } from "../frame/submit.ts";
import type { Visit } from "../frame/visit.ts";

/** `/invite`: where a co-founder's mailed link leads. Opening it only asks; accepting needs a sign-in. */
export const invitePage = openPage("/invite", "invite", {
  async get(visit) {
    const token = visit.url.searchParams.get("token") ?? "";
    const invitation = await invitationOf(visit, token);
    return invitation ? render(visit, token, invitation, {}) : deadLink(visit);
  },

  async post(visit, form) {
    const token = form.raw("token");
    const { account } = visit;
    const invitation = await invitationOf(visit, token);
    if (!invitation) return deadLink(visit);
    if (!account) return answerRedirect(visit, signInPath(invitePath(token)));
    const input = { token, ...(account.name === "" && { name: form.text("name") }) };
    const { errors } = await submit(visit.call(acceptInvite, input), { name: { label: "Your name" } });
    return errors ? render(visit, token, invitation, errors) : answerRedirect(visit, "/account/profile?done=joined");
  },
});

const invitationOf = (visit: Visit, token: string): Promise<Invitation | null> =>
  openInvitation(visit.runtime.store.read, visit, hashSecret(token));

const invitePath = (token: string) => `/invite?${new URLSearchParams({ token })}`;

async function render(
  visit: Visit,
  token: string,
  { draft, product }: Invitation,
  errors: FieldErrors,
): Promise<Response> {
  const { account, runtime } = visit;
  const inviter = await accountById(runtime.store.read, draft.accountId);
  const about = html`<h1>Join ${product}</h1>
<p class="lead">${inviter ? nameForOthers(inviter) : "Somebody"} is listing ${product} (${draft.url}) on ${visit.site.name} and names you as a co-founder. If you accept, you may edit its listing, and you appear as its founder once your founder profile is complete.</p>`;
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
