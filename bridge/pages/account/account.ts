import { cancelEmailChange, requestEmailChange } from "#auth/email-change.ts";
import { changePassword, otherAccess } from "#auth/people.ts";
import { isRecentSignIn } from "#auth/sessions.ts";
import { endOtherSessions, endSession } from "#auth/sign-in.ts";
import { pendingChange, sessionsOfAccount } from "#db/queries/accounts/accounts.ts";
import { countWaiting } from "#db/queries/accounts/approval-requests.ts";
import { lookup } from "#db/values/lookup.ts";
import endAccess from "#tools/account/end-access.ts";
import renameAccount from "#tools/account/rename-account.ts";
import retryMailAddress from "#tools/account/retry-mail-address.ts";
import { reviewRefusal } from "#tools/core/calls/call.ts";
import { clientNetwork } from "../../http/server/runtime.ts";
import { answerRedirect } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import type { FieldErrors } from "../frame/fields.ts";
import { type Form, FormRefused } from "../frame/form-body.ts";
import { submit } from "../frame/submit.ts";
import { authContextOf, markBrowser, type SignedInVisit } from "../frame/visit.ts";
import { readEmail, readNewPassword } from "../sign-in/person-fields.ts";
import { renderAccount, type Typed } from "./account-view.ts";
import { checkCurrentPassword } from "./current-password.ts";

/** `/account`: name, address, password, signed-in browsers and what else opens the account, a form each. */
export const accountPage = definePage({
  path: "/account",
  name: "account",
  audience: "account",
  menu: { in: "account", label: "Account", place: 1 },
  get: (visit) => render(visit, {}),
  post(visit, form) {
    const act = lookup(acts, form.text("do"));
    if (!act) throw new FormRefused(400, "The page has no such form.");
    if (visit.account.isReview && ofSignIn.has(act)) throw reviewRefusal();
    return act(visit, form);
  },
});

async function render(visit: SignedInVisit, errors: FieldErrors, typed: Typed = {}): Promise<Response> {
  const { account, runtime, now } = visit;
  const { read } = runtime.store;
  const state = {
    sessions: await sessionsOfAccount(read, account.id, now),
    change: await pendingChange(read, account.id, now),
    access: await otherAccess(read, account.id, now),
    waiting: await countWaiting(read, account.id, now),
  };
  return renderAccount(visit, state, errors, typed);
}

const acts: Record<string, (visit: SignedInVisit, form: Form) => Promise<Response>> = {
  async name(visit, form) {
    const name = form.text("name");
    const { errors } = await submit(visit.call(renameAccount, { name }), { name: { label: "Your name" } });
    return errors ? render(visit, errors, { name }) : answerRedirect(visit, "/account?done=name");
  },

  async address(visit, form) {
    const { account, runtime } = visit;
    const errors: FieldErrors = {};
    const email = readEmail(form, errors);
    if (email === account.email) errors.email = "That is the email you have.";
    await checkCurrentPassword(visit, form, "address_password", errors);
    if (Object.keys(errors).length > 0) return render(visit, errors, { email: form.text("email") });
    await runtime.slowDown?.take("mail", clientNetwork(visit.request, runtime), email);
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
    // With a password the address can be changed and the account deleted, which without one the mailbox has to allow.
    if (account.passwordHash === null && !isRecentSignIn(session, now))
      errors.new_password =
        "It is a while since you signed in. Have a link emailed to you, and set the password there.";
    const password = readNewPassword(form, account, errors);
    if (Object.keys(errors).length > 0) return render(visit, errors);
    markBrowser(visit, await changePassword(authContextOf(visit), account, password, { keepId: session.id }));
    return answerRedirect(visit, "/account?done=password");
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

/** What would leave all others out who sign in to the same account. */
const ofSignIn = new Set([acts.address, acts.cancel_address, acts.password]);
