import { openLink } from "#auth/open-link.ts";
import { safeReturnTo, submittedHost } from "#auth/return-to.ts";
import { hashSecret } from "#auth/secrets.ts";
import { type Account, accountById } from "#db/queries/accounts/accounts.ts";
import { type EmailLink, openEmailLink } from "#db/queries/accounts/email-links.ts";
import { lookup } from "#db/values/lookup.ts";
import { clientNetwork } from "../../http/server/runtime.ts";
import { askForMailedLink } from "../../jobs/mailed-link-job.ts";
import { startDraft } from "../account/submit-product.ts";
import { answerFault, answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, hiddenField } from "../frame/fields.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { authContextOf, browserOf, keepSession, type Visit } from "../frame/visit.ts";
import { emailField, newPasswordField, readEmail, readNewPassword } from "./person-fields.ts";

export const checkMailPage = definePage({
  path: "/check-mail",
  name: "check_mail",
  audience: "everyone",
  get: async (visit) =>
    answerPage(visit, {
      title: "Check your email",
      layout: "narrow",
      body: html`<h1>Check your email</h1>
<p class="lead">If this email address can be used here, we have sent a link to it. Open the link to continue. The link works once.</p>
<div class="card">
<p>No email after a few minutes? Check your spam folder and the spelling of your email address. Then <a href="/sign-in">start again</a>. We send at most 3 links per hour, and earlier links still work.</p>
${visit.runtime.hasMailbox && html`<p class="aside">This server does not send emails. Instead, it keeps them in <a href="/dev/mailbox">the mailbox</a>.</p>`}
</div>`,
    }),
});

export const resetPasswordPage = definePage({
  path: "/reset-password",
  name: "reset_password",
  audience: "everyone",
  get: async (visit) => renderReset(visit, "", {}),

  async post(visit, form) {
    const { runtime, request } = visit;
    const errors: FieldErrors = {};
    const email = readEmail(form, errors);
    if (Object.keys(errors).length > 0) return renderReset(visit, form.text("email"), errors);
    await runtime.slowDown?.take("link", clientNetwork(request, runtime), email);
    await askForMailedLink(runtime, authContextOf(visit).site, { ask: "reset", email, name: "", returnTo: null });
    return answerRedirect(visit, "/check-mail");
  },
});

const renderReset = (visit: Visit, email: string, errors: FieldErrors): Response =>
  answerPage(visit, {
    title: "Set a new password",
    layout: "narrow",
    errors,
    body: html`<h1>Set a new password</h1>
<p class="lead">We will email you a link to set a new password. The link expires in an hour.</p>
<div class="card">
${pageForm(
  visit,
  "/reset-password",
  html`${emailField(email, errors.email)}
<div class="actions stacked"><button class="primary">Email me the link</button></div>`,
)}
</div>
<ul class="links" role="list"><li><a href="/sign-in">Back to sign-in</a></li></ul>`,
  });

/** The target of emailed links. GET does not use up the link, because mail scanners open every link. */
export const linkPage = definePage({
  path: "/link",
  name: "link",
  audience: "everyone",
  async get(visit) {
    const token = visit.url.searchParams.get("token") ?? "";
    const usable = await usableLink(visit, token);
    if (!usable) return deadLink(visit);
    const { purpose } = usable.link;
    if (purpose === "erase") return answerRedirect(visit, deletionPath(token));
    return renderLink(visit, token, texts[purpose], usable, {});
  },

  async post(visit, form) {
    const token = form.raw("token");
    const usable = await usableLink(visit, token);
    if (!usable) return deadLink(visit);
    const { purpose } = usable.link;
    if (purpose === "erase") return answerRedirect(visit, deletionPath(token));
    const errors: FieldErrors = {};
    const password = purpose === "reset" ? readNewPassword(form, usable.account, errors) : null;
    if (Object.keys(errors).length > 0) return renderLink(visit, token, texts[purpose], usable, errors);
    const opened = await openLink(authContextOf(visit), browserOf(visit), token, password);
    if (!opened) return deadLink(visit);
    if (opened.session !== null) keepSession(visit, opened.session, opened.account);
    const isOwn = visit.account?.id === opened.account.id;
    if (purpose === "approve") return answerRedirect(visit, "/check-mail");
    if (purpose === "change") return answerRedirect(visit, isOwn ? "/account?done=address" : "/sign-in?done=address");
    const draft = purpose === "verify" ? await startDraft(visit, opened.account, opened.link.returnTo) : null;
    if (draft !== null) return answerRedirect(visit, draft);
    const done = lookup(notices, purpose);
    return answerRedirect(visit, safeReturnTo(opened.link.returnTo) ?? `/account${done ? `?done=${done}` : ""}`);
  },
});

const notices: Partial<Record<EmailLink["purpose"], string>> = {
  verify: "welcome",
  reset: "password",
  stop: "stopped",
};

type Usable = { link: EmailLink; account: Account };

async function usableLink({ runtime, now }: Visit, token: string): Promise<Usable | null> {
  if (token.length > 100) return null;
  const link = await openEmailLink(runtime.store.read, hashSecret(token), now);
  const account = link && (await accountById(runtime.store.read, link.accountId));
  return link && account && !account.suspendedAt ? { link, account } : null;
}

const deadLink = (visit: Visit): Response =>
  answerFault(visit, {
    status: 410,
    title: "This link is no longer valid",
    text: html`The link has expired, has already been used or is incomplete. <a href="/sign-in">Request a new link by email</a>.`,
  });

// A link to delete an account leads to the deletion page instead.
const deletionPath = (token: string) => `/account/delete?${new URLSearchParams({ token })}`;

type PageTexts = { title: string; button: string; text(link: EmailLink): HtmlValue };

const texts: Record<Exclude<EmailLink["purpose"], "erase">, PageTexts> = {
  verify: {
    title: "Confirm your email address",
    button: "Confirm and sign in",
    text: ({ email, returnTo }) => {
      const host = submittedHost(returnTo);
      return html`Is <strong>${email}</strong> your email address? Your account will be ready once you confirm the address.${host && html` We then start the draft for <strong>${host}</strong>.`}`;
    },
  },
  sign_in: {
    title: "Sign in",
    button: "Sign in",
    text: ({ email }) => html`You are signing in as <strong>${email}</strong>.`,
  },
  reset: {
    title: "Set a new password",
    button: "Save password",
    text: ({ email }) =>
      html`You are setting a new password for <strong>${email}</strong>. This will sign out all other browsers.`,
  },
  change: {
    title: "Confirm your new email address",
    button: "Use this email address",
    text: ({ email }) => html`Your account will use <strong>${email}</strong> as its email address.`,
  },
  approve: {
    title: "Approve the change to your email address",
    button: "Approve change",
    text: ({ newEmail }) =>
      html`Do you want your account to use <strong>${newEmail}</strong>? If you approve, we will send a link to that address.`,
  },
  stop: {
    title: "Stop the change to your email address",
    button: "Stop change and sign in",
    text: ({ email }) =>
      html`Your account will keep <strong>${email}</strong> as its email address, or return to it. To lock out the person who requested the change, we will sign out all other browsers and remove the password. API keys, apps and webhooks added since the request will lose access. You will be signed in on this browser.`,
  },
};

const renderLink = (
  visit: Visit,
  token: string,
  { title, button, text }: PageTexts,
  { link, account }: Usable,
  errors: FieldErrors,
): Response =>
  answerPage(visit, {
    title,
    layout: "narrow",
    errors,
    body: html`<h1>${title}</h1>
<p class="lead">${text(link)}</p>
<div class="card">
${pageForm(
  visit,
  "/link",
  html`${hiddenField("token", token)}
${
  link.purpose === "reset" &&
  html`<input type="hidden" name="username" autocomplete="username" value="${account.email}">
${newPasswordField(errors.new_password)}`
}
<div class="actions stacked"><button class="primary">${button}</button></div>`,
)}
</div>`,
  });
