import { issueApiKey } from "../../../auth/api-keys.ts";
import { allScopes, scopes, scopeWords } from "../../../auth/scopes.ts";
import { tellOfKey } from "../../../auth/tell.ts";
import { type ApiKey, keysOfAccount, revokeApiKey } from "../../../db/queries/accounts.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { choices, errorSummary, type FieldErrors, hiddenField, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import { type SignedInVisit, signedInPage } from "../frame/mount.ts";
import { timeOf } from "../frame/time.ts";
import { auditVisit, mailingSite, noticeOf } from "../frame/visit.ts";
import { readLine } from "../sign-in/person-fields.ts";

const expiries = { "30": "In 30 days", "90": "In 90 days", "365": "In a year", never: "Never" } as const;
const keyNameLength = 60;
const mostKeys = 50;

/** `/account/keys`: API keys. A key is in the answer that makes it and nowhere else. */
export const keysPage = signedInPage("/account/keys", "keys", {
  get: (visit) => render(visit, {}),
  post: (visit, form) => (form.text("do") === "revoke" ? revoke(visit, form) : create(visit, form)),
});

interface Typed {
  name: string;
  scopes: string[];
  expiry: string;
  kind: string;
}

async function create(visit: SignedInVisit, form: Form): Promise<Response> {
  const { account, runtime, now } = visit;
  const errors: FieldErrors = {};
  const name = readLine(form, "name", keyNameLength, errors, "Enter a name, such as where the key will be used.");
  const chosen = allScopes.filter((scope) => form.all("scope").includes(scope));
  if (chosen.length === 0) errors.scope = "Choose at least one thing the key may do.";
  const expiry = form.text("expiry");
  if (!Object.hasOwn(expiries, expiry)) errors.expiry = "Choose when the key expires.";
  const kind = form.text("kind");
  if (kind !== "live" && kind !== "test") errors.kind = "Choose what the key is for.";
  if ((await keysOfAccount(runtime.store.read, account.id)).length >= mostKeys)
    errors.name = `You have ${mostKeys} keys. Revoke one that is no longer used first.`;
  if (Object.keys(errors).length > 0)
    return render(visit, { errors, typed: { name: form.text("name"), scopes: chosen, expiry, kind } });

  const expiresAt = expiry === "never" ? null : new Date(now.getTime() + Number(expiry) * 86_400_000).toISOString();
  const request = { accountId: account.id, name, scopes: chosen, isTest: kind === "test", expiresAt };
  const { key, row } = await runtime.store.write(async (tx) => {
    const issued = await issueApiKey(tx, request, now);
    const detail = { name, scopes: chosen, isTest: request.isTest, expiresAt };
    await auditVisit(visit, tx, "api_key.create", { subject: `key:${issued.row.id}`, detail });
    await tellOfKey(tx, account, mailingSite(visit), { name, scopes: chosen }, now);
    return issued;
  });
  return render(visit, { made: { key, name: row.name } });
}

async function revoke(visit: SignedInVisit, form: Form): Promise<Response> {
  const id = Number(form.text("id"));
  const { account, runtime, now } = visit;
  const wasRevoked = await runtime.store.write(async (tx) => {
    const isDone = await revokeApiKey(tx, account.id, id, now);
    if (isDone) await auditVisit(visit, tx, "api_key.revoke", { subject: `key:${id}` });
    return isDone;
  });
  return answerRedirect(visit, `/account/keys${wasRevoked ? "?done=revoked" : ""}`);
}

interface State {
  made?: { key: string; name: string };
  errors?: FieldErrors;
  typed?: Typed;
}

const untouched: Typed = { name: "", scopes: ["account:read"], expiry: "90", kind: "live" };

async function render(visit: SignedInVisit, { made, errors = {}, typed = untouched }: State): Promise<Response> {
  const keys = await keysOfAccount(visit.runtime.store.read, visit.account.id);
  return answerPage(visit, {
    title: "API keys",
    layout: "signed-in",
    notice: noticeOf(visit, { revoked: "The key is revoked and opens nothing any more." }),
    errors,
    body: html`${errorSummary(errors)}
<h1>API keys</h1>
<p class="lead">For scripts and for assistants that cannot sign in. A key opens REST and MCP alike; <a href="/docs">the documentation</a> shows how.</p>
${made && madeKey(made)}
<section class="card" aria-labelledby="keys"><h2 id="keys">Your keys</h2>
${
  keys.length === 0
    ? html`<p class="empty">You have no keys yet.</p>`
    : html`<ul class="rows" role="list">${keys.map((key) => keyRow(visit, key))}</ul>`
}
</section>
<section class="card" aria-labelledby="new"><h2 id="new">New key</h2>
${pageForm(visit, "/account/keys", newKeyFields(errors, typed))}
</section>`,
  });
}

const madeKey = ({ key, name }: NonNullable<State["made"]>): Html => html`<section class="made" aria-labelledby="made">
<h2 id="made">Your new key “${name}”</h2>
<p>Copy it now and keep it like a password: it is shown this once and we store only a fingerprint of it.</p>
<p class="secret"><code>${key}</code></p>
</section>`;

function keyRow(visit: SignedInVisit, key: ApiKey): Html {
  const { id, name, ending, isTest, createdAt, expiresAt, lastUsedAt } = key;
  const hasEnded = expiresAt !== null && expiresAt <= visit.now.toISOString();
  const words = key.scopes.map(scopeWords);
  return html`<li>
<div><strong>${name}</strong> <code>${isTest ? "lk_test_" : "lk_"}…${ending}</code>${isTest && html` <span class="tag">Sandbox</span>`}${
    hasEnded && html` <span class="tag bad">Expired</span>`
  }
<ul class="plain-list">${words.map((text) => html`<li>${text}</li>`)}</ul>
<p class="hint">Created ${timeOf(createdAt)}. ${lastUsedAt ? html`Last used ${timeOf(lastUsedAt)}.` : "Never used."} ${
    expiresAt ? html`${hasEnded ? "Expired" : "Expires"} ${timeOf(expiresAt)}.` : "Never expires."
  }</p></div>
${pageForm(
  visit,
  "/account/keys",
  html`${hiddenField("id", String(id))}<button class="danger" name="do" value="revoke" aria-label="Revoke ${name}">Revoke</button>`,
)}
</li>
`;
}

const newKeyFields = (errors: FieldErrors, typed: Typed): Html => html`${textField({
  name: "name",
  label: "Name",
  value: typed.name,
  hint: "To tell it apart later, for example “Release script”.",
  error: errors.name,
  maxlength: keyNameLength,
})}
${choices({
  type: "checkbox",
  name: "scope",
  label: "What it may do",
  options: allScopes.map((scope) => ({ value: scope, label: scopes[scope] })),
  chosen: typed.scopes,
  error: errors.scope,
})}
${choices({
  type: "radio",
  name: "expiry",
  label: "Expires",
  options: Object.entries(expiries).map(([value, label]) => ({ value, label })),
  chosen: [typed.expiry],
  error: errors.expiry,
})}
${choices({
  type: "radio",
  name: "kind",
  label: "What it is for",
  options: [
    { value: "live", label: "Live: what it does is done" },
    {
      value: "test",
      label: "Sandbox",
      hint: "Everything is checked, but no email is sent, no money moves and nobody sees it.",
    },
  ],
  chosen: [typed.kind],
  error: errors.kind,
})}
<div class="actions"><button class="primary" name="do" value="create">Create key</button></div>`;
