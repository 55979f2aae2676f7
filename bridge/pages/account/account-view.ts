import { isRecentSignIn } from "#auth/sessions.ts";
import type { EmailLink, sessionsOfAccount } from "#db/queries/accounts/accounts.ts";
import { nameLength } from "#tools/account/shared/rules.ts";
import { answerPage, pageForm } from "../frame/answers.ts";
import { type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { newPasswordField } from "../sign-in/person-fields.ts";
import { browserName } from "./browser-name.ts";

/** What was typed into forms that came back with faults. */
export interface Typed {
  name?: string;
  email?: string;
}

export interface AccountState {
  sessions: Awaited<ReturnType<typeof sessionsOfAccount>>;
  /** A change of address that waits. */
  change: EmailLink | undefined;
  /** Keys and apps, in words. */
  access: string[];
  /** Approval requests of apps and keys that wait for the person. */
  waiting: number;
}

const notices: Record<string, string> = {
  welcome: "Welcome. Your email is confirmed and you are signed in.",
  name: "Your name is saved.",
  mailed: "We sent a link to the new email. It changes when you open the link.",
  approve: "We sent a link to your present email. Open it to allow the change.",
  cancelled: "The change is cancelled. Your account keeps its email, and the link no longer works.",
  address: "Your new email is confirmed.",
  stopped:
    "We stopped the change of your email, signed out all other browsers, removed the password, and revoked the API keys and apps added since the request. Set a new password below.",
  password: "Your password is saved. All other browsers are signed out.",
  session: "That browser is signed out.",
  sessions: "All other browsers are signed out.",
  access: "All keys are revoked and all apps are disconnected.",
  mail: "We mail you again. If the address is refused once more, this page says so.",
};

export function renderAccount(
  visit: SignedInVisit,
  { sessions, change, access, waiting }: AccountState,
  errors: FieldErrors,
  typed: Typed,
): Response {
  return answerPage(visit, {
    title: "Account",
    layout: "signed-in",
    notice: noticeOf(visit, notices),
    errors,
    body: html`<h1>Account</h1>
${waiting > 0 && html`<p class="aside" role="note"><strong>${waiting === 1 ? "An assistant or script asks you" : `Assistants and scripts ask you ${waiting} times`}.</strong> <a href="/account/approvals">Look and decide</a></p>`}
${nameSection(visit, errors, typed)}
${addressSection(visit, change, errors, typed)}
${passwordSection(visit, errors)}
${sessionSection(visit, sessions)}
${accessSection(visit, access)}
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

function addressSection(visit: SignedInVisit, change: AccountState["change"], errors: FieldErrors, typed: Typed): Html {
  const { email, passwordHash } = visit.account;
  const field = textField({
    name: "email",
    label: "New email",
    type: "email",
    value: typed.email ?? "",
    hint:
      passwordHash === null
        ? "You have no password, so we first send a link to your present email, and then one to the new."
        : "We send a link to it and tell your present email. Your email changes when you open the link.",
    error: errors.email,
    autocomplete: "email",
  });
  const form = html`${field}
${passwordHash !== null && currentPassword("address_password", errors.address_password)}
<div class="actions"><button name="do" value="address">Change email</button></div>`;
  return section(
    "address",
    "Email",
    html`<p>You sign in as <strong>${email}</strong>.</p>
${refusedNote(visit)}
${change && pendingNote(visit, change)}
${pageForm(visit, "/account", form)}`,
  );
}

function refusedNote(visit: SignedInVisit): HtmlValue {
  const { email, mailRefusedAt, mailRefusal } = visit.account;
  return (
    mailRefusedAt !== null &&
    html`<div class="aside"><p>The mail server of <strong>${email}</strong> refused our mail ${timeOf(mailRefusedAt)}: “${mailRefusal}”. Until that is mended, nothing you follow is mailed to you. Change your email below, or have it tried again if it works now.</p>
${pageForm(visit, "/account", html`<button name="do" value="mail">Try this email again</button>`)}</div>`
  );
}

const pendingNote = (
  visit: SignedInVisit,
  { purpose, email, newEmail, createdAt, expiresAt }: EmailLink,
): Html => html`<div class="aside"><p>A change to <strong>${newEmail ?? email}</strong> was asked for ${timeOf(createdAt)}. It waits, until ${timeOf(expiresAt)}, for the link that was mailed to ${
  purpose === "approve" ? "your present address" : "the new address"
}.</p>
${pageForm(visit, "/account", html`<button class="danger" name="do" value="cancel_address">Cancel the change</button>`)}</div>`;

const passwordByLink = html`<p id="field-new_password" tabindex="-1">You have no password: you sign in with a link we email you. To set one, have a link for that emailed to you.</p>
<div class="actions"><a class="button" href="/reset-password">Email me the link</a></div>`;

function passwordSection(visit: SignedInVisit, errors: FieldErrors): Html {
  const { email, passwordHash } = visit.account;
  if (passwordHash === null && !isRecentSignIn(visit.session, visit.now))
    return section("password", "Password", passwordByLink);
  const form = html`<input class="hidden" type="text" name="username" autocomplete="username" value="${email}" tabindex="-1" aria-hidden="true" readonly>
${
  passwordHash === null
    ? html`<p>You have no password: you sign in with a link we email you. You can set one here.</p>`
    : currentPassword("current_password", errors.current_password)
}
${newPasswordField(errors.new_password)}
<div class="actions"><button name="do" value="password">Save password</button></div>`;
  return section("password", "Password", pageForm(visit, "/account", form));
}

function sessionSection(visit: SignedInVisit, sessions: AccountState["sessions"]): Html {
  const rows = sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => {
    const isThis = id === visit.session.id;
    const name = browserName(userAgent);
    return html`<li>
<div><strong>${name}</strong>${isThis && html` <span class="tag">This browser</span>`}
<p class="hint">Signed in ${timeOf(createdAt)}. Last seen ${timeOf(lastSeenAt)}.</p></div>
${
  !isThis &&
  pageForm(
    visit,
    "/account",
    html`${hiddenField("id", String(id))}<button name="do" value="session" aria-label="Sign out ${name}, last seen ${lastSeenAt.slice(0, 16).replace("T", " ")}">Sign out</button>`,
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
  pageForm(visit, "/account", html`<button class="danger" name="do" value="sessions">Sign out all others</button>`)
}`,
  );
}

function accessSection(visit: SignedInVisit, access: string[]): HtmlValue {
  if (access.length === 0) return null;
  return section(
    "access",
    "What else opens your account",
    html`<p>These work without your password, also after you have set a new one:</p>
<ul class="plain-list">${access.map((name) => html`<li>${name}</li>`)}</ul>
<p class="hint">One by one they are under <a href="/account/keys">API keys</a> and <a href="/account/apps">Connected apps</a>.</p>
${pageForm(visit, "/account", html`<button class="danger" name="do" value="access">End all keys and apps</button>`)}`,
  );
}

const dataSection = (): Html =>
  section(
    "data",
    "Your data",
    html`<p>All that is kept of you in one file: account, founder profile, listings, drafts, votes, what you follow, orders, claims, keys, apps and what you changed.</p>
<div class="actions"><a class="button" href="/account/data.json" download>Download your data</a></div>`,
  );

const deletionSection = (): Html =>
  section(
    "deletion",
    "Delete your account",
    html`<p>The next page shows what goes and what stays, and asks once more.</p>
<div class="actions"><a class="button danger" href="/account/delete">Delete your account</a></div>`,
  );
