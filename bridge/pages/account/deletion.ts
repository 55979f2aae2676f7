import { isDeletionLink, requestDeletion } from "#auth/deletion.ts";
import { erasurePlan } from "#db/queries/erasure/plan.ts";
import deleteOwnAccount from "#tools/account/delete-own-account.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { clientNetwork } from "../../http/server/runtime.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import { authContextOf, type SignedInVisit } from "../frame/visit.ts";
import { checkCurrentPassword } from "./current-password.ts";
import { deletionFacts } from "./deletion-facts.ts";

const path = "/account/delete";

export const deletionPage = definePage({
  path,
  name: "account_deletion",
  audience: "account",
  get: (visit) => render(visit, visit.url.searchParams.get("token") ?? "", {}),

  async post(visit, form) {
    if (form.text("do") === "mail") return mailLink(visit);
    const errors: FieldErrors = {};
    const token = form.raw("token");
    await checkProof(visit, form, token, errors);
    if (Object.keys(errors).length > 0) return render(visit, token, errors);
    try {
      await visit.call(deleteOwnAccount, {});
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "state_conflict") return render(visit, token, {}, error.detail);
      // A concurrent request has already deleted the account.
      if (error.code !== "not_found") throw error;
    }
    visit.cookies.clear("session");
    visit.cookies.clear("form");
    return answerRedirect(visit, "/sign-in?done=erased");
  },
});

async function mailLink(visit: SignedInVisit): Promise<Response> {
  const { account, runtime, request } = visit;
  await runtime.slowDown?.take("mail", clientNetwork(request, runtime), account.email);
  await requestDeletion(authContextOf(visit), account);
  return answerRedirect(visit, "/check-mail");
}

async function checkProof(visit: SignedInVisit, form: Form, token: string, errors: FieldErrors): Promise<void> {
  const { account, runtime, now } = visit;
  if (account.passwordHash !== null) return checkCurrentPassword(visit, form, "password", errors);
  if (!(await isDeletionLink(runtime.store.read, account, token, now)))
    errors.link = "This link has expired or belongs to another account. Request a new link below.";
}

async function render(
  visit: SignedInVisit,
  token: string,
  errors: FieldErrors,
  refusal: string | null = null,
): Promise<Response> {
  const { account, runtime, now } = visit;
  const { read } = runtime.store;
  const plan = await erasurePlan(read, account.id, now);
  const isProved = account.passwordHash === null && (await isDeletionLink(read, account, token, now));
  return answerPage(visit, {
    title: "Delete your account",
    layout: "signed-in",
    refusal: refusal === null ? null : { status: 409, detail: refusal },
    errors,
    body: html`<p><a href="/account">Back to your account</a></p>
<h1>Delete your account</h1>
<p class="lead">As soon as you confirm, we will delete your account. You cannot undo the deletion. <a href="/account/data.json" download>Download your data</a> first if you want to keep any of it.</p>
${deletionFacts(plan)}
<section class="card" aria-labelledby="sure"><h2 id="sure">Confirm the deletion</h2>
${pageForm(visit, path, proofFields(visit, token, isProved, errors))}
</section>`,
  });
}

function proofFields({ account }: SignedInVisit, token: string, isProved: boolean, errors: FieldErrors): Html {
  const button = html`<div class="actions"><button class="danger">Delete account ${account.email}</button></div>`;
  if (account.passwordHash !== null)
    return html`<input class="hidden" type="text" name="username" autocomplete="username" value="${account.email}" tabindex="-1" aria-hidden="true" readonly>
${textField({ name: "password", label: "Your password", type: "password", error: errors.password, autocomplete: "current-password" })}
${button}`;
  if (isProved) return html`${hiddenField("token", token)}${button}`;
  return html`<p id="field-link" tabindex="-1">You have no password, so we will first email a link to <strong>${account.email}</strong>. The link leads back to this page and expires in an hour.</p>
<div class="actions"><button name="do" value="mail">Email me the link</button></div>`;
}
