import { cancelEmailChange, requestEmailChange } from "../../../auth/address-change.ts";
import { hashPassword, verifyPassword } from "../../../auth/passwords.ts";
import { otherAccess, setPassword } from "../../../auth/people.ts";
import { lookup } from "../../../db/lookup.ts";
import {
  deleteSessions,
  pendingChange,
  revokeApiKeys,
  sessionsOfAccount,
  updateAccount,
} from "../../../db/queries/accounts.ts";
import { revokeGrants } from "../../../db/queries/oauth.ts";
import { clientAddress } from "../../http/runtime.ts";
import { answerRedirect } from "../frame/answers.ts";
import type { FieldErrors } from "../frame/fields.ts";
import { type Form, FormRefused } from "../frame/form-body.ts";
import { type SignedInVisit, signedInPage } from "../frame/mount.ts";
import { auditVisit, mailingSite } from "../frame/visit.ts";
import { nameLength, readEmail, readLine, readNewPassword } from "../sign-in/person-fields.ts";
import { renderAccount, type Typed } from "./account-view.ts";

/** `/account`: name, address, password, signed-in browsers and what else opens the account, a form each. */
export const accountPage = signedInPage("/account", "account", {
  get: (visit) => render(visit, {}),
  post(visit, form) {
    const act = lookup(acts, form.text("do"));
    if (!act) throw new FormRefused(400, "The page has no such form.");
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
  };
  return renderAccount(visit, state, errors, typed);
}

const acts: Record<string, (visit: SignedInVisit, form: Form) => Promise<Response>> = {
  async name(visit, form) {
    const errors: FieldErrors = {};
    const name = readLine(form, "name", nameLength, errors, "Enter your name.");
    if (errors.name) return render(visit, errors, { name: form.text("name") });
    await visit.runtime.store.write(async (tx) => {
      await updateAccount(tx, visit.account.id, { name }, visit.now);
      await auditVisit(visit, tx, "account.change_name");
    });
    return answerRedirect(visit, "/account?done=name");
  },

  async address(visit, form) {
    const { account, runtime, now } = visit;
    const errors: FieldErrors = {};
    const email = readEmail(form, errors);
    if (email === account.email) errors.email = "That is the email you have.";
    await checkCurrentPassword(visit, form, "address_password", errors);
    if (Object.keys(errors).length > 0) return render(visit, errors, { email: form.text("email") });
    await runtime.slowDown?.take("mail", clientAddress(visit.request, runtime), email);
    await runtime.store.write(async (tx) => {
      await requestEmailChange(tx, mailingSite(visit), account, email, now);
      await auditVisit(visit, tx, "account.request_address");
    });
    return answerRedirect(visit, `/account?done=${account.passwordHash === null ? "approve" : "mailed"}`);
  },

  async cancel_address(visit) {
    await visit.runtime.store.write(async (tx) => {
      await cancelEmailChange(tx, visit.account.id);
      await auditVisit(visit, tx, "account.cancel_address");
    });
    return answerRedirect(visit, "/account?done=cancelled");
  },

  async password(visit, form) {
    const { account, session, runtime, now } = visit;
    const errors: FieldErrors = {};
    await checkCurrentPassword(visit, form, "current_password", errors);
    const password = readNewPassword(form, account, errors);
    if (Object.keys(errors).length > 0) return render(visit, errors);
    const passwordHash = await hashPassword(password);
    await runtime.store.write(async (tx) => {
      await setPassword(tx, mailingSite(visit), account, passwordHash, { keepId: session.id }, now);
      await auditVisit(visit, tx, "account.set_password", { detail: { how: "account" } });
    });
    return answerRedirect(visit, "/account?done=password");
  },

  async session(visit, form) {
    const id = Number(form.text("id"));
    await visit.runtime.store.write(async (tx) => {
      await deleteSessions(tx, visit.account.id, { id });
      await auditVisit(visit, tx, "session.end", { subject: `session:${id}` });
    });
    return answerRedirect(visit, "/account?done=session");
  },

  async sessions(visit) {
    await visit.runtime.store.write(async (tx) => {
      await deleteSessions(tx, visit.account.id, { keepId: visit.session.id });
      await auditVisit(visit, tx, "session.end_others");
    });
    return answerRedirect(visit, "/account?done=sessions");
  },

  async access(visit) {
    const { account, runtime, now } = visit;
    await runtime.store.write(async (tx) => {
      await revokeApiKeys(tx, account.id, now);
      await revokeGrants(tx, account.id, "disconnected by the person", now);
      await auditVisit(visit, tx, "account.end_access");
    });
    return answerRedirect(visit, "/account?done=access");
  },
};

// Whoever sits down at an open browser should not be able to take the account along.
async function checkCurrentPassword(
  { account, runtime, request }: SignedInVisit,
  form: Form,
  field: "address_password" | "current_password",
  errors: FieldErrors,
): Promise<void> {
  if (account.passwordHash === null) return;
  const password = form.raw(field);
  if (password === "") {
    errors[field] = "Enter your current password.";
    return;
  }
  await runtime.slowDown?.take("sign_in", clientAddress(request, runtime), account.email);
  if (!(await verifyPassword(password, account.passwordHash))) errors[field] = "That is not your current password.";
  else await runtime.slowDown?.forgive(account.email);
}
