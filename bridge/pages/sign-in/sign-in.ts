import { safeReturnTo } from "#auth/return-to.ts";
import { signInByPassword } from "#auth/sign-in.ts";
import { registrationOf } from "#tools/site/shared/access.ts";
import { clientNetwork } from "../../http/server/runtime.ts";
import { askForMailedLink } from "../../jobs/mailed-link-job.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import { html } from "../frame/html.ts";
import {
  authContextOf,
  browserOf,
  isKnownBrowser,
  keepSession,
  noticeOf,
  returnQuery,
  type Visit,
} from "../frame/visit.ts";
import { answerPasskey, passkeyButton } from "./passkey.ts";
import { emailField, orLine, readEmail } from "./person-fields.ts";
import { providerButtons } from "./provider.ts";
import { signInLead } from "./sign-in-lead.ts";

const notices: Record<string, string> = {
  "signed-out": "You are signed out.",
  address: "Your new email address is confirmed. Sign in with it.",
  erased: "Your account has been deleted. We have sent you a final email to confirm this.",
};

export const signInPage = definePage({
  path: "/sign-in",
  name: "sign_in",
  audience: "everyone",
  async get(visit) {
    const returnTo = safeReturnTo(visit.url.searchParams.get("return_to"));
    if (visit.account) return answerRedirect(visit, returnTo ?? "/account");
    return render(visit, "", returnTo, {});
  },

  async post(visit, form) {
    const { runtime, request } = visit;
    const returnTo = safeReturnTo(form.text("return_to"));
    if (form.text("do") === "passkey")
      return (await answerPasskey(visit, form, returnTo)) ?? render(visit, "", returnTo, {}, noPasskey);
    const wantsLink = form.text("do") === "link";
    const errors: FieldErrors = {};
    const email = readEmail(form, errors);
    const password = form.raw("password");
    if (!wantsLink && password === "") errors.password = "Enter your password, or request a link by email.";
    if (Object.keys(errors).length > 0) return render(visit, form.text("email"), returnTo, errors);

    const network = clientNetwork(request, runtime);
    if (wantsLink) {
      await runtime.slowDown?.take("link", network, email);
      await askForMailedLink(runtime, authContextOf(visit).site, { ask: "sign_in", email, name: "", returnTo });
      return answerRedirect(visit, "/check-mail");
    }
    const isKnown = await isKnownBrowser(visit, email);
    await runtime.slowDown?.take("sign_in", network, email, isKnown);
    const signedIn = await signInByPassword(authContextOf(visit), browserOf(visit), email, password);
    if (signedIn === null) {
      errors.password = "The email address or password is incorrect. Try again, or request a sign-in link by email.";
      return render(visit, email, returnTo, errors);
    }
    await runtime.slowDown?.forgive(network, email, isKnown);
    keepSession(visit, signedIn.token, signedIn.account);
    return answerRedirect(visit, returnTo ?? "/account");
  },
});

const noPasskey = {
  status: 422,
  detail:
    "We did not accept this passkey. It may have been removed, or this page was open for too long. Try again, or request a sign-in link by email.",
};

async function render(
  visit: Visit,
  email: string,
  returnTo: string | null,
  errors: FieldErrors,
  refusal?: typeof noPasskey,
): Promise<Response> {
  const providers = providerButtons(visit, returnTo);
  const { mode } = await registrationOf(visit.runtime.store.read);
  const passkeys = passkeyButton(visit, returnTo, providers === null && orLine);
  return answerPage(visit, {
    title: "Sign in",
    layout: "narrow",
    notice: noticeOf(visit, notices),
    errors,
    refusal,
    script: passkeys === null ? null : visit.assets.passkeyScript,
    body: html`<h1>Sign in</h1>
${
  returnTo?.startsWith("/oauth/authorize") &&
  html`<p class="lead">An app is asking for access to your account. Sign in first. On the next page, you can decide what the app is allowed to do.</p>`
}
${await signInLead(visit, returnTo, "Sign in")}
<div class="card">
${providers}
${passkeys}
${providers && orLine}
${pageForm(
  visit,
  "/sign-in",
  html`${returnTo !== null && hiddenField("return_to", returnTo)}
${emailField(email, errors.email)}
${textField({ name: "password", label: "Password", type: "password", error: errors.password, autocomplete: "current-password" })}
<div class="actions stacked">
<button class="primary" name="do" value="password">Sign in</button>
<button name="do" value="link">Email me a link instead</button>
</div>`,
)}
</div>
<ul class="links" role="list">
${mode !== "closed" && html`<li><a href="/sign-up${returnQuery(returnTo)}">Create an account</a></li>`}
<li><a href="/reset-password">Forgot your password?</a></li>
</ul>`,
  });
}
