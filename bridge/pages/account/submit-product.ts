import type { Account } from "#db/queries/accounts/accounts.ts";
import { vetUrl, withScheme } from "#tools/core/calls/vet-url.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import discardDraft from "#tools/drafts/discard-draft.ts";
import getDraft from "#tools/drafts/get-draft.ts";
import submitListing from "#tools/drafts/submit-listing.ts";
import { registrationOf, submissionsClosed } from "#tools/site/shared/access.ts";
import { siteUrls } from "../../http/server/runtime.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { html } from "../frame/html.ts";
import { attempt, ifFound, stillDone, submit } from "../frame/submit.ts";
import { callAs, signInPath, type Visit } from "../frame/visit.ts";
import { askToSignUp } from "../sign-in/newcomer.ts";
import { consentLine, emailField, readEmail } from "../sign-in/person-fields.ts";
import { nextStepLink } from "./next-step-link.ts";

const maxUrlLength = 2000;

export const submitPage = definePage({
  path: "/submit",
  name: "submit",
  audience: "everyone",
  get: async (visit) => render(visit, { url: (visit.url.searchParams.get("url") ?? "").slice(0, maxUrlLength) }),

  async post(visit, form) {
    const url = form.text("url");
    if (!visit.account) return signUp(visit, form, url);
    const { output, errors, refusal } = await attempt(visit.call(submitListing, { url }), urlField);
    if (output) {
      await discardFailed(visit, Number(form.text("failed_draft")), output.id);
      return answerRedirect(visit, `/account/drafts/${output.id}`);
    }
    return render(visit, { url, errors: errors ?? { url: refusal!.detail }, refusal });
  },
});

/** Discards the failed draft that a new one replaces. */
async function discardFailed(visit: Visit, id: number, newId: number): Promise<void> {
  const draft = id === newId ? null : await ifFound(visit.call(getDraft, { id }));
  if (draft?.status === "failed") await stillDone(visit.call(discardDraft, { id }));
}

const urlField = { url: { label: "The product URL" } };

// A longer URL would make the sign-in page's own URL too long.
const returnPath = (url: string) =>
  `/submit?${new URLSearchParams({ url: (url && withScheme(url)).slice(0, maxUrlLength) })}`;

/** Signs a new person up with the URL. Confirming the email then starts the draft. */
async function signUp(visit: Visit, form: Form, url: string): Promise<Response> {
  if (form.text("do") === "sign-in") return answerRedirect(visit, signInPath(returnPath(url)));
  if (submissionsClosed(visit.site) !== null) return render(visit, { url });
  const vetted = Promise.try(() => vetUrl(visit.runtime, "url", withScheme(url)));
  const errors: FieldErrors = { ...(await submit(vetted, urlField)).errors };
  const email = readEmail(form, errors);
  if (Object.keys(errors).length > 0) return render(visit, { url, email: form.text("email"), errors });
  const refusal = await askToSignUp(visit, { email, name: "", returnTo: returnPath(url) });
  if (refusal) return render(visit, { url, email: form.text("email"), refusal });
  return answerRedirect(visit, "/check-mail");
}

/** Starts the draft for which a new person signed up. Returns its path, or null if there is none. */
export async function startDraft(visit: Visit, account: Account, returnTo: string | null): Promise<string | null> {
  if (!returnTo?.startsWith("/submit?")) return null;
  const url = new URL(returnTo, visit.base).searchParams.get("url");
  const { output } = await attempt(callAs(account, visit)(submitListing, { url }), urlField);
  return output ? `/account/drafts/${output.id}` : null;
}

interface State {
  url: string;
  email?: string;
  errors?: FieldErrors;
  refusal?: Problem;
}

async function render(visit: Visit, { url, email = "", errors = {}, refusal }: State): Promise<Response> {
  const closed = submissionsClosed(visit.site);
  const { mode, sentence } = await registrationOf(visit.runtime.store.read);
  const mayRegister = !visit.account && mode !== "closed";
  const nextSteps = refusal?.nextActions.map(nextStepLink).filter(Boolean) ?? [];
  return answerPage(visit, {
    title: "Submit a product",
    layout: "narrow",
    refusal,
    errors,
    body:
      closed !== null && !refusal
        ? html`<h1>Submit a product</h1>
<p class="lead">${closed}</p>
<ul class="links" role="list"><li><a href="/account/drafts">Your drafts</a></li><li><a href="/contact">Contact the team</a></li></ul>`
        : html`${nextSteps.map((link) => html`<p class="aside">${link}</p>`)}
<h1>Submit a product</h1>
<p class="lead">We will read the product's website and write a draft of its listing. You can then edit the draft. Nothing will become public until you say so.</p>
<div class="card">
${pageForm(
  visit,
  "/submit",
  html`${textField({
    name: "url",
    label: "Product URL",
    type: "url",
    value: url,
    hint: "The product's home page, such as example.com.",
    error: errors.url,
    autocomplete: "url",
  })}
${!visit.account && sentence !== null && html`<p class="aside" role="note">${sentence}</p>`}
${mayRegister && emailField(email, errors.email, "We email you a link that creates your account. We read the website as soon as you open it.")}
<div class="actions stacked">${(visit.account || mayRegister) && html`<button class="primary">Create draft</button>`}
${!visit.account && html`<button name="do" value="sign-in">I already have an account</button>`}</div>
${mayRegister && consentLine(visit)}`,
)}
</div>
<p class="hint">Your assistant can also submit products. Add ${visit.site.name} to the assistant as an MCP server: <code>${siteUrls(visit.runtime, visit.site).mcp}</code></p>`,
  });
}
