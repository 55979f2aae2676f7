import { hashSecret } from "#auth/secrets.ts";
import { type Account, accountById } from "#db/queries/accounts/accounts.ts";
import { nameForOthers, nameLength } from "#tools/account/shared/rules.ts";
import acceptInvite from "#tools/drafts/accept-invite.ts";
import { type Invitation, openInvitation } from "#tools/drafts/invitation.ts";
import { answerFault, answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { submit } from "../frame/submit.ts";
import { returnQuery, signInPath, type Visit } from "../frame/visit.ts";

export const invitePage = definePage({
  path: "/invite",
  name: "invite",
  audience: "everyone",
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
  { invite, product, url }: Invitation,
  errors: FieldErrors,
): Promise<Response> {
  const { account, runtime } = visit;
  const inviter = await accountById(runtime.store.read, invite.invitedBy);
  const path = invitePath(token);
  return answerPage(visit, {
    title: `Join ${product}`,
    layout: "narrow",
    errors,
    body: html`<h1>Join ${product}</h1>
<p class="lead">${inviter ? nameForOthers(inviter) : "Someone"} has invited you to join ${product} (${url}) on ${visit.site.name} as a co-founder. If you accept, you can edit the listing. You will appear as a founder once your founder profile is complete, unless you choose not to.</p>
<div class="card">${
      account
        ? acceptForm(visit, account, token, errors)
        : html`<p>To accept, sign in or create an account. You will then return to this page.</p>
<div class="actions stacked"><a class="button primary" href="${signInPath(path)}">Sign in</a>
<a class="button" href="/sign-up${returnQuery(path)}">Create an account</a></div>`
    }</div>`,
  });
}

const acceptForm = (visit: Visit, { email, name }: Account, token: string, errors: FieldErrors): Html => {
  const field = { name: "name", label: "Your name", value: "", error: errors.name, maxlength: nameLength };
  const fields = html`${hiddenField("token", token)}${name === "" && textField(field)}
<div class="actions stacked"><button class="primary">Accept invitation</button></div>`;
  return html`<p>You are signed in as ${email}.</p>
${pageForm(visit, "/invite", fields)}`;
};

const deadLink = (visit: Visit): Response =>
  answerFault(visit, {
    status: 410,
    title: "This invitation is no longer valid",
    text: "The invitation has already been accepted, has expired or has been replaced by a newer one. Ask your co-founder to invite you again.",
  });
