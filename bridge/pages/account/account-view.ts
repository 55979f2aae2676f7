import { otherAccess } from "#auth/people.ts";
import { isRecentSignIn } from "#auth/sessions.ts";
import { countWaiting } from "#db/queries/accounts/approval-requests.ts";
import { sessionsOfAccount } from "#db/queries/accounts/credentials.ts";
import { type EmailLink, pendingChange } from "#db/queries/accounts/email-links.ts";
import { nameLength } from "#tools/account/shared/rules.ts";
import { timeWords } from "#tools/core/text/text.ts";
import { answerPage, pageForm } from "../frame/answers.ts";
import { type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { relyingPartyOf } from "../sign-in/passkey.ts";
import { newPasswordField } from "../sign-in/person-fields.ts";
import { browserName } from "./browser-name.ts";
import { linkedContent, passkeyContent } from "./sign-in-methods.ts";

interface Typed {
  name?: string;
  email?: string;
  passkeyName?: string;
}

const notices: Record<string, string> = {
  welcome: "Welcome. Your email address is confirmed, and you are signed in.",
  name: "Name saved.",
  mailed:
    "We have sent a link to your new email address. Your account will use the new address once you open the link.",
  approve: "We have sent a link to your current email address. Open the link to approve the change.",
  cancelled: "Change cancelled. Your account keeps its current email address, and the link no longer works.",
  address: "Your new email address is confirmed.",
  stopped:
    "We stopped the change to your email address and signed out all other browsers. We also removed your password. API keys, apps and webhooks added since the change was requested no longer have access. Set a new password below.",
  password: "Password saved. All other browsers have been signed out.",
  passkey: "Passkey added. You can now sign in with it.",
  passkey_removed: "Passkey removed. It can no longer sign in to your account.",
  unlinked: "Account unlinked.",
  session: "Browser signed out.",
  sessions: "All other browsers have been signed out.",
  access: "All API keys have been revoked, all apps have been disconnected, and all webhooks have been deleted.",
  mail: "We will send you emails again. If a mail server refuses one, this page will show it.",
};

export async function renderAccount(visit: SignedInVisit, errors: FieldErrors, typed: Typed = {}): Promise<Response> {
  const { account, runtime, now } = visit;
  const { read } = runtime.store;
  const waiting = await countWaiting(read, account.id, now);
  const passkeys = await passkeyContent(visit, errors, typed.passkeyName);
  const linked = await linkedContent(visit);
  return answerPage(visit, {
    title: "Account",
    layout: "signed-in",
    notice: noticeOf(visit, notices),
    errors,
    script: relyingPartyOf(visit) === null ? null : visit.assets.passkeyScript,
    body: html`<h1>Account</h1>
${waiting > 0 && html`<p class="aside" role="note"><strong>${waiting === 1 ? "1 request needs" : `${waiting} requests need`} your approval.</strong> <a href="/account/approvals">Review requests</a></p>`}
${nameSection(visit, errors, typed)}
${emailSection(visit, await pendingChange(read, account.id, now), errors, typed)}
${passwordSection(visit, errors)}
${passkeys && section("passkeys", "Passkeys", passkeys)}
${linked && section("linked", "Linked accounts", linked)}
${sessionSection(visit, await sessionsOfAccount(read, account.id, now))}
${accessSection(visit, await otherAccess(read, account.id, now))}
${dataSection()}
${deletionSection()}`,
  });
}

const section = (id: string, title: string, content: Html): Html => html`<section class="card" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${content}
</section>`;

const currentPassword = (name: string, error?: string): Html =>
  textField({ name, label: "Current password", type: "password", error, autocomplete: "current-password" });

function nameSection(visit: SignedInVisit, errors: FieldErrors, typed: Typed): Html {
  const field = textField({
    name: "name",
    label: "Your name",
    value: typed.name ?? visit.account.name,
    error: errors.name,
    autocomplete: "name",
    maxlength: nameLength,
  });
  const form = html`${field}
<div class="actions"><button name="do" value="name">Save</button></div>`;
  return section("name", "Name", pageForm(visit, "/account", form));
}

function emailSection(visit: SignedInVisit, change: EmailLink | undefined, errors: FieldErrors, typed: Typed): Html {
  const { email, passwordHash } = visit.account;
  const field = textField({
    name: "email",
    label: "New email address",
    type: "email",
    value: typed.email ?? "",
    hint:
      passwordHash === null
        ? "You have no password, so we will first send a link to your current email address, and then one to the new address."
        : "We will send a link to the new email address and notify your current one. Your account will use the new address once you open the link.",
    error: errors.email,
    autocomplete: "email",
  });
  const form = html`${field}
${passwordHash !== null && currentPassword("address_password", errors.address_password)}
<div class="actions"><button name="do" value="address">Change email address</button></div>`;
  return section(
    "address",
    "Email",
    html`<p>You sign in as <strong>${email}</strong>. <a href="/account/following#mail">Choose the emails that you get</a>.</p>
${refusedNote(visit)}
${change && pendingNote(visit, change)}
${pageForm(visit, "/account", form)}`,
  );
}

function refusedNote(visit: SignedInVisit): HtmlValue {
  const { email, mailRefusedAt, mailRefusal } = visit.account;
  return (
    mailRefusedAt !== null &&
    html`<div class="aside"><p>The mail server for <strong>${email}</strong> refused our email on ${timeOf(mailRefusedAt)}: “${mailRefusal}”. Until this is fixed, we will not send you news, weekly results or awards. Change your email address below, or try this address again if it works now.</p>
${pageForm(visit, "/account", html`<button name="do" value="mail">Try this address again</button>`)}</div>`
  );
}

const pendingNote = (
  visit: SignedInVisit,
  { purpose, email, newEmail, createdAt, expiresAt }: EmailLink,
): Html => html`<div class="aside"><p>A change of your email address to <strong>${newEmail ?? email}</strong> was requested on ${timeOf(createdAt)}. To continue, open the link that we sent to ${
  purpose === "approve" ? "your current email address" : "the new email address"
}. The link expires on ${timeOf(expiresAt)}.</p>
${pageForm(visit, "/account", html`<button class="danger" name="do" value="cancel_address">Cancel change</button>`)}</div>`;

const passwordByLink = html`<p id="field-new_password" tabindex="-1">You have no password. You sign in with a link that we email to you. To set a password, request a link by email.</p>
<div class="actions"><a class="button" href="/reset-password">Set a password</a></div>`;

function passwordSection(visit: SignedInVisit, errors: FieldErrors): Html {
  const { email, passwordHash } = visit.account;
  if (passwordHash === null && !isRecentSignIn(visit.session, visit.now))
    return section("password", "Password", passwordByLink);
  const form = html`<input class="hidden" type="text" name="username" autocomplete="username" value="${email}" tabindex="-1" aria-hidden="true" readonly>
${
  passwordHash === null
    ? html`<p>You have no password. You sign in with a link that we email to you. You can set a password here.</p>`
    : currentPassword("current_password", errors.current_password)
}
${newPasswordField(errors.new_password)}
<div class="actions"><button name="do" value="password">Save password</button></div>`;
  return section("password", "Password", pageForm(visit, "/account", form));
}

function sessionSection(visit: SignedInVisit, sessions: Awaited<ReturnType<typeof sessionsOfAccount>>): Html {
  const rows = sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => {
    const isThis = id === visit.session.id;
    const name = browserName(userAgent);
    return html`<li>
<div><strong>${name}</strong>${isThis && html` <span class="tag">This browser</span>`}
<p class="hint">Signed in on ${timeOf(createdAt)}. Last active on ${timeOf(lastSeenAt)}.</p></div>
${
  !isThis &&
  pageForm(
    visit,
    "/account",
    html`${hiddenField("id", String(id))}<button name="do" value="session" aria-label="Sign out ${name}, last active ${timeWords(lastSeenAt)}">Sign out</button>`,
  )
}
</li>
`;
  });
  return section(
    "sessions",
    "Signed-in browsers",
    html`<ul class="rows" role="list">${rows}</ul>
${
  sessions.length > 1 &&
  pageForm(
    visit,
    "/account",
    html`<button class="danger" name="do" value="sessions">Sign out all other browsers</button>`,
  )
}`,
  );
}

function accessSection(visit: SignedInVisit, { passkeys, others }: Awaited<ReturnType<typeof otherAccess>>): HtmlValue {
  const access = [...passkeys, ...others];
  if (access.length === 0) return null;
  return section(
    "access",
    "Other access to your account",
    html`<p>The following passkeys, API keys, apps and webhooks can access your account without your password, even after you change the password:</p>
<ul class="plain-list">${access.map((name) => html`<li>${name}</li>`)}</ul>
<p class="hint">To end access for only some of them, go to <a href="#passkeys">Passkeys</a>, <a href="/account/keys">API keys</a>, <a href="/account/apps">Connected apps</a> or <a href="/account/webhooks">Webhooks</a>.</p>
${others.length > 0 && pageForm(visit, "/account", html`<button class="danger" name="do" value="access">Revoke all keys, disconnect all apps and delete all webhooks</button>`)}`,
  );
}

const dataSection = (): Html =>
  section(
    "data",
    "Your data",
    html`<p>Download the data that we store about you in one file: your account, founder profile, listings, drafts, votes, follows, orders, claims, passkeys, API keys, apps, webhooks and changes.</p>
<div class="actions"><a class="button" href="/account/data.json" download>Download your data</a></div>`,
  );

const deletionSection = (): Html =>
  section(
    "deletion",
    "Delete your account",
    html`<p>The next page shows what will be deleted and what will remain. Nothing will be deleted until you confirm.</p>
<div class="actions"><a class="button danger" href="/account/delete">Delete your account</a></div>`,
  );
