import { allScopes, isWriting, type Scope, scopeLabel, scopes, teamScopesOf } from "#auth/scopes.ts";
import { keysOfAccount } from "#db/queries/accounts/accounts.ts";
import { lookup } from "#db/values/lookup.ts";
import createApiKey from "#tools/account/create-api-key.ts";
import { type KeyRecord, toKey } from "#tools/account/records.ts";
import revokeApiKey from "#tools/account/revoke-api-key.ts";
import { keyNameLength } from "#tools/account/shared/rules.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import { answerPage, answerRedirect, confirmedForm, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { choices, type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import { attempt, onceKey, onceToken, redirectAfter } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import {
  type FaultyPolicy,
  type PolicyTerms,
  policyFields,
  policySection,
  policyTerms,
  readPolicy,
  savePolicy,
  typedOf,
  typedPolicy,
} from "./approval-policy-form.ts";
import { keepOnce, takeOnce } from "./shown-once.ts";

const expiries: Record<string, { label: string; days: number | null }> = {
  "30": { label: "In 30 days", days: 30 },
  "90": { label: "In 90 days", days: 90 },
  "365": { label: "In a year", days: 365 },
  never: { label: "Never", days: null },
};
const kinds: Record<string, boolean> = { live: false, test: true };

export const keysPage = definePage({
  path: "/account/keys",
  name: "keys",
  audience: "account",
  menu: { in: "account", label: "API keys", place: 10 },
  get: (visit) => render(visit, { created: takeOnce(visit, "new-key") }),
  post(visit, form) {
    if (form.text("do") === "revoke")
      return redirectAfter(visit, visit.call(revokeApiKey, { id: form.text("id") }), "/account/keys", "revoked");
    return form.text("do") === "policy"
      ? savePolicy(visit, form, "key", (faulty) => render(visit, { faulty }))
      : create(visit, form);
  },
});

async function create(visit: SignedInVisit, form: Form): Promise<Response> {
  const typed = {
    name: form.text("name"),
    scopes: form.all("scope"),
    expiry: form.text("expiry"),
    kind: form.text("kind"),
    policy: typedPolicy(form),
  };
  const faults: FieldErrors = {};
  const approval_policy = typed.scopes.some(isWriting) ? readPolicy(typed.policy, visit, faults) : null;
  if (Object.keys(faults).length > 0) return render(visit, { errors: faults, typed });
  const { name, scopes } = typed;
  const [expires_in_days, is_test] = [lookup(expiries, typed.expiry)?.days, lookup(kinds, typed.kind)];
  const input = { name, scopes, expires_in_days, is_test, approval_policy };
  const { output, errors, refusal } = await attempt(visit.call(createApiKey, input, onceKey(form)), {
    name: { label: "Name" },
    scopes: { in: "scope", says: "Choose at least one permission." },
    expires_in_days: { in: "expiry", says: "Choose when the key expires." },
    is_test: { in: "kind", says: "Choose a mode." },
  });
  if (output) {
    keepOnce(visit, "new-key", { key: output.key, name: output.name });
  } else if (refusal?.code !== "idempotency_in_progress") return render(visit, { errors, refusal, typed });
  // The second press of a double click arrives here too. The response to the first one carries the key.
  return answerRedirect(visit, "/account/keys?done=created");
}

interface State {
  created?: { key: string; name: string };
  errors?: FieldErrors;
  refusal?: Problem;
  typed?: Typed;
  faulty?: FaultyPolicy;
}

const defaults = { name: "", scopes: ["account:read"], expiry: "90", kind: "live", policy: typedOf(null) };
type Typed = typeof defaults;

async function render(
  visit: SignedInVisit,
  { created, errors = {}, refusal, typed = defaults, faulty }: State,
): Promise<Response> {
  const keys = (await keysOfAccount(visit.runtime.store.read, visit.account.id)).map(toKey);
  const terms = await policyTerms(visit);
  return answerPage(visit, {
    title: "API keys",
    script: created && visit.assets.script,
    layout: "signed-in",
    notice: noticeOf(visit, {
      // After a reload, the page no longer has the key.
      ...(created && { created: "Key created." }),
      revoked: "Key revoked.",
      policy: "Saved. The change applies from the key's next call.",
    }),
    refusal,
    errors: faulty?.errors ?? errors,
    body: html`<h1>API keys</h1>
<p class="lead">API keys are for scripts and for assistants that cannot sign in. The keys work with the REST API and MCP. See <a href="/docs">the documentation</a>.</p>
${created && createdKey(created)}
<section class="card" aria-labelledby="keys"><h2 id="keys">Your keys</h2>
${
  keys.length === 0
    ? html`<p class="empty">You have no API keys yet.</p>`
    : html`<ul class="rows" role="list">${keys.map((key) => keyRow(visit, key, terms, faulty))}</ul>`
}
</section>
<section class="card" aria-labelledby="new"><h2 id="new">New key</h2>
${pageForm(visit, "/account/keys", newKeyFields([...allScopes, ...teamScopesOf(visit.account, visit.site.id)], errors, typed, terms))}
</section>`,
  });
}

const createdKey = ({
  key,
  name,
}: NonNullable<State["created"]>): Html => html`<section class="made" aria-labelledby="made">
<h2 id="made">Your new key “${name}”</h2>
<p>Copy the key now and keep it as safe as a password. We show it only once.</p>
<pre class="snippet copied" tabindex="0" role="region" aria-labelledby="made"><code>${key}</code></pre>
</section>`;

function keyRow(visit: SignedInVisit, key: KeyRecord, terms: PolicyTerms, faulty?: FaultyPolicy): Html {
  const { id, name, created_at, expires_at, last_used_at } = key;
  const hasEnded = expires_at !== null && expires_at <= visit.now.toISOString();
  const words = key.scopes.map(scopeLabel);
  return html`<li>
<div><strong>${name}</strong> <code>${key.key_form}</code>${key.is_test && html` <span class="tag">Sandbox</span>`}${
    hasEnded && html` <span class="tag bad">Expired</span>`
  }
<ul class="plain-list">${words.map((text) => html`<li>${text}</li>`)}</ul>
<p class="hint">Created on ${timeOf(created_at)}. ${last_used_at ? html`Last used on ${timeOf(last_used_at)}.` : "Never used."} ${
    expires_at ? html`${hasEnded ? "Expired" : "Expires"} on ${timeOf(expires_at)}.` : "Never expires."
  }</p>
${policySection(visit, "/account/keys", { id, name, scopes: key.scopes, policy: key.approval_policy }, terms, faulty)}</div>
${confirmedForm(
  visit,
  "/account/keys",
  { label: "Revoke", of: name },
  html`${hiddenField("id", String(id))}<button class="danger" name="do" value="revoke">Revoke key</button>`,
)}
</li>
`;
}

const newKeyFields = (
  offered: readonly Scope[],
  errors: FieldErrors,
  typed: Typed,
  terms: PolicyTerms,
): Html => html`${onceToken()}
${textField({
  name: "name",
  label: "Name",
  value: typed.name,
  hint: "A name to recognise the key by, such as “Release script”.",
  error: errors.name,
  maxlength: keyNameLength,
})}
${choices({
  type: "checkbox",
  name: "scope",
  label: "Permissions",
  options: offered.map((scope) => ({ value: scope, label: scopes[scope] })),
  chosen: typed.scopes,
  error: errors.scope,
})}
${policyFields("new", terms, typed.policy, errors)}
${choices({
  type: "radio",
  name: "expiry",
  label: "Expires",
  options: Object.entries(expiries).map(([value, { label }]) => ({ value, label })),
  chosen: [typed.expiry],
  error: errors.expiry,
})}
${choices({
  type: "radio",
  name: "kind",
  label: "Mode",
  options: [
    { value: "live", label: "Live", hint: "Changes are real" },
    {
      value: "test",
      label: "Sandbox",
      hint: "Calls are validated, but send no emails, move no money and publish nothing",
    },
  ],
  chosen: [typed.kind],
  error: errors.kind,
})}
<div class="actions"><button class="primary" name="do" value="create">Create key</button></div>`;
