import { cancelEmailChange, requestEmailChange } from "#auth/email-change.ts";
import { addPasskey, maxPasskeys, removePasskey } from "#auth/passkeys.ts";
import { changePassword } from "#auth/people.ts";
import { isRecentSignIn } from "#auth/sessions.ts";
import { endOtherSessions, endSession, unlinkIdentity } from "#auth/sign-in.ts";
import { lookup } from "#db/values/lookup.ts";
import endAccess from "#tools/account/end-access.ts";
import renameAccount from "#tools/account/rename-account.ts";
import retryMailAddress from "#tools/account/retry-mail-address.ts";
import { keyName } from "#tools/account/shared/rules.ts";
import { reviewRefusal } from "#tools/core/calls/call.ts";
import { clientNetwork } from "../../http/server/runtime.ts";
import { answerRedirect } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import type { FieldErrors } from "../frame/fields.ts";
import { type Form, FormRefused } from "../frame/form-body.ts";
import { refusalOf, submit } from "../frame/submit.ts";
import { authContextOf, markBrowser, type SignedInVisit } from "../frame/visit.ts";
import { admitEmail } from "../sign-in/newcomer.ts";
import { notePasskeyRefusal, relyingPartyOf } from "../sign-in/passkey.ts";
import { readEmail, readNewPassword } from "../sign-in/person-fields.ts";
import { renderAccount } from "./account-view.ts";
import { checkCurrentPassword } from "./current-password.ts";
import { canUnlink } from "./sign-in-methods.ts";

export const accountPage = definePage({
  path: "/account",
  name: "account",
  audience: "account",
  menu: { in: "account", label: "Account", place: 1 },
  get: (visit) => renderAccount(visit, {}),
  post(visit, form) {
    const action = lookup(actions, form.text("do"));
    if (!action) throw new FormRefused(400, "This page does not accept this form. Reload the page and try again.");
    if (visit.account.isReview && signInActions.has(action)) throw reviewRefusal();
    return action(visit, form);
  },
});

const actions: Record<string, (visit: SignedInVisit, form: Form) => Promise<Response>> = {
  async name(visit, form) {
    const name = form.text("name");
    const { errors } = await submit(visit.call(renameAccount, { name }), { name: { label: "Your name" } });
    return errors ? renderAccount(visit, errors, { name }) : answerRedirect(visit, "/account?done=name");
  },

  async address(visit, form) {
    const { account, runtime } = visit;
    const errors: FieldErrors = {};
    const email = readEmail(form, errors);
    if (email === account.email) errors.email = "This is already your email address.";
    await checkCurrentPassword(visit, form, "address_password", errors);
    if (Object.keys(errors).length > 0) return renderAccount(visit, errors, { email: form.text("email") });
    await runtime.slowDown?.take("mail", clientNetwork(visit.request, runtime), email);
    const refusal = await refusalOf(admitEmail(visit, email));
    if (refusal) return renderAccount(visit, { email: refusal.detail }, { email: form.text("email") });
    await requestEmailChange(authContextOf(visit), account, email);
    return answerRedirect(visit, `/account?done=${account.passwordHash === null ? "approve" : "mailed"}`);
  },

  async cancel_address(visit) {
    await cancelEmailChange(authContextOf(visit), visit.account.id);
    return answerRedirect(visit, "/account?done=cancelled");
  },

  async password(visit, form) {
    const { account, session, now } = visit;
    const errors: FieldErrors = {};
    await checkCurrentPassword(visit, form, "current_password", errors);
    // Whoever sets a password can change the email and delete the account. Someone who finds an open browser must not
    // be able to set one.
    if (account.passwordHash === null && !isRecentSignIn(session, now))
      errors.new_password = "You signed in too long ago to set a password here. Request a link by email.";
    const password = readNewPassword(form, account, errors);
    if (Object.keys(errors).length > 0) return renderAccount(visit, errors);
    markBrowser(visit, await changePassword(authContextOf(visit), account, password, { keepId: session.id }));
    return answerRedirect(visit, "/account?done=password");
  },

  async add_passkey(visit, form) {
    const errors: FieldErrors = {};
    const { data: name } = keyName.safeParse(form.text("passkey_name"));
    if (name === undefined) errors.passkey_name = "Enter a short name for the passkey, on one line.";
    const relyingParty = relyingPartyOf(visit);
    if (!relyingParty) errors.passkey = `You can add a passkey only at ${visit.runtime.baseUrl}.`;
    return changePasskeys(visit, errors, { passkeyName: form.text("passkey_name") }, async () => {
      const passkey = { name: name!, credential: form.raw("credential") };
      await addPasskey(authContextOf(visit), relyingParty!, visit.account, passkey);
      return "passkey";
    });
  },

  remove_passkey: (visit, form) =>
    changePasskeys(visit, {}, {}, async () => {
      await removePasskey(authContextOf(visit), visit.account, Number(form.text("id")));
      return "passkey_removed";
    }),

  async unlink(visit, form) {
    if (!(await canUnlink(visit)))
      return renderAccount(visit, {
        linked: "This is your only way to sign in. Set a password or add a passkey first.",
      });
    const identity = { issuer: form.text("issuer"), subject: form.text("subject") };
    await unlinkIdentity(authContextOf(visit), visit.account.id, identity);
    return answerRedirect(visit, "/account?done=unlinked");
  },

  async session(visit, form) {
    await endSession(authContextOf(visit), visit.account.id, Number(form.text("id")));
    return answerRedirect(visit, "/account?done=session");
  },

  async sessions(visit) {
    await endOtherSessions(authContextOf(visit), visit.account.id, visit.session.id);
    return answerRedirect(visit, "/account?done=sessions");
  },

  async mail(visit) {
    await visit.call(retryMailAddress, {});
    return answerRedirect(visit, "/account?done=mail");
  },

  async access(visit) {
    await visit.call(endAccess, {});
    return answerRedirect(visit, "/account?done=access");
  },
};

/** Runs a change of the passkeys and shows its result, or the reason why it is refused. */
async function changePasskeys(
  visit: SignedInVisit,
  errors: FieldErrors,
  typed: { passkeyName?: string },
  change: () => Promise<string>,
): Promise<Response> {
  const { runtime, request, account, session, now } = visit;
  // A passkey stays when the password changes. Someone who finds an open browser must not be able to add one.
  if (!isRecentSignIn(session, now))
    errors.passkey = "You signed in too long ago to add or remove passkeys. Sign in again first.";
  if (Object.keys(errors).length > 0) return renderAccount(visit, errors, typed);
  await runtime.slowDown?.take("mail", clientNetwork(request, runtime), account.email);
  try {
    return answerRedirect(visit, `/account?done=${await change()}`);
  } catch (error) {
    notePasskeyRefusal(visit, error);
    errors.passkey = `We did not add this passkey. This page was open for too long, the device already has a passkey, or your account has ${maxPasskeys} passkeys. Try again.`;
    return renderAccount(visit, errors, typed);
  }
}

/** Actions that would lock other people out of a shared review account. */
const signInActions = new Set([
  ...[actions.address, actions.cancel_address, actions.password],
  ...[actions.add_passkey, actions.remove_passkey, actions.unlink],
]);
