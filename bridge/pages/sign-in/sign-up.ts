import { safeReturnTo } from "#auth/return-to.ts";
import { nameLength } from "#tools/account/shared/rules.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import { registrationOf } from "#tools/site/shared/access.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import { html } from "../frame/html.ts";
import { returnQuery, type Visit } from "../frame/visit.ts";
import { askToSignUp, closedRegistration } from "./newcomer.ts";
import { consentLine, emailField, orLine, readEmail, readName } from "./person-fields.ts";
import { providerButtons } from "./provider.ts";
import { signInLead } from "./sign-in-lead.ts";

export const signUpPage = definePage({
  path: "/sign-up",
  name: "sign_up",
  audience: "everyone",
  async get(visit) {
    const returnTo = safeReturnTo(visit.url.searchParams.get("return_to"));
    if (visit.account) return answerRedirect(visit, returnTo ?? "/account");
    return (
      (await closedRegistration(visit, returnTo)) ??
      render(visit, { name: "", email: visit.url.searchParams.get("email") ?? "", returnTo })
    );
  },

  async post(visit, form) {
    const returnTo = safeReturnTo(form.text("return_to"));
    const errors: FieldErrors = {};
    const name = readName(form, errors);
    const email = readEmail(form, errors);
    const typed = { name: form.text("name"), email: form.text("email"), returnTo };
    if (Object.keys(errors).length > 0) return render(visit, { ...typed, errors });
    const refusal = await askToSignUp(visit, { email, name, returnTo });
    if (refusal) return (await closedRegistration(visit, returnTo)) ?? render(visit, { ...typed, refusal });
    return answerRedirect(visit, "/check-mail");
  },
});

interface State {
  name: string;
  email: string;
  returnTo: string | null;
  errors?: FieldErrors;
  refusal?: Problem;
}

async function render(visit: Visit, { name, email, returnTo, errors = {}, refusal }: State): Promise<Response> {
  const { sentence } = await registrationOf(visit.runtime.store.read);
  const providers = providerButtons(visit, returnTo);
  return answerPage(visit, {
    title: "Create an account",
    layout: "narrow",
    errors,
    refusal,
    body: html`<h1>Create an account</h1>
${sentence !== null && html`<p class="aside" role="note">${sentence} Use the email address that was invited.</p>`}
${(await signInLead(visit, returnTo, "Create an account")) ?? html`<p class="lead">You need an account to submit listings, claim listings and vote. You can browse without one.</p>`}
<div class="card">
${providers}
${providers && orLine}
${pageForm(
  visit,
  "/sign-up",
  html`${returnTo !== null && hiddenField("return_to", returnTo)}
${textField({ name: "name", label: "Your name", value: name, error: errors.name, autocomplete: "name", maxlength: nameLength })}
${emailField(email, errors.email, "We will email you a link to confirm this address. You can choose a password afterwards.")}
<div class="actions stacked"><button class="primary">Create account</button></div>
${consentLine(visit)}`,
)}
</div>
<ul class="links" role="list"><li>Already have an account? <a href="/sign-in${returnQuery(returnTo)}">Sign in</a></li></ul>`,
  });
}
