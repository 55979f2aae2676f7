import { scopeLabel } from "#auth/scopes.ts";
import { type Grant, grantsOfAccount } from "#db/queries/accounts/oauth.ts";
import disconnectApp from "#tools/account/disconnect-app.ts";
import { answerPage, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { redirectAfter } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { type FaultyPolicy, type PolicyTerms, policySection, policyTerms, savePolicy } from "./approval-policy-form.ts";

export const appsPage = definePage({
  path: "/account/apps",
  name: "apps",
  audience: "account",
  menu: { in: "account", label: "Connected apps", place: 11 },
  get: (visit) => render(visit),

  async post(visit, form) {
    if (form.text("do") === "policy") return savePolicy(visit, form, "app", (faulty) => render(visit, faulty));
    return redirectAfter(visit, visit.call(disconnectApp, { id: form.text("id") }), "/account/apps", "disconnected");
  },
});

async function render(visit: SignedInVisit, faulty?: FaultyPolicy): Promise<Response> {
  const grants = await grantsOfAccount(visit.runtime.store.read, visit.account.id);
  const terms = await policyTerms(visit);
  return answerPage(visit, {
    title: "Connected apps",
    layout: "signed-in",
    notice: noticeOf(visit, {
      disconnected: "App disconnected. To connect again, the app must ask you for access.",
      policy: "Saved. The change applies from the app's next call.",
    }),
    hasErrors: faulty !== undefined,
    body: html`<h1>Connected apps</h1>
<p class="lead">Assistants and other apps that have access to your account.</p>
<section class="card" aria-label="Connected apps">
${
  grants.length === 0
    ? html`<p class="empty">There are no connected apps. To connect an assistant, add this URL to the assistant as an MCP server: <code>${visit.base}/mcp</code></p>`
    : html`<ul class="rows" role="list">${grants.map((grant) => appRow(visit, grant, terms, faulty))}</ul>`
}
</section>`,
  });
}

function appRow(
  visit: SignedInVisit,
  { id, clientId, metadata, createdAt, lastUsedAt, ...grant }: Grant,
  terms: PolicyTerms,
  faulty?: FaultyPolicy,
): Html {
  const { client_name } = metadata;
  const isDocument = URL.canParse(clientId);
  const host = isDocument ? new URL(clientId).host : metadata.client_uri && new URL(metadata.client_uri).host;
  return html`<li>
<div><strong>${client_name}</strong>${host && html` <code>${host}</code>`}${!isDocument && html` <span class="tag">Unverified</span>`}
<ul class="plain-list">${grant.scopes.map((scope) => html`<li>${scopeLabel(scope)}</li>`)}</ul>
<p class="hint">Connected on ${timeOf(createdAt)}. ${lastUsedAt ? html`Last used on ${timeOf(lastUsedAt)}.` : "Never used."}</p>
${policySection(visit, "/account/apps", { id, name: client_name, scopes: grant.scopes, policy: grant.approvalPolicy }, terms, faulty)}</div>
${pageForm(
  visit,
  "/account/apps",
  html`${hiddenField("id", String(id))}<button class="danger" aria-label="Disconnect ${client_name}">Disconnect</button>`,
)}
</li>
`;
}
