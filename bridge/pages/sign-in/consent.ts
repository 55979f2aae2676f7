import {
  type AuthorizationRequest,
  allow,
  deny,
  RedirectedError,
  readAuthorizationRequest,
} from "#auth/oauth/authorize.ts";
import { OAuthError } from "#auth/oauth/errors.ts";
import { redirectTarget } from "#auth/oauth/redirects.ts";
import type { AuthorizationServer } from "#auth/oauth/server.ts";
import { type Scope, scopes } from "#auth/scopes.ts";
import type { OAuthClient } from "#db/queries/accounts/credentials.ts";
import { grantsOfAccount } from "#db/queries/accounts/oauth.ts";
import type { ApprovalPolicy } from "#db/schema/columns.ts";
import { clientNetwork } from "../../http/server/runtime.ts";
import {
  policyFields,
  policyTerms,
  readPolicy,
  type TypedPolicy,
  typedOf,
  typedPolicy,
} from "../account/approval-policy-form.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { choices, type FieldErrors, hiddenField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { authContextOf, signInPath, type Visit } from "../frame/visit.ts";

const path = "/oauth/authorize";

/** The authorization endpoint (RFC 6749 §3.1): asks the person, every time. */
export const consentPage = definePage({
  path,
  name: "authorize",
  audience: "everyone",
  get: (visit) => answer(visit, visit.url.search.slice(1), null),
  // The request is read again from the hidden field: nothing else in the form decides where the response goes.
  post: (visit, form) => answer(visit, form.raw("query"), form),
});

async function answer(visit: Visit, search: string, form: Form | null): Promise<Response> {
  const { runtime, request: asked, account } = visit;
  const server = runtime.authorization;
  try {
    const request = await readAuthorizationRequest(server, new URLSearchParams(search), clientNetwork(asked, runtime));
    if (!account) return answerRedirect(visit, signInPath(`${path}?${search}`));
    return form ? await decide(server, visit, request, search, form) : render(visit, request, search, {});
  } catch (error) {
    if (error instanceof RedirectedError) return askToGoBack(visit, error);
    if (error instanceof OAuthError) return cannotGoBack(visit, error);
    throw error;
  }
}

async function decide(
  server: AuthorizationServer,
  visit: Visit,
  request: AuthorizationRequest,
  search: string,
  form: Form,
): Promise<Response> {
  if (form.text("decision") !== "allow") return answerRedirect(visit, deny(server, request));
  const chosen = request.scopes.filter((scope) => form.all("scope").includes(scope));
  if (chosen.length === 0)
    return render(visit, request, search, { scope: "Choose at least one thing it may do, or do not allow it." });
  const errors: FieldErrors = {};
  const { id } = visit.account!;
  const typed = typedPolicy(form);
  // The page asks for bounds only if the app asks to write; otherwise those that it has stay.
  const approvalPolicy = request.scopes.some(isWriting)
    ? readPolicy(typed, await policyTerms(visit, id), visit.now, errors)
    : await knownPolicy(visit, request);
  if (Object.keys(errors).length > 0) return render(visit, request, search, errors, typed);
  return answerRedirect(visit, await allow(server, authContextOf(visit), request, id, chosen, approvalPolicy));
}

/** The bounds of the app's latest grant. Consenting again takes no bound away that the person has set. */
async function knownPolicy(
  { runtime, account }: Visit,
  { client }: AuthorizationRequest,
): Promise<ApprovalPolicy | null> {
  const [known] = (await grantsOfAccount(runtime.store.read, account!.id))
    .filter(({ clientId }) => clientId === client.id)
    .sort((one, other) => other.id - one.id);
  return known?.approvalPolicy ?? null;
}

async function render(
  visit: Visit,
  request: AuthorizationRequest,
  search: string,
  errors: FieldErrors,
  typed?: TypedPolicy,
): Promise<Response> {
  const { client, redirectUri } = request;
  const { id, name, email } = visit.account!;
  const terms = await policyTerms(visit, id);
  const known = await knownPolicy(visit, request);
  const target = redirectTarget(redirectUri);
  const { client_name } = client.metadata;
  const chosen: Scope[] = errors.scope ? [] : request.scopes;
  return answerPage(visit, {
    title: `Allow ${client_name}?`,
    layout: "narrow",
    formTargets: formTarget(target.formAction),
    errors,
    body: html`<h1>Allow <span class="name">${client_name}</span> to work with your account?</h1>
<div class="card">
<dl class="facts">
<div><dt>App</dt><dd><strong>${client_name}</strong>${origin(client)}</dd></div>
<div><dt>Leads back to</dt><dd><code>${target.label}</code>${
      target.isLoopback &&
      html`<p class="hint">This is an app on this computer. Go on only if you started it yourself.</p>`
    }</dd></div>
<div><dt>Your account</dt><dd>${name && html`${name}, `}${email}</dd></div>
</dl>
${pageForm(
  visit,
  path,
  html`${hiddenField("query", search)}
${choices({
  type: "checkbox",
  name: "scope",
  label: "What it may do",
  hint: "Take away what you do not want it to do.",
  options: request.scopes.map((scope) => ({ value: scope, label: scopes[scope] })),
  chosen,
  error: errors.scope,
})}
${request.scopes.some(isWriting) && policyFields("app", terms, typed ?? typedOf(known), errors)}
<div class="actions">
<button class="primary" name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Do not allow</button>
</div>`,
)}
</div>
<p class="hint">It never learns your password and cannot pay. You can disconnect it at any time under <a href="/account/apps">Connected apps</a>.</p>
${pageForm(
  visit,
  "/sign-out",
  html`${hiddenField("return_to", `${path}?${search}`)}<p class="hint">Not you? <button class="plain">Sign in with another account</button></p>`,
)}`,
  });
}

const isWriting = (scope: Scope) => scope !== "account:read";

/** Whose app it says it is: only the address of a metadata document proves anything. */
function origin({ id, kind, metadata }: OAuthClient): HtmlValue {
  if (kind === "document") return html`<p class="hint">From <code>${new URL(id).host}</code></p>`;
  return html`<p class="hint">${
    metadata.client_uri && html`It names <code>${new URL(metadata.client_uri).host}</code> as its site. `
  }Name and site are its own words: nobody has verified them.</p>`;
}

// A host is put into the policy only if it cannot be read as anything else there. `[::1]` cannot be written in one
// (CSP 3 §2.3.1 has no IPv6), so for it the scheme has to do.
function formTarget(source: string): string[] {
  if (source.startsWith("http://[::1]")) return ["http:"];
  return /^[a-z][a-z0-9+.-]*:(?:\/\/[a-z0-9.-]+(?::\d+)?)?$/.test(source) ? [source] : [];
}

/**
 * Anyone may register a client, so an error alone must not lead away from us: the address would be an open redirect
 * with our name on it (RFC 9700 §4.11.2).
 */
function askToGoBack(visit: Visit, { error, redirectUri, location }: RedirectedError): Response {
  const { label } = redirectTarget(redirectUri);
  return answerPage(visit, {
    status: 400,
    title: "This app cannot be connected like this",
    layout: "narrow",
    body: html`<h1>This app cannot be connected like this</h1>
<p>The app asked for something that is not possible here. Nothing was allowed.</p>
<div class="card">
<h2>For the maker of the app</h2>
<p><code>${error.code}: ${error.description}</code></p>
</div>
<p><a class="button" href="${location}" rel="noreferrer">Go back to ${label}</a></p>
<p class="hint">Go back only if you came from there: nobody has verified who is behind that address.</p>`,
  });
}

function cannotGoBack(visit: Visit, { description }: OAuthError): Response {
  return answerPage(visit, {
    status: 400,
    title: "This app cannot be connected",
    layout: "narrow",
    body: html`<h1>This app cannot be connected</h1>
<p>The app sent you here with a request that we cannot trust, so we do not send you back to it. Nothing was allowed.</p>
<div class="card">
<h2>For the maker of the app</h2>
<p><code>${description}</code></p>
</div>
<p class="hint">Try connecting the app again. If this stays, tell its maker what is written here.</p>`,
  });
}
