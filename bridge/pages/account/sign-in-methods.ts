import { type RelyingParty, registrationOptions } from "#auth/passkeys.ts";
import { isRecentSignIn } from "#auth/sessions.ts";
import { identitiesOf } from "#db/queries/accounts/own-data.ts";
import { passkeysOfAccount } from "#db/queries/accounts/passkeys.ts";
import { keyNameLength } from "#tools/account/shared/rules.ts";
import { pageForm } from "../frame/answers.ts";
import { type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { passkeyForm, relyingPartyOf } from "../sign-in/passkey.ts";
import { browserName } from "./browser-name.ts";

const row = (visit: SignedInVisit, name: string, facts: Html, button: HtmlValue): Html => html`<li>
<div><strong>${name}</strong>
<p class="hint">${facts}</p></div>
${button && pageForm(visit, "/account", button)}
</li>
`;

/** Returns the content of the section about passkeys, or null if the site offers none and the person has none. */
export async function passkeyContent(visit: SignedInVisit, errors: FieldErrors, name?: string): Promise<Html | null> {
  const relyingParty = relyingPartyOf(visit);
  const passkeys = await passkeysOfAccount(visit.runtime.store.read, visit.account.id);
  if (!relyingParty && passkeys.length === 0) return null;
  const isRecent = isRecentSignIn(visit.session, visit.now);
  const rows = passkeys.map(({ id, name, createdAt, lastUsedAt }) => {
    const use = lastUsedAt === null ? "Not used yet." : html`Last used on ${timeOf(lastUsedAt)}.`;
    const button = html`${hiddenField("id", String(id))}<button class="danger" name="do" value="remove_passkey" aria-label="Remove the passkey ${name}">Remove</button>`;
    return row(visit, name, html`Added on ${timeOf(createdAt)}. ${use}`, isRecent && button);
  });
  return html`<p id="field-passkey" tabindex="-1">A passkey signs you in with your fingerprint, your face or the lock of your device. You need no password or email.</p>
${rows.length > 0 && html`<ul class="rows" role="list">${rows}</ul>`}
${isRecent ? relyingParty && (await newPasskey(visit, relyingParty, errors, name)) : signInAgain(visit)}`;
}

async function newPasskey(visit: SignedInVisit, relyingParty: RelyingParty, errors: FieldErrors, name?: string) {
  const { runtime, account, request, now } = visit;
  const options = await registrationOptions(runtime.store.read, relyingParty, account, now);
  const field = textField({
    name: "passkey_name",
    label: "Name of the new passkey",
    value: name ?? browserName(request.headers.get("user-agent") ?? ""),
    hint: "Choose a name by which you will recognise the device or password manager.",
    error: errors.passkey_name,
    maxlength: keyNameLength,
  });
  const content = html`${field}
<div class="actions"><button name="do" value="add_passkey">Add passkey</button></div>`;
  return html`${passkeyForm(visit, "/account", { kind: "create", options }, content)}
<p class="hint" data-no-passkeys>To add a passkey, you need JavaScript and a browser that supports passkeys.</p>`;
}

const signInAgain = (visit: SignedInVisit): Html =>
  html`<p>You signed in too long ago to add or remove passkeys. Sign in again first.</p>
${pageForm(visit, "/sign-out", html`${hiddenField("return_to", "/account")}<button>Sign in again</button>`)}`;

/** Returns whether the person can still sign in without one of the linked accounts. */
export async function canUnlink({ account, runtime }: SignedInVisit): Promise<boolean> {
  const { read } = runtime.store;
  // If the mail server refuses our emails, an emailed link is no way to sign in.
  if (account.passwordHash !== null || account.mailRefusedAt === null) return true;
  const others = [await identitiesOf(read, account.id), await passkeysOfAccount(read, account.id)].flat();
  return others.length > 1;
}

/** Returns the content of the section about accounts at providers, or null if there are none. */
export async function linkedContent(visit: SignedInVisit): Promise<Html | null> {
  const identities = await identitiesOf(visit.runtime.store.read, visit.account.id);
  if (identities.length === 0) return null;
  const isAllowed = await canUnlink(visit);
  const rows = identities.map(({ issuer, subject, created_at }) => {
    const label = visit.runtime.providers.find((provider) => provider.issuer === issuer)?.label ?? new URL(issuer).host;
    const button = html`${hiddenField("issuer", issuer)}${hiddenField("subject", subject)}<button class="danger" name="do" value="unlink" aria-label="Unlink ${label}">Unlink</button>`;
    return row(visit, label, html`Linked on ${timeOf(created_at)}.`, isAllowed && button);
  });
  return html`<p id="field-linked" tabindex="-1">You can sign in with these accounts. An account that you unlink is linked again if you sign in with it and it has the same email address.</p>
<ul class="rows" role="list">${rows}</ul>
${!isAllowed && html`<p class="hint">This is your only way to sign in. Before you unlink it, set a password or add a passkey.</p>`}`;
}
