import { scopeWords } from "#auth/scopes.ts";
import { type Grant, grantsOfAccount } from "#db/queries/accounts/oauth.ts";
import disconnectApp from "#tools/account/disconnect-app.ts";
import setMandate from "#tools/account/set-mandate.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { type FieldErrors, hiddenField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import { type SignedInVisit, signedInPage } from "../frame/mount.ts";
import { stillDone } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf } from "../frame/visit.ts";
import {
  type FaultyMandate,
  type MandateTerms,
  mandateSection,
  mandateTerms,
  readMandate,
  typedMandate,
} from "./mandate-form.ts";

/** `/account/apps`: assistants and other apps the person has allowed in. */
export const appsPage = signedInPage("/account/apps", "apps", {
  get: (visit) => render(visit),

  async post(visit, form) {
    if (form.text("do") === "mandate") return bound(visit, form);
    const isDone = await stillDone(visit.call(disconnectApp, { id: form.text("id") }));
    return answerRedirect(visit, `/account/apps${isDone ? "?done=disconnected" : ""}`);
  },
});

async function bound(visit: SignedInVisit, form: Form): Promise<Response> {
  const errors: FieldErrors = {};
  const typed = typedMandate(form);
  const mandate = readMandate(typed, await mandateTerms(visit, visit.account.id), visit.now, errors);
  if (Object.keys(errors).length > 0) return render(visit, { id: Number(form.text("holder")), typed, errors });
  const isDone = await stillDone(visit.call(setMandate, { of: "app", id: form.text("holder"), mandate }));
  return answerRedirect(visit, `/account/apps${isDone ? "?done=mandate" : ""}`);
}

async function render(visit: SignedInVisit, faulty?: FaultyMandate): Promise<Response> {
  const grants = await grantsOfAccount(visit.runtime.store.read, visit.account.id);
  const terms = await mandateTerms(visit, visit.account.id);
  return answerPage(visit, {
    title: "Connected apps",
    layout: "signed-in",
    notice: noticeOf(visit, {
      disconnected: "The app is disconnected. It has to ask you again.",
      mandate: "Saved. It holds from the app's next call on.",
    }),
    errors: faulty?.errors,
    body: html`<h1>Connected apps</h1>
<p class="lead">Assistants and other apps you have allowed to work with your account.</p>
<section class="card" aria-label="Connected apps">
${
  grants.length === 0
    ? html`<p class="empty">No app is connected. To connect an assistant, give it this address: <code>${visit.base}/mcp</code></p>`
    : html`<ul class="rows" role="list">${grants.map((grant) => appRow(visit, grant, terms, faulty))}</ul>`
}
</section>`,
  });
}

function appRow(
  visit: SignedInVisit,
  { id, clientId, metadata, createdAt, lastUsedAt, ...grant }: Grant,
  terms: MandateTerms,
  faulty?: FaultyMandate,
): Html {
  const { client_name } = metadata;
  const isDocument = URL.canParse(clientId);
  const host = isDocument ? new URL(clientId).host : metadata.client_uri && new URL(metadata.client_uri).host;
  return html`<li>
<div><strong>${client_name}</strong>${host && html` <code>${host}</code>`}${!isDocument && html` <span class="tag">Unverified</span>`}
<ul class="plain-list">${grant.scopes.map((scope) => html`<li>${scopeWords(scope)}</li>`)}</ul>
<p class="hint">Connected ${timeOf(createdAt)}. ${lastUsedAt ? html`Last used ${timeOf(lastUsedAt)}.` : "Never used."}</p>
${mandateSection(visit, "/account/apps", { id, name: client_name, mandate: grant.mandate }, terms, faulty)}</div>
${pageForm(
  visit,
  "/account/apps",
  html`${hiddenField("id", String(id))}<button class="danger" aria-label="Disconnect ${client_name}">Disconnect</button>`,
)}
</li>
`;
}
